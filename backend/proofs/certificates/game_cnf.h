// A game over several points of time as a CNF.
//
// Every sequence of states that a play goes through is a model of it:
//   (true F) at 0      a free variable, or as in the initial state
//   (true F) at t + 1  (next F) at t
//   (does R M) at t    a variable; at most one of each role. Where none of the states 0..t is
//                      terminal, one, and that is legal. That there is one is said of the parts of
//                      a move: its functor, and each of its arguments, has at most one value
//   derived atoms      the disjunction of the bodies of their rules (Clark 1978)
// After a terminal state any moves are made, or none, and rules give some state, of which nothing
// is claimed. An atom that depends on itself is unrolled: it is true in round n where its rules
// make it so of what is true in round n - 1, nothing is true in round 0, and there are as many
// rounds as atoms that depend on each other. Where that would be too large it is defined by itself:
// then the CNF has more models than there are sequences (`weaker`).
#pragma once

#include "backend/proofs/certificates/cnf.h"
#include "backend/proofs/certificates/grounding.h"
#include "backend/proofs/certificates/statement.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::certificates {

// Builds a CNF from literals that are defined as conjunctions, disjunctions and counts of others.
//
// Every variable that is made here is defined in both directions, so that it has exactly one value
// for all values of what it is made of: a definition excludes nothing. Equal definitions share
// their variable, and constants go away.

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

enum class CnfStart : std::uint8_t { initial, any };

struct CnfLimits {
  std::uint64_t literals = 40'000'000;
  std::uint64_t unrolled = 2'000'000;  ///< body literals in all rounds of atoms that need rounds
  double seconds = 0;                  ///< wall clock, to make one; 0: no limit
};

class GameCnf {
 public:
  /// Times 0..last. The game must outlive it; it gets terms of statements.
  GameCnf(GroundGame& game, CnfStart start, std::uint32_t last, const CnfLimits& limits);

  /// What defines the atom is added by `finish`. Moves have no literal at the last time.
  [[nodiscard]] Literal atom(AtomId atom, std::uint32_t time);
  /// None of the states before `time` is terminal.
  [[nodiscard]] Literal alive(std::uint32_t time) { return alive_[time]; }
  [[nodiscard]] Literal statement(const ReadStatement& statement, std::uint32_t time);
  [[nodiscard]] Gates& gates() { return gates_; }

  /// Adds all definitions. Throws LimitExceeded.
  void finish();
  [[nodiscard]] bool weaker() const { return weaker_; }

 private:
  /// A derived atom whose definition is missing.
  struct Open {
    AtomId atom;
    std::uint32_t time;
    std::uint32_t round;  ///< 0: it needs none
    Literal literal;
  };

  Literal derived(AtomId atom, std::uint32_t time, std::uint32_t round);
  void define(const Open& open);
  void add_moves(std::uint32_t time);
  void add_parts(const std::vector<AtomId>& moves, std::uint32_t time,
                 std::vector<Literal>& functors);
  Literal any_move(const std::vector<AtomId>& moves, std::uint32_t time);
  Literal part(const Statement& formula, std::uint32_t time, Binding& binding);
  void add_choices(const Statement& count, std::size_t range, std::size_t variable,
                   std::uint32_t time, Binding& binding, std::vector<Literal>& choices);
  bool add_matches(const Statement& body, const std::vector<Statement::Range>& variables,
                   std::uint32_t time, Binding& binding, std::vector<Literal>& choices);
  void find_rounds();

  GroundGame& game_;
  CnfStart start_;
  std::uint32_t last_;
  CnfLimits limits_;
  Gates gates_;
  std::vector<Literal> alive_;                            ///< by time
  std::vector<std::vector<Literal>> values_;              ///< by time and atom; 0: none yet
  std::unordered_map<std::uint64_t, Literal> in_rounds_;  ///< by atom, round and time
  std::vector<std::uint32_t> rounds_;                     ///< by loop; 0: defined by itself
  /// By time and move: that its functor, and each of its arguments, is that of the move made.
  std::vector<std::unordered_map<AtomId, std::vector<Literal>>> parts_;
  std::unordered_map<AtomId, std::uint32_t> role_of_;  ///< by move
  std::vector<Open> open_;
  bool weaker_ = false;
};

}  // namespace tesuji::certificates
