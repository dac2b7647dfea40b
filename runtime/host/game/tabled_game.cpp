#include "runtime/host/game/tabled_game.h"

#include "runtime/core/tesuji/table_growth.h"
#include "runtime/host/game/memory_game.h"
#include "runtime/host/game/state_codec.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <unordered_map>
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

namespace {

using Names = std::vector<std::string>;

/// Up to this many moves of a shape have their arguments translated beforehand.
constexpr std::uint64_t most_translated = 1U << 14;

/// The position of each of these names among others, or TSJ_NONE.
std::vector<std::uint32_t> positions_in(const Names& names, const Names& others) {
  std::unordered_map<std::string_view, std::uint32_t> positions;
  for (std::size_t i = 0; i < others.size(); ++i) positions.emplace(others[i], count_of(i));
  std::vector<std::uint32_t> result;
  for (const std::string& name : names) {
    const auto found = positions.find(name);
    result.push_back(found == positions.end() ? TSJ_NONE : found->second);
  }
  return result;
}

bool in_rows(const TableRelation& relation) {
  return relation.storage != TableRelation::Storage::bits;
}

std::uint64_t word_of(std::uint32_t offset) {
  return offset / sizeof(std::uint64_t);
}

/// A relation's columns but the role's.
std::vector<Names> behind_the_role(const TableRelation& relation) {
  return {relation.columns.begin() + 1, relation.columns.end()};
}

class PlanTables {
 public:
  PlanTables(TableMemory& memory, const GameTables& tables) : memory_(memory), tables_(tables) {}

  tsj_plans make(const std::vector<FeaturePlace>& features) {
    add_all_moves();
    add_fluents();
    std::vector<tsj_role_rows> goals;
    if (tables_.has_goal) {
      TableRelation values = tables_.goal;
      values.term = "?";  // a goal is its value alone
      goals.push_back(role_rows(values, true));
    }
    for (const TableRelation& terms : tables_.goal_terms) goals.push_back(role_rows(terms, true));
    plans_.goals = memory_.array(goals);
    plans_.goal_count = count_of(goals.size());
    std::vector<tsj_role_rows> percepts;
    for (const TableRelation& one : tables_.percepts) percepts.push_back(role_rows(one, false));
    plans_.percepts = memory_.array(percepts);
    plans_.percept_count = count_of(percepts.size());
    std::vector<tsj_table_shape> shapes;
    for (const TableShape& shape : tables_.tables) shapes.push_back(table_shape(memory_, shape));
    plans_.tables = memory_.array(shapes);
    plans_.table_count = count_of(shapes.size());
    add_features(features);
    plans_.block_bytes = std::max<std::uint64_t>(tables_.scratch_size, sizeof(tsj_scratch));
    return plans_;
  }

 private:
  void add_fluents() {
    std::vector<tsj_fluent_rows> fluents;
    plans_.first_table_word = word_of(tables_.state_size);
    for (const TableRelation& relation : tables_.fluents) {
      const std::uint64_t word = word_of(relation.state_offset);
      if (in_rows(relation)) plans_.first_table_word = std::min(plans_.first_table_word, word);
      fluents.push_back({memory_.terms(relation.term, relation.columns),
                         in_rows(relation) ? 1U : 0U, relation.has_next ? 1U : 0U,
                         relation.rigid ? 1U : 0U, word, relation.state_capacity, relation.table,
                         relation.next_table});
    }
    plans_.fluents = memory_.array(fluents);
    plans_.fluent_count = count_of(fluents.size());
  }

  void add_all_moves() {
    std::vector<const TableMoves*> shapes;
    for (const TableMoves& shape : tables_.moves) shapes.push_back(&shape);
    std::stable_sort(shapes.begin(), shapes.end(),
                     [](const auto* a, const auto* b) { return a->first < b->first; });
    std::vector<tsj_move_rows> moves;
    for (const TableMoves* shape : shapes) moves.push_back(add_moves(*shape));
    std::stable_sort(bits_.begin(), bits_.end(),
                     [](const auto& a, const auto& b) { return a.role < b.role; });
    plans_.moves = memory_.array(moves);
    plans_.move_count = count_of(moves.size());
    plans_.legal_bits = memory_.array(bits_);
    plans_.legal_bits_count = count_of(bits_.size());
    plans_.does_tables = memory_.array(does_tables_);
    plans_.does_table_count = count_of(does_tables_.size());
  }

  tsj_move_rows add_moves(const TableMoves& shape) {
    const std::vector<Names> columns = behind_the_role(shape.legal);
    const std::vector<std::uint32_t> roles = positions_in(shape.legal.columns[0], tables_.roles);
    tsj_move_rows moves{};
    moves.terms = memory_.terms(shape.legal.term, columns);
    moves.first = shape.first;
    moves.legal_roles = memory_.array(roles);
    moves.legal_role_count = count_of(roles.size());
    moves.legal_table = TSJ_NONE;
    moves.does_table = TSJ_NONE;
    if (in_rows(shape.legal)) {
      moves.legal_table = shape.legal.table;
      plans_.legal_in_rows = 1;
    } else {
      const std::uint64_t count = moves.terms.count;
      for (std::size_t p = 0; p < roles.size(); ++p) {
        if (roles[p] == TSJ_NONE) continue;
        bits_.push_back(
            {word_of(shape.legal.scratch_offset), p * count, count, shape.first, roles[p]});
      }
    }
    if (!shape.has_does) return moves;
    moves.does_table = shape.does.table;
    moves.does_roles = memory_.array(positions_in(tables_.roles, shape.does.columns[0]));
    std::vector<const std::uint32_t*> arguments;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      arguments.push_back(memory_.array(positions_in(columns[c], shape.does.columns[c + 1])));
    }
    moves.arguments = memory_.array(arguments);
    moves.translated = memory_.array(translated(moves));
    if (std::find(does_tables_.begin(), does_tables_.end(), shape.does.table) ==
        does_tables_.end()) {
      does_tables_.push_back(shape.does.table);
    }
    return moves;
  }

