#include "runtime/host/game/tabled_game.h"

#include "runtime/host/game/memory_game.h"
#include "runtime/host/game/plan_tables.h"
#include "runtime/host/game/state_codec.h"

#include <utility>

namespace tesuji::runtime {

GameCodeSlot::GameCodeSlot(GameCode first) {
  exchange(std::move(first));
}

void GameCodeSlot::exchange(GameCode code) {
  const std::lock_guard lock(mutex_);
  const Kept& kept = codes_.emplace_back(
      Kept{{code.self, code.legal, code.next, code.terminal, code.goal, code.sees,
            code.legal_after_terminal, code.next_after_legal, code.next_for_other_moves, nullptr,
            code.ended_after_next, code.goal_at_end},
           std::move(code.keep)});
  std::atomic_ref(current_).store(&kept.code, std::memory_order_release);
}

std::shared_ptr<const Game> make_tabled_game(GameTables tables, GameCode code) {
  return make_tabled_game(std::move(tables), std::make_shared<GameCodeSlot>(std::move(code)));
}

std::shared_ptr<const Game> make_tabled_game(GameTables tables,
                                             std::shared_ptr<const GameCodeSlot> code) {
  auto game = std::make_unique<MemoryGame>();
  tsj_plans plans = make_plans(game->memory, tables, {});
  plans.code = code->current();
  game->data.plans = game->memory.one(plans);
  game->move_limit = move_limit(plans);
  game->initial = StateCodec(tables.fluents, tables.state_size).encode(tables.initial);
  game->name = std::move(tables.name);
  game->roles = std::move(tables.roles);
  game->has_percepts = !tables.percepts.empty();
  game->keep = std::move(code);
  return make_memory_game(std::move(game));
}

}  // namespace tesuji::runtime
