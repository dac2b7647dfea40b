#include "backend/llvm/plugin/strategy_data.h"

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/plugin_functions.h"

#include <cstdint>

namespace tesuji::llvm_backend {

using llvm::Constant;

std::vector<Constant*> strategy_fields(DataWriter& data,
                                       const std::optional<PluginStrategy>& strategy) {
  const PluginStrategy none;
  const PluginStrategy& shown = strategy ? *strategy : none;
  const auto text = [&](const std::string& text) {
    return strategy ? data.text(text) : data.null();
  };
  std::vector<Constant*> predicates;
  for (std::size_t p = 0; p < shown.predicates.size(); ++p) {
    const StrategyObject::Predicate& predicate = shown.predicates[p];
    predicates.push_back(data.record<tsj_predicate>(
        {data.text(predicate.name), data.text(p < shown.readings.size() ? shown.readings[p] : ""),
         data.i32(predicate.arity), data.i32(predicate.slot.value_or(TSJ_NO_SLOT)),
         data.function(predicate.symbol), data.null()}));
  }
  const auto count = [&](std::size_t size) { return data.i32(static_cast<std::int64_t>(size)); };
  std::vector<Constant*> fields{text(shown.name),         text(shown.source_hash),
                                data.array(predicates),   data.words32(shown.order),
                                count(predicates.size()), count(shown.order.size()),
                                count(shown.memo_slots)};
#define TSJ_FIELD(field) \
  fields.push_back(strategy ? data.function("tsj_plugin_" #field) : data.null());
  TSJ_STRATEGY_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
  return fields;
}

Constant* turn_data(DataWriter& data, const PluginStrategy& strategy) {
  // control_word, control_mask, control_value, waiting: two words each
  std::vector<std::uint64_t> words(8);
  static_assert(sizeof(tsj_turns) == 8 * sizeof(std::uint64_t));
  const bool known = strategy.turns.control.size() == 2;
  for (std::size_t role = 0; known && role < 2; ++role) {
    const runtime::StateTest& test = strategy.turns.control[role];
    words[role] = test.word;
    words[2 + role] = test.mask;
    words[4 + role] = test.value;
  }
  for (std::size_t role = 0; role < 2; ++role) {
    const auto& waiting = strategy.turns.waiting;
    words[6 + role] = role < waiting.size() ? waiting[role].value_or(UINT64_MAX) : UINT64_MAX;
  }
  return data.words64(words);
}

}  // namespace tesuji::llvm_backend
