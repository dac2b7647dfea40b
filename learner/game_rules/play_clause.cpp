// Text and cost of learned rules (play_clause.h).
#include "learner/game_rules/play_clause.h"

#include <algorithm>
#include <cmath>

namespace tesuji::learner {

std::uint32_t variable_count(const PlayClause& clause) {
  std::uint32_t count = 0;
  const auto look = [&](const PlayLiteral& literal) {
    for (const PlayArg& arg : literal.arguments()) {
      if (arg.kind == PlayArg::Kind::variable) count = std::max(count, arg.value + 1);
    }
  };
  look(clause.head);
  for (const PlayLiteral& literal : clause.body) look(literal);
  return count;
}

namespace {

std::string variable_name(std::uint32_t number) {
  const std::string letter(1, static_cast<char>('A' + number % 26));
  return number < 26 ? letter : letter + std::to_string(number / 26);
}

std::string arg_text(const PlayArg& arg, const PlayVocabulary& vocabulary) {
  switch (arg.kind) {
    case PlayArg::Kind::variable:
      return variable_name(arg.value);
    case PlayArg::Kind::constant:
      return vocabulary.constants.text(arg.value);
    case PlayArg::Kind::any:
      break;
  }
  return "_";
}

std::string atom_text(const PlayLiteral& literal, const PlayVocabulary& vocabulary) {
  if (literal.predicate == equality) {
    return arg_text(literal.args[0], vocabulary) + (literal.negated ? " \\= " : " = ") +
           arg_text(literal.args[1], vocabulary);
  }
  std::string text = (literal.negated ? "not " : "") + vocabulary[literal.predicate].name;
  if (literal.arity == 0) return text;
  text += "(";
  for (std::size_t i = 0; i < literal.arity; ++i) {
    if (i > 0) text += ",";
    text += arg_text(literal.args[i], vocabulary);
  }
  return text + ")";
}

}  // namespace

std::string to_text(const PlayClause& clause, const PlayVocabulary& vocabulary) {
  std::string text = atom_text(clause.head, vocabulary);
  for (std::size_t i = 0; i < clause.body.size(); ++i) {
    text += (i == 0 ? " :- " : ", ") + atom_text(clause.body[i], vocabulary);
  }
  return text + ".";
}

ClauseCost::ClauseCost(const FactWorld& world)
    : world_(world),
      predicate_(
          std::log2(static_cast<double>(2 * std::max<std::size_t>(2, world.predicates().size())))) {
}

double ClauseCost::of(const PlayLiteral& literal) const {
  constexpr double which = 2;  // a variable, which one; a constant; `_`
  double bits = predicate_;
  const FactTable* table =
      literal.predicate == equality ? nullptr : world_.table(literal.predicate);
  for (std::size_t i = 0; i < literal.arity; ++i) {
    bits += literal.args[i].kind == PlayArg::Kind::any ? 1 : which;
    if (literal.args[i].kind != PlayArg::Kind::constant) continue;
    const std::size_t values = table != nullptr ? table->columns[i].size() : 4;
    bits += std::log2(static_cast<double>(std::max<std::size_t>(2, values)));
  }
  return bits;
}

double ClauseCost::of(const PlayClause& clause) const {
  double bits = of(clause.head);
  for (const PlayLiteral& literal : clause.body) bits += of(literal);
  return bits;
}

}  // namespace tesuji::learner
