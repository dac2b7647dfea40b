// Enumerates definitions of properties of states, in the language of MIGO with continuation:
//
//   P(A,B) <- R(A,B), Q(B)        Q: won, drawn
//   P(A,B) <- R(A,B), not Q(B,_)
//   P(A,B) <- R(A,B), Q(B,_)
//
// over known predicates and those invented on the way. It builds candidates bottom up, by number of
// clauses; each is a vector of truth values over a sample of states (truth.h), and of candidates
// with equal vectors it keeps the first (observational equivalence). So a candidate costs some
// machine words instead of a proof for each example, and positive and negative examples are
// compared at once.
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

/// Requirements on a definition: true in all states of the first set, in none of the second, and in
/// none of the third known to be false.
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
  std::size_t max_candidates = 10'000;      ///< most candidates that are kept
  bool cheap = true;                        ///< as in DefinitionSearch
  const std::atomic<bool>* stop = nullptr;  ///< once set, the search ends with runtime::Stopped
};

struct PropertySearchReport {
  std::uint64_t candidates = 0;  ///< compared with the examples
  bool cut = false;              ///< max_candidates was reached
};

/// A definition as a tree: clauses of the predicate, and what they call.
struct PropertyDefinition {
  /// A known predicate, or an invented one with a clause.
  struct Term {
    std::optional<Callee> known;
    std::size_t base = 0;  ///< index into `terms`, before this one
    std::size_t condition = 0;
    StateProperties::Test test = StateProperties::Test::property;
  };
  std::vector<Term> terms;
  std::vector<std::size_t> clauses;  ///< indexes into `terms`, none of them known
  std::uint32_t size = 0;            ///< number of clauses, including invented ones
  double cost = 0;  ///< mean number of states that Prolog visits to test it in a state of the
                    ///< sample
};

/// Not thread-safe. For one set of examples.
class PropertySearch {
 public:
  /// The sample must outlive it and must not grow meanwhile. `primitives`: move, won, drawn.
  PropertySearch(const StateSample& sample, const PropertySearchOptions& options,
                 std::vector<Truth> primitives);

  /// Adds a predicate of two states that clauses may call. Call it before all other functions.
  void know(const Callee& callee, Truth truth, double cost);

  /// Returns all definitions with this many clauses, in the order in which they were found; those
  /// with fewer must have been computed before. Throws runtime::Stopped.
  [[nodiscard]] std::vector<PropertyDefinition> of_size(std::uint32_t clauses,
                                                        const PropertyExamples& examples,
                                                        PropertySearchReport& report);
  /// Returns the number of different properties found, including known ones.
  [[nodiscard]] std::size_t candidates() const { return candidates_.size(); }
  /// Combines properties found so far to a definition with several clauses for the predicate
  /// itself: repeatedly takes the property that covers the most remaining positive examples.
  /// Returns nothing if no combination has this few clauses.
  [[nodiscard]] std::optional<PropertyDefinition> disjunction(
      const PropertyExamples& examples) const;

 private:
  using Test = StateProperties::Test;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Candidate {
    Truth truth;
    std::uint32_t clauses = 0;  ///< that define it, without those of known predicates
    std::size_t base = none;    ///< of its clause; none: known
    std::size_t condition = none;
    Test test = Test::property;
    Callee callee;                ///< of a known predicate
    double cost = 0;              ///< as PropertyDefinition::cost
    std::optional<Truth> some{};  ///< some_successor of it, computed on first use
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
