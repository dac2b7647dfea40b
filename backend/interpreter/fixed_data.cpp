#include "backend/interpreter/fixed_data.h"

#include <algorithm>
#include <numeric>

namespace tesuji::interpreter {
namespace {

/// Offset tables have at most `most_offsets` entries, and few per row.
constexpr std::uint64_t most_offsets = std::uint64_t{1} << 22;
constexpr std::uint64_t few_offsets = 1024;
constexpr std::uint64_t offsets_per_row = 16;

/// Bits are made if they are at most `few_bits`, or a fixed number per row.
constexpr std::uint64_t few_bits = std::uint64_t{1} << 16;
constexpr std::uint64_t most_bits = std::uint64_t{1} << 28;
constexpr std::uint64_t bits_per_row = 1024;

constexpr std::uint64_t saturated = std::uint64_t{1} << 63;

}  // namespace

FixedIndex::FixedIndex(const std::vector<std::uint32_t>& rows,
                       const std::vector<std::uint32_t>& sizes,
                       const std::vector<std::uint32_t>& key)
    : arity_(sizes.size()), key_(key) {
  const std::size_t count = rows.size() / arity_;
  const std::uint64_t limit =
      std::min(most_offsets, std::max<std::uint64_t>(few_offsets, count * offsets_per_row));
  std::uint64_t prefixes = 1;
  std::size_t covered = 0;
  while (covered < key.size() && prefixes * sizes[key[covered]] <= limit)
    prefixes *= sizes[key[covered++]];
  strides_.resize(covered);
  std::uint64_t stride = 1;
  for (std::size_t i = covered; i-- > 0;) {
    strides_[i] = stride;
    stride *= sizes[key[i]];
  }

  const auto prefix_of = [&](const std::uint32_t* row) {
    std::uint64_t prefix = 0;
    for (std::size_t i = 0; i < covered; ++i) prefix += row[key[i]] * strides_[i];
    return prefix;
  };
  offsets_.assign(prefixes + 1, 0);
  for (std::size_t r = 0; r < count; ++r) {
    const std::uint32_t of_prefix = ++offsets_[prefix_of(rows.data() + r * arity_) + 1];
    is_function_ = is_function_ && of_prefix == 1;
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  if (key.empty()) {
    rows_ = rows;
    return;
  }
  // `rows` are sorted by all columns in order. So they keep that order within a prefix, unless
  // further key columns must be sorted by.
  std::vector<std::uint32_t> free(offsets_.begin(), offsets_.end() - 1);
  rows_.resize(rows.size());
  for (std::size_t r = 0; r < count; ++r) {
    const std::uint32_t* row = rows.data() + r * arity_;
    std::copy_n(row, arity_, rows_.data() + std::size_t{free[prefix_of(row)]++} * arity_);
  }
  if (covered < key.size()) sort_within_prefixes();
}

void FixedIndex::sort_within_prefixes() {
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t i = strides_.size(); i < key_.size(); ++i) {
      const std::uint32_t left = rows_[a * arity_ + key_[i]];
      const std::uint32_t right = rows_[b * arity_ + key_[i]];
      if (left != right) return left < right;
    }
    return false;
  };
  std::vector<std::uint32_t> order(rows_.size() / arity_);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t p = 0; p + 1 < offsets_.size(); ++p) {
    std::stable_sort(order.begin() + offsets_[p], order.begin() + offsets_[p + 1], less);
  }
  std::vector<std::uint32_t> sorted;
  sorted.reserve(rows_.size());
  for (const std::uint32_t r : order) {
    const auto row = rows_.begin() + static_cast<std::ptrdiff_t>(r * arity_);
    sorted.insert(sorted.end(), row, row + static_cast<std::ptrdiff_t>(arity_));
  }
  rows_ = std::move(sorted);
}

std::pair<const std::uint32_t*, const std::uint32_t*> FixedIndex::narrow(
    const std::uint32_t* begin, const std::uint32_t* end, const std::uint32_t* key) const {
  // Within a prefix, rows are sorted by the remaining key columns in order.
  const auto first_not = [&](const std::uint32_t* from, const auto& before) {
    std::size_t low = 0;
    std::size_t high = static_cast<std::size_t>(end - from) / arity_;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (before(from + middle * arity_)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return from + low * arity_;
  };
  for (std::size_t i = strides_.size(); i < key_.size() && begin != end; ++i) {
    const std::uint32_t column = key_[i];
    const std::uint32_t value = key[i];
    begin = first_not(begin, [&](const std::uint32_t* row) { return row[column] < value; });
    end = first_not(begin, [&](const std::uint32_t* row) { return row[column] == value; });
  }
  return {begin, end};
}

FixedRelation::FixedRelation(const ir::Module& module, const ir::Relation& relation)
    : strides_(relation.columns.size()), rows_(ir::encode_facts(module, relation)) {
  for (const ir::DomainId domain : relation.columns)
    sizes_.push_back(static_cast<std::uint32_t>(module.domains[domain].values.size()));
  for (std::size_t i = sizes_.size(); i-- > 0;) {
    strides_[i] = product_;
    product_ =
        sizes_[i] != 0 && product_ > saturated / sizes_[i] ? saturated : product_ * sizes_[i];
  }
  count_ = sizes_.empty() ? relation.facts.rows : rows_.size() / sizes_.size();
}

const FixedIndex* FixedRelation::index(const std::vector<std::uint32_t>& key) {
  auto found = indexes_.find(key);
  if (found == indexes_.end()) found = indexes_.emplace(key, FixedIndex(rows_, sizes_, key)).first;
  return &found->second;
}

const std::uint64_t* FixedRelation::bits() {
  if (product_ > few_bits && (product_ > most_bits || product_ / bits_per_row > count_))
    return nullptr;
  if (bits_.empty()) {
    bits_.resize(product_ / 64 + 1);
    for (std::size_t r = 0; r < count_; ++r) {
      std::uint64_t bit = 0;
      for (std::size_t c = 0; c < sizes_.size(); ++c)
        bit += rows_[r * sizes_.size() + c] * strides_[c];
      bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }
  return bits_.data();
}

FixedRelation& FixedRelations::get(const ir::Module& module, ir::RelationId relation) {
  auto& entry = relations_[relation];
  if (!entry) {
    entry = std::make_unique<FixedRelation>(module, module.relations[relation]);
    cells_ += entry->cells();
  }
  return *entry;
}

}  // namespace tesuji::interpreter
