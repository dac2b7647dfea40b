#include "frontend/gdl/checks/value_places.h"

#include "frontend/gdl/gdl_visit.h"

#include <algorithm>

namespace tesuji::frontend {

bool NumberSet::contains(std::uint32_t number) const {
  return number / 64 < words_.size() && (words_[number / 64] >> number % 64 & 1U) != 0;
}

bool NumberSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

bool NumberSet::insert(std::uint32_t number) {
  if (number / 64 >= words_.size()) {
    words_.resize(number / 64 + 1);
  }
  std::uint64_t& word = words_[number / 64];
  const std::uint64_t bit = std::uint64_t{1} << number % 64;
  const bool is_new = (word & bit) == 0;
  word |= bit;
  return is_new;
}

bool NumberSet::unite(const NumberSet& other) {
  if (words_.size() < other.words_.size()) {
    words_.resize(other.words_.size());
  }
  bool grew = false;
  for (std::size_t w = 0; w < other.words_.size(); ++w) {
    grew = grew || (other.words_[w] & ~words_[w]) != 0;
    words_[w] |= other.words_[w];
  }
  return grew;
}

void NumberSet::intersect(const NumberSet& other) {
  words_.resize(std::min(words_.size(), other.words_.size()));
  for (std::size_t w = 0; w < words_.size(); ++w) {
    words_[w] &= other.words_[w];
  }
}

PlaceId PlaceTable::make(std::uint32_t depth) {
  places_.emplace_back().depth = depth;
  return static_cast<PlaceId>(places_.size() - 1);
}

Constructor PlaceTable::constructor(const Term& term) {
  const TermForm key = form_of(term);
  const auto number = static_cast<Constructor>(descriptions_.size());
  const auto [found, is_new] = constructors_.try_emplace(key, number);
  if (is_new) {
    descriptions_.push_back(key);
  }
  return found->second;
}

std::optional<Constructor> PlaceTable::find(const std::pair<ir::Symbol, std::size_t>& form) const {
  const auto found = constructors_.find(form);
  if (found == constructors_.end()) return std::nullopt;
  return found->second;
}

std::pair<ir::Symbol, bool> PlaceTable::describe(Constructor constructor) const {
  const auto& [symbol, width] = descriptions_[constructor];
  return {symbol, width > 0};
}

bool PlaceTable::add(PlaceId place, Constructor constructor) {
  return places_[place].constructors.insert(constructor);
}

bool PlaceTable::add_anything(PlaceId place) {
  const bool before = places_[place].anything;
  places_[place].anything = true;
  return !before;
}

bool PlaceTable::add_all(PlaceId from, PlaceId to) {
  if (from == to) {
    return false;
  }
  const bool anything = places_[from].anything && add_anything(to);
  return add_chosen(from, places_[from].constructors, to) || anything;
}

bool PlaceTable::add_chosen(PlaceId from, const NumberSet& chosen, PlaceId to) {
  if (from == to) {
    return false;
  }
  bool grew = places_[to].constructors.unite(chosen);
  for (const auto& [constructor, source] : places_[from].parts) {
    if (!chosen.contains(constructor)) {
      continue;
    }
    const std::vector<PlaceId>& target = parts(to, constructor);
    for (std::size_t i = 0; i < target.size(); ++i) {
      grew = add_all(source[i], target[i]) || grew;
    }
  }
  return grew;
}

const std::vector<PlaceId>& PlaceTable::parts(PlaceId place, Constructor constructor) {
  static const std::vector<PlaceId> none;
  const std::uint32_t depth = places_[place].depth;
  if (depth >= max_depth || full()) {
    return none;
  }
  std::vector<PlaceId>& found = places_[place].parts[constructor];
  const std::size_t width = descriptions_[constructor].second;
  while (found.size() + 1 < width) {
    found.push_back(make(depth + 1));
  }
  return found;
}

}  // namespace tesuji::frontend
