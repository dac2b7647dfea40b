#include "ir/formulas/formula.h"

#include <algorithm>
#include <utility>

namespace tesuji::ir {

std::uint32_t degree(const Formula& formula) {
  std::uint32_t deepest = 0;
  for (const Formula& part : formula.parts) deepest = std::max(deepest, degree(part));
  return deepest + (formula.kind == Formula::Kind::next ? 1 : 0);
}

bool is_epistemic(const Formula& formula) {
  return formula.kind == Formula::Kind::knows ||
         std::any_of(formula.parts.begin(), formula.parts.end(), is_epistemic);
}

std::uint64_t instances(const Invariant& invariant) {
  std::uint64_t product = 1;
  for (const VariableId parameter : invariant.parameters) {
    const std::uint64_t size = invariant.variables[parameter].domain.size();
    if (size == 0) return 0;
    if (product > Formula::unbounded / size) return Formula::unbounded;
    product *= size;
  }
  return product;
}

std::vector<Symbol> instance_symbols(const Invariant& invariant, InstanceNumber instance) {
  std::vector<Symbol> symbols(invariant.parameters.size());
  for (std::size_t i = symbols.size(); i-- > 0;) {
    const std::vector<Symbol>& values = invariant.variables[invariant.parameters[i]].domain;
    symbols[i] = values[instance % values.size()];
    instance /= values.size();
  }
  return symbols;
}

std::optional<InstanceNumber> instance_of(const Invariant& invariant,
                                          std::span<const Symbol> symbols) {
  if (symbols.size() != invariant.parameters.size()) return std::nullopt;
  InstanceNumber instance = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::vector<Symbol>& values = invariant.variables[invariant.parameters[i]].domain;
    const auto found = std::find(values.begin(), values.end(), symbols[i]);
    if (found == values.end()) return std::nullopt;
    instance = instance * values.size() + static_cast<InstanceNumber>(found - values.begin());
  }
  return instance;
}

namespace {

void collect_relations(const Formula& formula, std::vector<std::uint32_t>& relations) {
  if (formula.kind == Formula::Kind::atom) relations.push_back(formula.relation);
  for (const Formula& part : formula.parts) collect_relations(part, relations);
}

/// Replaces variables that have a constant by it.
void replace(std::vector<Argument>& args, const std::vector<Symbol>& constants) {
  for (Argument& arg : args) {
    if (arg.kind != Argument::Kind::variable || constants[arg.id] == no_symbol) continue;
    arg = Argument::constant(constants[arg.id]);
  }
}

void replace(Formula& formula, const std::vector<Symbol>& constants) {
  replace(formula.args, constants);
  replace(formula.right, constants);
  for (Formula& part : formula.parts) replace(part, constants);
}

Formula make(Formula::Kind kind, std::vector<Formula> parts) {
  Formula result;
  result.kind = kind;
  result.parts = std::move(parts);
  return result;
}

Formula make(Formula::Kind kind, Formula part) {
  Formula result;
  result.kind = kind;
  result.parts.push_back(std::move(part));
  return result;
}

}  // namespace

Formula instantiate(const Invariant& invariant, std::span<const Symbol> constants) {
  std::vector<Symbol> chosen(invariant.variables.size(), no_symbol);
  for (std::size_t i = 0; i < invariant.parameters.size(); ++i) {
    chosen[invariant.parameters[i]] = constants[i];
  }
  Formula formula = invariant.formula;
  replace(formula, chosen);
  return formula;
}

std::string instance_name(const Invariant& invariant, std::span<const Symbol> constants,
                          const SymbolTable& symbols) {
  if (invariant.parameters.empty()) return invariant.name;
  std::string name = invariant.name + "[";
  for (std::size_t i = 0; i < constants.size(); ++i) {
    if (i > 0) name += ",";
    name += symbols.text(constants[i]);
  }
  return name + "]";
}

std::vector<std::uint32_t> relations_of(const Formula& formula) {
  std::vector<std::uint32_t> relations;
  collect_relations(formula, relations);
  std::sort(relations.begin(), relations.end());
  relations.erase(std::unique(relations.begin(), relations.end()), relations.end());
  return relations;
}

Formula atom_of(std::uint32_t relation, std::vector<Argument> args) {
  Formula result;
  result.kind = Formula::Kind::atom;
  result.relation = relation;
  result.args = std::move(args);
  return result;
}

Formula negation_of(Formula part) {
  return make(Formula::Kind::negation, std::move(part));
}

Formula conjunction_of(std::vector<Formula> parts) {
  return make(Formula::Kind::conjunction, std::move(parts));
}

Formula disjunction_of(std::vector<Formula> parts) {
  return make(Formula::Kind::disjunction, std::move(parts));
}

Formula implication_of(Formula premise, Formula conclusion) {
  std::vector<Formula> parts;
  parts.push_back(negation_of(std::move(premise)));
  parts.push_back(std::move(conclusion));
  return disjunction_of(std::move(parts));
}

Formula next_of(Formula part) {
  return make(Formula::Kind::next, std::move(part));
}

Formula count_of(std::vector<VariableId> variables, Formula body, std::uint64_t lower,
                 std::uint64_t upper) {
  Formula result = make(Formula::Kind::count, std::move(body));
  result.ranges.push_back(std::move(variables));
  result.lower = lower;
  result.upper = upper;
  return result;
}

Formula forall_of(std::vector<VariableId> variables, Formula body) {
  return negation_of(count_of(std::move(variables), negation_of(std::move(body))));
}

}  // namespace tesuji::ir
