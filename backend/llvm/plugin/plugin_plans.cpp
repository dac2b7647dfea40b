// The plans' part of a plugin's tables.
#include "backend/llvm/plugin/plugin_tables.h"
#include "ir/module/entries.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/mixed_radix.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;
using Names = TableWriter::Names;

/// Up to this many moves of a shape have their arguments translated beforehand.
constexpr std::uint64_t most_translated = 1U << 14;

/// The position of each of these names among others, or TSJ_NONE.
std::vector<std::uint32_t> positions_in(const Names& names, const Names& others) {
  std::unordered_map<std::string_view, std::uint32_t> positions;
  for (std::size_t i = 0; i < others.size(); ++i) {
    positions.emplace(others[i], static_cast<std::uint32_t>(i));
  }
  std::vector<std::uint32_t> result;
  for (const std::string& name : names) {
    const auto found = positions.find(name);
    result.push_back(found == positions.end() ? TSJ_NONE : found->second);
  }
  return result;
}

bool in_rows(const runtime::TableRelation& relation) {
  return relation.storage != runtime::TableRelation::Storage::bits;
}

std::uint64_t word_of(std::uint32_t offset) {
  return offset / sizeof(std::uint64_t);
}

/// tsj_plans
class PlanTables {
 public:
  PlanTables(TableWriter& writer, const PluginPlans& plans)
      : writer_(writer), data_(writer.data), plans_(plans), tables_(plans.tables) {}

  Constant* make() {
    std::vector<runtime::TableMoves> moves = tables_.moves;
    std::stable_sort(moves.begin(), moves.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const runtime::TableMoves& shape : moves) add_moves(shape);
    std::stable_sort(bits_.begin(), bits_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Constant*> bits;
    for (const auto& [role, range] : bits_) bits.push_back(range);
    std::vector<Constant*> fluents;
    std::uint64_t first_table_word = word_of(tables_.state_size);
    for (const runtime::TableRelation& relation : tables_.fluents) {
      if (in_rows(relation)) {
        first_table_word = std::min(first_table_word, word_of(relation.state_offset));
      }
      fluents.push_back(fluent(relation));
    }
    std::vector<Constant*> goals;
    if (tables_.has_goal) {
      runtime::TableRelation values = tables_.goal;
      values.term = "?";  // a goal is its value alone
      goals.push_back(role_rows(values, true));
    }
    for (const runtime::TableRelation& terms : tables_.goal_terms)
      goals.push_back(role_rows(terms, true));
    std::vector<Constant*> percepts;
    for (const runtime::TableRelation& one : tables_.percepts)
      percepts.push_back(role_rows(one, false));
    std::vector<Constant*> shapes;
    for (const runtime::TableShape& shape : tables_.tables) shapes.push_back(table_shape(shape));
    std::vector<Constant*> feature_parts;
    std::vector<std::uint32_t> feature_begins{0};
    for (const runtime::FeaturePlace& feature : plans_.features) {
      for (const runtime::PartPlace& part : feature) feature_parts.push_back(feature_part(part));
      feature_begins.push_back(count_of(feature_parts.size()));
    }
    return data_.address(data_.record<tsj_plans>(
        {entry("legal"),
         entry("next"),
         entry("terminal"),
         entry("goal"),
         entry("sees"),
         entry(std::string(ir::legal_after_terminal)),
         entry(std::string(ir::next_after_legal)),
         entry("feature"),
         data_.array(fluents),
         data_.array(moves_),
         data_.array(bits),
         data_.words32(does_tables_),
         data_.array(goals),
         data_.array(percepts),
         data_.array(shapes),
         data_.array(feature_parts),
         data_.words32(feature_begins),
         data_.i64(std::max<std::uint64_t>(tables_.scratch_size, sizeof(tsj_scratch))),
         data_.i64(first_table_word),
         data_.i32(count_of(fluents.size())),
         data_.i32(count_of(moves_.size())),
         data_.i32(count_of(bits.size())),
         data_.i32(count_of(does_tables_.size())),
         data_.i32(count_of(goals.size())),
         data_.i32(count_of(percepts.size())),
         data_.i32(count_of(shapes.size())),
         data_.i32(legal_in_rows_ ? 1 : 0)}));
  }

 private:
  Constant* entry(const std::string& name) {
    const bool known =
        std::find(plans_.entries.begin(), plans_.entries.end(), name) != plans_.entries.end();
    return data_.function(known ? entry_symbol(name) : "");
  }

  Constant* fluent(const runtime::TableRelation& relation) {
    return data_.record<tsj_fluent_rows>(
        {writer_.terms(relation.term, relation.columns), data_.i32(in_rows(relation) ? 1 : 0),
         data_.i32(relation.has_next ? 1 : 0), data_.i64(word_of(relation.state_offset)),
         data_.i32(relation.state_capacity), data_.i32(relation.table),
         data_.i32(relation.next_table)});
  }

  void add_moves(const runtime::TableMoves& shape) {
    const std::vector<Names> columns = behind_the_role(shape.legal);
    const std::uint64_t count = tuples_of(columns);
    const std::vector<std::uint32_t> roles = positions_in(shape.legal.columns[0], tables_.roles);
    if (in_rows(shape.legal)) {
      legal_in_rows_ = true;
    } else {
      for (std::size_t p = 0; p < roles.size(); ++p) {
        if (roles[p] == TSJ_NONE) continue;
        bits_.emplace_back(
            roles[p], data_.record<tsj_legal_bits>({data_.i64(word_of(shape.legal.scratch_offset)),
                                                    data_.i64(p * count), data_.i64(count),
                                                    data_.i64(shape.first), data_.i32(roles[p])}));
      }
    }
    std::vector<std::uint32_t> does_roles;
    std::vector<std::vector<std::uint32_t>> arguments;
    if (shape.has_does) {
      does_roles = positions_in(tables_.roles, shape.does.columns[0]);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        arguments.push_back(positions_in(columns[c], shape.does.columns[c + 1]));
      }
      if (std::find(does_tables_.begin(), does_tables_.end(), shape.does.table) ==
          does_tables_.end()) {
        does_tables_.push_back(shape.does.table);
      }
    }
    std::vector<Constant*> argument_data;
    for (const auto& positions : arguments) argument_data.push_back(data_.words32(positions));
    moves_.push_back(data_.record<tsj_move_rows>(
        {writer_.terms(shape.legal.term, columns), data_.i64(shape.first),
         data_.i32(in_rows(shape.legal) ? shape.legal.table : TSJ_NONE),
         data_.i32(shape.has_does ? shape.does.table : TSJ_NONE), data_.words32(roles),
         data_.words32(does_roles), data_.array(argument_data),
         data_.words32(translated(columns, arguments, count))}));
  }