  /// tsj_move_rows::translated; empty where there are no arguments, or too many moves.
  static std::vector<std::uint32_t> translated(const tsj_move_rows& moves) {
    const std::uint32_t columns = moves.terms.column_count;
    std::vector<std::uint32_t> all;
    if (columns == 0 || moves.terms.count > most_translated) return all;
    all.reserve(columns * moves.terms.count);
    for (std::uint64_t move = 0; move < moves.terms.count; ++move) {
      const std::size_t begin = all.size();
      std::uint64_t rest = move;
      bool known = true;
      for (std::uint32_t c = 0; c < columns; ++c) {
        all.push_back(moves.arguments[c][rest / moves.terms.strides[c]]);
        known &= all.back() != TSJ_NONE;
        rest %= moves.terms.strides[c];
      }
      if (!known) all[begin] = TSJ_NONE;
    }
    return all;
  }

  tsj_role_rows role_rows(const TableRelation& relation, bool with_values) {
    const std::vector<Names> columns = behind_the_role(relation);
    tsj_role_rows rows{};
    rows.terms = memory_.terms(relation.term, columns);
    rows.roles = memory_.array(positions_in(relation.columns[0], tables_.roles));
    rows.role_count = count_of(relation.columns[0].size());
    rows.table = in_rows(relation) ? relation.table : TSJ_NONE;
    rows.word = word_of(relation.scratch_offset);
    if (!with_values || relation.term != "?") return rows;  // other terms are no numbers
    std::vector<std::int32_t> values;
    for (const std::string& name : columns.at(0)) values.push_back(goal_value(name).value_or(-1));
    rows.values = memory_.array(values);
    return rows;
  }

  void add_features(const std::vector<FeaturePlace>& features) {
    std::vector<tsj_feature_part> parts;
    std::vector<std::uint32_t> begins{0};
    for (const FeaturePlace& feature : features) {
      parts.insert(parts.end(), feature.begin(), feature.end());
      begins.push_back(count_of(parts.size()));
    }
    plans_.feature_parts = memory_.array(parts);
    plans_.feature_begins = memory_.array(begins);
  }

  TableMemory& memory_;
  const GameTables& tables_;
  tsj_plans plans_{};
  std::vector<tsj_legal_bits> bits_;
  std::vector<std::uint32_t> does_tables_;
};

}  // namespace

tsj_table_shape table_shape(TableMemory& memory, const TableShape& shape) {
  std::vector<tsj_index_columns> indexes;
  for (const std::vector<std::uint32_t>& columns : shape.indexes) {
    indexes.push_back({memory.array(columns), count_of(columns.size())});
  }
  return {shape.arity, count_of(indexes.size()), memory.array(indexes)};
}

tsj_plans make_plans(TableMemory& memory, const GameTables& tables,
                     const std::vector<FeaturePlace>& features) {
  return PlanTables(memory, tables).make(features);
}

std::uint64_t move_limit(const tsj_plans& plans) {
  std::uint64_t limit = 0;
  for (std::uint32_t m = 0; m < plans.move_count; ++m) {
    limit = std::max(limit, plans.moves[m].first + plans.moves[m].terms.count);
  }
  return limit;
}

// Scratch memory whose tables grow as those of games do.

namespace {

constexpr std::size_t header_size = 64;  // the block's words begin behind it
static_assert(sizeof(tsj_scratch) <= header_size);

void* resize_block(void* /*context*/, void* memory, std::size_t bytes) {
  if (bytes > 0) return std::realloc(memory, bytes);
  std::free(memory);
  return nullptr;
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

}  // namespace

struct ScratchBlock::Impl {
  Impl(const std::vector<TableShape>& given, std::size_t size, std::uint32_t row_limit,
       std::uint64_t byte_limit)
      : block(static_cast<tsj_scratch*>(std::aligned_alloc(header_size, size))),
        memory{resize_block, nullptr, nullptr, row_limit, byte_limit},
        tables(given.size()) {
    if (!block) throw std::bad_alloc();
    std::memset(static_cast<void*>(block.get()), 0, size);
    std::vector<tsj_table_shape> shapes;
    std::size_t index_count = 0;
    for (const TableShape& shape : given) {
      shapes.push_back(table_shape(columns, shape));
      index_count += shape.indexes.size();
    }
    indexes.resize(index_count);
    if (tsj_open_tables(block.get(), &source, shapes.data(),
                        static_cast<std::uint32_t>(shapes.size()), tables.data(),
                        indexes.data()) != 0) {
      return;
    }
    tsj_close_tables(block.get());
    throw std::bad_alloc();
  }
  ~Impl() { tsj_close_tables(block.get()); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::unique_ptr<tsj_scratch, Free> block;
  tsj_memory_source memory;
  tsj_table_source source{&memory, 0};
  TableMemory columns;  ///< of the indexes
  std::vector<tsj_table> tables;
  std::vector<tsj_index> indexes;
};

ScratchBlock::ScratchBlock(const std::vector<TableShape>& tables, std::uint32_t scratch_size,
                           std::uint32_t row_limit, std::uint64_t byte_limit)
    : impl_(std::make_unique<Impl>(
          tables,
          (std::max<std::size_t>(scratch_size, header_size) + header_size - 1) / header_size *
              header_size,
          row_limit, byte_limit)),
      head_(impl_->block.get()) {}

ScratchBlock::~ScratchBlock() = default;

}  // namespace tesuji::runtime
