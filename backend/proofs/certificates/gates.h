// Builds a CNF from literals that are defined as conjunctions, disjunctions and counts of others.
//
// Every variable that is made here is defined in both directions, so that it has exactly one value
// for all values of what it is made of: a definition excludes nothing. Equal definitions share
// their variable, and constants go away.
#pragma once

#include "backend/proofs/certificates/cnf.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::certificates {

class Gates {
 public:
  static constexpr Literal yes = 1;  ///< variable 1, which a clause makes true
  static constexpr Literal no = -1;

  /// Throws LimitExceeded later, where there are more literals, or after so many seconds (0:
  /// never).
  Gates(std::uint64_t most_literals, double seconds);

  [[nodiscard]] Literal variable() { return static_cast<Literal>(++cnf_.variables); }
  /// Adds a clause, without its false constants; none where it has a true one.
  void clause(std::span<const Literal> literals);
  void clause(std::initializer_list<Literal> literals) {
    clause(std::span(literals.begin(), literals.size()));
  }

  [[nodiscard]] Literal all_of(std::vector<Literal> literals);
  [[nodiscard]] Literal any_of(std::vector<Literal> literals);
  /// Whether lower..upper of the literals, each as often as it is there, are true. With cells
  ///     c(i, j) <-> c(i-1, j) or (literal i and c(i-1, j-1))
  /// `at least j of the first i`.
  [[nodiscard]] Literal count_of(std::span<const Literal> literals, std::uint64_t lower,
                                 std::uint64_t upper);

  /// Adds that no two of the literals are true, by a ladder
  ///     s(i) <-> s(i-1) or literal i,    not (s(i-1) and literal i)
  /// and returns whether one of them is.
  [[nodiscard]] Literal at_most_one(std::span<const Literal> literals);

  [[nodiscard]] const Cnf& cnf() const { return cnf_; }
  [[nodiscard]] Cnf take() { return std::move(cnf_); }

 private:
  struct Hash {
    std::size_t operator()(const std::vector<Literal>& literals) const;
  };

  Cnf cnf_;
  void watch_time();

  std::uint64_t most_literals_;
  double seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::uint64_t watched_ = 0;
  std::vector<Literal> kept_;
  std::unordered_map<std::vector<Literal>, Literal, Hash> conjunctions_;
};

}  // namespace tesuji::certificates
