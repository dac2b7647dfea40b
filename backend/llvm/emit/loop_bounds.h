// Computes upper bounds of the steps of a plan, independent of estimates.
#pragma once

#include "ir/module/module.h"

#include <span>
#include <vector>

namespace tesuji::llvm_backend {

/// Steps of loops that may pass before generated code looks whether it is to stop: some
/// milliseconds.
inline constexpr double most_steps_unwatched = 1 << 22;

/// Per operation of a sequence, as ir::Plan::ops is one, the most steps that its loop and all that
/// stands inside of it may take: what the domains' sizes, static rows and the limit of rows allow.
[[nodiscard]] std::vector<double> most_steps(const ir::Module& module,
                                             std::span<const ir::Operation> operations);

/// What a module's plans may take, calls and all that these call included.
class LoopBounds {
 public:
  /// Keeps a reference to the module, which is at level plans.
  explicit LoopBounds(const ir::Module& module);

  /// Whether a call of the relation (ir::Storage::call) may take more steps than
  /// most_steps_unwatched. Its loops may be short, and those of all that it calls: where each of 25
  /// relations calls the next one twice, one call of the first makes 33 million. So it looks when
  /// it begins.
  [[nodiscard]] bool is_long_call(ir::RelationId relation) const {
    return calls_[relation] > most_steps_unwatched;
  }
  /// Whether the plan may take more steps than most_steps_unwatched, or makes such calls.
  [[nodiscard]] bool may_take_long(const ir::Plan& plan) const;

 private:
  const ir::Module& module_;
  std::vector<double> calls_;  ///< per relation: steps of a call; of others 0
};

}  // namespace tesuji::llvm_backend
