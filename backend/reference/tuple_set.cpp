#include "backend/reference/tuple_set.h"

#include <algorithm>

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

}  // namespace tesuji::reference
