// Evaluates new states of a search tree, 64 at a time: next states, whether they are terminal,
// their legal moves, and those that tactics leave. One pass over a net's gates answers for all of
// them (lanes.h), where code for single states takes a pass for each.
#pragma once

#include "runtime/core/tesuji/lanes.h"
#include "runtime/host/game/game.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::runtime {

/// Questions about states of a game, for one block of 64 lanes (tsj_lane_questions). The game's
/// states are bits, fluent i at bit i.
struct LaneExpansion {
  tsj_lane_function legal = nullptr;
  tsj_lane_function next = nullptr;      ///< null: no state ever changes
  tsj_lane_function terminal = nullptr;  ///< null: no state is terminal
  /// The legal moves that tactics leave (passes/lanes/tactical_moves.h); null: there are no
  /// tactics.
  tsj_lane_function tactical = nullptr;
  std::uint64_t scratch_words = 0;
  std::uint64_t fluents = 0;
  std::size_t state_words = 0;
  /// Of each role, ascending; answers about moves have a bit for each, role 0's first.
  std::vector<std::vector<Move>> moves;
  std::shared_ptr<const void> keep;  ///< owns the functions
};

/// Evaluates these functions. For one thread.
class LaneExpander {
 public:
  explicit LaneExpander(std::shared_ptr<const LaneExpansion> code);

  /// Writes the states after joint moves in other states. `before`, `after`: states, one after the
  /// other; `joints`: for each of them a legal move of each role.
  void next(std::span<const std::uint64_t> before, std::span<const std::span<const Move>> joints,
            std::span<std::uint64_t> after);

  /// Evaluates states, which lie one after the other, for the functions below: these take the
  /// position of a state among them.
  void evaluate(std::span<const std::uint64_t> states);
  [[nodiscard]] bool is_terminal(std::size_t state) const;
  /// Sets each role's legal moves; meaningless if the state is terminal.
  void legal(std::size_t state, std::vector<std::vector<Move>>& moves) const;
  [[nodiscard]] bool has_tactics() const { return code_->tactical != nullptr; }
  /// Sets `values[i]` to 0 if tactics do not leave the role the move `moves[i]`, which must be one
  /// of its legal moves. Requires tactics.
  void devalue(std::size_t state, Role role, std::span<const Move> moves,
               std::span<float> values) const;

 private:
  static constexpr std::size_t lanes = 64;

  void evaluate_moves(tsj_lane_function question, std::uint64_t* rows);
  [[nodiscard]] static bool bit(const std::uint64_t* row, std::size_t place) {
    return (row[place / 64] >> (place % 64) & 1U) != 0;
  }

  std::shared_ptr<const LaneExpansion> code_;
  std::vector<std::size_t> first_;                  ///< by role, the place of its first move
  std::vector<std::vector<std::uint32_t>> places_;  ///< by role and Move; of others, no_place
  std::size_t move_count_ = 0;
  std::size_t move_words_ = 0;
  // Arrays of words of lanes.
  std::vector<std::uint64_t> state_;
  std::vector<std::uint64_t> joint_;
  std::vector<std::uint64_t> answers_;
  std::vector<std::uint64_t> scratch_;
  std::vector<std::uint64_t> states_;  ///< of all lanes, one after the other
  // Answers: rows of `move_words_` words, and a bit for each state.
  std::vector<std::uint64_t> legal_;
  std::vector<std::uint64_t> tactical_;
  std::vector<std::uint64_t> terminal_;
};

}  // namespace tesuji::runtime
