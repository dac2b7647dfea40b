// Adds clauses that define gates: conjunctions, disjunctions, exclusive ors, counts.
//
// Source: Tseitin, On the complexity of derivation in propositional calculus (1968); counts are
// sequential counters as in Sinz, Towards an optimal CNF encoding of Boolean cardinality
// constraints (2005), here with both directions of each definition.
#pragma once

#include "backend/proofs/sat/solver.h"

#include <cstdint>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace tesuji::sat {

/// Thrown when a limit is reached before the solver is called: while formulas and nets are
/// expanded.
class LimitReached : public std::runtime_error {
 public:
  LimitReached() : std::runtime_error("a limit of time or memory was reached") {}
};

/// Literals of gates over literals of one solver, which must outlive it. Folds constants; equal
/// gates share a variable.
class Gates {
 public:
  explicit Gates(Solver& solver);

  /// From now on, creating a gate throws LimitReached soon after a limit is reached. No gate is
  /// left incomplete: gates may be created again under other limits. Null: no limits; they must
  /// outlive this.
  void watch(const Limits* limits) { limits_ = limits; }

  [[nodiscard]] Literal truth() const { return truth_; }
  [[nodiscard]] Literal falsity() const { return -truth_; }
  /// Returns a literal that holds exactly if all do; truth() for an empty list.
  [[nodiscard]] Literal all_of(std::vector<Literal> literals);
  [[nodiscard]] Literal any_of(std::vector<Literal> literals);
  [[nodiscard]] Literal differ(Literal a, Literal b);
  /// Returns a literal that holds exactly if lower..upper of the literals do; `upper` may exceed
  /// their number.
  [[nodiscard]] Literal count_between(std::vector<Literal> literals, std::uint64_t lower,
                                      std::uint64_t upper);
  /// Asserts that exactly one holds; asserts false for an empty list.
  void assert_exactly_one(std::span<const Literal> literals);

 private:
  struct Hash {
    std::size_t operator()(const std::vector<Literal>& key) const;
  };

  /// Returns a literal that holds if at least `bound` of the literals do.
  [[nodiscard]] Literal at_least(const std::vector<Literal>& literals, std::uint64_t bound);
  void look_at_limits();

  Solver& solver_;
  const Limits* limits_ = nullptr;
  std::uint32_t looks_ = 0;
  Literal truth_;
  std::unordered_map<std::vector<Literal>, Literal, Hash> conjunctions_;
  std::unordered_map<std::vector<Literal>, std::vector<Literal>, Hash> counters_;
};

/// A solver with the gates over its literals.
struct Workspace {
  Solver solver{};
  Gates gates{solver};

  Workspace() = default;
  Workspace(const Workspace&) = delete;  // the gates refer to the solver
  Workspace& operator=(const Workspace&) = delete;
};

}  // namespace tesuji::sat
