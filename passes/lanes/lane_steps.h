// Compiles a net to steps with given moves (ir/nets/lane_steps.h).
//
//   before:  legal legal.go(white) = x    next true.at(2) = or(does.go(white), y)
//   after:   go = index is go's number;  fault = not any of (go and legal go, ..)
//            advance: at(2) = fault ? at(2) : or(go, y)     position: legal go = x, ..
#pragma once

#include "ir/nets/lane_steps.h"
#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"

#include <cstdint>
#include <vector>

namespace tesuji::passes {

/// The role that moves while a control fluent holds.
struct LaneTurn {
  std::uint32_t fluent = 0;
  std::uint32_t mover = 0;             ///< the role that may have a choice
  std::vector<std::uint32_t> waiting;  ///< by role: the net's only move of the other roles, or
                                       ///< no_id
};

/// Returns a turn for each control fluent, if at most one role may have several legal moves at each
/// of them; otherwise, or if there is one role or no control, returns none.
[[nodiscard]] std::vector<LaneTurn> find_turns(const ir::Net& net, const FluentList& control,
                                               std::uint32_t roles);

/// `net` answers legal, next and terminal; goals and percepts if it answers these. `turns`: from
/// find_turns, or empty for a seat per role.
[[nodiscard]] ir::LaneSteps make_lane_steps(const ir::Net& net, const std::vector<LaneTurn>& turns,
                                            std::uint32_t roles);

}  // namespace tesuji::passes
