// Keeps players that have searched a game, for questions about further positions of it.
#pragma once

#include "backend/players/tree_player.h"
#include "tools/play/seat.h"

#include <list>
#include <memory>
#include <string>

namespace tesuji::tools {

/// Holds the players that were used last. For one game, one thread.
class KeptPlayers {
 public:
  /// A seat, and whether a match has to begin before it is asked.
  struct Taken {
    std::shared_ptr<Seat> seat;  ///< null: it cannot be made (reported)
    bool is_new = true;
  };

  /// Returns a seat as of make_seat(), which is asked next; keeps it if it reuses its results.
  [[nodiscard]] Taken seat(const std::string& description, runtime::Role role,
                           SeatContext& context);

  /// Returns a player for the values of all moves.
  [[nodiscard]] driver::TreePlayer& valuer(const driver::LoadedGame& game,
                                           const SearchContext& search);

  /// Drops all, such as after an exception of one; returns whether there were any.
  bool clear();

 private:
  template <typename Player>
  struct Kept {
    std::string key;  ///< what the player depends on besides the game
    std::shared_ptr<Player> player;
  };

  std::list<Kept<Seat>> seats_;  ///< the one used last first
  Kept<driver::TreePlayer> valuer_;
};

}  // namespace tesuji::tools
