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

/// Who moves while a fluent of control holds.
struct LaneTurn {
  std::uint32_t fluent = 0;
  std::uint32_t mover = 0;             ///< the role that may have a choice
  std::vector<std::uint32_t> waiting;  ///< by role: the net's move that others make, or no_id
};

/// A turn for each fluent of control, where at each of them at most one role may have several legal
/// moves; else, and where there is one role or no control, none.
[[nodiscard]] std::vector<LaneTurn> find_turns(const ir::Net& net, const FluentList& control,
                                               std::uint32_t roles);

/// `net` answers legal, next and terminal; goals and percepts where it answers these. `turns`:
/// those of find_turns, or none for a seat for each role.
[[nodiscard]] ir::LaneSteps make_lane_steps(const ir::Net& net, const std::vector<LaneTurn>& turns,
                                            std::uint32_t roles);

}  // namespace tesuji::passes
