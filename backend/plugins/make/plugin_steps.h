// Adds code for steps of many games at once with given moves (docs/engines/steps.md) to a plugin.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/llvm/plugin/plugin_data.h"
#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/game/game.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// How a plugin numbers moves and fluents.
struct StepNumbers {
  /// Returns the number of a move, by its name. It may differ from the number in the game from
  /// which the plugin is made: if net and plans answer together, that game has the plans' numbers.
  std::function<std::optional<runtime::Move>(const std::string&)> find_move;
  runtime::DenseNumbers dense;
  /// The places of the fluents of `dense` in a state; empty: fluent i is bit i.
  std::vector<tsj_step_range> ranges;
};

/// Returns the numbers of a plugin of plans (null: none), of a net (null: none), or of both, as
/// dense_numbers defines them. `game` has the plans' numbers, if there are plans, and must outlive
/// the result.
[[nodiscard]] StepNumbers step_numbers(const runtime::Game& game, const runtime::GameTables* plans,
                                       const runtime::NetTables* net, bool net_moves,
                                       const runtime::RoleMoves* possible);

/// Compiles for words of every length; processors use those that they support. Appends the object
/// files to `objects`, and returns the plugin's entries for them. `ground`: fit_for_lanes, on
/// states of the game. Returns nothing, and sets `reason`, if goals are not its own, or if the
/// plugin numbers far more moves than the net has.
[[nodiscard]] std::optional<llvm_backend::PluginSteps> make_plugin_steps(
    const GroundGame& ground, const StepNumbers& numbers, const llvm_backend::JitOptions& options,
    std::vector<llvm_backend::ObjectFile>& objects, std::string& reason);

}  // namespace tesuji::driver
