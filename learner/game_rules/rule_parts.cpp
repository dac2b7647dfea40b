// Instances of clauses (rule_parts.h).
#include "learner/game_rules/rule_parts.h"

#include <set>
#include <utility>

namespace tesuji::learner {

std::optional<PlayClause> instance_of(const PlayClause& clause, const PlayAtom& atom,
                                      PlayPredicate predicate) {
  std::vector<std::optional<Constant>> values(variable_count(clause));
  for (std::size_t i = 0; i < clause.head.arity; ++i) {
    const PlayArg& arg = clause.head.args[i];
    if (arg.kind == PlayArg::Kind::constant) {
      if (arg.value != atom.args[i]) return std::nullopt;
    } else if (auto& value = values[arg.value]; value && *value != atom.args[i]) {
      return std::nullopt;
    } else {
      value = atom.args[i];
    }
  }
  // The other variables are numbered anew.
  std::vector<std::uint32_t> numbers(values.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < values.size(); ++i) numbers[i] = values[i] ? 0 : next++;
  PlayClause instance = clause;
  instance.head = {};
  instance.head.predicate = predicate;
  for (PlayLiteral& literal : instance.body) {
    for (std::size_t i = 0; i < literal.arity; ++i) {
      PlayArg& arg = literal.args[i];
      if (arg.kind != PlayArg::Kind::variable) continue;
      arg = values[arg.value] ? PlayArg{PlayArg::Kind::constant, *values[arg.value]}
                              : PlayArg{PlayArg::Kind::variable, numbers[arg.value]};
    }
  }
  return instance;
}

void drop_unused(RuleDefinitions& definitions, PlayPredicate target) {
  std::set<PlayPredicate> used{target};
  for (auto definition = definitions.rbegin(); definition != definitions.rend(); ++definition) {
    if (!used.contains(definition->predicate)) continue;
    for (const PlayClause& clause : definition->clauses) {
      for (const PlayLiteral& literal : clause.body) used.insert(literal.predicate);
    }
  }
  std::erase_if(definitions, [&](const RuleDefinition& definition) {
    return !used.contains(definition.predicate);
  });
}

}  // namespace tesuji::learner
