// Computes hints for people who play.
#pragma once

#include "tools/play/seat.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

/// A move, and who recommends it; or nothing, and why there is none.
struct Hint {
  std::optional<runtime::Move> move;
  std::string why;
};

/// Asks the best engine there is for the game: perfect play or a search for games of two who take
/// turns, means of random games for others. None for games of incomplete information, whose states
/// a player may not know.
class Adviser {
 public:
  /// Whatever `context` refers to must outlive it.
  Adviser(const SeatContext& context, runtime::Role role) : context_(context), role_(role) {}

  /// Throws runtime::Stopped where Ctrl-C came, and runtime::LimitReached as the game does.
  [[nodiscard]] Hint ask(const Situation& situation);

 private:
  [[nodiscard]] Hint by_playouts(const Situation& situation) const;

  const SeatContext& context_;
  runtime::Role role_;
  std::unique_ptr<Seat> engine_;  ///< made when first asked
  bool turns_ = true;             ///< whether the game is for it
};

}  // namespace tesuji::tools
