#include "learner/search/hypothesis.h"

#include "ir/core/prolog_term.h"

#include <algorithm>

namespace tesuji::learner {

namespace {

std::string name_of(PredicateId predicate, const HypothesisNames& names) {
  if (!predicate.is_own()) return names.background->predicates()[predicate.number()].name;
  if (predicate.number() == 0) return names.target;
  return names.target + "_" + std::to_string(predicate.number());
}

/// Returns `A`, `B`, .. by number, because metarules may name variables in any way.
std::string variable_name(std::uint32_t number) {
  std::string name(1, static_cast<char>('A' + number % 26));
  if (number >= 26) name += std::to_string(number / 26);
  return name;
}

void append_atom(std::string& text, const std::string& name, const std::vector<std::uint32_t>& args,
                 const HypothesisClause& clause, const HypothesisNames& names) {
  text += name;
  for (std::size_t i = 0; i < args.size(); ++i) {
    text += i == 0 ? '(' : ',';
    if (args[i] == ir::ClauseMetarule::any) {
      text += '_';
    } else if (clause.constants[args[i]] != unbound) {
      text += names.background->text(clause.constants[args[i]]);
    } else {
      text += variable_name(args[i]);
    }
  }
  if (!args.empty()) text += ')';
}

}  // namespace

std::string to_text(const HypothesisClause& clause, const HypothesisNames& names) {
  const ir::ClauseMetarule& metarule = names.metarules[clause.metarule];
  std::vector<std::uint32_t> head(metarule.arity);
  for (std::uint32_t i = 0; i < head.size(); ++i) head[i] = i;
  std::string text;
  append_atom(text, ir::prolog_atom(name_of(clause.predicates[0], names)), head, clause, names);
  for (std::size_t i = 0; i < metarule.body.size(); ++i) {
    const ir::ClauseMetarule::Literal& literal = metarule.body[i];
    text += i == 0 ? " :- " : ", ";
    if (literal.negated) text += "not(";
    append_atom(text, ir::prolog_atom(name_of(clause.predicates[literal.predicate], names)),
                literal.args, clause, names);
    if (literal.negated) text += ')';
  }
  return text + '.';
}

std::string to_text(const Hypothesis& hypothesis, const HypothesisNames& names) {
  std::uint32_t last = 0;
  for (const HypothesisClause& clause : hypothesis) {
    last = std::max(last, clause.predicates[0].number());
  }
  std::string text;
  for (std::uint32_t own = 0; own <= last; ++own) {
    for (const bool recursive : {false, true}) {
      for (const HypothesisClause& clause : hypothesis) {
        if (clause.predicates[0].number() == own &&
            names.metarules[clause.metarule].recursive() == recursive) {
          text += to_text(clause, names) + '\n';
        }
      }
    }
  }
  return text;
}

}  // namespace tesuji::learner
