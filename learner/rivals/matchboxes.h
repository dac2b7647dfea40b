// Implements MENACE and HER: a box of coloured beads for each state, from which moves are drawn.
//
// A new box has the same number of beads for each legal move. After a game, beads of the colours
// that were drawn are added or removed by its outcome.
//
// Sources: Michie (1961), "Trial and error", Science Survey 2; Gardner (1962), "A matchbox game
// learning-machine"; parameters as in MatchboxOptions.
#pragma once

#include "learner/arena/learner.h"
#include "learner/arena/state_classes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::learner {

struct MatchboxOptions {
  /// Beads for each move in a new box, by the number of moves that the learner has made before; the
  /// last number is for all later ones. Not empty, and at least 1 each.
  std::vector<std::uint32_t> beads;
  /// Added to the beads of each drawn colour, by outcome.
  std::int32_t won = 0;
  std::int32_t drawn = 0;
  std::int32_t lost = 0;
  bool symmetric = true;   ///< one box for states that symmetries of the game map on each other
  bool lost_last = false;  ///< a lost game changes only the box of the last move that came from
                           ///< beads
};

/// Returns Michie's: 4, 3, 2, 1 beads; won +3, drawn +1, lost -1.
[[nodiscard]] MatchboxOptions menace_options();
/// Returns Gardner's: one bead for each move; the last move of a lost game loses its bead.
[[nodiscard]] MatchboxOptions her_options();

class Matchboxes final : public Learner {
 public:
  /// The space must outlive it.
  Matchboxes(const runtime::StateSpace& space, MatchboxOptions options,
             SymmetryGroup group = nullptr)
      : options_(std::move(options)),
        classes_(space, options_.symmetric ? std::move(group) : nullptr) {}

  void begin_game(bool) override { moves_ = {}; }
  /// Draws a bead. From an empty box it draws any move with the same probability, marked as random.
  [[nodiscard]] Choice choose(runtime::Node& node, runtime::Rng& random) override;
  void finish(const PlayedGame& game, runtime::Role learner) override;

  /// Returns the beads by class of moves (state_classes.h); empty if the state has no box yet.
  [[nodiscard]] std::vector<std::uint32_t> beads(const runtime::Node& node);

 private:
  MatchboxOptions options_;
  StateClasses classes_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> boxes_;  ///< by class of states
  std::array<std::size_t, 4> moves_{};  ///< by role, in the current game
};

}  // namespace tesuji::learner
