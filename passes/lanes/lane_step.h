// Compiles a net to programs over lanes (lane_game.h), by the passes build-lanes and map-luts.
//
//   before:  legal legal.go(white) = and(true.control(white), x)
//            next true.at(2) = or(does.go(white), y)
//   after:   phase true.control(white): go = chosen among (x, ..), next true.at(2) = or(go, y)
//            where all have moved, otherwise unchanged; ended = terminal of that
//
// all in one graph, without moves that are impossible then, in tables of three inputs.
//
// A phase's graph has constants for the fluents that state whose turn it is, and their
// consequences.
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lanes.h"
#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::passes {

// --- Steps

struct LaneOptions {
  std::uint32_t roles = 1;  ///< of the game, including those without moves
  /// By Net::moves: the weight of each among the other legal ones of its role, at least 1. Empty:
  /// all equal.
  std::vector<std::uint32_t> weights{};
  /// Number of draws of a random number if one role has a choice (lane_choice.h). A lane moves if
  /// all numbers fit, so each doubling of the choosing roles adds one.
  std::size_t rounds = 2;
};

/// Converts a net to graphs (pass `build-lanes`): `net` answers legal, next and terminal; goals
/// only if it answers goal. `control`: fluents of which exactly one holds in every state played
/// (specialise_net.h), one of them initially; a phase for each. Empty: one phase for all states.
[[nodiscard]] ir::LaneGraphs make_lane_graphs(const ir::Net& net, const FluentList& control,
                                              const LaneOptions& options);

/// Determines each role's goal in a terminal state: a value if it is the only one, whether there is
/// none, whether there are several. Outputs are in lane_array::answers.
struct LaneGoalGraph {
  ir::Xag graph;
  std::vector<ir::LaneGoal> answers;  ///< by output
};
/// `net` answers goal.
[[nodiscard]] LaneGoalGraph make_lane_goals(const ir::Net& net, std::uint32_t roles);

/// Converts graphs to programs (pass `map-luts`).
[[nodiscard]] ir::LaneGame map_lanes(const ir::LaneGraphs& graphs);

/// Both steps.
[[nodiscard]] ir::LaneGame make_lane_game(const ir::Net& net, const FluentList& control,
                                          const LaneOptions& options);

// --- Questions, for given states

/// Requires a question that the net answers.
[[nodiscard]] ir::LutProgram make_lane_question(const ir::Net& net, ir::NetQuestion question);

/// Compiles the questions that the net answers; others are empty.
[[nodiscard]] ir::LaneQuestions make_lane_questions(const ir::Net& net);

}  // namespace tesuji::passes
