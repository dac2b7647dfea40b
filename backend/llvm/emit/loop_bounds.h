// Computes upper bounds of the steps of a plan, independent of estimates.
#pragma once

#include "ir/module/module.h"

#include <span>
#include <vector>

namespace tesuji::llvm_backend {

/// Steps that loops may take before generated code checks whether to stop: some milliseconds.
inline constexpr double most_steps_unwatched = 1 << 22;

/// Returns, per operation of a sequence such as ir::Plan::ops, the maximum number of steps of its
/// loop with everything inside it: what domain sizes, static rows and the limit on rows allow.
[[nodiscard]] std::vector<double> most_steps(const ir::Module& module,
                                             std::span<const ir::Operation> operations);

/// Bounds on the steps of a module's plans, with all calls, direct and indirect.
class LoopBounds {
 public:
  /// Keeps a reference to the module, which is at level plans.
  explicit LoopBounds(const ir::Module& module);

  /// Whether a call of the relation (ir::Storage::call) may take more steps than
  /// most_steps_unwatched. All loops may be short even so: if each of 25 relations calls the next
  /// one twice, one call of the first makes 33 million calls. So such a call checks whether to stop
  /// when it begins.
  [[nodiscard]] bool is_long_call(ir::RelationId relation) const {
    return calls_[relation] > most_steps_unwatched;
  }
  /// Whether the plan may take more steps than most_steps_unwatched, or makes such calls.
  [[nodiscard]] bool may_take_long(const ir::Plan& plan) const;

 private:
  const ir::Module& module_;
  std::vector<double> calls_;  ///< per relation: steps of a call; 0 for others
};

}  // namespace tesuji::llvm_backend
