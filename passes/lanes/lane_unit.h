// Adapts a game in lanes as a unit of passes, and lists the passes that build its programs.
//
//   build-lanes   lane_step.h   builds a graph for each phase from the net
//   map-luts      map_luts.h    compiles each graph to a program of tables
#pragma once

#include "ir/nets/lane_game.h"
#include "ir/nets/lanes.h"
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
  /// Built from a net. All arguments except the options must outlive it; they are as in
  /// make_lane_graphs, and the net's atoms belong to the module's relations.
  LaneUnit(const ir::Module& module, const ir::Net& net, const FluentList& control,
           LaneOptions options)
      : PassUnit(UnitKind::lanes),
        net(&net),
        control(&control),
        options(std::move(options)),
        module_(module) {}
  /// Built from a module at level lanes, which must outlive it, at its current stage.
  explicit LaneUnit(const ir::Module& module);

  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;
  [[nodiscard]] std::string_view missing(Requirement requirement) const override;
  /// Returns false (code "usage") for passes over other units, and if graphs are to be built
  /// without a net, or from one with too few answers.
  [[nodiscard]] bool enter(const Pass& pass, ir::Diagnostics& diagnostics) override;

  /// Returns a module at level lanes, once there are graphs or programs.
  [[nodiscard]] ir::Module to_module() const;

  const ir::Net* net = nullptr;         ///< null if the lanes were parsed
  const FluentList* control = nullptr;  ///< null without a net
  LaneOptions options{};
  std::optional<ir::LaneGraphs> graphs{};  ///< after build-lanes, until converted to programs
  std::optional<ir::LaneGame> game{};      ///< after map-luts

 private:
  const ir::Module& module_;
};

/// The passes over lanes.
[[nodiscard]] std::span<const Pass> lane_passes();

/// The pipeline from a net to programs over lanes, ...
inline constexpr std::string_view lane_pipeline = "build-lanes,map-luts";
/// ... and from graphs.
inline constexpr std::string_view graph_pipeline = "map-luts";

}  // namespace tesuji::passes
