// Measures how easily people may understand a strategy: by its text, and by the work of applying it
// by hand in given states.
//
// These are estimates for comparing strategies. Whether a learner meets Michie's ultra-strong
// criterion (what it has learned can be taught, so that people perform better) only an experiment
// with people can show.
#pragma once

#include "ir/module/proc.h"
#include "ir/module/proc_program.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/turns.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace tesuji::learner {

// Counts the steps of a person who applies a strategy to a position by hand.
//
// The person reads the clauses as written: predicates in the order of play, clauses from the first
// on, literals from left to right, moves in their order, until a move is found. The person keeps no
// notes, so a repeated question is answered again. One solution is enough for a literal whose
// states are all known, or whose new state no other literal uses. An *elementary check* is one look
// at one board:
//
//   board   the person imagines a legal move: `move(A,B)` yields its next B, or recognises a given
//   B test    the person checks the literal `won(B)` or `drawn(B)`
//
// This is the number of steps that Prolog takes for primitives, not an estimate of seconds, which
// would require observing people. Ai, Muggleton, Hocquette, Gromowski and Schmid (2021, Beneficial
// and harmful explanatory machine learning, Machine Learning 110) use the work of executing a
// learned program to explain when its explanation helps people and when it harms.
//
// Without notes the work may be exponential in the depth of a strategy. It is computed, not
// executed: the work from a call of a predicate in a state to its i-th solution does not depend on
// the caller, so it is stored per predicate and state.

/// Counts saturate at 2^64 - 1.
struct HandWork {
  std::uint64_t boards = 0;
  std::uint64_t tests = 0;
  std::uint64_t literals = 0;  ///< literals tried, of predicates and of primitives
  std::uint32_t plies = 0;     ///< moves from the position to the deepest board that is looked at

  /// Elementary checks.
  [[nodiscard]] std::uint64_t checks() const;
  friend bool operator==(const HandWork&, const HandWork&) = default;
};

/// Computes the work, and stores its results about states. Not thread-safe.
class HandWorker {
 public:
  /// `procs` are those of a strategy, `order` the predicates of two arguments to try, in this
  /// order. The game and its turns must outlive it. Throws std::invalid_argument for what
  /// ir::resolve rejects, and for a name in `order` that is not defined.
  HandWorker(std::span<const ir::Proc> procs, std::span<const std::string> order,
             const runtime::Game& game, const runtime::Turns& turns,
             runtime::StateSpaceOptions options = {});
  HandWorker(const HandWorker&) = delete;
  HandWorker& operator=(const HandWorker&) = delete;

  struct Result {
    HandWork work;
    /// Number of the predicate that has a move, in the order of `procs`; nothing if none has.
    std::optional<std::uint32_t> predicate;
  };
  /// Computes the work in a state until the first predicate in the order has a move, or until all
  /// have failed. Throws BudgetExceeded, LimitReached, TurnError and Stopped.
  [[nodiscard]] Result choose(runtime::StateView state);

 private:
  /// A solution of a call.
  struct Solution {
    runtime::Node* node = nullptr;
    std::uint32_t plies = 0;  ///< moves from the state of the call
    HandWork work;            ///< of this and of all earlier solutions
  };
  /// Solutions of a predicate in a state, as far as they were needed.
  struct Answers {
    std::vector<Solution> solutions;
    HandWork all;  ///< if complete: until there are no more
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

// Measures of a strategy's text that affect how easily people understand it: how much there is to
// read, how much of it is invented, and how deeply it is nested.
//
// Human trials found comprehension to depend on the complexity of the text and on predicates
// without a meaningful name, which are those that a learner invents. Source: Muggleton, Schmid,
// Zeller, Tamaddoni-Nezhad and Besold (2018), Ultra-Strong Machine Learning: comprehensibility of
// programs learned with ILP, Machine Learning 107.

/// Counts over the clauses that a reader needs: those of the roots and of all that these call.
struct TextMeasures {
  std::size_t predicates = 0;
  std::size_t invented = 0;  ///< of these predicates, those that do not choose moves: helpers
  std::size_t clauses = 0;
  std::size_t literals = 0;  ///< in bodies
  /// Occurrences of predicate symbols and variables, including `_`: textual complexity.
  std::size_t symbols = 0;
  std::size_t call_depth = 0;  ///< predicates on the longest chain of calls, without primitives
  friend bool operator==(const TextMeasures&, const TextMeasures&) = default;
};

/// `procs` are those of a strategy without recursion; `playing` names the predicates that choose
/// moves, `roots` those whose clauses are read. Names that `procs` does not define count as
/// primitives.
[[nodiscard]] TextMeasures measure_text(std::span<const ir::Proc> procs,
                                        std::span<const std::string> playing,
                                        std::span<const std::string> roots);

struct Comprehension {
  /// A predicate that chooses moves, with all that it calls.
  struct Predicate {
    std::string name;
    TextMeasures text;
  };
  TextMeasures text;                     ///< of the whole strategy
  std::vector<Predicate> predicates;     ///< in the order of play
  std::vector<HandWorker::Result> work;  ///< by state, in the given order
  std::vector<std::size_t> deciding;     ///< by state: index into `predicates`; past the end: none
                                         ///< has a move
};

/// Throws what HandWorker throws. `order`: the predicates to try, in this order.
[[nodiscard]] Comprehension measure_comprehension(std::span<const ir::Proc> procs,
                                                  std::span<const std::string> order,
                                                  const runtime::Game& game,
                                                  const runtime::Turns& turns,
                                                  std::span<const runtime::State> states,
                                                  runtime::StateSpaceOptions options = {});

/// Mean and worst case over some states.
struct WorkSummary {
  std::size_t states = 0;
  double checks = 0;  ///< elementary checks, mean
  double boards = 0;
  double tests = 0;
  double literals = 0;
  double plies = 0;
  HandWork worst;               ///< of the first state with the most checks
  std::size_t worst_state = 0;  ///< that state's number
  std::uint32_t deepest = 0;    ///< plies, in any state
};

/// Summarises the states for which `predicate` decides; npos: all.
[[nodiscard]] WorkSummary summary_of(const Comprehension& comprehension,
                                     std::size_t predicate = static_cast<std::size_t>(-1));

}  // namespace tesuji::learner