  /// tsj_move_rows::translated; empty where there are no arguments, or too many moves.
  static std::vector<std::uint32_t> translated(
      const std::vector<Names>& columns, const std::vector<std::vector<std::uint32_t>>& arguments,
      std::uint64_t count) {
    std::vector<std::uint32_t> all;
    if (arguments.empty() || count > most_translated) return all;
    for (std::uint64_t move = 0; move < count; ++move) {
      const std::size_t begin = all.size();
      std::uint64_t stride = count;
      std::uint64_t rest = move;
      bool known = true;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        stride /= columns[c].size();
        all.push_back(arguments[c][rest / stride]);
        known &= all.back() != TSJ_NONE;
        rest %= stride;
      }
      if (!known) all[begin] = TSJ_NONE;
    }
    return all;
  }

  /// The number of each term, as tsj_role_rows has them; none where the terms are no constants:
  /// then they are no numbers.
  static std::vector<std::uint32_t> values_of(const std::string& term,
                                              const std::vector<Names>& columns) {
    std::vector<std::uint32_t> values;
    if (term != "?") return values;
    for (const std::string& name : columns.at(0)) {
      values.push_back(static_cast<std::uint32_t>(runtime::goal_value(name).value_or(-1)));
    }
    return values;
  }

  Constant* role_rows(const runtime::TableRelation& relation, bool with_values) {
    const std::vector<Names> columns = behind_the_role(relation);
    const std::vector<std::uint32_t> values =
        with_values ? values_of(relation.term, columns) : std::vector<std::uint32_t>();
    return data_.record<tsj_role_rows>(
        {writer_.terms(relation.term, columns),
         data_.words32(positions_in(relation.columns[0], tables_.roles)),
         data_.i32(count_of(relation.columns[0].size())),
         data_.i32(in_rows(relation) ? relation.table : TSJ_NONE),
         data_.i64(word_of(relation.scratch_offset)), data_.words32(values)});
  }

  Constant* feature_part(const runtime::PartPlace& part) {
    const bool table = part.storage == runtime::PartPlace::Storage::table;
    return data_.record<tsj_feature_part>({data_.i64(word_of(part.offset)), data_.i32(part.words),
                                           data_.i32(table ? part.table : TSJ_NONE)});
  }

  Constant* table_shape(const runtime::TableShape& shape) {
    std::vector<Constant*> indexes;
    for (const std::vector<std::uint32_t>& columns : shape.indexes) {
      indexes.push_back(data_.record<tsj_index_columns>(
          {data_.words32(columns), data_.i32(count_of(columns.size()))}));
    }
    return data_.record<tsj_table_shape>(
        {data_.i32(shape.arity), data_.i32(count_of(indexes.size())), data_.array(indexes)});
  }

  TableWriter& writer_;
  DataWriter& data_;
  const PluginPlans& plans_;
  const runtime::GameTables& tables_;
  std::vector<Constant*> moves_;
  std::vector<std::pair<std::uint32_t, Constant*>> bits_;  ///< by role
  std::vector<std::uint32_t> does_tables_;
  bool legal_in_rows_ = false;
};

}  // namespace

Constant* plan_tables(TableWriter& writer, const PluginPlans& plans) {
  return PlanTables(writer, plans).make();
}

}  // namespace tesuji::llvm_backend
