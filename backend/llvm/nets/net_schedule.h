// Orders a net's nodes for one question and divides them into parts.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

/// A bit of an answer.
struct NetOutput {
  std::uint32_t bit = 0;
  ir::Signal signal = ir::false_signal;
};

/// Straight-line code of bounded size: conjunctions to compute, then outputs to write, of
/// nodes of this part or earlier ones.
struct NetPart {
  std::vector<ir::NodeId> nodes;
  std::vector<NetOutput> outputs;
};

struct NetSchedule {
  std::vector<NetPart> parts;
  /// By node: where later parts find its value in scratch memory (a byte each), or no_id.
  std::vector<std::uint32_t> slots;
  std::uint32_t slot_count = 0;
};

/// Nodes are computed shortly before what first needs them. `outputs`: signal of each bit.
[[nodiscard]] NetSchedule schedule(const ir::Net& net, const std::vector<ir::Signal>& outputs,
                                   std::size_t gates_per_part);

}  // namespace tesuji::llvm_backend
