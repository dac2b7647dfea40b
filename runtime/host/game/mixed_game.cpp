#include "runtime/host/game/mixed_game.h"

#include "runtime/host/game/c_game.h"
#include "runtime/host/game/memory_game.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tesuji::runtime {
namespace {

/// A row of the net's numbers is at most so long, or so many times as long as they are many.
constexpr Move longest_row = Move{1} << 16U;
constexpr Move most_sparse = 16;

}  // namespace

void add_move_numbers(TableMemory& memory, const std::vector<Move>& plans_numbers,
                      tsj_game_data& data) {
  data.plans_numbers = memory.array(plans_numbers);
  std::vector<tsj_move_pair> pairs;
  for (Move move = 0; move < plans_numbers.size(); ++move) {
    if (plans_numbers[move] != no_move) pairs.push_back({plans_numbers[move], move});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const auto& a, const auto& b) { return a.plans < b.plans; });
  const Move end = pairs.empty() ? 0 : pairs.back().plans + 1;
  if (end > std::max<Move>(longest_row, most_sparse * pairs.size())) {
    data.pairs = memory.array(pairs);
    data.pair_count = pairs.size();
    return;
  }
  std::vector<std::uint32_t> row(std::max<Move>(end, 1), TSJ_NONE);
  for (const tsj_move_pair& pair : pairs)
    row[pair.plans] = static_cast<std::uint32_t>(pair.circuit);
  data.circuit_numbers = memory.array(row);
  data.circuit_number_count = row.size();
}

namespace {

/// The tables that a game in memory is made of.
const tsj_game_data& data_of(const Game& game) {
  const tsj_plugin* tables = c_tables_of(game, CGameKind::memory);
  if (tables == nullptr) throw std::invalid_argument("a game that cannot be mixed");
  return *static_cast<const tsj_game_data*>(tables->data);
}

}  // namespace

std::uint32_t FirstAnswers::questions() const {
  std::uint32_t asked = 0;
  if (legal) asked |= TSJ_ASK_LEGAL;
  if (next) asked |= TSJ_ASK_NEXT;
  if (terminal) asked |= TSJ_ASK_TERMINAL;
  if (goal) asked |= TSJ_ASK_GOAL;
  if (percepts) asked |= TSJ_ASK_PERCEPTS;
  return asked;
}

std::shared_ptr<const Game> make_mixed_game(std::shared_ptr<const Game> net,
                                            std::shared_ptr<const Game> plans,
                                            const FirstAnswers& answers,
                                            const std::vector<Move>& moves, const State& known) {
  const tsj_game_data& of_net = data_of(*net);
  const tsj_game_data& of_plans = data_of(*plans);
  if (of_net.circuit == nullptr || of_plans.plans == nullptr)
    throw std::invalid_argument("games that cannot be mixed");
  auto game = std::make_unique<MemoryGame>();
  game->data.circuit = of_net.circuit;
  game->data.plans = of_plans.plans;
  game->data.by_circuit = answers.questions();
  game->data.numbered_by_plans = 1;
  add_move_numbers(game->memory, moves, game->data);
  game->data.known = game->memory.array(known);
  game->data.longest_term = std::max(of_net.longest_term, of_plans.longest_term);
  game->name = plans->name();
  game->roles.assign(plans->roles().begin(), plans->roles().end());
  game->initial.assign(plans->initial().begin(), plans->initial().end());
  game->has_percepts = plans->has_percepts();
  game->move_limit = c_tables_of(*plans, CGameKind::memory)->move_limit;
  game->keep =
      std::make_shared<std::pair<std::shared_ptr<const Game>, std::shared_ptr<const Game>>>(
          std::move(net), std::move(plans));
  return make_memory_game(std::move(game));
}

}  // namespace tesuji::runtime
