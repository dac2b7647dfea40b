// Copies a relation and removes a few tuples, instead of visiting every tuple.
//
// A frame axiom whose exceptions name only some of its columns,
//
//     scan   true.connected(?K, ?M, ?N)      next.connected = connected
//     absent transfer(K)                     for each K of transfer:
//     insert next.connected(K, M, N)           next.connected[K] = 0
//
// would visit every tuple of the state, since the words of the exceptions are not those of the
// relation. If exceptions are few, it is cheaper to remove them from a copy. This requires that the
// head contains nothing but the copy, so the plan must be the first that writes it.
#pragma once

#include "backend/llvm/emit/access.h"
#include "ir/module/module.h"

#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// The plan seen as a copy with exceptions. Refers to the plan.
struct FrameCopy {
  const ir::Operation* copied = nullptr;         ///< the scan
  std::vector<const ir::Operation*> exceptions;  ///< the absences
  ir::RelationId head = ir::no_id;
};

/// Returns nothing if the plan has another form, or if many exceptions are expected.
[[nodiscard]] std::optional<FrameCopy> frame_copy(const ModuleContext& module,
                                                  const ir::Plan& plan);

/// Requires that the head is empty. Continues after the copy.
void emit_frame_copy(Emitter& emit, const FrameCopy& frame);

}  // namespace tesuji::llvm_backend
