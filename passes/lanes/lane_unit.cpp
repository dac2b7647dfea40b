#include "passes/lanes/lane_unit.h"

#include "ir/core/counted.h"
#include "ir/nets/net_module.h"
#include "ir/text/text.h"
#include "ir/verify/verify_lanes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <variant>

namespace tesuji::passes {
namespace {

constexpr std::string_view build_lanes_name = "build-lanes";

LaneUnit& lanes_of(PassUnit& unit) {
  return static_cast<LaneUnit&>(unit);
}

constexpr std::array<Pass, 2> table{{
    {.name = build_lanes_name,
     .summary = "lanes: an XOR-AND graph of a whole step, for each state of turns",
     .kind = UnitKind::lanes,
     .run =
         [](PassUnit& unit, PassContext&) {
           LaneUnit& lanes = lanes_of(unit);
           lanes.graphs = make_lane_graphs(*lanes.net, *lanes.control, lanes.options);
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

LaneUnit::LaneUnit(const ir::Module& module) : PassUnit(UnitKind::lanes), module_(module) {
  if (const auto* read = std::get_if<ir::LaneGraphs>(&module.lanes->code)) {
    graphs = *read;
  } else {
    game = std::get<ir::LaneGame>(module.lanes->code);
  }
}

ir::Module LaneUnit::to_module() const {
  ir::LaneCode code = game ? ir::LaneCode(*game) : ir::LaneCode(*graphs);
  if (net != nullptr) return ir::lane_module(module_, *net, std::move(code));
  ir::Module module = module_;
  auto lanes = std::make_shared<ir::Lanes>(*module_.lanes);
  lanes->code = std::move(code);
  module.lanes = std::move(lanes);
  return module;
}

std::string LaneUnit::text(ir::PrintedPlaces places) const {
  return game || graphs ? ir::print(to_module(), places) : std::string();
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
  std::optional<std::string> fault;
  if (game) fault = ir::fault_of(*game);
  if (graphs) fault = ir::fault_of(*graphs);
  if (fault) diagnostics.error({}, "ir", "code over lanes is in disorder: " + *fault);
  return !fault;
}

bool LaneUnit::enter(const Pass& pass, ir::Diagnostics& diagnostics) {
  if (pass.kind != UnitKind::lanes) {
    diagnostics.error({}, "usage",
                      "the pass `" + std::string(pass.name) +
                          "` does not work on code over lanes, and this is such code");
    return false;
  }
  if (pass.name != build_lanes_name) return true;
  if (net == nullptr) {
    diagnostics.error(
        {}, "usage",
        "the pass `" + std::string(pass.name) + "` works on nets, and this is code over lanes");
    return false;
  }
  constexpr std::array asked{ir::NetQuestion::legal, ir::NetQuestion::next,
                             ir::NetQuestion::terminal};
  if (std::all_of(asked.begin(), asked.end(),
                  [&](ir::NetQuestion question) { return net->knows(question); })) {
    return true;
  }
  diagnostics.error({}, "limit",
                    "lanes need legal, next and terminal, and the net does not answer all of them");
  return false;
}

std::string_view LaneUnit::missing(Requirement requirement) const {
  return requirement == Requirement::graphs && !graphs ? "build-lanes" : "";
}

}  // namespace tesuji::passes
