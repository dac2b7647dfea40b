// Builds the net of a ground program in the smallest of several forms.
//
// Whether conjunctions inside conjunctions should be written out before common parts are
// looked for is told by trying: lines on a board come out smaller one way, paths of
// pieces the other. Small programs are tried in more ways, large ones in one.
#pragma once

#include "ir/nets/net.h"
#include "passes/core/pass.h"
#include "passes/nets/ground.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::passes {

/// Programs with more literals are tried one way only, ...
inline constexpr std::size_t most_tried_literals = 150'000;
/// ... and those whose first net has more gates for a step of the game.
inline constexpr std::uint64_t most_tried_gates = 20'000;
/// Those with no more gates are tried in more ways, and with pairs shared first, too.
inline constexpr std::uint64_t most_small_gates = 5'000;

/// The net with signals in the place of nodes that are equal to them (merge_signals.h), then
/// factored and shared as smallest_net() does, in the smallest of several forms; the net itself
/// where none is smaller. `module` is that of its atoms.
[[nodiscard]] std::shared_ptr<const ir::Net> smallest_merged(
    const ir::Module& module, const std::shared_ptr<const ir::Net>& net,
    const std::vector<ir::Signal>& same, const PipelineOptions& options, PassContext& context);

/// Built, folded (fold_inert.h), then factored (factor.h) and shared (share_pairs.h) in rounds
/// while that helps: pipelines over nets (net_unit.h), run with `options`. Null where it would have
/// more nodes than `max_nodes` before it is cleaned up, or a pass failed (reported).
[[nodiscard]] std::shared_ptr<const ir::Net> smallest_net(const GroundProgram& program,
                                                          std::size_t max_nodes,
                                                          const PipelineOptions& options,
                                                          PassContext& context);

}  // namespace tesuji::passes
