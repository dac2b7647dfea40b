// Makes smaller puzzles of the subgames of a puzzle, one set of them for each case of a goal.
//
// A case of a goal is a conjunction of conditions on subgames (subgames.h). Where all of these are
// still and read no clock, each is a puzzle of its own: its fluents, its moves, and as its goal its
// condition. Otherwise time passes in all of them at once, and together they are one puzzle, in
// which the role can also *pass*: one move that stands for all moves of other subgames. Subgames
// that the case does not read are left out of states.
//
//   before:  goal 100 = and(lit(1), lit(2))   moves press(1), press(2)   terminal = goal 100
//   after:   fluent lit(1), move press(1), goal = terminal = lit(1), and the same of 2
//
// Parallel subgames have puzzles of their own, too, which are played in step: of moves that do the
// same in one of them the puzzle has one, and all these are legal as far as that is read there.
//
// Soundness. If a play of the whole game ends with the goal, the moves that it makes in the
// subgames of a puzzle (and passes between them) are a play of the puzzle that reaches its goal:
// what ends the puzzle before is a part of `terminal` that reads these subgames alone, and so ends
// the whole game; a puzzle also ends where its goal holds, unless all of `terminal` is about it.
// A play makes its last move in one subgame, and if it has a move, in all others the goal holds in
// a state before the end: all puzzles but one have a solution that leaves the game open.
// So where a puzzle cannot be solved, neither can the case, and where puzzles do not pass, a play
// has at least as many moves as shortest solutions of them have together. The reverse is to be
// tried: passing may be impossible, or another subgame may end the game
// (runtime/host/puzzles/interleave.h).
//
// Source: Guenther, Schiffel, Thielscher, Factoring General Games (2009): local plans of subgames
// that are combined to a global one.
#pragma once

#include "ir/nets/net.h"
#include "passes/subgames/subgames.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::passes {

struct SubgamePuzzle {
  /// Its one goal is the wanted goal of the whole net, with the puzzle's condition in its place.
  ir::Net net;
  /// Where the subgame may end the game by itself: the same, with the goal only where it does not.
  std::optional<ir::Net> open{};
  std::vector<std::uint32_t> games;  ///< positions in Subgames::games, ascending
  std::vector<std::uint32_t> moves;  ///< of the whole net, that are the puzzle's own, ascending
  /// By position in Net::moves of `net`: moves of the whole net that do the same in these subgames;
  /// none: passing, which any move that is not the puzzle's own does.
  std::vector<std::vector<std::uint32_t>> same{};
  /// The move of the whole net whose name passing has; nothing: the role cannot pass.
  std::optional<std::uint32_t> pass{};
  /// All puzzles of the case are played in step: each makes a move, or passes, at each time, and
  /// all goals hold at the same time. Such a puzzle goes on where its goal holds.
  bool is_in_step = false;
};

/// Puzzles of one case, all of which are to be solved.
using SubgamePuzzles = std::vector<SubgamePuzzle>;

/// The cases of a goal, by its position in Net::goals, of a game with one role. A joint goal is one
/// case, and one puzzle of all subgames that it reads. Nothing where a case would be a single
/// puzzle with all subgames.
[[nodiscard]] std::optional<std::vector<SubgamePuzzles>> subgame_puzzles(const ir::Net& net,
                                                                         const Subgames& subgames,
                                                                         std::uint32_t goal);

}  // namespace tesuji::passes
