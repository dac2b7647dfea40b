#include "passes/smallest_net.h"

#include "passes/build_net.h"
#include "passes/factor.h"
#include "passes/fold_inert.h"
#include "passes/share_pairs.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

/// How many inputs conjunctions may have that are written out in others.
constexpr std::array<std::size_t, 4> flattenings{most_flattened_inputs, 1, 2, 64};

/// Gates of a step of the game: legal moves, the next state, whether it is over.
std::uint64_t step_gates(const ir::Net& net) {
  std::vector<ir::Signal> roots{net.terminal};
  for (const ir::NetMove& move : net.moves) roots.push_back(move.legal);
  for (const ir::NetFluent& fluent : net.fluents) roots.push_back(fluent.next);
  return ir::count_gates(net, roots);
}

}  // namespace

std::optional<ir::Net> smallest_net(const GroundProgram& program, const NetOptions& options) {
  std::optional<ir::Net> best;
  std::uint64_t fewest = 0;
  for (const std::size_t flattened : flattenings) {
    std::optional<ir::Net> net = build_net(program, options.max_nodes, flattened);
    if (!net) return best;
    if (options.fold_inert) net = fold_inert(*net, flattened);
    net = share_pairs(factor(*net, flattened));
    const std::uint64_t gates = step_gates(*net);
    if (!best || gates < fewest) {
      best = std::move(net);
      fewest = gates;
    }
    if (program.literals.size() > most_tried_literals || gates > most_tried_gates) break;
  }
  return best;
}

}  // namespace tesuji::passes
