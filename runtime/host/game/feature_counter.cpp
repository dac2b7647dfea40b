#include "runtime/host/game/feature_counter.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/saturating.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tesuji::runtime {

namespace {

struct EntryMemory final : FeatureCounter::Memory {
  EntryMemory(const std::vector<TableShape>& shapes, std::uint32_t size) : scratch(shapes, size) {}
  ScratchBlock scratch;
};

std::uint64_t rows_of(const PartPlace& part, const tsj_scratch& scratch) {
  if (part.storage == PartPlace::Storage::table) return scratch.tables[part.table].count;
  const auto* bytes = reinterpret_cast<const std::byte*>(&scratch) + part.offset;
  const auto* words = reinterpret_cast<const std::uint64_t*>(bytes);
  std::uint64_t rows = 0;
  for (std::uint32_t w = 0; w < part.words; ++w) {
    rows += static_cast<std::uint64_t>(std::popcount(words[w]));
  }
  return rows;
}

}  // namespace

EntryFeatureCounter::EntryFeatureCounter(const GameTables& tables,
                                         std::vector<FeaturePlace> features, tsj_entry entry,
                                         const void* self, std::shared_ptr<const void> keep)
    : shapes_(tables.tables),
      scratch_size_(tables.scratch_size),
      codec_(tables.fluents, tables.state_size),
      features_(std::move(features)),
      entry_(entry),
      self_(self),
      keep_(std::move(keep)) {}

std::unique_ptr<FeatureCounter::Memory> EntryFeatureCounter::make_memory() const {
  return std::make_unique<EntryMemory>(shapes_, scratch_size_);
}

void EntryFeatureCounter::count(StateView state, Memory& memory,
                                std::span<std::uint64_t> values) const {
  tsj_scratch* const head = static_cast<EntryMemory&>(memory).scratch.get();
  if (entry_ == nullptr) {
    std::fill(values.begin(), values.end(), 0);
    return;
  }
  if (codec_.has_tables()) codec_.load(state, *head);
  head->status = TSJ_OK;
  head->stop = requested_stop_word();
  const std::int32_t status = entry_(self_, head, state.data(), nullptr);
  head->stop = nullptr;  // the flag may be gone when the next position is loaded
  if (status == TSJ_STOPPED) throw Stopped();
  if (status != TSJ_OK) {
    throw LimitReached("the features of a position need more rows or memory than there may be");
  }
  for (std::size_t f = 0; f < features_.size(); ++f) {
    std::uint64_t value = 1;
    for (const PartPlace& part : features_[f]) {
      value = saturating_product(value, rows_of(part, *head));
      if (value == 0) break;
    }
    values[f] = value;
  }
}

}  // namespace tesuji::runtime
