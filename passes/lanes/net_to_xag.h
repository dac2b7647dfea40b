// Translates nodes of a net to signals of an XOR-AND graph.
#pragma once

#include "ir/nets/net.h"
#include "passes/lanes/xag_builder.h"

#include <optional>
#include <vector>

namespace tesuji::passes {

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
