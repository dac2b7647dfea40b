// Computes hints for people who play.
#pragma once

#include "backend/players/tree_player.h"
#include "tools/play/seat.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

/// A move, and where it comes from; or nothing, and why there is none.
struct Hint {
  std::optional<runtime::Move> move;
  std::string why;
};

/// Recommends moves. For games of two who take turns, the move of perfect play, or of a short
/// search that finds a win or sees that all is lost. Wherever neither proves anything, and for all
/// other games, the move of a tree search. None for games of incomplete information, whose states a
/// player may not know.
class Adviser {
 public:
  /// Whatever `context` refers to must outlive it. The tree search has the limits of
  /// `context.search`; with a number of simulations a hint is the same every time.
  Adviser(const SeatContext& context, runtime::Role role) : context_(context), role_(role) {}

  /// Throws runtime::Stopped where Ctrl-C came, and runtime::LimitReached as the game does.
  [[nodiscard]] Hint ask(const Situation& situation);

 private:
  [[nodiscard]] std::optional<Hint> proven(const Situation& situation);
  [[nodiscard]] Hint searched(const Situation& situation);

  const SeatContext& context_;
  runtime::Role role_;
  bool turns_ = true;             ///< whether the game is for `solver_`
  std::unique_ptr<Seat> solver_;  ///< made when first asked, as is the next
  std::unique_ptr<driver::TreePlayer> player_;
};

}  // namespace tesuji::tools
