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
  /// Of a net. All but the options outlive it; they are as make_lane_graphs takes them, and the
  /// net's atoms are of the module's relations.
  LaneUnit(const ir::Module& module, const ir::Net& net, const FluentList& control,
           LaneOptions options)
      : PassUnit(UnitKind::lanes),
        net(&net),
        control(&control),
        options(std::move(options)),
        module_(module) {}
  /// Of a module at level lanes, which outlives it: as far as that has come.
  explicit LaneUnit(const ir::Module& module);

  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;
  [[nodiscard]] std::string_view missing(Requirement requirement) const override;
  /// False (code "usage") for passes over other units, and where graphs are to be built of what is
  /// no net, or of one that does not answer enough.
  [[nodiscard]] bool enter(const Pass& pass, ir::Diagnostics& diagnostics) override;

  /// At level lanes, once there are graphs or programs.
  [[nodiscard]] ir::Module to_module() const;

  const ir::Net* net = nullptr;         ///< null where the lanes were read
  const FluentList* control = nullptr;  ///< null without a net
  LaneOptions options{};
  std::optional<ir::LaneGraphs> graphs{};  ///< after build-lanes, until they are programs
  std::optional<ir::LaneGame> game{};      ///< after map-luts

 private:
  const ir::Module& module_;
};

/// The passes over lanes.
[[nodiscard]] std::span<const Pass> lane_passes();

/// What games go through on the way from a net to programs over lanes, ...
inline constexpr std::string_view lane_pipeline = "build-lanes,map-luts";
/// ... and where they are graphs already.
inline constexpr std::string_view graph_pipeline = "map-luts";

}  // namespace tesuji::passes
