#include "backend/proofs/observe/checker.h"

#include <algorithm>

namespace tesuji::proofs {

std::vector<ir::Symbol> instance_symbols(const ir::Invariant& invariant, InstanceNumber instance) {
  std::vector<ir::Symbol> symbols(invariant.parameters.size());
  for (std::size_t i = symbols.size(); i-- > 0;) {
    const std::vector<ir::Symbol>& values = invariant.variables[invariant.parameters[i]].domain;
    symbols[i] = values[instance % values.size()];
    instance /= values.size();
  }
  return symbols;
}

std::optional<InstanceNumber> instance_of(const ir::Invariant& invariant,
                                          std::span<const ir::Symbol> symbols) {
  if (symbols.size() != invariant.parameters.size()) return std::nullopt;
  InstanceNumber instance = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::vector<ir::Symbol>& values = invariant.variables[invariant.parameters[i]].domain;
    const auto found = std::find(values.begin(), values.end(), symbols[i]);
    if (found == values.end()) return std::nullopt;
    instance = instance * values.size() + static_cast<InstanceNumber>(found - values.begin());
  }
  return instance;
}

Checker::Checker(const Observer& observer, std::span<const ir::Invariant> invariants,
                 std::uint64_t most_choices)
    : observer_(&observer), invariants_(invariants) {
  for (const ir::Invariant& invariant : invariants) {
    const InstanceNumber count = ir::instances(invariant);
    left_out_.push_back(count > most_instances);
    instances_.push_back(left_out_.back() ? 0 : count);
    if (instances_.back() == 0) {
      CompiledFormula& none = formulas_.emplace_back();
      none.degree = ir::degree(invariant.formula);
    } else {
      formulas_.push_back(compile_formula(invariant, observer, most_choices));
    }
  }
}

}  // namespace tesuji::proofs
