// Enumerates definitions of properties of states, in the language of MIGO with continuation:
//
//   P(A,B) <- R(A,B), Q(B)        Q: won, drawn
//   P(A,B) <- R(A,B), not Q(B,_)
//   P(A,B) <- R(A,B), Q(B,_)
//
// over predicates that are known and those that are invented on the way. Candidates are made bottom
// up, by number of clauses; each is a vector of truth values over a sample of states (truth.h), and
// of candidates that are alike in all of them the first is kept (observational equivalence). So one
// candidate costs some machine words instead of a proof for each example, and positive and negative
// examples are compared at once.
//
// Sources: Muggleton and Hocquette (2019), Table 1, for the metarules; Udupa et al. (2013),
// "TRANSIT: specifying protocols with concolic snippets", for enumeration up to equivalence.
#pragma once

#include "learner/lookahead/truth.h"
#include "learner/migo/learned_program.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// What a definition is to be: true in all of the first, in none of the second, and in none of the
/// third known to be false.
struct PropertyExamples {
  StateSet positive;
  StateSet negative;
  StateSet likely;

  explicit PropertyExamples(std::size_t states)
      : positive(states), negative(states), likely(states) {}
  [[nodiscard]] bool empty() const { return positive.empty() && likely.empty(); }
  [[nodiscard]] bool covered_by(const Truth& truth) const {
    return positive.is_within(truth.yes) && !truth.no.meets(likely);
  }
  [[nodiscard]] bool agree_with(const Truth& truth) const {
    return covered_by(truth) && !truth.yes.meets(negative);
  }
};

struct PropertySearchOptions {
  std::uint32_t max_clauses = 4;
  std::size_t max_candidates = 10'000;      ///< that are kept
  bool cheap = true;                        ///< DefinitionSearch
  const std::atomic<bool>* stop = nullptr;  ///< set: the search ends with runtime::Stopped
};

struct PropertySearchReport {
  std::uint64_t candidates = 0;  ///< that were compared with the examples
  bool cut = false;              ///< max_candidates were not enough
};

/// A definition as a tree: clauses of the predicate, and what they call.
struct PropertyDefinition {
  /// A predicate that is known, or an invented one with a clause.
  struct Term {
    std::optional<Callee> known;
    std::size_t base = 0;  ///< into `terms`, before this one
    std::size_t condition = 0;
    StateProperties::Test test = StateProperties::Test::property;
  };
  std::vector<Term> terms;
  std::vector<std::size_t> clauses;  ///< into `terms`, none of which is known
  std::uint32_t size = 0;            ///< number of clauses, invented ones included
  double cost = 0;  ///< states that Prolog visits to test it in a state of the sample, in the mean
};

/// Not thread-safe. For one set of examples.
class PropertySearch {
 public:
  /// The sample must outlive it and may not grow meanwhile. `primitives`: move, won, drawn.
  PropertySearch(const StateSample& sample, const PropertySearchOptions& options,
                 std::vector<Truth> primitives);

  /// A predicate of two states that clauses may call. Before all others.
  void know(const Callee& callee, Truth truth, double cost);

  /// All definitions with so many clauses, once those with fewer were asked for; in the order in
  /// which they were found. Throws runtime::Stopped.
  [[nodiscard]] std::vector<PropertyDefinition> of_size(std::uint32_t clauses,
                                                        const PropertyExamples& examples,
                                                        PropertySearchReport& report);
  /// Number of properties that were found to differ, known ones included.
  [[nodiscard]] std::size_t candidates() const { return candidates_.size(); }
  /// A definition with several clauses for the predicate itself, of what was found so far: each
  /// time the property that covers most of the positive examples that are left. Nothing where there
  /// is none of so few clauses.
  [[nodiscard]] std::optional<PropertyDefinition> disjunction(
      const PropertyExamples& examples) const;

 private:
  using Test = StateProperties::Test;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Candidate {
    Truth truth;
    std::uint32_t clauses = 0;  ///< that define it, of those that are not known
    std::size_t base = none;    ///< of its clause; none: known
    std::size_t condition = none;
    Test test = Test::property;
    Callee callee;                ///< of what is known
    double cost = 0;              ///< as PropertyDefinition::cost
    std::optional<Truth> some{};  ///< some_successor of it, once asked for
  };

  void add(Candidate candidate);
  const Truth& some_of(std::size_t candidate);
  void consider(std::size_t base, Test test, std::size_t condition, std::uint32_t clauses);
  [[nodiscard]] double cost_of(const Candidate& candidate) const;
  [[nodiscard]] PropertyDefinition definition_of(const std::vector<std::size_t>& clauses) const;

  const StateSample& sample_;
  PropertySearchOptions options_;
  std::vector<Candidate> candidates_;
  std::vector<std::vector<std::size_t>> by_clauses_;  ///< all of them, by Candidate::clauses
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
};

}  // namespace tesuji::learner
