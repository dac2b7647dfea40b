#include "backend/reference/fact_table.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace tesuji::reference {
namespace {

constexpr std::uint32_t no_row = ~std::uint32_t{0};
/// Sets of at most this many rows are searched linearly: most tables of a reasoner are tiny.
constexpr std::uint32_t few_tuples = 8;

}  // namespace

std::uint64_t hash_terms(std::span<const TermId> terms) {
  std::uint64_t hash = terms.size();
  for (const TermId term : terms) {
    hash = (hash ^ term) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

bool TupleSet::equal(std::uint32_t number, std::span<const TermId> row) const {
  return std::equal(row.begin(), row.end(), rows_.begin() + std::ptrdiff_t{number} * width_);
}

TupleSet::Place TupleSet::find(std::span<const TermId> row) const {
  if (slots_.empty()) {
    for (std::uint32_t number = 0; number < count_; ++number) {
      if (equal(number, row)) return {number, 0};
    }
    return {no_row, 0};
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_terms(row) & mask;
  for (; slots_[slot] != no_row; slot = (slot + 1) & mask) {
    if (equal(slots_[slot], row)) return {slots_[slot], slot};
  }
  return {no_row, slot};
}

TupleSet::Inserted TupleSet::insert(std::span<const TermId> row) {
  Place place = find(row);
  if (place.row != no_row) return {place.row, false};
  const std::uint32_t number = count_++;
  rows_.insert(rows_.end(), row.begin(), row.end());
  if (!slots_.empty()) slots_[place.slot] = number;
  if (count_ > few_tuples && 2 * std::size_t{count_} > slots_.size()) grow();
  return {number, true};
}

bool TupleSet::contains(std::span<const TermId> row) const {
  return find(row).row != no_row;
}

void TupleSet::clear() {
  count_ = 0;
  rows_.clear();
  slots_.clear();
}

void TupleSet::grow() {
  const std::size_t size = std::max<std::size_t>(8 * few_tuples, 2 * slots_.size());
  slots_.assign(size, no_row);
  for (std::uint32_t number = 0; number < count_; ++number) {
    std::size_t slot = hash_terms(row(number)) & (size - 1);
    while (slots_[slot] != no_row) slot = (slot + 1) & (size - 1);
    slots_[slot] = number;
  }
}

namespace {

/// Tables with fewer rows are scanned without an index.
constexpr FactTable::Row few = 8;

}  // namespace

FactTable::FactTable(std::size_t arity) : arity_(arity), indexes_(1) {}

void FactTable::clear() {
  count_ = 0;
  rows_.clear();
  for (Index& index : indexes_) index.heads.clear();
  distinct_at_ = no_row;
}

void FactTable::add(std::span<const TermId> row) {
  rows_.insert(rows_.end(), row.begin(), row.end());
  ++count_;
  for (Index& index : indexes_) index.heads.clear();
}

FactTable::IndexId FactTable::index_on(const std::vector<std::uint32_t>& columns) {
  const auto found = std::find_if(indexes_.begin(), indexes_.end(),
                                  [&](const Index& index) { return index.columns == columns; });
  if (found != indexes_.end()) return static_cast<IndexId>(found - indexes_.begin());
  indexes_.push_back({columns, {}, {}});
  return static_cast<IndexId>(indexes_.size() - 1);
}

void FactTable::build(Index& index) const {
  index.heads.assign(std::bit_ceil(std::size_t{count_}), no_row);
  index.links.resize(count_);
  std::vector<TermId> key(index.columns.size());
  for (Row number = count_; number-- > 0;) {
    const auto values = row(number);
    std::transform(index.columns.begin(), index.columns.end(), key.begin(),
                   [&](std::uint32_t column) { return values[column]; });
    Row& head = index.heads[hash_terms(key) & (index.heads.size() - 1)];
    index.links[number] = head;
    head = number;
  }
}

bool FactTable::holds(const Index& index, Row number, std::span<const TermId> key) const {
  const auto values = row(number);
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (values[index.columns[i]] != key[i]) return false;
  }
  return true;
}

FactTable::Row FactTable::scan(const Index& index, Row from, std::span<const TermId> key) const {
  while (from < count_ && !holds(index, from, key)) ++from;
  return from < count_ ? from : no_row;
}

FactTable::Row FactTable::first(IndexId id, std::span<const TermId> key) {
  Index& index = indexes_[id];
  if (key.empty() || count_ < few) return scan(index, 0, key);
  if (index.heads.empty()) build(index);
  Row row = index.heads[hash_terms(key) & (index.heads.size() - 1)];
  while (row != no_row && !holds(index, row, key)) row = index.links[row];
  return row;
}

FactTable::Row FactTable::next(IndexId id, Row row, std::span<const TermId> key) const {
  const Index& index = indexes_[id];
  if (key.empty() || count_ < few) return scan(index, row + 1, key);
  do {
    row = index.links[row];
  } while (row != no_row && !holds(index, row, key));
  return row;
}

std::size_t FactTable::distinct_values(std::uint32_t column) {
  if (distinct_at_ != count_) {
    distinct_at_ = count_;
    distinct_.assign(arity_, 0);
  }
  if (distinct_[column] == 0) {
    std::unordered_set<TermId> values;
    for (Row number = 0; number < count_; ++number) values.insert(row(number)[column]);
    distinct_[column] = std::max<std::size_t>(1, values.size());
  }
  return distinct_[column];
}

double FactTable::estimate(const std::vector<std::uint32_t>& columns) {
  // Treats columns as independent, which is good enough to order goals.
  auto rows = static_cast<double>(count_);
  for (const std::uint32_t column : columns) {
    rows /= static_cast<double>(distinct_values(column));
  }
  return rows;
}

}  // namespace tesuji::reference
