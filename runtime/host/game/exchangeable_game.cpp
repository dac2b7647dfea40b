#include "runtime/host/game/exchangeable_game.h"

#include "runtime/host/game/c_game.h"

#include <stdexcept>
#include <utility>

namespace tesuji::runtime {
namespace {

const tsj_plugin* tables_of(const Game& game) {
  const tsj_plugin* tables = c_tables_of(game, CGameKind::memory);
  if (tables == nullptr) throw std::invalid_argument("a game that cannot be exchanged");
  return tables;
}

}  // namespace

GameSlot::GameSlot(std::shared_ptr<const Game> first)
    : games_{first}, current_(tables_of(*first)) {}

void GameSlot::exchange(std::shared_ptr<const Game> game) {
  const tsj_plugin* tables = tables_of(*game);
  const std::lock_guard lock(mutex_);
  games_.push_back(std::move(game));
  current_.store(tables, std::memory_order_release);
}

std::shared_ptr<const Game> make_exchangeable_game(std::shared_ptr<const GameSlot> slot) {
  const std::atomic<const tsj_plugin*>& current = slot->current();
  return make_c_game(std::move(slot), current, CGameKind::memory);
}

}  // namespace tesuji::runtime
