// Compiles a net to programs over lanes (lane_game.h).
//
//   before:  legal legal.go(white) = and(true.control(white), x)
//            next true.at(2) = or(does.go(white), y)
//   after:   phase true.control(white): go = chosen among (x, ..), next true.at(2) = or(go, y)
//            where all have moved, what it was elsewhere; ended = terminal of that
//
// all of it one graph, without the moves that nobody can make then, in tables of three inputs.
//
// A phase's graph has constants in the place of the fluents that say whose turn it is, and what
// follows from them.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lane_graphs.h"
#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

struct LaneOptions {
  std::uint32_t roles = 1;  ///< of the game, also such as have no moves
  /// By Net::moves: how likely each is beside the other legal ones of its role, at least 1. Empty:
  /// all alike.
  std::vector<std::uint32_t> weights{};
  /// How often a random number is drawn where one role has a choice (lane_choice.h). A lane moves
  /// where all numbers fit, so that there is one more for each doubling of the roles that choose.
  std::size_t rounds = 2;
};

/// From a net to graphs (pass `build-lanes`): `net` answers legal, next and terminal; goals only
/// where it answers goal. `control`: fluents of which exactly one holds in every state that is
/// played (specialise_net.h), one of them initially; a phase for each. Empty: one phase for all
/// states.
[[nodiscard]] ir::LaneGraphs make_lane_graphs(const ir::Net& net, const FluentList& control,
                                              const LaneOptions& options);

/// What tells each role's goal in a terminal state: the values, each where it is the only one,
/// whether there is none, whether there are several. Outputs go to lane_array::answers.
struct LaneGoalGraph {
  ir::Xag graph;
  std::vector<ir::LaneGoal> answers;  ///< by output
};
/// `net` answers goal.
[[nodiscard]] LaneGoalGraph make_lane_goals(const ir::Net& net, std::uint32_t roles);

/// From graphs to programs (pass `map-luts`).
[[nodiscard]] ir::LaneGame map_lanes(const ir::LaneGraphs& graphs);

/// Both.
[[nodiscard]] ir::LaneGame make_lane_game(const ir::Net& net, const FluentList& control,
                                          const LaneOptions& options);

}  // namespace tesuji::passes
