// Searches for a definition that agrees with examples among many thousands of states.
//
// First tries a conjunction of tests of known predicates, adding the test that excludes the most
// remaining negative examples. If that fails, or takes many clauses, uses counterexamples: it
// enumerates definitions over the surroundings of some examples, compares those that fit with all
// examples, and adds contradicting ones to the selection.
//
// Source: Solar-Lezama et al. (2006), "Combinatorial sketching for finite programs".
#pragma once

#include "learner/lookahead/property_search.h"
#include "learner/lookahead/truth.h"

#include <optional>
#include <string>
#include <vector>

namespace tesuji::learner {

/// Adds definitions to a program, one after the other; each may call those before it. Not
/// thread-safe.
class DefinitionSearch {
 public:
  /// The sample and the properties must outlive it, and be of the same space; the sample must not
  /// grow meanwhile.
  DefinitionSearch(const StateSample& sample, StateProperties& properties,
                   const PropertySearchOptions& options)
      : sample_(sample), properties_(properties), options_(options), truths_(sample) {}

  /// Adds a definition of a predicate to the program, after those of the helpers that it needs.
  /// Returns whether it found one: a shortest one or, if cheap ones are wanted, the fastest of
  /// those with at most one clause more. `best_effort`: if none agrees, takes a conjunction that
  /// covers some negative examples.
  bool define(const std::string& name, Goal goal, std::uint32_t level,
              const PropertyExamples& examples, bool best_effort, LearnedProgram& program,
              PropertySearchReport& report);

  /// Adds the predicate that continues the series of two others of the program (next_level.h),
  /// unless it covers a negative example or, if there are positive ones, does not cover these.
  /// Returns whether it did.
  bool continue_series(std::size_t before, std::size_t last, const std::string& name,
                       const PropertyExamples& examples, LearnedProgram& program);
  /// Makes the program's last predicate, which is for play, hold only if no move leads to a state
  /// with the other one; its former definition becomes a helper. Does nothing if positive examples
  /// would be lost.
  void exclude(std::size_t other, const PropertyExamples& examples, LearnedProgram& program);
  /// Adds a predicate of another program, with the helpers that it calls. Returns false, and adds
  /// nothing, if it calls a predicate for play that this one lacks.
  bool take_over(const LearnedProgram& from, std::size_t predicate, LearnedProgram& program);

 private:
  [[nodiscard]] PropertySearch search_around(const StateSample& part,
                                             const LearnedProgram& program) const;
  [[nodiscard]] std::vector<PropertyDefinition> fitting(const StateSample& part,
                                                        const PropertyExamples& examples,
                                                        std::uint32_t max_clauses,
                                                        const LearnedProgram& program,
                                                        PropertySearchReport& report) const;
  /// Sets `whole` if it excludes all negative examples; otherwise it excludes as many as it can.
  [[nodiscard]] std::optional<PropertyDefinition> conjunction(const PropertyExamples& examples,
                                                              const LearnedProgram& program,
                                                              bool& whole);
  [[nodiscard]] std::optional<PropertyDefinition> by_counterexamples(
      const PropertyExamples& examples, std::uint32_t max_clauses, const LearnedProgram& program,
      PropertySearchReport& report);
  [[nodiscard]] Truth truth_of(const PropertyDefinition& definition);
  void add(const PropertyDefinition& definition, LearnedPredicate predicate,
           LearnedProgram& program);
  void take_name(LearnedPredicate predicate, std::size_t same, LearnedProgram& program);

  const StateSample& sample_;
  StateProperties& properties_;
  PropertySearchOptions options_;
  ProgramTruths truths_;
  std::vector<double> costs_;  ///< of the program's predicates
};

}  // namespace tesuji::learner
