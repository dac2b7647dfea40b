#include "backend/interpreter/static_sampler.h"

#include "backend/interpreter/evaluate_static.h"
#include "backend/interpreter/fixed_data.h"
#include "backend/interpreter/interpreter.h"
#include "ir/module/layout.h"
#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/tabled_game.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::interpreter {
namespace {

/// Encoded cells to keep for further entries: 128 MiB, and the same again for each index.
constexpr std::size_t most_kept_cells = std::size_t{1} << 25U;

/// A prepared entry with its scratch memory.
class SampledEntry {
 public:
  SampledEntry(std::shared_ptr<const ir::Module> module, ir::Layout layout,
               std::shared_ptr<FixedRelations> encoded, ir::RelationId given,
               ir::RelationId counted, std::uint64_t max_rows, std::uint64_t* steps_left)
      : module_(std::move(module)),
        layout_(std::move(layout)),
        program_(module_, layout_, Execution::interpreted, Trials::ignored, std::move(encoded)),
        scratch_(static_table_shapes(*module_, layout_), layout_.scratch_size,
                 static_cast<std::uint32_t>(
                     std::min<std::uint64_t>(max_rows, runtime::default_row_limit)),
                 most_static_bytes),
        given_(given),
        counted_(counted),
        steps_left_(steps_left) {}

  std::optional<std::uint64_t> count(std::span<const ir::Symbol> row) {
    give(row);
    tsj_scratch* const scratch = scratch_.get();
    scratch->stop = runtime::requested_stop_word();
    scratch->status = TSJ_OK;
    std::uint64_t unlimited = ~std::uint64_t{0};
    const std::int32_t status =
        program_.run_static(scratch, steps_left_ == nullptr ? unlimited : *steps_left_);
    if (status == TSJ_STOPPED) return std::nullopt;
    return rows();
  }

 private:
  /// Makes the row the only row of the given relation.
  void give(std::span<const ir::Symbol> row) {
    const ir::Relation& relation = module_->relations[given_];
    tsj_table& table = scratch_.get()->tables[layout_.relations[given_].table];
    std::vector<std::uint32_t> cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::int32_t position = module_->domains[relation.columns[c]].position(row[c]);
      if (position < 0) throw std::invalid_argument("a sample is not in its domain");
      cells.push_back(static_cast<std::uint32_t>(position));
    }
    tsj_table_clear(&table);
    tsj_table_insert(&table, cells.data());
  }

  [[nodiscard]] std::uint64_t rows() {
    const ir::RelationLayout& place = layout_.relations[counted_];
    if (place.table != ir::no_id) return scratch_.get()->tables[place.table].count;
    const std::uint64_t* words =
        reinterpret_cast<const std::uint64_t*>(scratch_.get()) + place.scratch_offset / 8;
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w < place.words; ++w) {
      count += static_cast<std::uint64_t>(std::popcount(words[w]));
    }
    return count;
  }

  std::shared_ptr<const ir::Module> module_;
  const ir::Layout layout_;
  const Program program_;
  runtime::ScratchBlock scratch_;
  ir::RelationId given_;
  ir::RelationId counted_;
  std::uint64_t* steps_left_;
};

}  // namespace

struct StaticSampler::Impl {
  std::uint64_t* steps_left = nullptr;
  std::shared_ptr<FixedRelations> encoded = std::make_shared<FixedRelations>();
};

StaticSampler::StaticSampler(std::uint64_t* steps_left)
    : impl_(std::make_unique<Impl>(Impl{steps_left})) {}

StaticSampler::~StaticSampler() = default;

StaticSampler::Count StaticSampler::prepare(ir::Module& module, ir::RelationId given,
                                            ir::RelationId counted, std::uint64_t max_rows) {
  const std::vector<ir::RelationId> computed = static_entry_relations(module);
  const CopyWithFacts lent(module);
  const std::shared_ptr<ir::Module>& copy = lent.get();
  make_static_entry_runnable(*copy, computed, {given});
  if (impl_->encoded->cells() > most_kept_cells)
    impl_->encoded = std::make_shared<FixedRelations>();
  try {
    auto entry = std::make_shared<SampledEntry>(copy, ir::lay_out(*copy), impl_->encoded, given,
                                                counted, max_rows, impl_->steps_left);
    return [entry](std::span<const ir::Symbol> row) { return entry->count(row); };
  } catch (const std::length_error&) {
    return {};
  }
}

}  // namespace tesuji::interpreter
