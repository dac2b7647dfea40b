// Evaluates nets node by node, and programs over lanes operation by operation: their executable
// semantics.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/net.h"
#include "runtime/host/game/net_game.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::interpreter {

/// Functions that evaluate a net and keep it alive.
struct EvaluatedNet {
  runtime::NetCode code;
  std::size_t scratch_words = 0;
};

[[nodiscard]] EvaluatedNet evaluate_net(std::shared_ptr<const ir::Net> net);

// Also runs programs that run too seldom to be worth compiling.

class LutEvaluator {
 public:
  /// Number of blocks in a word, 64 lanes each.
  static constexpr std::size_t blocks = 8;
  /// Element i of an array (ir::lane_array) begins at word blocks * i; null: the program does not
  /// use the array.
  using Arrays = std::array<std::uint64_t*, ir::lane_array::count>;

  explicit LutEvaluator(ir::LutProgram program);

  /// Thread-safe.
  void run(const Arrays& arrays) const;

 private:
  ir::LutProgram program_;
};

}  // namespace tesuji::interpreter
