#include "passes/lanes/lane_unit.h"

#include "ir/core/counted.h"
#include "ir/text/lane_text.h"
#include "ir/verify/verify_lanes.h"

#include <array>
#include <cstddef>
#include <string>

namespace tesuji::passes {
namespace {

LaneUnit& lanes_of(PassUnit& unit) {
  return static_cast<LaneUnit&>(unit);
}

constexpr std::array<Pass, 2> table{{
    {.name = "build-lanes",
     .summary = "lanes: an XOR-AND graph of a whole step, for each state of turns",
     .kind = UnitKind::lanes,
     .run =
         [](PassUnit& unit, PassContext&) {
           LaneUnit& lanes = lanes_of(unit);
           lanes.graphs = make_lane_graphs(lanes.net, lanes.control, lanes.options);
           lanes.game.reset();
           return true;
         }},
    {.name = "map-luts",
     .summary = "lanes: cover graphs with tables of three inputs",
     .kind = UnitKind::lanes,
     .run =
         [](PassUnit& unit, PassContext&) {
           LaneUnit& lanes = lanes_of(unit);
           lanes.game = map_lanes(*lanes.graphs);
           lanes.graphs.reset();
           return true;
         },
     .requirement = Requirement::graphs},
}};

}  // namespace

std::span<const Pass> lane_passes() {
  return table;
}

std::string LaneUnit::text(ir::PrintedPlaces /*places*/) const {
  if (game) return ir::print(*game, module_, net);
  return graphs ? ir::print(*graphs, module_, net) : std::string();
}

std::string LaneUnit::size() const {
  std::size_t size = 0;
  if (game) {
    for (const ir::LanePhase& phase : game->phases) size += phase.tick.operations.size();
    return ir::counted(size, "operation") + " in " + ir::counted(game->phases.size(), "phase");
  }
  if (!graphs) return "no graphs";
  for (const ir::LaneGraphPhase& phase : graphs->phases) size += phase.tick.nodes.size();
  return ir::counted(size, "node") + " in " + ir::counted(graphs->phases.size(), "phase");
}

bool LaneUnit::verify(ir::Diagnostics& diagnostics) const {
  if (!game) return true;
  const std::optional<std::string> fault = ir::fault_of(*game);
  if (fault) diagnostics.error({}, "ir", "programs over lanes are in disorder: " + *fault);
  return !fault;
}

std::string_view LaneUnit::missing(Requirement requirement) const {
  return requirement == Requirement::graphs && !graphs ? "build-lanes" : "";
}

}  // namespace tesuji::passes
