// Makes one game of a net and of plans that share states. Each question has a fixed one of both
// that answers it; the net's moves are mapped to those of the plans.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/memory_game.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::runtime {

/// Of moves that a game does not have: no number of any.
inline constexpr Move no_move = ~Move{0};

/// Gives the data the numbers of moves: `plans_numbers` of each of the net's, or no_move.
void add_move_numbers(TableMemory& memory, const std::vector<Move>& plans_numbers,
                      tsj_game_data& data);

/// Questions that a net answers; plans answer the others.
struct FirstAnswers {
  bool legal = true;
  bool next = true;
  bool terminal = true;
  bool goal = true;
  bool percepts = true;

  [[nodiscard]] bool all() const { return legal && next && terminal && goal && percepts; }
  [[nodiscard]] bool none() const { return !legal && !next && !terminal && !goal && !percepts; }
  /// tsj_game_data::by_circuit
  [[nodiscard]] std::uint32_t questions() const;
  bool operator==(const FirstAnswers&) const = default;
};

/// Both games must have been made by make_net_game and make_tabled_game, and have the same states,
/// bit for bit, and the same names; moves are numbered as the plans number them. `moves`: the
/// plans' number of each of the net's moves 0, 1, .., ascending, or no_move. The plans may have
/// more moves, and more states: `known` are the fluents that the net knows of, and what becomes of
/// states with others, or of such moves, the plans are asked, whoever answers for the others. So
/// they must be able to answer everything. Throws std::invalid_argument for other games.
[[nodiscard]] std::shared_ptr<const Game> make_mixed_game(std::shared_ptr<const Game> net,
                                                          std::shared_ptr<const Game> plans,
                                                          const FirstAnswers& answers,
                                                          const std::vector<Move>& moves,
                                                          const State& known);

}  // namespace tesuji::runtime
