#include "runtime/host/game/numbered_game.h"

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/table_memory.h"

#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

struct Numbered {
  std::shared_ptr<const Game> game;
  TableMemory memory;
  tsj_game_data data{};
  tsj_plugin plugin{};
};

}  // namespace

std::shared_ptr<tsj_plugin> number_game(std::shared_ptr<const Game> game,
                                        const DenseNumbers& numbers) {
  const tsj_plugin* tables = c_tables_of(*game, CGameKind::memory);
  if (tables == nullptr) return nullptr;
  auto made = std::make_shared<Numbered>();
  made->game = std::move(game);
  made->plugin = *tables;
  made->data = *static_cast<const tsj_game_data*>(tables->data);
  std::vector<tsj_actions> actions;
  for (Role role = 0; role < numbers.actions.size(); ++role) {
    std::vector<tsj_action_range> ranges;
    std::uint64_t before = 0;
    for (const MoveRange& range : numbers.actions[role]) {
      ranges.push_back({range.first, range.count, before});
      before += range.count;
    }
    actions.push_back({made->memory.array(ranges), ranges.size(), before});
  }
  made->data.actions = made->memory.array(actions);
  made->plugin.data = &made->data;
  made->plugin.fluent_count = numbers.fluents;
#define TSJ_FIELD(field) made->plugin.field = tsj_plugin_##field;
  TSJ_BATCH_FUNCTIONS(TSJ_FIELD)
  TSJ_DENSE_FUNCTIONS(TSJ_FIELD)
  TSJ_STEP_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
  tsj_plugin* plugin = &made->plugin;
  return {std::move(made), plugin};
}

}  // namespace tesuji::runtime
