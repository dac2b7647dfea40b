// Builds several nets of a ground program, and returns the smallest.
//
// Only trying shows whether nested conjunctions should be inlined before common parts are searched:
// lines on a board become smaller one way, paths of pieces the other. Small programs are tried in
// more variants, large ones in one.
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

/// Programs with more literals are tried in one variant only, ...
inline constexpr std::size_t most_tried_literals = 150'000;
/// ... and so are those whose first net has more gates for a step of the game.
inline constexpr std::uint64_t most_tried_gates = 20'000;
/// Nets with at most this many gates are tried in more variants, and also with pairs shared first.
inline constexpr std::uint64_t most_small_gates = 5'000;

/// Builds a net in which conjunctions of up to `flattened` inputs are inlined (net_builder.h);
/// nullopt if it is too large.
using MakeNet = std::function<std::optional<ir::Net>(std::size_t flattened)>;

/// Returns the smallest of the nets, each factored and shared in rounds as smallest_net() does; or
/// `known`, which may be null, if none is smaller. `module` has the relations of their atoms.
/// Returns null if a pass failed (reported).
[[nodiscard]] std::shared_ptr<const ir::Net> smallest_of(const ir::Module& module,
                                                         std::shared_ptr<const ir::Net> known,
                                                         std::size_t literals, MakeNet make,
                                                         const PipelineOptions& options,
                                                         PassContext& context);

/// Builds the net, folds it (fold_inert.h), then factors (factor.h) and shares (share_pairs.h) in
/// rounds while that helps: pipelines over nets (net_unit.h), run with `options`. Returns null if
/// it would have more than `max_nodes` nodes before it is simplified, or a pass failed (reported).
[[nodiscard]] std::shared_ptr<const ir::Net> smallest_net(const GroundProgram& program,
                                                          std::size_t max_nodes,
                                                          const PipelineOptions& options,
                                                          PassContext& context);

}  // namespace tesuji::passes
