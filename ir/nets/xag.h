// Represents XOR-AND graphs: boolean functions over words of lanes, one bit per lane.
//
// A *signal* is a node or its complement, as in nets (net.h); a node is the constant false, an
// input, or the conjunction or exclusive or of two signals. Operands have smaller numbers than
// their node. Nets have conjunctions of any number of inputs but lack exclusive or, which counting
// needs; they are converted to such graphs for evaluation over many lanes at once.
//
// Inputs and outputs are elements of arrays of words, whose contents the graph's creator and its
// user define (lane_game.h).
//
// The name XAG comes from logic synthesis, where XAGs extend and-inverter graphs.
#pragma once

#include "ir/nets/net.h"

#include <cstdint>
#include <vector>

namespace tesuji::ir {

struct XagNode {
  enum class Kind : std::uint8_t { constant, input, conjunction, exclusive_or };
  Kind kind = Kind::constant;
  /// Operands; for an input, `a` is its position in Xag::inputs.
  Signal a = false_signal;
  Signal b = false_signal;
};

/// An element of an array of words.
struct LaneWord {
  std::uint32_t array = 0;
  std::uint32_t index = 0;
  friend bool operator==(const LaneWord&, const LaneWord&) = default;
};

struct XagOutput {
  LaneWord word;
  Signal signal = false_signal;
};

struct Xag {
  std::vector<XagNode> nodes;      ///< node 0 is the constant
  std::vector<LaneWord> inputs;    ///< each once
  std::vector<XagOutput> outputs;  ///< each word once
};

}  // namespace tesuji::ir
