// A game in lanes as a unit of passes, and the passes that make its programs.
//
//   build-lanes   lane_step.h   a graph for each phase, of the net
//   map-luts      map_luts.h    a program of tables for each graph
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lane_graphs.h"
#include "passes/core/pass.h"
#include "passes/lanes/lane_step.h"
#include "passes/nets/fluent_groups.h"

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace tesuji::passes {

class LaneUnit final : public PassUnit {
 public:
  /// All but the options outlive it; they are as make_lane_graphs takes them, and the net's atoms
  /// are of the module's relations.
  LaneUnit(const ir::Module& module, const ir::Net& net, const FluentList& control,
           LaneOptions options)
      : PassUnit(UnitKind::lanes),
        net(net),
        control(control),
        options(std::move(options)),
        module_(module) {}

  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;
  [[nodiscard]] std::string_view missing(Requirement requirement) const override;

  const ir::Net& net;
  const FluentList& control;
  LaneOptions options;
  std::optional<ir::LaneGraphs> graphs{};  ///< after build-lanes, until they are programs
  std::optional<ir::LaneGame> game{};      ///< after map-luts

 private:
  const ir::Module& module_;
};

/// The passes over lanes.
[[nodiscard]] std::span<const Pass> lane_passes();

/// What games go through on the way from a net to programs over lanes.
inline constexpr std::string_view lane_pipeline = "build-lanes,map-luts";

}  // namespace tesuji::passes
