#include "backend/plugins/host/game.h"

#include "runtime/core/tesuji/step_code.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/turns.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace tesuji::plugin {

std::shared_ptr<const runtime::Game> make_game(std::shared_ptr<const Library> library) {
  const tsj_plugin& tables = library->get();
  return runtime::make_c_game({std::move(library), &tables}, runtime::CGameKind::library);
}

const tsj_plugin* plugin_of(const runtime::Game& game) {
  return runtime::c_tables_of(game, runtime::CGameKind::library);
}

std::vector<std::string> feature_names(const runtime::Game& game) {
  const tsj_plugin* const plugin = plugin_of(game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, count_features)) return {};
  return {plugin->features, plugin->features + plugin->feature_count};
}

std::shared_ptr<const runtime::FeatureCounter> feature_counter(
    std::shared_ptr<const runtime::Game> game) {
  if (feature_names(*game).empty()) return nullptr;
  return std::make_shared<const runtime::FeatureCounter>(std::move(game),
                                                         runtime::CGameKind::library);
}

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

runtime::StrategyCode strategy_code(const runtime::Game& game) {
  const tsj_plugin& plugin = *plugin_of(game);
  runtime::StrategyCode code;
  for (std::uint32_t p = 0; p < plugin.predicate_count; ++p) {
    const tsj_predicate& predicate = plugin.predicates[p];
    std::optional<std::uint32_t> slot;
    if (predicate.memo_slot != TSJ_NO_SLOT) slot = predicate.memo_slot;
    code.predicates.push_back(
        {predicate.name, predicate.arity, slot, predicate.search, predicate.self});
  }
  code.order.assign(plugin.order, plugin.order + plugin.order_count);
  code.memo_slots = plugin.memo_slots;
  return code;
}

Chooser::Chooser(const runtime::Game& game, std::uint64_t byte_limit)
    : plugin_(*plugin_of(game)), scratch_(plugin_, byte_limit) {}

std::optional<tsj_choice> Chooser::choose(runtime::StateView state) {
  tsj_choice choice{};
  const std::int32_t status = plugin_.choose(&plugin_, scratch_.get(), state.data(), &choice);
  if (status == TSJ_UNKNOWN) {
    throw runtime::TurnError(
        runtime::TurnError::Reason::ambiguous,
        std::string(plugin_.name) +
            ": the role to move is unknown, in this state or in one that the strategy examines");
  }
  if (status < 0) {
    throw runtime::LimitReached(status == TSJ_STOPPED ? "stopped on request"
                                                      : "the strategy needs more memory");
  }
  if (status != TSJ_HOLDS) return std::nullopt;
  return choice;
}

void Chooser::forget() {
  plugin_.forget(&plugin_, scratch_.get());
}

}  // namespace tesuji::plugin
