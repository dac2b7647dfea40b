// Computes a strategy's moves in many states at once. It handles 64 states in each block of a word,
// by one program without branches (docs/languages/strategies.md, "Many states at once").
#pragma once

#include "runtime/core/tesuji/lanes.h"
#include "runtime/host/game/game.h"
#include "runtime/host/strategy/strategy.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Programs of ir/nets/lane_game.h.
struct LaneStrategyCode {
  std::uint32_t blocks = 1;
  std::array<std::vector<tsj_lane_function>, 2> choose{};  ///< by role in control: the programs of
                                                           ///< the stages
  std::array<std::uint64_t, 2> control{};                  ///< by role: its control fluent
  std::uint64_t fluents = 0;
  std::uint32_t predicate_bits = 0;
  std::uint32_t move_bits = 0;
  std::uint64_t scratch_words = 0;
  std::vector<Move> moves;  ///< the game's moves by the programs' numbers
  State fixed;              ///< bits of a state that are assumed to have their initial values
  std::shared_ptr<const void> keep;
};

/// A predicate's choice; its number is that of Strategy::predicates.
struct LaneChoice {
  std::uint32_t predicate = 0;
  Move move = 0;
  friend bool operator==(const LaneChoice&, const LaneChoice&) = default;
};

class LaneStrategy {
 public:
  /// Buffers of one thread, reused from call to call.
  class Memory;

  /// `single`: the same strategy, which handles states that the programs cannot: those in which not
  /// exactly one role is in control, or a fluent that never changes differs from its initial value.
  /// Its game's states are bits, fluent i at bit i.
  LaneStrategy(std::shared_ptr<const Strategy> single, LaneStrategyCode code);

  [[nodiscard]] std::unique_ptr<Memory> make_memory() const;
  [[nodiscard]] const Strategy& single() const { return *single_; }
  /// Returns how many states are computed at a time.
  [[nodiscard]] std::uint32_t lanes() const { return 64 * code_.blocks; }

  /// Computes Strategy::choose for each of these states, which lie one after the other: one element
  /// for each. Throws as that does.
  void choose(std::span<const std::uint64_t> states, Memory& memory,
              std::span<std::optional<LaneChoice>> choices) const;

 private:
  [[nodiscard]] std::optional<Role> in_control(StateView state) const;
  void choose_some(std::span<const std::uint64_t> states, tsj_lane_function program,
                   std::span<const std::uint32_t> numbers, Memory& memory,
                   std::span<std::optional<LaneChoice>> choices) const;

  std::shared_ptr<const Strategy> single_;
  LaneStrategyCode code_;
};

class LaneStrategy::Memory {
 public:
  ~Memory();

 private:
  friend class LaneStrategy;
  Memory() = default;
  std::vector<std::uint64_t> words_;  ///< arrays of lanes, aligned by their users
  std::vector<std::uint64_t> states_;
  std::array<std::vector<std::uint32_t>, 2> numbers_;  ///< of the states in which each role moves
  std::unique_ptr<Strategy::Memory> single_;
};

}  // namespace tesuji::runtime
