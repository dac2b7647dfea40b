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
#include <functional>
#include <memory>
#include <optional>

namespace tesuji::passes {

/// Programs with more literals are tried one way only, ...
inline constexpr std::size_t most_tried_literals = 150'000;
/// ... and those whose first net has more gates for a step of the game.
inline constexpr std::uint64_t most_tried_gates = 20'000;
/// Those with no more gates are tried in more ways, and with pairs shared first, too.
inline constexpr std::uint64_t most_small_gates = 5'000;

/// Makes a net with conjunctions of so many inputs written out (net_builder.h); nothing where it is
/// too large.
using MakeNet = std::function<std::optional<ir::Net>(std::size_t flattened)>;

/// The smallest of the nets that are made, each factored and shared in rounds as smallest_net()
/// does; or `known`, which may be null, where none is smaller. `module`: of their atoms. Null where
/// a pass failed (reported).
[[nodiscard]] std::shared_ptr<const ir::Net> smallest_of(const ir::Module& module,
                                                         std::shared_ptr<const ir::Net> known,
                                                         std::size_t literals, MakeNet make,
                                                         const PipelineOptions& options,
                                                         PassContext& context);

/// Built, folded (fold_inert.h), then factored (factor.h) and shared (share_pairs.h) in rounds
/// while that helps: pipelines over nets (net_unit.h), run with `options`. Null where it would have
/// more nodes than `max_nodes` before it is cleaned up, or a pass failed (reported).
[[nodiscard]] std::shared_ptr<const ir::Net> smallest_net(const GroundProgram& program,
                                                          std::size_t max_nodes,
                                                          const PipelineOptions& options,
                                                          PassContext& context);

}  // namespace tesuji::passes
