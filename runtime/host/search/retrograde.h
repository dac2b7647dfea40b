// Computes exact values in games whose states repeat: backwards from the ends of the game.
//
// The payoff of play that never ends is margin 0. Let v > 0. Role 0 can force a margin of at least
// v from a state if and only if that is in the *attractor* of the ends with margin v and more: the
// least set which holds these, every state of role 0 with one successor in it, and every state of
// role 1 with all successors in it. (In it, role 0 moves to a state that joined earlier, so that
// the end comes; outside, role 1 can stay outside, and then ends are worth less than v, or never
// come, which is worth 0 < v.) So when the thresholds v are gone through from 100 down, a state's
// margin is the threshold at which it joins. The same with the roles exchanged gives the margins
// below 0; of what neither role can force, the margin is 0. A state of role 1 joins when its last
// successor has, which one counter tells; the counter is for one role's attractors alone, since
// only states of role 1 are counted in those of role 0. Each edge is looked at once.
//
// Moves to states with the same margin *keep* it; other moves only lose. Among those, where the
// margin is not 0, a second pass in order of plies: a winner's state comes one ply after the first
// of its successors, a loser's one ply after the last. Every state with that margin is reached:
// the winner's move to a state that joined earlier keeps the margin, since it has none to more.
//
// Draws, by moves that keep them. First the states from which all such play ends, in the order of
// a topological sort, one ply after the last successor: as depth-first search of games without
// cycles has it. Then those that can be brought to an end, one ply after the first of the
// successors that end. What is left never ends. All this depends on what can be reached from a
// state alone, so that it does not matter from where a game is solved.
//
// Sources: Thompson (1986), "Retrograde analysis of certain endgames"; attractors: Mazala (2002),
// "Infinite games", in "Automata, logics, and infinite games".
#pragma once

#include "runtime/host/game/game_value.h"

#include <utility>
#include <vector>

namespace tesuji::runtime {

/// Of every node that can be reached from `root`, itself first, its value. Expands them all. Takes
/// 48 bytes a node and 4 an edge, beside the space, which count against its budget.
/// Throws BudgetExceeded, TurnError, LimitReached, Stopped.
[[nodiscard]] std::vector<std::pair<Node*, GameValue>> solve_backwards(StateSpace& space,
                                                                       Node& root);

}  // namespace tesuji::runtime
