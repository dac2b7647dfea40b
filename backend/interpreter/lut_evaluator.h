// Evaluates programs over lanes operation by operation: their executable semantics, also used for
// programs that run too seldom to be compiled.
#pragma once

#include "ir/nets/lane_game.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::interpreter {

class LutEvaluator {
 public:
  /// Of words, 64 lanes each.
  static constexpr std::size_t blocks = 8;
  /// Element i of an array (ir::lane_array) is words blocks * i and those that follow; null: an
  /// array that the program neither reads nor writes.
  using Arrays = std::array<std::uint64_t*, ir::lane_array::count>;

  explicit LutEvaluator(ir::LutProgram program);

  /// For any number of threads.
  void run(const Arrays& arrays) const;

 private:
  ir::LutProgram program_;
};

}  // namespace tesuji::interpreter
