#include "backend/plugins/host/steps.h"

#include "backend/plugins/host/game.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/step_code.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace tesuji::plugin {
namespace {

/// Returns null if there is no code, or if its host cannot rely on it.
const tsj_step_code* code_of(const tsj_plugin* plugin, std::uint32_t lanes) {
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, step_code)) return nullptr;
  const tsj_step_code* const code = plugin->step_code(plugin, lanes);
  if (code == nullptr) return nullptr;
  // Checks values with which a trusting host would write beyond the ends of tables.
  const bool fits = code->size >= offsetof(tsj_step_code, goals_apart) &&
                    (code->blocks == 1 || code->blocks == 4 || code->blocks == 8) &&
                    code->fluents == plugin->fluent_count;
  return fits ? code : nullptr;
}

}  // namespace

std::uint32_t most_step_lanes(const runtime::Game& game) {
  const tsj_step_code* const code = code_of(plugin_of(game), 0);
  return code == nullptr ? 0 : 64 * code->blocks;
}

std::shared_ptr<const runtime::LaneStepCode> step_code(std::shared_ptr<const runtime::Game> game,
                                                       std::uint32_t lanes) {
  const tsj_plugin* const plugin = plugin_of(*game);
  const tsj_step_code* const code = code_of(plugin, lanes);
  if (code == nullptr) return nullptr;
  auto made = std::make_shared<runtime::LaneStepCode>();
  std::memcpy(&made->code, code, std::min<std::size_t>(code->size, sizeof made->code));
  for (std::uint32_t role = 0; role < plugin->role_count; ++role) {
    std::vector<runtime::Move>& actions = made->actions.emplace_back();
    const std::uint64_t count = plugin->action_count(plugin, role);
    for (std::uint64_t i = 0; i < count; ++i) {
      actions.push_back(plugin->action_move(plugin, role, i));
    }
  }
  made->tables = {game, plugin};
  made->game = std::move(game);
  return made;
}

}  // namespace tesuji::plugin
