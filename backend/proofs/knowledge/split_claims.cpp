#include "backend/proofs/knowledge/split_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tesuji::proofs {

namespace {

using ir::Formula;
using sat::KnowledgeFormula;

struct TooManyParts {};

/// Removes source places, in which equal formulas differ.
Formula without_places(Formula formula) {
  formula.span = {};
  for (Formula& part : formula.parts) part = without_places(std::move(part));
  return formula;
}

/// Appends a text that is the same for equal formulas of one invariant.
void add_key(const Formula& formula, std::string& key) {
  key += fmt::format("({}.{}.{}.{}", static_cast<int>(formula.kind), formula.relation,
                     formula.lower, formula.upper);
  for (const auto& side : {formula.args, formula.right}) {
    for (const ir::Argument& arg : side)
      key += fmt::format("{}{}", ir::is_variable(arg) ? '?' : '=', arg.id);
    key += '|';
  }
  for (std::size_t i = 0; i < formula.parts.size(); ++i) {
    if (i < formula.ranges.size()) {
      for (const ir::VariableId id : formula.ranges[i]) key += fmt::format(",{}", id);
    }
    add_key(formula.parts[i], key);
  }
  key += ')';
}

class Splitter {
 public:
  Splitter(const ir::Invariant& invariant, const ir::Module& module, std::size_t most_parts,
           SplitClaims& into)
      : invariant_(invariant), module_(module), parts_left_(most_parts), into_(into) {}

  /// Throws TooManyParts.
  KnowledgeFormula split(InstanceNumber instance) {
    values_.assign(invariant_.variables.size(), ir::no_symbol);
    const std::vector<ir::Symbol> symbols = ir::instance_symbols(invariant_, instance);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      values_[invariant_.parameters[i]] = symbols[i];
    }
    return split(invariant_.formula, false);
  }

 private:
  void spend() {
    if (parts_left_-- == 0) throw TooManyParts{};
  }

  KnowledgeFormula split(const Formula& formula, bool negated) {
    spend();
    if (!ir::is_epistemic(formula)) return leaf(KnowledgeFormula::Kind::holds, formula, negated);
    switch (formula.kind) {
      case Formula::Kind::negation:
        return split(formula.parts[0], !negated);
      case Formula::Kind::conjunction:
      case Formula::Kind::disjunction: {
        KnowledgeFormula result = junction((formula.kind == Formula::Kind::conjunction) != negated);
        for (const Formula& part : formula.parts) result.parts.push_back(split(part, negated));
        return result;
      }
      case Formula::Kind::count: {
        // `exists`, or its negation `exists[0]`.
        const bool none = formula.upper == 0;
        KnowledgeFormula result = junction(none != negated);
        for (std::size_t r = 0; r < formula.ranges.size(); ++r) {
          add_choices(formula.ranges[r], formula.parts[r], none != negated, result, 0);
        }
        return result;
      }
      case Formula::Kind::knows:
        return known(formula, negated);
      case Formula::Kind::atom:
      case Formula::Kind::same:
      case Formula::Kind::next:
        break;
    }
    return junction(false);
  }

  static KnowledgeFormula junction(bool all) {
    return {all ? KnowledgeFormula::Kind::all : KnowledgeFormula::Kind::any, false, 0, 0, {}};
  }

  /// Adds a part for each choice of constants for the variables from number `at` on.
  void add_choices(const std::vector<ir::VariableId>& variables, const Formula& body, bool negated,
                   KnowledgeFormula& into, std::size_t at) {
    if (at == variables.size()) {
      into.parts.push_back(split(body, negated));
      return;
    }
    for (const ir::Symbol value : invariant_.variables[variables[at]].domain) {
      values_[variables[at]] = value;
      add_choices(variables, body, negated, into, at + 1);
    }
    values_[variables[at]] = ir::no_symbol;
  }

  KnowledgeFormula known(const Formula& formula, bool negated) {
    const ir::Argument& arg = formula.args[0];
    const ir::Symbol name = ir::is_variable(arg) ? values_[arg.id] : ir::Symbol{arg.id};
    const auto role = std::find(module_.roles.begin(), module_.roles.end(), name);
    if (role == module_.roles.end())
      return junction(negated);  // a term that is not a role knows nothing
    KnowledgeFormula result = leaf(KnowledgeFormula::Kind::knows, formula.parts[0], negated);
    result.role = static_cast<std::uint32_t>(role - module_.roles.begin());
    return result;
  }

  KnowledgeFormula leaf(KnowledgeFormula::Kind kind, const Formula& formula, bool negated) {
    ir::Invariant closed;
    closed.variables = invariant_.variables;
    closed.formula = without_places(formula);
    // Substitutes constants for the variables bound around it.
    std::vector<ir::Symbol> symbols;
    for (ir::VariableId id = 0; id < values_.size(); ++id) {
      if (values_[id] == ir::no_symbol) continue;
      closed.parameters.push_back(id);
      symbols.push_back(values_[id]);
    }
    closed.formula = ir::instantiate(closed, symbols);
    closed.parameters.clear();
    return {kind, negated, 0, number_of(std::move(closed)), {}};
  }

  std::size_t number_of(ir::Invariant leaf) {
    std::string key;
    add_key(leaf.formula, key);
    const auto [known, is_new] = numbers_.emplace(std::move(key), into_.leaves.size());
    if (!is_new) return known->second;
    leaf.name = fmt::format("part_{}_of_{}", into_.leaves.size() + 1, invariant_.name);
    into_.leaves.push_back(std::move(leaf));
    return into_.leaves.size() - 1;
  }

  const ir::Invariant& invariant_;
  const ir::Module& module_;
  std::size_t parts_left_;
  SplitClaims& into_;
  std::unordered_map<std::string, std::size_t> numbers_;  ///< index of a leaf, by add_key
  std::vector<ir::Symbol> values_;                        ///< by variable; no_symbol: unbound
};

}  // namespace

bool SplitClaims::are_opposite(std::size_t a, std::size_t b) const {
  const Formula& one = leaves[a].formula;
  const Formula& other = leaves[b].formula;
  return (one.kind == Formula::Kind::negation && one.parts[0] == other) ||
         (other.kind == Formula::Kind::negation && other.parts[0] == one);
}

SplitClaims split_claims(std::span<const ir::Invariant> invariants, const ir::Module& module,
                         std::size_t most_parts) {
  SplitClaims result;
  for (std::size_t i = 0; i < invariants.size(); ++i) {
    const std::size_t claims = result.claims.size();
    const std::size_t leaves = result.leaves.size();
    std::string& left_out = result.left_out.emplace_back();
    const InstanceNumber all = ir::instances(invariants[i]);
    try {
      if (all > most_parts) throw TooManyParts{};
      Splitter splitter(invariants[i], module, most_parts, result);
      for (InstanceNumber k = 0; k < all; ++k) result.claims.push_back({i, k, splitter.split(k)});
    } catch (const TooManyParts&) {
      result.claims.resize(claims);
      result.leaves.resize(leaves);
      left_out = fmt::format("more than {} parts, written out for all constants", most_parts);
    }
  }
  return result;
}

}  // namespace tesuji::proofs
