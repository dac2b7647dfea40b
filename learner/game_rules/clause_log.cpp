// Writes tested clauses as Prolog (clause_log.h).
#include "learner/game_rules/clause_log.h"

#include "ir/core/prolog_term.h"

#include <fmt/core.h>

namespace tesuji::learner {

namespace {

std::string logged_list(const PlayVocabulary& vocabulary, std::span<const Constant> values) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ",";
    text += ir::prolog_atom(vocabulary.constants.text(values[i]));
  }
  return text + "]";
}

std::string logged_argument(const PlayVocabulary& vocabulary, const PlayArg& arg) {
  if (arg.kind == PlayArg::Kind::any) return "_";
  if (arg.kind == PlayArg::Kind::variable) return "V" + std::to_string(arg.value);
  return ir::prolog_atom(vocabulary.constants.text(arg.value));
}

std::string logged_literal(const PlayVocabulary& vocabulary, const PlayLiteral& literal) {
  std::string args;
  for (std::size_t i = 0; i < literal.arity; ++i) {
    if (i > 0) args += ",";
    args += logged_argument(vocabulary, literal.args[i]);
  }
  if (literal.predicate == equality) {
    return fmt::format("{}({})", literal.negated ? "dif" : "same", args);
  }
  const std::string text =
      fmt::format("{}-[{}]", ir::prolog_atom(vocabulary[literal.predicate].name), args);
  return literal.negated ? "not(" + text + ")" : text;
}

}  // namespace

void ClauseLog::write_world(const RuleProblem& problem, PlayPredicate target) {
  const FactWorld& world = *problem.world;
  const PlayVocabulary& vocabulary = world.vocabulary();
  const std::string name = ir::prolog_atom(vocabulary[target].name);
  for (const PlayPredicate predicate : world.predicates()) {
    const FactTable& table = *world.table(predicate);
    for (std::uint32_t index = 0; index < table.size; ++index) {
      const std::string fact = fmt::format("{}, {}", ir::prolog_atom(vocabulary[predicate].name),
                                           logged_list(vocabulary, table.tuple(index)));
      if (!table.dynamic) {
        text_ += fmt::format("fact({}, any, {}).\n", name, fact);
        continue;
      }
      for (std::uint32_t state = 0; state < world.states(); ++state) {
        const Word word = table.bits[std::size_t{index} * world.words() + state / 64];
        if ((word >> state % 64 & 1) != 0) {
          text_ += fmt::format("fact({}, {}, {}).\n", name, state, fact);
        }
      }
    }
  }
  for (std::size_t atom = 0; atom < problem.atoms.size(); ++atom) {
    for (std::uint32_t state = 0; state < world.states(); ++state) {
      const std::size_t at = atom * world.words() + state / 64;
      const bool positive = (problem.positive[at] >> state % 64 & 1) != 0;
      text_ += fmt::format("example({}, {}, {}, {}).\n", name, state,
                           logged_list(vocabulary, problem.atoms[atom].args),
                           positive ? "positive" : "negative");
    }
  }
}

void ClauseLog::add(const RuleProblem& problem, const PlayClause& clause,
                    const RuleCounts& counts) {
  const PlayPredicate target = clause.head.predicate;
  if (target != last_) {
    if (!seen_.insert(target).second) return;
    last_ = target;
    world_ = problem.world;
    count_ = 0;
    write_world(problem, target);
  }
  if (problem.world != world_ || count_ == most_) return;
  ++count_;
  const PlayVocabulary& vocabulary = problem.world->vocabulary();
  std::string body;
  for (const PlayLiteral& literal : clause.body) {
    body += (body.empty() ? "" : ", ") + logged_literal(vocabulary, literal);
  }
  text_ += fmt::format("tested({}, [{}], {}, {}).\n", logged_literal(vocabulary, clause.head), body,
                       counts.positive, counts.negative);
}

}  // namespace tesuji::learner
