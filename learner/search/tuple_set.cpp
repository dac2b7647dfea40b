#include "learner/search/tuple_set.h"

#include <algorithm>

namespace tesuji::learner {

namespace {

std::uint64_t hash_of(std::span<const std::uint32_t> tuple) {
  std::uint64_t hash = tuple.size();
  for (const std::uint32_t number : tuple) {
    hash = (hash ^ number) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

bool TupleSet::insert(std::span<const std::uint32_t> tuple) {
  if (2 * size() >= table_.size()) grow();
  const std::size_t place = place_of(tuple);
  if (table_[place] != 0) return false;
  numbers_.insert(numbers_.end(), tuple.begin(), tuple.end());
  begins_.push_back(numbers_.size());
  table_[place] = static_cast<std::uint32_t>(size());
  return true;
}

std::optional<std::uint32_t> TupleSet::find(std::span<const std::uint32_t> tuple) const {
  const std::uint32_t entry = table_.empty() ? 0 : table_[place_of(tuple)];
  if (entry == 0) return std::nullopt;
  return entry - 1;
}

void TupleSet::clear() {
  numbers_.clear();
  begins_.assign(1, 0);
  std::fill(table_.begin(), table_.end(), 0);
}

std::size_t TupleSet::place_of(std::span<const std::uint32_t> tuple) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash_of(tuple) & mask;
  while (table_[place] != 0) {
    const auto there = (*this)[table_[place] - 1];
    if (std::equal(there.begin(), there.end(), tuple.begin(), tuple.end())) break;
    place = (place + 1) & mask;
  }
  return place;
}

void TupleSet::grow() {
  table_.assign(std::max<std::size_t>(16, 2 * table_.size()), 0);
  for (std::size_t number = 0; number < size(); ++number) {
    table_[place_of((*this)[number])] = static_cast<std::uint32_t>(number + 1);
  }
}

}  // namespace tesuji::learner
