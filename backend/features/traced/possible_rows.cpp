#include "backend/features/traced/possible_rows.h"

namespace tesuji::slices {

std::size_t Rows::Hash::operator()(const std::vector<ir::Symbol>& key) const {
  std::uint64_t value = 0x9E3779B97F4A7C15;
  for (const ir::Symbol symbol : key) {
    value = (value ^ symbol) * 0xBF58476D1CE4E5B9;
    value ^= value >> 29U;
  }
  return value;
}

Rows::Number Rows::find(std::span<const ir::Symbol> row) const {
  const auto found = numbers_.find({row.begin(), row.end()});
  return found == numbers_.end() ? none : found->second;
}

Rows::Number Rows::insert(std::span<const ir::Symbol> row, Slot slot, bool& inserted) {
  const auto number = static_cast<Number>(slots_.size());
  const auto [found, fresh] = numbers_.try_emplace({row.begin(), row.end()}, number);
  inserted = fresh;
  if (!fresh) return found->second;
  cells_.insert(cells_.end(), row.begin(), row.end());
  slots_.push_back(slot);
  for (auto& [mask, index] : indexes_) add_to(index, mask, number);
  return number;
}

void Rows::add_to(Index& index, std::uint64_t mask, Number number) {
  key_.clear();
  for (std::size_t c = 0; c < width_; ++c) {
    if ((mask >> c & 1U) != 0) key_.push_back(row(number)[c]);
  }
  index[key_].push_back(number);
}

const std::vector<Rows::Number>& Rows::matching(std::uint64_t mask,
                                                std::span<const ir::Symbol> key) {
  const auto [found, fresh] = indexes_.try_emplace(mask);
  Index& index = found->second;
  if (fresh) {
    for (Number number = 0; number < size(); ++number) add_to(index, mask, number);
  }
  // Creates an empty list, too: rows may be added while the caller iterates over it.
  return index[{key.begin(), key.end()}];
}

}  // namespace tesuji::slices
