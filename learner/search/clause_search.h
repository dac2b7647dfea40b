// Searches clauses by meta-interpretive learning: a proof of the examples that invents clauses.
//
// A goal of the target or of an invented predicate is proved by a clause that the proof has made
// before, or by a new one: a metarule whose head is unified with the goal, and whose predicates
// are bound when the literals of its body are proved, from left to right. What the clauses are,
// in the end, is read off the proof. Depth first with backtracking, for 1 clause, then 2, and so
// on, so that a smallest program is found. Each positive example is first tried with the program
// as it is; only if it fails may clauses be added. Programs that cover a negative example are
// passed over, and so is one that the search had before with the same examples proved: what follows
// from there is the same.
//
// The order, which decides what is learned where several programs do (Metagol's): for a predicate
// that is still free those of the background in their order, then own ones that have clauses, the
// newest clause first, then new clauses, own predicates in their order, metarules in theirs. An
// own predicate's clauses call only own predicates of higher numbers, unless the metarule itself
// is recursive (SearchOptions::any_order); under `not` there are no own predicates; a goal that is
// an instance of one it comes from, the same but for names, fails.
//
// With noise each positive example that the program does not prove may also be passed over, as the
// last alternative, and the search goes on for a shorter description; parts of programs that cannot
// lead to one are left: descriptions grow with clauses, and with negative examples that are
// covered.
//
// Source: Muggleton, Lin, Tamaddoni-Nezhad (2015), "Meta-interpretive learning of higher-order
// dyadic datalog: predicate invention revisited"; Muggleton and Hocquette (2019), "MIL".
#pragma once

#include "ir/formulas/clause_metarule.h"
#include "learner/search/background.h"
#include "learner/search/hypothesis.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::learner {

/// Arguments of the target predicate, all values.
using Example = std::vector<Value>;

struct SearchResult;

struct SearchOptions {
  std::uint32_t min_clauses = 1;  ///< smaller programs are not tried
  std::uint32_t max_clauses = 4;
  /// Where it is not 0, programs of few literals in bodies are tried first, up to so many, instead
  /// of programs of few clauses; of at most max_clauses all the same. min_clauses counts literals
  /// then.
  std::uint32_t max_literals = 0;
  std::uint64_t max_steps = 100'000'000;  ///< goals and alternatives tried, in all
  /// Own predicates may call any that do not call them back, not only those of higher numbers.
  /// Finds more programs: where p_1 and p_2 are called by the same clause, p_2 may call p_1.
  bool any_order = false;
  /// Looks for the program with the shortest description, its exceptions included
  /// (description_length.h), among all of those sizes: positive examples that it does not cover,
  /// and negative ones that it does. `accept` is not called.
  bool noise = false;
  bool invent = true;                   ///< whether there are own predicates but for the target
  bool repeat_literals = true;          ///< whether a body may have the same literal twice
  std::uint32_t max_goals = 1'000'000;  ///< of one proof; deeper ones fail
  /// A predicate calls itself only where one of its arguments takes a step (Background::is_step).
  bool only_steps = false;
  /// Clauses of own predicates that are entered one below the other; deeper proofs fail. Ends
  /// recursion over backgrounds that make ever new terms.
  std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();
  const std::atomic<bool>* stop = nullptr;
  /// Asked of programs that cover all positive examples and no negative one; those that it refuses
  /// are passed over. May be empty.
  std::function<bool(const Hypothesis&)> accept = nullptr;
  /// Called about every 65,000 steps with how far the search is; not by covers.
  std::function<void(const SearchResult&)> progress = nullptr;
};

struct SearchResult {
  enum class End : std::uint8_t {
    found,
    exhausted,  ///< there is no such program of at most max_clauses clauses and max_literals
    steps,      ///< max_steps were not enough
    stopped,    ///< on request
  };
  End end = End::exhausted;
  Hypothesis hypothesis;   ///< if found; with noise also the best one before a limit
  std::uint32_t size = 0;  ///< clauses, or literals with max_literals, that were tried last
  std::uint32_t complete = 0;  ///< all programs of at most this size were tried
  bool more_clauses = false;   ///< whether max_clauses left programs out, where all others were tried
  std::uint64_t steps = 0;
  std::size_t covered = 0;    ///< positive examples that some program covered, from the first
  std::uint64_t refused = 0;  ///< programs that covered all of them, and a negative one; some
                              ///< are counted for each size that was tried
  std::optional<std::size_t> refusing;       ///< the negative example that the last of them covered
  std::vector<std::size_t> missed;           ///< with noise: positive examples that are exceptions
  std::vector<std::size_t> wrongly_covered;  ///< with noise: negative ones
  double bits = 0;                           ///< with noise: of the program and its exceptions
  double empty_bits = 0;  ///< with noise: without a program, all positive examples listed
  bool too_deep = false;        ///< whether a proof reached max_depth
  bool too_many_goals = false;  ///< whether a proof reached max_goals
  /// Frames that were looked at to see whether a goal comes from one like itself: the part of the
  /// time that `steps` does not count.
  std::uint64_t frames_seen = 0;
  bool doubtful = false;  ///< found: whether one of a negative example did, which may be covered
};

/// The largest size of programs: max_literals, or else max_clauses.
[[nodiscard]] inline std::uint32_t largest_size(const SearchOptions& options) {
  return options.max_literals != 0 ? options.max_literals : options.max_clauses;
}

class ProofMachine;

/// One learning task after the other; nothing is kept from one to the next. Not thread-safe.
class ClauseSearch {
 public:
  /// Both must outlive the search. Throws std::invalid_argument where a metarule names a predicate
  /// that the background lacks in that arity.
  ClauseSearch(std::span<const ir::ClauseMetarule> metarules, Background& background);
  ~ClauseSearch();
  ClauseSearch(const ClauseSearch&) = delete;
  ClauseSearch& operator=(const ClauseSearch&) = delete;

  /// All examples have the target's arity. `types` are those of its arguments, as in
  /// BackgroundPredicate. Passes on what the background throws.
  [[nodiscard]] SearchResult learn(std::span<const Example> positive,
                                   std::span<const Example> negative, const SearchOptions& options,
                                   std::span<const std::uint32_t> types = {});

  /// Whether the hypothesis' target holds of the example; nothing where max_steps or a request to
  /// stop ended the proof before.
  [[nodiscard]] std::optional<bool> covers(const Hypothesis& hypothesis, const Example& example,
                                           const SearchOptions& options);

 private:
  std::unique_ptr<ProofMachine> machine_;
};

}  // namespace tesuji::learner
