#include "runtime/host/game/dense_numbers.h"

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/game/memory_game.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tesuji::runtime {
namespace {

void add(std::vector<MoveRange>& ranges, Move first, std::uint64_t count) {
  if (count == 0) return;
  if (!ranges.empty() && ranges.back().first + ranges.back().count == first) {
    ranges.back().count += count;
  } else {
    ranges.push_back({first, count});
  }
}

/// Of shapes of moves, in order: all tuples of each, for the roles that its first column names.
std::vector<MoveRange> moves_of(const GameTables& plans, const std::string& role) {
  std::vector<const TableMoves*> shapes;
  for (const TableMoves& shape : plans.moves) {
    const auto& roles = shape.legal.columns.front();
    if (std::find(roles.begin(), roles.end(), role) != roles.end()) shapes.push_back(&shape);
  }
  std::sort(shapes.begin(), shapes.end(),
            [](const TableMoves* a, const TableMoves* b) { return a->first < b->first; });
  std::vector<MoveRange> ranges;
  for (const TableMoves* shape : shapes) add(ranges, shape->first, shape->count);
  return ranges;
}

/// More than most_fluents where there are more.
std::uint64_t tuples_of(const TableRelation& relation) {
  std::uint64_t tuples = 1;
  for (const auto& column : relation.columns) {
    tuples *= column.size();
    if (tuples > most_fluents) return most_fluents + 1;
  }
  return tuples;
}

}  // namespace

std::uint64_t DenseNumbers::action_count(Role role) const {
  std::uint64_t count = 0;
  for (const MoveRange& range : actions[role]) count += range.count;
  return count;
}

DenseNumbers dense_numbers(const GameTables* plans, const NetTables* net, bool net_moves,
                           const RoleMoves* possible) {
  const RoleMoves* known = net_moves ? &net->role_moves : possible;
  DenseNumbers numbers;
  const std::vector<std::string>& roles = plans != nullptr ? plans->roles : net->roles;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    std::vector<MoveRange>& ranges = numbers.actions.emplace_back();
    if (known == nullptr) {
      ranges = moves_of(*plans, roles[role]);
      continue;
    }
    for (const Move move : (*known)[role]) add(ranges, move, 1);
  }
  if (plans == nullptr) {
    numbers.fluents = net->fluents.size();
  } else {
    for (const TableRelation& fluent : plans->fluents) {
      numbers.fluents += tuples_of(fluent);
      if (numbers.fluents <= most_fluents) continue;
      numbers.fluents = 0;
      break;
    }
  }
  return numbers;
}

std::vector<FluentBlock> fluent_blocks(const GameTables& plans) {
  std::vector<FluentBlock> blocks;
  std::uint64_t first = 0;
  for (const TableRelation& fluent : plans.fluents) {
    blocks.push_back({fluent.term, first, tuples_of(fluent)});
    first += blocks.back().count;
  }
  return blocks;
}

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
