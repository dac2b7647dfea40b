// Copies a relation and takes a few tuples out again, instead of going from tuple to tuple.
//
// A frame axiom whose exceptions name only some of its columns,
//
//     scan   true.connected(?K, ?M, ?N)      next.connected = connected
//     absent transfer(K)                     for each K of transfer:
//     insert next.connected(K, M, N)           next.connected[K] = 0
//
// goes through every tuple of the state, since the words of the exceptions are not those of the
// relation. Where exceptions are few it costs less to take them out of a copy; that wants nothing
// to be in the head but the copy, so that the plan must be the first that writes it.
#pragma once

#include "backend/llvm/emit/access.h"
#include "ir/module/module.h"

#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// The plan seen as a copy with exceptions. It refers to the plan.
struct FrameCopy {
  const ir::Operation* copied = nullptr;         ///< the scan
  std::vector<const ir::Operation*> exceptions;  ///< the absences
  ir::RelationId head = ir::no_id;
};

/// No value where the plan has another form, or where exceptions are not expected to be few.
[[nodiscard]] std::optional<FrameCopy> frame_copy(const ModuleContext& module,
                                                  const ir::Plan& plan);

/// The head must be empty. Goes on behind it.
void emit_frame_copy(Emitter& emit, const FrameCopy& frame);

}  // namespace tesuji::llvm_backend
