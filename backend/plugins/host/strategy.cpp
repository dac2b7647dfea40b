#include "backend/plugins/host/strategy.h"

#include "backend/plugins/host/game.h"
#include "runtime/host/game/turns.h"

#include <string>

namespace tesuji::plugin {

runtime::StrategyCode strategy_code(const runtime::Game& game) {
  const tsj_plugin& plugin = *plugin_of(game);
  runtime::StrategyCode code;
  for (std::uint32_t p = 0; p < plugin.predicate_count; ++p) {
    const tsj_predicate& predicate = plugin.predicates[p];
    std::optional<std::uint32_t> slot;
    if (predicate.memo_slot != TSJ_NO_SLOT) slot = predicate.memo_slot;
    code.predicates.push_back(
        {predicate.name, predicate.arity, slot, predicate.search, predicate.self});
  }
  code.order.assign(plugin.order, plugin.order + plugin.order_count);
  code.memo_slots = plugin.memo_slots;
  return code;
}

Chooser::Chooser(const runtime::Game& game, std::uint64_t byte_limit)
    : plugin_(*plugin_of(game)), scratch_(plugin_, byte_limit) {}

std::optional<tsj_choice> Chooser::choose(runtime::StateView state) {
  tsj_choice choice{};
  const std::int32_t status = plugin_.choose(&plugin_, scratch_.get(), state.data(), &choice);
  if (status == TSJ_UNKNOWN) {
    throw runtime::TurnError(
        runtime::TurnError::Reason::ambiguous,
        std::string(plugin_.name) +
            ": the role to move is unknown, in this state or in one that the strategy examines");
  }
  if (status < 0) {
    throw runtime::LimitReached(status == TSJ_STOPPED ? "stopped on request"
                                                      : "the strategy needs more memory");
  }
  if (status != TSJ_HOLDS) return std::nullopt;
  return choice;
}

void Chooser::forget() {
  plugin_.forget(&plugin_, scratch_.get());
}

}  // namespace tesuji::plugin
