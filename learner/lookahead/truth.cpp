#include "learner/lookahead/truth.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tesuji::learner {

bool StateSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

std::size_t StateSet::count() const {
  std::size_t result = 0;
  for (const std::uint64_t word : words_) result += static_cast<std::size_t>(std::popcount(word));
  return result;
}

bool StateSet::meets(const StateSet& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((words_[i] & other.words_[i]) != 0) return true;
  }
  return false;
}

bool StateSet::is_within(const StateSet& other) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((words_[i] & ~other.words_[i]) != 0) return false;
  }
  return true;
}

void StateSet::add(const StateSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

void StateSet::remove(const StateSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
}

std::uint64_t Truth::hash() const {
  std::uint64_t result = 0x9E3779B97F4A7C15ULL;
  for (const StateSet* set : {&yes, &no}) {
    for (const std::uint64_t word : set->words()) {
      result = (result ^ word) * 0xff51afd7ed558ccdULL;
      result ^= result >> 32;
    }
  }
  return result;
}

Truth both(const Truth& a, const Truth& b) {
  Truth result = a;
  for (std::size_t i = 0; i < result.yes.words().size(); ++i) {
    result.yes.words()[i] &= b.yes.words()[i];
    result.no.words()[i] |= b.no.words()[i];
  }
  return result;
}

Truth negation(Truth a) {
  std::swap(a.yes, a.no);
  return a;
}

Truth some_successor(const StateSample& sample, const Truth& property) {
  Truth result(sample.size());
  for (std::size_t state = 0; state < sample.size(); ++state) {
    if (!sample.expanded(state)) continue;
    bool yes = false;
    bool no = true;
    for (const std::uint32_t next : sample.successors(state)) {
      yes |= property.yes.has(next);
      no &= property.no.has(next);
    }
    if (yes) result.yes.insert(state);
    if (no) result.no.insert(state);
  }
  return result;
}

}  // namespace tesuji::learner
