// A sample of a game's states: those reached by look-ahead from played games, with the moves
// between them.
//
// Properties of states are vectors of bits over the sample (truth.h). A state's moves may lead out
// of the sample; then properties of its successors are unknown there.
#pragma once

#include "runtime/host/game/state_space.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// Not thread-safe. The space must outlive it and must not be cleared meanwhile.
class StateSample {
 public:
  /// Takes at most `most` states.
  StateSample(runtime::StateSpace& space, std::size_t most) : space_(&space), most_(most) {}

  /// Adds the state and the states that `plies` moves lead to, the nearest first, until the sample
  /// has `most` states. Returns whether any states or moves were new. Throws what the space throws.
  bool add(runtime::Node& root, std::uint32_t plies, std::size_t most);
  bool add(runtime::Node& root, std::uint32_t plies) { return add(root, plies, most_); }
  /// Returns the most states that it takes.
  [[nodiscard]] std::size_t most() const { return most_; }

  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] runtime::Node& node(std::size_t state) const { return *states_[state].node; }
  /// Whether all moves of the state lead to states of the sample, or it has none.
  [[nodiscard]] bool expanded(std::size_t state) const { return states_[state].expanded; }
  /// Returns where its moves lead, by edge; only if expanded.
  [[nodiscard]] std::span<const std::uint32_t> successors(std::size_t state) const {
    return {successors_.data() + states_[state].begin, states_[state].count};
  }
  /// Returns a part of the sample: these states and those that up to `plies` moves lead to, the
  /// nearest first, at most `most`.
  [[nodiscard]] StateSample around(std::span<const std::size_t> states, std::uint32_t plies,
                                   std::size_t most) const;

  /// Returns the state's number, or size() if it is not in the sample.
  [[nodiscard]] std::size_t find(const runtime::Node& node) const;

  [[nodiscard]] runtime::StateSpace& space() const { return *space_; }

 private:
  struct State {
    runtime::Node* node = nullptr;
    std::uint32_t looked = 0;  ///< plies looked ahead from here, plus one
    bool expanded = false;
    std::uint32_t begin = 0;  ///< index into successors_
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
