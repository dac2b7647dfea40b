#include "runtime/host/production/working_memory.h"

#include "runtime/host/game/game.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <numeric>
#include <optional>

namespace tesuji::runtime {
namespace {

constexpr std::size_t first_room = 64;
constexpr std::size_t most_numbers = std::size_t{1} << 31;

}  // namespace

NumberTable::NumberTable(const GivenNumbers& given)
    : values_(given.constants), results_(given.results), failures_(given.computations) {
  numbers_.given = static_cast<std::uint32_t>(values_.size());
  numbers_.count = numbers_.given;
  values_.resize(std::bit_ceil(values_.size() + first_room));
  link_all();
}

void NumberTable::link_all() {
  heads_.assign(values_.size(), 0);
  numbers_.values = values_.data();
  numbers_.capacity = static_cast<std::uint32_t>(values_.size());
  numbers_.heads = heads_.data();
  numbers_.mask = static_cast<std::uint32_t>(heads_.size() - 1);
  for (const std::uint32_t position : results_) tsj_numbers_link(&numbers_, position);
  for (std::uint32_t p = numbers_.given; p < numbers_.count; ++p) tsj_numbers_link(&numbers_, p);
}

void NumberTable::load(const ComputedNumbers& computed) {
  values_.resize(std::bit_ceil(numbers_.count + computed.size() + first_room));
  std::copy(computed.begin(), computed.end(),
            values_.begin() + static_cast<std::ptrdiff_t>(numbers_.count));
  numbers_.count += static_cast<std::uint32_t>(computed.size());
  link_all();
}

ComputedNumbers NumberTable::computed() const {
  return {values_.begin() + static_cast<std::ptrdiff_t>(numbers_.given),
          values_.begin() + static_cast<std::ptrdiff_t>(numbers_.count)};
}

bool NumberTable::grow() {
  if (values_.size() >= most_numbers) return false;
  heads_.reserve(values_.size() * 2);  // if this throws, nothing has changed
  values_.resize(values_.size() * 2);
  link_all();
  return true;
}

std::uint64_t NumberTable::bytes() const {
  return values_.size() * (sizeof(tsj_number) + sizeof(std::uint32_t));
}

namespace {

constexpr std::uint32_t first_capacity = 16;

/// Returns the product of the sizes of some columns; nothing if it exceeds `limit`.
std::optional<std::uint64_t> product(const std::vector<std::uint32_t>& sizes,
                                     const std::vector<std::uint32_t>& columns,
                                     std::uint64_t limit) {
  std::uint64_t all = 1;
  for (const std::uint32_t column : columns) {
    all *= std::max<std::uint32_t>(sizes[column], 1);
    if (all > limit) return std::nullopt;
  }
  return all;
}

/// Returns for each column the product of the sizes of the columns after it.
template <typename Number>
std::vector<Number> strides_of(const std::vector<std::uint32_t>& sizes,
                               const std::vector<std::uint32_t>& columns) {
  std::vector<Number> strides(columns.size());
  Number stride = 1;
  for (std::size_t i = columns.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<Number>(sizes[columns[i]], 1);
  }
  return strides;
}

std::vector<std::uint32_t> all_columns(const FactsShape& shape) {
  std::vector<std::uint32_t> all(shape.domain_sizes.size());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

}  // namespace

std::optional<std::uint64_t> present_bits(const FactsShape& shape) {
  return product(shape.domain_sizes, all_columns(shape), shape.most_bits);
}

std::optional<std::uint64_t> dense_heads(const FactsShape& shape,
                                         const std::vector<std::uint32_t>& columns) {
  return product(shape.domain_sizes, columns, shape.most_heads);
}

struct WorkingMemory::Arrays {
  struct Chains {
    std::vector<std::uint32_t> columns;
    std::vector<std::uint32_t> strides;
    std::vector<std::uint32_t> heads;
    std::vector<std::uint32_t> tails;
    std::vector<std::uint32_t> next;
  };
  std::vector<std::uint32_t> cells;
  std::vector<std::uint8_t> gone;
  std::vector<std::uint64_t> present;
  std::vector<std::uint64_t> strides;
  std::vector<Chains> chains;
  std::vector<tsj_fact_index> indexes;
};

WorkingMemory::WorkingMemory(const std::vector<FactsShape>& shapes, const GivenNumbers& numbers,
                             std::uint64_t bytes)
    : bytes_left_(bytes), facts_(shapes.size()), loaded_(shapes.size()) {
  for (std::size_t r = 0; r < shapes.size(); ++r) {
    const FactsShape& shape = shapes[r];
    fixed_.push_back(shape.fixed);
    auto arrays = std::make_unique<Arrays>();
    const std::vector<std::uint32_t> all = all_columns(shape);

    std::vector<std::vector<std::uint32_t>> indexes = shape.indexes;
    const auto tuples = present_bits(shape);
    if (tuples) {
      arrays->present.resize((*tuples + 63) / 64);
      arrays->strides = strides_of<std::uint64_t>(shape.domain_sizes, all);
    }
    const auto whole = std::find(indexes.begin(), indexes.end(), all) - indexes.begin();
    if ((!tuples || shape.removable) && static_cast<std::size_t>(whole) == indexes.size()) {
      indexes.push_back(all);
    }
    for (const std::vector<std::uint32_t>& columns : indexes) {
      Arrays::Chains& chains = arrays->chains.emplace_back();
      chains.columns = columns;
      if (const auto heads = dense_heads(shape, columns)) {
        chains.strides = strides_of<std::uint32_t>(shape.domain_sizes, columns);
        chains.heads.resize(*heads);
        chains.tails.resize(*heads);
      }
    }
    arrays->indexes.resize(arrays->chains.size());

    tsj_facts& facts = facts_[r];
    facts.arity = static_cast<std::uint32_t>(all.size());
    facts.index_count = static_cast<std::uint32_t>(indexes.size());
    facts.indexes = arrays->indexes.data();
    facts.present = tuples ? arrays->present.data() : nullptr;
    facts.strides = arrays->strides.data();
    facts.whole = static_cast<std::uint32_t>(whole);
    facts.owner = &memory_;
    arrays_.push_back(std::move(arrays));
    reserve(r, first_capacity);
  }
  memory_.relations = facts_.data();
  memory_.relation_count = static_cast<std::uint32_t>(facts_.size());
  memory_.nodes = std::numeric_limits<std::uint64_t>::max();
  memory_.removals = std::numeric_limits<std::uint64_t>::max();
  memory_.grow = &WorkingMemory::grow;
  memory_.host = this;
  if (numbers.computations == 0) return;
  numbers_ = std::make_unique<NumberTable>(numbers);
  numbers_->abi()->grow = &WorkingMemory::grow_numbers;
  memory_.numbers = numbers_->abi();
  memory_.failures = numbers_->failures();
}

WorkingMemory::~WorkingMemory() = default;

void WorkingMemory::reserve(std::size_t relation, std::uint32_t capacity) {
  Arrays& arrays = *arrays_[relation];
  tsj_facts& facts = facts_[relation];
  arrays.cells.resize(std::size_t{capacity} * facts.arity);
  arrays.gone.resize(capacity);
  facts.cells = arrays.cells.data();
  facts.gone = arrays.gone.data();
  facts.capacity = capacity;
  for (std::size_t i = 0; i < arrays.chains.size(); ++i) {
    Arrays::Chains& chains = arrays.chains[i];
    const bool dense = !chains.strides.empty() || chains.columns.empty();
    if (!dense) {
      chains.heads.resize(std::bit_ceil(std::size_t{capacity}));
      chains.tails.resize(chains.heads.size());
    } else if (chains.heads.empty()) {
      chains.heads.resize(1);  // an index over no columns: one chain of all rows
      chains.tails.resize(1);
    }
    std::fill(chains.heads.begin(), chains.heads.end(), 0U);
    std::fill(chains.tails.begin(), chains.tails.end(), 0U);
    chains.next.resize(capacity);
    arrays.indexes[i] = {.columns = chains.columns.data(),
                         .column_count = static_cast<std::uint32_t>(chains.columns.size()),
                         .mask = dense ? 0 : static_cast<std::uint32_t>(chains.heads.size() - 1),
                         .strides = chains.strides.empty() ? nullptr : chains.strides.data(),
                         .heads = chains.heads.data(),
                         .tails = chains.tails.data(),
                         .next = chains.next.data()};
  }
  tsj_facts_relink(&facts);
}

bool WorkingMemory::may_take(std::uint64_t more) {
  if (more > bytes_left_) {
    memory_.status = TSJ_LIMIT;
    return false;
  }
  bytes_left_ -= more;
  return true;
}

int WorkingMemory::grow_numbers(tsj_memory* memory) {
  auto* self = static_cast<WorkingMemory*>(memory->host);
  if (!self->may_take(self->numbers_->bytes())) return 0;
  try {
    if (self->numbers_->grow()) return 1;
  } catch (const std::bad_alloc&) {
  }
  memory->status = TSJ_LIMIT;
  return 0;
}

int WorkingMemory::grow(tsj_facts* facts) {
  auto* self = static_cast<WorkingMemory*>(facts->owner->host);
  constexpr std::uint32_t most_rows = std::uint32_t{1} << 31;
  if (facts->capacity >= most_rows) {
    self->memory_.status = TSJ_LIMIT;
    return 0;
  }
  // Bytes per new row, with its links in each index.
  const std::uint64_t row =
      facts->arity * sizeof(std::uint32_t) + 1 + facts->index_count * 3 * sizeof(std::uint32_t);
  if (!self->may_take(facts->capacity * row)) return 0;
  try {
    self->reserve(static_cast<std::size_t>(facts - self->facts_.data()), facts->capacity * 2);
  } catch (const std::bad_alloc&) {
    self->memory_.status = TSJ_LIMIT;
    return 0;
  }
  return 1;
}

void WorkingMemory::load(std::size_t relation, const FactRows& rows) {
  tsj_facts& facts = facts_[relation];
  for (std::size_t r = 0; r < rows.rows; ++r) {
    tsj_facts_add(&facts, rows.cells.data() + r * facts.arity);
    if (memory_.status != TSJ_OK) throw LimitReached("a working memory has too many facts");
  }
  loaded_[relation] = facts.count;
}

FactRows WorkingMemory::rows_from(std::size_t relation, std::size_t first) const {
  const tsj_facts& facts = facts_[relation];
  FactRows rows;
  for (std::size_t r = first; r < facts.count; ++r) {
    if (facts.gone[r] != 0) continue;
    ++rows.rows;
    const std::uint32_t* row = facts.cells + r * facts.arity;
    rows.cells.insert(rows.cells.end(), row, row + facts.arity);
  }
  return rows;
}

FactRows WorkingMemory::added_rows(std::size_t relation) const {
  return rows_from(relation, loaded_[relation]);
}

void WorkingMemory::compact() {
  constexpr std::uint32_t few = 64;
  for (std::size_t r = 0; r < facts_.size(); ++r) {
    tsj_facts& facts = facts_[r];
    if (facts.holes < few || facts.holes < facts.count / 2) continue;
    const std::uint8_t* gone = facts.gone;
    std::uint32_t kept = 0;
    std::uint32_t loaded = 0;
    for (std::uint32_t row = 0; row < facts.count; ++row) {
      if (gone[row] != 0) continue;
      loaded += row < loaded_[r] ? 1 : 0;
      const std::uint32_t* from = facts.cells + std::size_t{row} * facts.arity;
      std::copy(from, from + facts.arity, facts.cells + std::size_t{kept++} * facts.arity);
    }
    std::fill(facts.gone, facts.gone + facts.count, std::uint8_t{0});
    facts.count = kept;
    facts.holes = 0;
    loaded_[r] = loaded;
    reserve(r, facts.capacity);
  }
}

namespace {

/// Bits that a fixed relation may have per row, beyond the common budget.
constexpr std::uint64_t bits_per_row = 4096;
constexpr std::uint64_t few_bits = std::uint64_t{1} << 16;

/// Returns the largest limit, of `most` and its repeated halves, such that the sizes within the
/// limit add up to at most `budget`.
std::uint64_t common_limit(const std::vector<std::uint64_t>& sizes, std::uint64_t most,
                           std::uint64_t budget) {
  for (;; most /= 2) {
    const std::uint64_t sum = std::accumulate(
        sizes.begin(), sizes.end(), std::uint64_t{0},
        [most](std::uint64_t all, std::uint64_t size) { return all + (size <= most ? size : 0); });
    if (sum <= budget || most == 0) return most;
  }
}

}  // namespace

void share_room(std::vector<FactsShape>& shapes, const std::vector<std::uint64_t>& rows) {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint64_t> heads;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    FactsShape& shape = shapes[i];
    if (shape.fixed) {
      shape.most_bits = std::min(shape.most_bits, std::max(few_bits, bits_per_row * rows[i]));
    }
    if (const auto needed = present_bits(shape)) bits.push_back(*needed);
    for (const std::vector<std::uint32_t>& columns : shape.indexes) {
      if (const auto needed = dense_heads(shape, columns)) heads.push_back(*needed);
    }
  }
  const std::uint64_t bit_limit = common_limit(bits, FactsShape{}.most_bits, most_bits_of_all);
  const std::uint64_t head_limit = common_limit(heads, FactsShape{}.most_heads, most_heads_of_all);
  for (FactsShape& shape : shapes) {
    shape.most_bits = std::min(shape.most_bits, bit_limit);
    shape.most_heads = std::min(shape.most_heads, head_limit);
  }
}

}  // namespace tesuji::runtime
