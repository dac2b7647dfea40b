// Counts what a person does who applies a strategy to a position by hand.
//
// The person reads the clauses as they stand: predicates in the order of play, clauses from the
// first on, literals from left to right, moves in their order, until a move is found. The person
// keeps no notes, so that a question that comes again is answered again. Of a literal without a
// state that is still to be found, or with one that nothing else speaks of, one solution is enough.
// An *elementary check* is one look at one board:
//
//   board   a legal move is imagined: `move(A,B)` yields its next B, or a given B is recognised
//   test    the literal `won(B)` or `drawn(B)` is checked
//
// This is the number of steps that Prolog takes for primitives, not an estimate of seconds, for
// which people would have to be observed. Ai, Muggleton, Hocquette, Gromowski and Schmid (2021,
// Beneficial and harmful explanatory machine learning, Machine Learning 110) explain with the work
// of executing a learned program when its explanation helps people and when it harms.
//
// Without notes the work may be exponential in the depth of a strategy. It is not done, but
// computed: the work from a call of a predicate in a state to its i-th solution does not depend on
// who calls, so that it is remembered per predicate and state.
#pragma once

#include "ir/module/proc_program.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/turns.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace tesuji::learner {

/// Counts that do not fit stay at 2^64 - 1.
struct HandWork {
  std::uint64_t boards = 0;
  std::uint64_t tests = 0;
  std::uint64_t literals = 0;  ///< tried, of predicates and of primitives
  std::uint32_t plies = 0;     ///< moves from the position to the deepest board that is looked at

  /// Elementary checks.
  [[nodiscard]] std::uint64_t checks() const;
  friend bool operator==(const HandWork&, const HandWork&) = default;
};

/// Remembers what it found out about states. Not thread-safe.
class HandWorker {
 public:
  /// `procs` are those of a strategy, `order` the predicates of two arguments that are tried, in
  /// their order. The game and its turns must outlive it. Throws std::invalid_argument for what
  /// ir::resolve refuses, and for a name in `order` that is not defined.
  HandWorker(std::span<const ir::Proc> procs, std::span<const std::string> order,
             const runtime::Game& game, const runtime::Turns& turns,
             runtime::StateSpaceOptions options = {});
  HandWorker(const HandWorker&) = delete;
  HandWorker& operator=(const HandWorker&) = delete;

  struct Result {
    HandWork work;
    /// Number of the predicate that has a move, in the order of `procs`; nothing where none has.
    std::optional<std::uint32_t> predicate;
  };
  /// The work in a state until the first predicate in the order has a move, or until all have
  /// failed. Throws BudgetExceeded, LimitReached, TurnError and Stopped.
  [[nodiscard]] Result choose(runtime::StateView state);

 private:
  /// From a call to a solution.
  struct Solution {
    runtime::Node* node = nullptr;
    std::uint32_t plies = 0;  ///< moves from the state of the call
    HandWork work;            ///< of this and of all solutions before
  };
  /// Solutions of a predicate in a state, as far as they were wanted.
  struct Answers {
    std::vector<Solution> solutions;
    HandWork all;  ///< complete: until there are no more
    bool complete = false;
  };
  struct Run;

  [[nodiscard]] Result choose(runtime::Node& node);
  Answers& answers(std::uint32_t proc, runtime::Node* from, runtime::Node* to, std::size_t wanted);
  bool go_on(Run& run, const ir::ProcBody& clause, std::size_t at);
  bool each(Run& run, const ir::ProcBody& clause, std::size_t at);
  bool each_move(Run& run, const ir::ProcBody& clause, std::size_t at);
  bool holds(Run& run, const ir::ProcStep& step);
  bool has_move(Run& run, const ir::ProcStep& step, runtime::Node& node, std::uint32_t plies);
  [[nodiscard]] bool is_successor(runtime::Node& from, const runtime::Node* to);

  ir::ProcProgram program_;
  std::vector<std::uint32_t> order_;
  runtime::StateSpace space_;
  std::map<std::tuple<std::uint32_t, const runtime::Node*, const runtime::Node*>, Answers> known_;
};

}  // namespace tesuji::learner
