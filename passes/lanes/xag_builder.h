// Builds the gates of an XOR-AND graph without duplicates, folds constants and repeated operands,
// and translates nodes of a net to signals of the graph.
#pragma once

#include "ir/nets/net.h"
#include "ir/nets/xag.h"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::passes {

// --- Gates

/// Builds the gates of an XOR-AND graph without duplicates, and folds constants and repeated
/// operands.
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

// --- Nodes of a net

/// Translates nodes of a net to signals of an XOR-AND graph.
class NetTranslator {
 public:
  /// Both must outlive it.
  NetTranslator(const ir::Net& net, XagBuilder& build);

  /// Sets the signal of a fluent or a move; must precede translating signals that depend on it.
  void set(ir::NodeId input, ir::Signal signal) { known_[input] = signal; }
  void set_fluent(std::uint32_t position, ir::Signal signal) { set(fluents_[position], signal); }
  void set_move(std::uint32_t position, ir::Signal signal) { set(moves_[position], signal); }

  /// Requires that all its inputs were set.
  [[nodiscard]] ir::Signal translate(ir::Signal signal);

 private:
  const ir::Net& net_;
  XagBuilder& build_;
  std::vector<std::optional<ir::Signal>> known_;  ///< by node
  std::vector<ir::NodeId> fluents_;               ///< by position
  std::vector<ir::NodeId> moves_;
};

}  // namespace tesuji::passes
