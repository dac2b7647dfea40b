// Builds smaller puzzles from the subgames of a puzzle, a set for each case of a goal.
//
// A case of a goal is a conjunction of conditions on subgames (subgames.h). If all of these are
// still and read no clock, each is a separate puzzle: its fluents, its moves, and its condition as
// the goal. Otherwise time passes in all of them at once, and together they are one puzzle, in
// which the role can also *pass*: one move that represents all moves of other subgames. States omit
// subgames that the case does not read.
//
//   before:  goal 100 = and(lit(1), lit(2))   moves press(1), press(2)   terminal = goal 100
//   after:   fluent lit(1), move press(1), goal = terminal = lit(1), and the same for 2
//
// Parallel subgames have separate puzzles, too, which are played in step: of moves with the same
// effect in one of them the puzzle contains one, with all legality conditions that it reads.
//
// Soundness. If a play of the whole game ends with the goal, the moves that it makes in the
// subgames of a puzzle (and passes between them) are a play of the puzzle that reaches its goal: an
// earlier end of the puzzle is a case of `terminal` that reads only these subgames, and so ends the
// whole game; a puzzle also ends when its goal holds, unless all of `terminal` concerns it. A play
// makes its last move in one subgame, and if it has a move, in all others the goal holds in a state
// before the end: all puzzles but one have a solution that leaves the game open. So if a puzzle
// cannot be solved, neither can the case, and if puzzles do not pass, a play has at least as many
// moves as their shortest solutions together. The converse must be checked: passing may be
// impossible, or another subgame may end the game (runtime/host/puzzles/interleave.h).
//
// Source: Guenther, Schiffel, Thielscher, Factoring General Games (2009): local plans of subgames
// are combined to a global one.
#pragma once

#include "ir/nets/net.h"
#include "passes/subgames/subgames.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::passes {

struct SubgamePuzzle {
  /// Its one goal is the wanted goal of the whole net, with the puzzle's condition instead.
  ir::Net net;
  /// If the subgame alone may end the game: the same net, with the goal only in states where it
  /// does not.
  std::optional<ir::Net> open{};
  std::vector<std::uint32_t> games;  ///< positions in Subgames::games, ascending
  std::vector<std::uint32_t> moves;  ///< moves of the whole net that belong to the puzzle,
                                     ///< ascending
  /// By position in Net::moves of `net`: moves of the whole net with the same effect in these
  /// subgames; empty: passing, by any move that does not belong to the puzzle.
  std::vector<std::vector<std::uint32_t>> same{};
  /// The move of the whole net whose name passing has; nullopt: the role cannot pass.
  std::optional<std::uint32_t> pass{};
  /// All puzzles of the case are played in step: each makes a move, or passes, at each time, and
  /// all goals hold at the same time. Such a puzzle continues after its goal holds.
  bool is_in_step = false;
};

/// Puzzles of one case, all of which must be solved.
using SubgamePuzzles = std::vector<SubgamePuzzle>;

/// Returns the cases of a goal, by its position in Net::goals, of a game with one role. A joint
/// goal is one case, and one puzzle of all subgames that it reads. Returns nullopt if a case would
/// be a single puzzle with all subgames.
[[nodiscard]] std::optional<std::vector<SubgamePuzzles>> subgame_puzzles(const ir::Net& net,
                                                                         const Subgames& subgames,
                                                                         std::uint32_t goal);

}  // namespace tesuji::passes
