// Encodes a game over several points of time as a CNF.
//
// Every sequence of states of a play is a model of the CNF:
//   (true F) at 0      a free variable, or as in the initial state
//   (true F) at t + 1  (next F) at t
//   (does R M) at t    a variable; at most one per role. If none of the states 0..t is terminal,
//                      exactly one, and it is legal. At most one is encoded by the parts of a move:
//                      its functor, and each of its arguments, has at most one value
//   derived atoms      the disjunction of the bodies of their rules (Clark 1978)
// After a terminal state, moves are arbitrary or absent, and rules give some state, about which
// nothing is claimed. An atom that depends on itself is unrolled: it is true in round n if its
// rules derive it from atoms that are true in round n - 1; nothing is true in round 0; and there
// are as many rounds as mutually dependent atoms. If that would be too large, the atom is defined
// by itself: then the CNF has more models than there are sequences (`weaker`).
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
// Every new variable is defined in both directions, so that its inputs determine its value: a
// definition excludes no assignment of them. Equal definitions share a variable, and constants are
// folded.

class Gates {
 public:
  static constexpr Literal yes = 1;  ///< variable 1, which a unit clause makes true
  static constexpr Literal no = -1;

  /// Later calls throw LimitExceeded if there are more literals, or after `seconds` (0: never).
  Gates(std::uint64_t most_literals, double seconds);

  [[nodiscard]] Literal variable() { return static_cast<Literal>(++cnf_.variables); }
  /// Adds a clause without its false constants; adds nothing if a constant is true.
  void clause(std::span<const Literal> literals);
  void clause(std::initializer_list<Literal> literals) {
    clause(std::span(literals.begin(), literals.size()));
  }

  [[nodiscard]] Literal all_of(std::vector<Literal> literals);
  [[nodiscard]] Literal any_of(std::vector<Literal> literals);
  /// Returns whether lower..upper of the literals are true, counting repeated ones. Uses cells
  ///     c(i, j) <-> c(i-1, j) or (literal i and c(i-1, j-1))
  /// meaning `at least j of the first i`.
  [[nodiscard]] Literal count_of(std::span<const Literal> literals, std::uint64_t lower,
                                 std::uint64_t upper);

  /// Adds that no two of the literals are true, by a ladder
  ///     s(i) <-> s(i-1) or literal i,    not (s(i-1) and literal i)
  /// and returns whether one of them is true.
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
  std::uint64_t unrolled =
      2'000'000;       ///< maximum number of body literals in all rounds of atoms that need rounds
  double seconds = 0;  ///< wall clock, for one CNF; 0: no limit
};

class GameCnf {
 public:
  /// Encodes times 0..last. The game must outlive it; statements add terms to it.
  GameCnf(GroundGame& game, CnfStart start, std::uint32_t last, const CnfLimits& limits);

  /// Returns the atom's literal; `finish` adds its definition. Moves have no literal at the last
  /// time.
  [[nodiscard]] Literal atom(AtomId atom, std::uint32_t time);
  /// Returns whether none of the states before `time` is terminal.
  [[nodiscard]] Literal alive(std::uint32_t time) { return alive_[time]; }
  [[nodiscard]] Literal statement(const ReadStatement& statement, std::uint32_t time);
  [[nodiscard]] Gates& gates() { return gates_; }

  /// Adds all definitions. Throws LimitExceeded.
  void finish();
  [[nodiscard]] bool weaker() const { return weaker_; }

 private:
  /// A derived atom that is not defined yet.
  struct Open {
    AtomId atom;
    std::uint32_t time;
    std::uint32_t round;  ///< 0: it needs no rounds
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
  std::vector<std::vector<Literal>> values_;              ///< by time and atom; 0: not created yet
  std::unordered_map<std::uint64_t, Literal> in_rounds_;  ///< by atom, round and time
  std::vector<std::uint32_t> rounds_;                     ///< by loop; 0: defined by itself
  /// By time and move: whether its functor, and each of its arguments, are those of the move made.
  std::vector<std::unordered_map<AtomId, std::vector<Literal>>> parts_;
  std::unordered_map<AtomId, std::uint32_t> role_of_;  ///< by move
  std::vector<Open> open_;
  bool weaker_ = false;
};

}  // namespace tesuji::certificates
