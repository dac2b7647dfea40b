// Implements MIGO's learning step: from examples of moves to a program, by dependent learning.
//
// For win, then draw, for k = 1, 2, ..: it learns each example of level k that nothing learned in
// this round covers as a helper of its own, k_M_L for round M and L examples left. After each of a
// few rounds the helpers become background, for the examples that failed. Finally it learns one
// definition from all examples of the level. So every search is for a few clauses, over predicates
// that are themselves learned.
//
// Source: Muggleton and Hocquette (2019), Algorithm 1. What the paper leaves open is as in the
// authors' public implementation: levels, the order of predicates (newest first) and of examples
// (newest first). Theirs may search without end; here a search has a limit of steps, and a level
// that cannot be learned within it is omitted.
#pragma once

#include "learner/migo/learned_program.h"
#include "learner/migo/refutations.h"
#include "learner/search/clause_search.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace tesuji::learner {

/// A move that keeps an outcome.
struct MoveExample {
  Value from = 0;
  Value to = 0;
  friend auto operator<=>(const MoveExample&, const MoveExample&) = default;
};

/// Examples by goal and level, oldest first; levels are below `levels`, and level 0 stays empty.
class LevelExamples {
 public:
  explicit LevelExamples(std::uint32_t levels) : by_goal_{Row(levels), Row(levels)} {}
  using Row = std::vector<std::vector<MoveExample>>;
  [[nodiscard]] Row& of(Goal goal) { return by_goal_[static_cast<std::size_t>(goal)]; }
  [[nodiscard]] const Row& of(Goal goal) const { return by_goal_[static_cast<std::size_t>(goal)]; }
  /// Returns the limit of levels: examples may have levels from 1 to below it.
  [[nodiscard]] std::uint32_t levels() const {
    return static_cast<std::uint32_t>(by_goal_[0].size());
  }
  /// Adds an example; if its level is too deep, records only the depth.
  void add(Goal goal, std::uint32_t level, MoveExample example);
  /// Makes room for levels below this.
  void grow(std::uint32_t levels) {
    for (Row& row : by_goal_) row.resize(std::max<std::size_t>(row.size(), levels));
  }
  /// Returns the deepest level that an example of the goal has had, kept or not; 0: no example.
  [[nodiscard]] std::uint32_t deepest(Goal goal) const {
    return deepest_[static_cast<std::size_t>(goal)];
  }
  /// Sets the deepest level of examples that were not kept, for runs that resume.
  void set_deepest(Goal goal, std::uint32_t level) {
    deepest_[static_cast<std::size_t>(goal)] = level;
  }

 private:
  std::array<std::uint32_t, 2> deepest_{};
  std::array<Row, 2> by_goal_;
};

struct MigoLearningOptions {
  std::uint32_t rounds = 4;       ///< of helpers, per level
  std::uint32_t max_clauses = 4;  ///< of one search
  std::uint64_t max_steps = 20'000;
  bool refute = false;  ///< use an additional metarule, for definitions that avoid refuted moves
  /// If no other definition avoids refuted moves, one may also test fluents of B, `cell(B,1,1,x)`,
  /// or that B lacks them. Without negative examples any fluent would fit.
  bool fluents = false;
  [[nodiscard]] bool refutes() const { return refute || fluents; }
  const std::atomic<bool>* stop = nullptr;  ///< once set, learning ends with runtime::Stopped
};

/// Statistics of one learning step, or several.
struct LearningReport {
  std::uint32_t levels = 0;     ///< of the learner, if it has them
  std::uint32_t stability = 0;  ///< of the learner, if it has it
  std::uint64_t searches = 0;   ///< without those whose results were cached
  std::uint64_t steps = 0;
  /// Searches, cached or not, that ended without a definition: out of steps, or of clauses.
  std::uint64_t failed = 0;
  /// A predicate with examples that was not learned.
  struct Missing {
    enum class Reason : std::uint8_t {
      clauses,  ///< there is no definition of so few clauses
      steps,    ///< a search ran out of steps
      levels    ///< it is deeper than the learner's levels allow
    };
    std::string name;
    Reason reason = Reason::clauses;
  };
  std::vector<Missing> missing;
};

/// Learns from scratch each time; caches search results by their inputs, which is exact because
/// searches are deterministic. Not thread-safe.
class MigoLearning {
 public:
  MigoLearning(StateProperties& properties, MigoLearningOptions options);
  ~MigoLearning();
  MigoLearning(const MigoLearning&) = delete;
  MigoLearning& operator=(const MigoLearning&) = delete;

  /// Throws runtime::Stopped, and what visiting states throws. `refutations`: definitions that
  /// cover refuted moves are skipped, unless no other is found; null: plain MIGO.
  [[nodiscard]] LearnedProgram learn(const LevelExamples& examples, Refutations* refutations,
                                     LearningReport& report);

 private:
  class Known;
  /// Refuted moves of one goal.
  struct Refuted {
    std::vector<runtime::Node*> nodes;
    std::uint32_t version = 0;
  };

  void learn_level(Goal goal, std::uint32_t level, const std::vector<MoveExample>& newest_first,
                   LearnedProgram& program, LearningReport& report);
  SearchResult::End learn_predicate(LearnedPredicate predicate,
                                    std::span<const MoveExample> examples, const Refuted* refuted,
                                    LearnedProgram& program, LearningReport& report);
  const SearchResult& search(std::span<const MoveExample> examples, const Refuted* refuted,
                             LearningReport& report);
  void offer_fluents(std::span<const MoveExample> examples, const Refuted* refuted);
  [[nodiscard]] bool holds(const Hypothesis& hypothesis, std::uint32_t own, runtime::Node& node);
  [[nodiscard]] StateProperties::Test test_of(const HypothesisClause& clause) const;
  void add(LearnedPredicate predicate, const Hypothesis& hypothesis, LearnedProgram& program);

  StateProperties& properties_;
  MigoLearningOptions options_;
  std::vector<ir::ClauseMetarule> metarules_;
  std::unique_ptr<Known> known_;
  std::array<Refuted, 2> refuted_;  ///< by goal, during learning
  bool refuting_ = false;
  ClauseSearch search_;
  ClauseSearch fluent_search_;  ///< with an additional metarule
  std::map<std::vector<std::uint32_t>, SearchResult> remembered_;
};

}  // namespace tesuji::learner
