// The plans' part of a plugin's tables.
#include "backend/llvm/plugin/plugin_tables.h"
#include "ir/module/entries.h"
#include "runtime/host/game/plan_tables.h"

#include <span>
#include <string_view>

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;

/// Writes a tsj_plans, with the entries that object code has.
class PlanWriter {
 public:
  PlanWriter(TableWriter& writer, const PluginPlans& plans)
      : writer_(writer),
        data_(writer.data),
        entries_(plans.entries),
        roles_(plans.tables.roles.size()),
        features_(plans.features.size()),
        plans_(runtime::make_plans(writer.memory, plans.tables, plans.features)) {}

  Constant* write() {
    const std::size_t parts = plans_.feature_begins[features_];
    return data_.address(data_.record<tsj_plans>(
        {data_.address(code()),
         all<&PlanWriter::fluent>(plans_.fluents, plans_.fluent_count),
         all<&PlanWriter::moves>(plans_.moves, plans_.move_count),
         all<&PlanWriter::legal_bits>(plans_.legal_bits, plans_.legal_bits_count),
         data_.words32({plans_.does_tables, plans_.does_table_count}),
         all<&PlanWriter::role_rows>(plans_.goals, plans_.goal_count),
         all<&PlanWriter::role_rows>(plans_.percepts, plans_.percept_count),
         all<&PlanWriter::table_shape>(plans_.tables, plans_.table_count),
         all<&PlanWriter::feature_part>(plans_.feature_parts, parts),
         data_.words32({plans_.feature_begins, features_ + 1}),
         data_.i64(plans_.block_bytes),
         data_.i64(plans_.first_table_word),
         data_.i32(plans_.fluent_count),
         data_.i32(plans_.move_count),
         data_.i32(plans_.legal_bits_count),
         data_.i32(plans_.does_table_count),
         data_.i32(plans_.goal_count),
         data_.i32(plans_.percept_count),
         data_.i32(plans_.table_count),
         data_.i32(plans_.legal_in_rows)}));
  }

 private:
  /// An array of what `Write` makes of each of these.
  template <auto Write, typename T>
  Constant* all(const T* values, std::size_t count) {
    std::vector<Constant*> written;
    for (std::size_t i = 0; i < count; ++i) written.push_back((this->*Write)(values[i]));
    return data_.array(written);
  }

  Constant* entry(std::string_view name) {
    const bool known = std::find(entries_.begin(), entries_.end(), name) != entries_.end();
    return data_.function(known ? entry_symbol(std::string(name)) : "");
  }

  Constant* code() {
    return data_.address(data_.record<tsj_plan_code>(
        {data_.null(), entry("legal"), entry("next"), entry("terminal"), entry("goal"),
         entry("sees"), entry(ir::legal_after_terminal), entry(ir::next_after_legal),
         entry(ir::next_for_other_moves), entry("feature"), entry(ir::ended_after_next),
         entry(ir::goal_at_end)}));
  }

  Constant* fluent(const tsj_fluent_rows& fluent) {
    return data_.record<tsj_fluent_rows>({writer_.terms(fluent.terms), data_.i32(fluent.in_rows),
                                          data_.i32(fluent.has_next), data_.i32(fluent.rigid),
                                          data_.i64(fluent.word), data_.i32(fluent.capacity),
                                          data_.i32(fluent.table), data_.i32(fluent.next_table)});
  }

  Constant* legal_bits(const tsj_legal_bits& bits) {
    return data_.record<tsj_legal_bits>({data_.i64(bits.word), data_.i64(bits.begin),
                                         data_.i64(bits.count), data_.i64(bits.first),
                                         data_.i32(bits.role)});
  }

  Constant* moves(const tsj_move_rows& moves) {
    const std::size_t columns = moves.terms.column_count;
    std::vector<Constant*> arguments;
    for (std::size_t c = 0; moves.arguments != nullptr && c < columns; ++c) {
      arguments.push_back(
          data_.words32({moves.arguments[c], std::size_t{moves.terms.columns[c].count}}));
    }
    const std::size_t translated = moves.translated == nullptr ? 0 : moves.terms.count * columns;
    return data_.record<tsj_move_rows>(
        {writer_.terms(moves.terms), data_.i64(moves.first), data_.i32(moves.legal_table),
         data_.i32(moves.does_table), data_.words32({moves.legal_roles, moves.legal_role_count}),
         data_.words32({moves.does_roles, moves.does_roles == nullptr ? 0 : roles_}),
         data_.array(arguments), data_.words32({moves.translated, translated}),
         data_.i32(moves.legal_role_count)});
  }

  Constant* role_rows(const tsj_role_rows& rows) {
    const auto* values = reinterpret_cast<const std::uint32_t*>(rows.values);
    return data_.record<tsj_role_rows>(
        {writer_.terms(rows.terms), data_.words32({rows.roles, rows.role_count}),
         data_.i32(rows.role_count), data_.i32(rows.table), data_.i64(rows.word),
         data_.words32({values, values == nullptr ? 0 : rows.terms.count})});
  }

  Constant* feature_part(const tsj_feature_part& part) {
    return data_.record<tsj_feature_part>(
        {data_.i64(part.word), data_.i32(part.words), data_.i32(part.table)});
  }

  Constant* index(const tsj_index_columns& index) {
    return data_.record<tsj_index_columns>(
        {data_.words32({index.columns, index.count}), data_.i32(index.count)});
  }

  Constant* table_shape(const tsj_table_shape& shape) {
    return data_.record<tsj_table_shape>(
        {data_.i32(shape.arity), data_.i32(shape.index_count),
         all<&PlanWriter::index>(shape.indexes, shape.index_count)});
  }

  TableWriter& writer_;
  DataWriter& data_;
  const std::vector<std::string>& entries_;
  std::size_t roles_;
  std::size_t features_;
  tsj_plans plans_;
};

}  // namespace

Constant* plan_tables(TableWriter& writer, const PluginPlans& plans) {
  return PlanWriter(writer, plans).write();
}

}  // namespace tesuji::llvm_backend
