// Builds the gates of an XOR-AND graph without duplicates, and folds constants and repeated
// operands.
#pragma once

#include "ir/nets/xag.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::passes {

class XagBuilder {
 public:
  XagBuilder();

  [[nodiscard]] ir::Signal input(std::uint32_t array, std::uint32_t index);
  void output(std::uint32_t array, std::uint32_t index, ir::Signal signal);

  [[nodiscard]] ir::Signal both(ir::Signal a, ir::Signal b);
  [[nodiscard]] ir::Signal either(ir::Signal a, ir::Signal b);
  [[nodiscard]] ir::Signal differ(ir::Signal a, ir::Signal b);
  /// Returns `a` if `condition` holds, otherwise `b`.
  [[nodiscard]] ir::Signal choose(ir::Signal condition, ir::Signal a, ir::Signal b);
  /// Whether at least two of three hold.
  [[nodiscard]] ir::Signal majority(ir::Signal a, ir::Signal b, ir::Signal c);
  /// In groups of three, which three-input tables cover without loss (map_luts.h).
  [[nodiscard]] ir::Signal all_of(std::span<const ir::Signal> signals);
  [[nodiscard]] ir::Signal any_of(std::span<const ir::Signal> signals);

  [[nodiscard]] const ir::Xag& graph() const { return graph_; }
  [[nodiscard]] ir::Xag take() { return std::move(graph_); }

 private:
  ir::Signal gate(ir::XagNode::Kind kind, ir::Signal a, ir::Signal b);

  ir::Xag graph_;
  std::unordered_map<std::uint64_t, ir::NodeId> gates_;
  std::unordered_map<std::uint64_t, ir::NodeId> inputs_;
};

}  // namespace tesuji::passes
