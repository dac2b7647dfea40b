// Searches for clauses by meta-interpretive learning: a proof of the examples that invents clauses.
//
// A goal of the target or of an invented predicate is proved by a clause that the proof has made
// before, or by a new one: a metarule whose head is unified with the goal, and whose predicates are
// bound when the literals of its body are proved, from left to right. The final clauses are read
// off the proof. The search is depth first with backtracking, for 1 clause, then 2, and so on, so
// that it finds a smallest program. It first tries each positive example with the program as it is;
// only if that fails may clauses be added. It skips programs that cover a negative example, and a
// program that it had before with the same examples proved, because the continuation would be the
// same.
//
// The order decides which of several programs is learned (it is Metagol's): for a predicate that is
// still free, those of the background in their order, then own ones that have clauses, the newest
// clause first, then new clauses, by the order of own predicates, then of metarules. An own
// predicate's clauses call only own predicates of higher numbers, unless the metarule itself is
// recursive (SearchOptions::any_order); under `not` there are no own predicates; a goal fails if it
// is an instance of an ancestor goal, up to names.
//
// With noise, a positive example that the program does not prove may be skipped, as the last
// alternative, and the search continues for a shorter description. It prunes partial programs that
// cannot lead to one: descriptions grow with clauses, and with covered negative examples.
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

/// Arguments of the target predicate, all bound.
using Example = std::vector<Value>;

struct SearchResult;

struct SearchOptions {
  std::uint32_t min_clauses = 1;  ///< smaller programs are not tried
  std::uint32_t max_clauses = 4;
  /// If not 0, tries programs by growing number of body literals, up to this many, instead of
  /// number of clauses; max_clauses still applies. min_clauses then counts literals.
  std::uint32_t max_literals = 0;
  std::uint64_t max_steps = 100'000'000;  ///< goals and alternatives tried in total
  /// Own predicates may call any that do not call them back, not only those of higher numbers.
  /// Finds more programs: if p_1 and p_2 are called by the same clause, p_2 may call p_1.
  bool any_order = false;
  /// Searches for the program with the shortest description, including its exceptions
  /// (description_length.h): positive examples that it does not cover, and negative ones that it
  /// does. Considers all sizes in range; does not call `accept`.
  bool noise = false;
  bool invent = true;                   ///< whether there are own predicates besides the target
  bool repeat_literals = true;          ///< whether a body may have the same literal twice
  std::uint32_t max_goals = 1'000'000;  ///< in one proof; larger ones fail
  /// A predicate may call itself only if one of its arguments takes a step (Background::is_step).
  bool only_steps = false;
  /// Nesting of clauses of own predicates; deeper proofs fail. Ends recursion over backgrounds that
  /// make ever new terms.
  std::uint32_t max_depth = std::numeric_limits<std::uint32_t>::max();
  const std::atomic<bool>* stop = nullptr;
  /// Called with programs that cover all positive examples and no negative one; the search skips
  /// those for which it returns false. May be empty.
  std::function<bool(const Hypothesis&)> accept = nullptr;
  /// Called about every 65,000 steps with the current progress; not by covers.
  std::function<void(const SearchResult&)> progress = nullptr;
};

struct SearchResult {
  enum class End : std::uint8_t {
    found,
    exhausted,  ///< there is no such program within max_clauses clauses and max_literals
    steps,      ///< max_steps was reached
    stopped,    ///< on request
  };
  End end = End::exhausted;
  Hypothesis hypothesis;   ///< if found; with noise also the best one before a limit
  std::uint32_t size = 0;  ///< clauses, or literals with max_literals, of the size tried last
  std::uint32_t complete = 0;  ///< all programs up to this size were tried
  bool more_clauses = false;   ///< whether max_clauses left programs out although all others were
                               ///< tried
  std::uint64_t steps = 0;
  std::size_t covered = 0;    ///< number of examples, from the first on, that some program covered
  std::uint64_t refused = 0;  ///< programs that covered all positive examples, but also a negative
                              ///< one; a program may be counted for several sizes
  std::optional<std::size_t> refusing;       ///< the negative example that the last of them covered
  std::vector<std::size_t> missed;           ///< with noise: positive examples that are exceptions
  std::vector<std::size_t> wrongly_covered;  ///< with noise: negative examples that are exceptions
  double bits = 0;                           ///< with noise: of the program and its exceptions
  double empty_bits = 0;  ///< with noise: without a program, if all positive examples are listed
  bool too_deep = false;        ///< whether a proof reached max_depth
  bool too_many_goals = false;  ///< whether a proof reached max_goals
  /// Frames visited to detect a goal that repeats an ancestor: work that `steps` does not count.
  std::uint64_t frames_seen = 0;
  bool doubtful = false;  ///< found: whether the proof of a negative example did, so that it may be
                          ///< covered
};

/// Returns the largest size of programs: max_literals, or else max_clauses.
[[nodiscard]] inline std::uint32_t largest_size(const SearchOptions& options) {
  return options.max_literals != 0 ? options.max_literals : options.max_clauses;
}

class ProofMachine;

/// Runs one learning task after the other; keeps nothing between them. Not thread-safe.
class ClauseSearch {
 public:
  /// Both must outlive the search. Throws std::invalid_argument if a metarule names a predicate
  /// that the background lacks in that arity.
  ClauseSearch(std::span<const ir::ClauseMetarule> metarules, Background& background);
  ~ClauseSearch();
  ClauseSearch(const ClauseSearch&) = delete;
  ClauseSearch& operator=(const ClauseSearch&) = delete;

  /// All examples must have the target's arity. `types` are those of its arguments, as in
  /// BackgroundPredicate. Rethrows what the background throws.
  [[nodiscard]] SearchResult learn(std::span<const Example> positive,
                                   std::span<const Example> negative, const SearchOptions& options,
                                   std::span<const std::uint32_t> types = {});

  /// Whether the hypothesis' target holds for the example; nothing if max_steps or a stop request
  /// ended the proof first.
  [[nodiscard]] std::optional<bool> covers(const Hypothesis& hypothesis, const Example& example,
                                           const SearchOptions& options);

 private:
  std::unique_ptr<ProofMachine> machine_;
};

}  // namespace tesuji::learner
