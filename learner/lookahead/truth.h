// Represents a property's truth in each state of a sample: true, false or unknown (Kleene's logic),
// as two vectors of bits.
#pragma once

#include "learner/lookahead/state_sample.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::learner {

/// A set of states of a sample, 64 in a word.
class StateSet {
 public:
  explicit StateSet(std::size_t states = 0) : words_((states + 63) / 64) {}
  [[nodiscard]] bool has(std::size_t state) const {
    return ((words_[state / 64] >> (state % 64)) & 1) != 0;
  }
  void insert(std::size_t state) { words_[state / 64] |= std::uint64_t{1} << (state % 64); }
  void erase(std::size_t state) { words_[state / 64] &= ~(std::uint64_t{1} << (state % 64)); }
  [[nodiscard]] bool empty() const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool meets(const StateSet& other) const;
  [[nodiscard]] bool is_within(const StateSet& other) const;
  void add(const StateSet& other);
  void remove(const StateSet& other);
  [[nodiscard]] std::vector<std::uint64_t>& words() { return words_; }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }
  friend bool operator==(const StateSet&, const StateSet&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

struct Truth {
  StateSet yes;
  StateSet no;

  explicit Truth(std::size_t states = 0) : yes(states), no(states) {}
  [[nodiscard]] std::uint64_t hash() const;
  friend bool operator==(const Truth&, const Truth&) = default;
};

/// Returns the truth of both together.
[[nodiscard]] Truth both(const Truth& a, const Truth& b);
[[nodiscard]] Truth negation(Truth a);
/// Returns whether a move leads to a state with the property.
[[nodiscard]] Truth some_successor(const StateSample& sample, const Truth& property);

}  // namespace tesuji::learner
