#include "backend/proofs/observe/checker.h"

#include <algorithm>

namespace tesuji::proofs {

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
