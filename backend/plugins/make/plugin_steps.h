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

/// How a plugin numbers what there is.
struct StepNumbers {
  /// The number of a move, by its name. It need not be that of the game that the plugin is made of:
  /// where net and plans answer together, that one has the plans' numbers always.
  std::function<std::optional<runtime::Move>(const std::string&)> find_move;
  runtime::DenseNumbers dense;
  /// Where the fluents of `dense` lie in a state; empty: fluent i is bit i.
  std::vector<tsj_step_range> ranges;
};

/// Of a plugin of plans (null: none), of a net (null: none), or of both; as dense_numbers has it.
/// `game` has the plans' numbers, if there are plans, and must outlive the result.
[[nodiscard]] StepNumbers step_numbers(const runtime::Game& game, const runtime::GameTables* plans,
                                       const runtime::NetTables* net, bool net_moves,
                                       const runtime::RoleMoves* possible);

/// For words of every length, for processors that have them: its objects are appended to `objects`,
/// and what the plugin says of it is returned. `ground`: fit_for_lanes, on states of the game.
/// Nothing where goals are not its own, or the plugin numbers far more moves than the net knows:
/// `reason` becomes why.
[[nodiscard]] std::optional<llvm_backend::PluginSteps> make_plugin_steps(
    const GroundGame& ground, const StepNumbers& numbers, const llvm_backend::JitOptions& options,
    std::vector<llvm_backend::ObjectFile>& objects, std::string& reason);

}  // namespace tesuji::driver
