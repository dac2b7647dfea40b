#include "runtime/host/game/feature_counter.h"

#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/memory_game.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/tabled_game.h"

#include <utility>

namespace tesuji::runtime {

namespace {

struct FeatureCode {
  tsj_plan_code code{};
  const tsj_plan_code* current = &code;
  std::shared_ptr<const void> keep;
};

/// A game that is asked for its features alone.
std::shared_ptr<const Game> make_game(const GameTables& tables,
                                      const std::vector<FeaturePlace>& features, tsj_entry entry,
                                      const void* self, std::shared_ptr<const void> keep) {
  auto code = std::make_shared<FeatureCode>();
  code->code.self = self;
  code->code.feature = entry;
  code->keep = std::move(keep);
  auto game = std::make_unique<MemoryGame>();
  tsj_plans plans = make_plans(game->memory, tables, features);
  plans.code = &code->current;
  game->data.plans = game->memory.one(plans);
  game->initial.resize(tables.state_size / sizeof(std::uint64_t));
  game->feature_count = static_cast<std::uint32_t>(features.size());
  game->keep = std::move(code);
  return make_memory_game(std::move(game));
}

}  // namespace

FeatureCounter::FeatureCounter(std::shared_ptr<const Game> game, CGameKind kind)
    : game_(std::move(game)), kind_(kind), plugin_(*c_tables_of(*game_, kind)) {}

FeatureCounter::FeatureCounter(const GameTables& tables, const std::vector<FeaturePlace>& features,
                               tsj_entry entry, const void* self, std::shared_ptr<const void> keep)
    : FeatureCounter(make_game(tables, features, entry, self, std::move(keep)), CGameKind::memory) {
}

std::unique_ptr<ScratchMemory> FeatureCounter::make_memory() const {
  return std::make_unique<ScratchMemory>(plugin_, 0, requested_stop_word());
}

void FeatureCounter::count(StateView state, ScratchMemory& memory,
                           std::span<std::uint64_t> values) const {
  if (kind_ == CGameKind::memory) tsj_watch(memory.get(), requested_stop_word());
  const std::int32_t status =
      plugin_.count_features(&plugin_, memory.get(), state.data(), values.data());
  if (status == TSJ_STOPPED) throw Stopped();
  if (status < 0) {
    throw LimitReached("the features of a position need more rows or memory than there may be");
  }
}

}  // namespace tesuji::runtime
