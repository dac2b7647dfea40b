// Represents a property's truth in each state of a sample: true, false or unknown (Kleene's logic),
// as two vectors of bits. Computes the truths of a program's predicates.
#pragma once

#include "learner/lookahead/state_sample.h"
#include "learner/migo/learned_program.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::learner {

// --- Truths

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

// --- Truths of a program

/// Not thread-safe. The sample must outlive it and must not grow meanwhile.
class ProgramTruths {
 public:
  explicit ProgramTruths(const StateSample& sample);

  /// Evaluates the predicates of the program that are not evaluated yet; those already evaluated
  /// must be the first ones.
  void extend(const LearnedProgram& program);

  [[nodiscard]] const Truth& of(const Callee& callee) const { return truths_[place(callee)]; }
  /// Whether a move leads to a state with the property.
  [[nodiscard]] const Truth& some(const Callee& callee);
  [[nodiscard]] Truth of_clause(const LearnedClause& clause);

 private:
  [[nodiscard]] static std::size_t place(const Callee& callee);

  const StateSample* sample_;
  std::vector<Truth> truths_;  ///< move, won, drawn, then predicates
  std::vector<std::optional<Truth>> some_;
};

}  // namespace tesuji::learner
