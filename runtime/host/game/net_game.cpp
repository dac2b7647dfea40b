#include "runtime/host/game/net_game.h"

#include "runtime/host/game/circuit_tables.h"
#include "runtime/host/game/memory_game.h"

#include <utility>

namespace tesuji::runtime {

std::shared_ptr<const Game> make_net_game(NetTables tables, NetCode code) {
  auto game = std::make_unique<MemoryGame>();
  game->data.circuit = game->memory.one(make_circuit(game->memory, tables, code));
  game->data.by_circuit =
      TSJ_ASK_LEGAL | TSJ_ASK_NEXT | TSJ_ASK_TERMINAL | TSJ_ASK_GOAL | TSJ_ASK_PERCEPTS;
  game->move_limit = tables.moves.size();
  game->name = std::move(tables.name);
  game->roles = std::move(tables.roles);
  game->initial = std::move(tables.initial);
  game->has_percepts = tables.has_percepts;
  game->keep = std::move(code.keep);
  return make_memory_game(std::move(game));
}

}  // namespace tesuji::runtime
