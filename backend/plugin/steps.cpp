#include "backend/plugin/steps.h"

#include "backend/plugin/game.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/step_code.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace tesuji::plugin {

std::shared_ptr<const runtime::LaneStepCode> step_code(std::shared_ptr<const runtime::Game> game,
                                                       std::uint32_t lanes) {
  const tsj_plugin* const plugin = plugin_of(*game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, step_code)) return nullptr;
  const tsj_step_code* const code = plugin->step_code(plugin, lanes);
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
