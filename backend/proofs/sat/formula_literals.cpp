#include "backend/proofs/sat/formula_literals.h"

#include <algorithm>
#include <utility>

namespace tesuji::sat {

using ir::Formula;
using ir::Symbol;

Literal FormulaLiterals::at(const ir::Invariant& invariant, std::span<const Symbol> instance,
                            std::uint32_t time) {
  invariant_ = &invariant;
  parts_left_ = most_parts_;
  values_.assign(invariant.variables.size(), Symbol{});
  for (std::size_t i = 0; i < invariant.parameters.size(); ++i) {
    values_[invariant.parameters[i]] = instance[i];
  }
  return encode(invariant.formula, time);
}

void FormulaLiterals::spend(std::uint64_t parts) {
  if (parts > parts_left_) {
    throw FormulaTooLarge(invariant_->name + " is too large to be written out");
  }
  parts_left_ -= parts;
}

Symbol FormulaLiterals::value(const ir::Argument& argument) const {
  return ir::is_variable(argument) ? values_[argument.id] : Symbol{argument.id};
}

Literal FormulaLiterals::encode(const Formula& formula, std::uint32_t time) {
  Gates& gates = unrolling_.gates();
  spend(1);
  switch (formula.kind) {
    case Formula::Kind::atom: {
      Values tuple;
      for (const ir::Argument& argument : formula.args) tuple.push_back(value(argument));
      return unrolling_.literal(atoms_.signal(formula.relation, tuple), time);
    }
    case Formula::Kind::same: {
      for (std::size_t i = 0; i < formula.args.size(); ++i) {
        if (value(formula.args[i]) != value(formula.right[i])) return gates.falsity();
      }
      return gates.truth();
    }
    case Formula::Kind::negation:
      return -encode(formula.parts.front(), time);
    case Formula::Kind::conjunction:
    case Formula::Kind::disjunction: {
      const bool all = formula.kind == Formula::Kind::conjunction;
      const Literal decides = all ? gates.falsity() : gates.truth();
      std::vector<Literal> parts;
      for (const Formula& part : formula.parts) {
        parts.push_back(encode(part, time));
        if (parts.back() == decides) return decides;
      }
      return all ? gates.all_of(std::move(parts)) : gates.any_of(std::move(parts));
    }
    case Formula::Kind::count:
      return count(formula, time);
    case Formula::Kind::next: {
      const Literal over = unrolling_.ended(time);
      if (over == gates.truth()) return over;
      return gates.any_of({over, encode(formula.parts.front(), time + 1)});
    }
    case Formula::Kind::knows:  // knowledge_claims.h
      break;
  }
  throw std::logic_error("knowledge of a role is not a formula about one play");
}

Literal FormulaLiterals::count(const Formula& formula, std::uint32_t time) {
  Gates& gates = unrolling_.gates();
  std::vector<Literal> ways;
  for (std::size_t range = 0; range < formula.ranges.size(); ++range) {
    const Formula& body = formula.parts[range];
    if (!add_possible_ways(formula.ranges[range], body, time, ways)) {
      add_ways(formula.ranges[range], body, time, ways);
    }
  }
  std::erase(ways, gates.falsity());
  if (formula.upper == Formula::unbounded && formula.lower == 1) {
    return gates.any_of(std::move(ways));
  }
  if (formula.upper == 0) return -gates.any_of(std::move(ways));
  // A counter has a cell for each literal and each number up to the larger bound.
  const std::uint64_t bound = formula.upper < ways.size() ? formula.upper + 1 : formula.lower;
  spend(ways.size() * std::min<std::uint64_t>(bound, ways.size()));
  return gates.count_between(std::move(ways), formula.lower, formula.upper);
}

void FormulaLiterals::add_ways(const std::vector<ir::VariableId>& bound, const Formula& body,
                               std::uint32_t time, std::vector<Literal>& ways) {
  std::vector<std::size_t> at(bound.size(), 0);
  for (const ir::VariableId variable : bound) {
    const auto& domain = invariant_->variables[variable].domain;
    if (domain.empty()) return;
    values_[variable] = domain.front();
  }
  for (bool some = true; some;) {
    ways.push_back(encode(body, time));
    // Advances to the next choice of constants.
    some = false;
    for (std::size_t i = bound.size(); i-- > 0 && !some;) {
      const auto& domain = invariant_->variables[bound[i]].domain;
      some = ++at[i] < domain.size();
      if (!some) at[i] = 0;
      values_[bound[i]] = domain[at[i]];
    }
  }
}

bool FormulaLiterals::add_possible_ways(const std::vector<ir::VariableId>& bound,
                                        const Formula& atom, std::uint32_t time,
                                        std::vector<Literal>& ways) {
  if (atom.kind != Formula::Kind::atom) return false;
  const auto* tuples = atoms_.possible(atom.relation);
  if (tuples == nullptr) return false;
  const auto column_of = [&](ir::VariableId variable) {
    return std::count(atom.args.begin(), atom.args.end(), ir::Argument::variable(variable));
  };
  const auto is_bound = [&](ir::VariableId variable) {
    return std::find(bound.begin(), bound.end(), variable) != bound.end();
  };
  for (const ir::VariableId variable : bound) {
    if (column_of(variable) != 1) return false;
  }
  for (const std::vector<Symbol>& tuple : *tuples) {
    bool matches = true;
    for (std::size_t c = 0; c < tuple.size() && matches; ++c) {
      const ir::Argument& argument = atom.args[c];
      if (ir::is_variable(argument) && is_bound(argument.id)) {
        const auto& domain = invariant_->variables[argument.id].domain;
        matches = std::find(domain.begin(), domain.end(), tuple[c]) != domain.end();
      } else {
        matches = value(argument) == tuple[c];
      }
    }
    if (!matches) continue;
    spend(1);
    ways.push_back(unrolling_.literal(atoms_.signal(atom.relation, tuple), time));
  }
  return true;
}

}  // namespace tesuji::sat
