// A sample of a game's states: those that look-ahead from played games has reached, with the moves
// between them.
//
// Properties of states are vectors of bits over the sample (truth.h). What a state's moves lead to
// may not be in the sample; then what is asked about its successors is unknown there.
#pragma once

#include "runtime/host/game/state_space.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// Not thread-safe. The space must outlive it and may not be cleared meanwhile.
class StateSample {
 public:
  /// Takes in states until there are `most` of them.
  StateSample(runtime::StateSpace& space, std::size_t most) : space_(&space), most_(most) {}

  /// Takes in the state and what `plies` moves lead to, the nearest first, until the sample has
  /// `most` states. Returns whether that were states or moves that the sample did not have. Throws
  /// what the space throws.
  bool add(runtime::Node& root, std::uint32_t plies, std::size_t most);
  bool add(runtime::Node& root, std::uint32_t plies) { return add(root, plies, most_); }
  /// How many states it takes in.
  [[nodiscard]] std::size_t most() const { return most_; }

  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] runtime::Node& node(std::size_t state) const { return *states_[state].node; }
  /// Whether the moves of the state lead to states of the sample: all of them, or there is none.
  [[nodiscard]] bool expanded(std::size_t state) const { return states_[state].expanded; }
  /// Where its moves lead, by edge; only if expanded.
  [[nodiscard]] std::span<const std::uint32_t> successors(std::size_t state) const {
    return {successors_.data() + states_[state].begin, states_[state].count};
  }
  /// A part of the sample: these states and what up to `plies` moves lead to, the nearest first,
  /// until there are `most`.
  [[nodiscard]] StateSample around(std::span<const std::size_t> states, std::uint32_t plies,
                                   std::size_t most) const;

  /// The state's number, or size() if it is not in the sample.
  [[nodiscard]] std::size_t find(const runtime::Node& node) const;

  [[nodiscard]] runtime::StateSpace& space() const { return *space_; }

 private:
  struct State {
    runtime::Node* node = nullptr;
    std::uint32_t looked = 0;  ///< plies that were looked ahead from here, and one more
    bool expanded = false;
    std::uint32_t begin = 0;  ///< into successors_
    std::uint32_t count = 0;
  };
  std::uint32_t take(runtime::Node& node);

  runtime::StateSpace* space_;
  std::size_t most_;
  std::vector<State> states_;
  std::vector<std::uint32_t> successors_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;  ///< by node
};

}  // namespace tesuji::learner
