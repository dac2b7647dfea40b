// Searches definitions of properties of states, in the language of MIGO with continuation:
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
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// What a definition is to be: true in all of the first, in none of the second.
struct PropertyExamples {
  StateSet positive;
  StateSet negative;
};

struct PropertySearchOptions {
  std::uint32_t max_clauses = 4;
  /// Candidates that are kept; the search ends when there are so many.
  std::size_t max_candidates = 20'000;
  /// Of definitions with up to one clause more than the shortest, takes the one that is cheapest to
  /// execute; else the shortest that was found first.
  bool cheap = true;
  const std::atomic<bool>* stop = nullptr;  ///< set: the search ends with runtime::Stopped
};

struct PropertySearchReport {
  std::uint64_t candidates = 0;  ///< that were compared with the examples
  bool cut = false;              ///< max_candidates were not enough
};

/// Not thread-safe. Grows a program: what it defined is known to the searches after it.
class PropertySearch {
 public:
  /// The sample and the properties must outlive it, and be of the same space; the sample may not
  /// grow meanwhile.
  PropertySearch(const StateSample& sample, StateProperties& properties,
                 PropertySearchOptions options);

  /// Adds a definition of a predicate to the program, behind those of helpers that it needs, or
  /// one that takes several clauses of the same head. Returns whether there is one.
  bool define(const std::string& name, Goal goal, std::uint32_t level,
              const PropertyExamples& examples, LearnedProgram& program,
              PropertySearchReport& report);

 private:
  using Test = StateProperties::Test;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  /// A property: known, or a clause over others.
  struct Candidate {
    Truth truth;
    std::uint32_t clauses = 0;  ///< that define it, of those that are not known
    std::size_t base = none;    ///< of the clause; none: known
    std::size_t condition = none;
    Test test = Test::property;
    Callee callee;                                   ///< of what is known
    StateProperties::Id id = StateProperties::move;  ///< the same
    double cost = 0;               ///< states that are visited to test it, in the mean
    std::optional<Truth> some{};   ///< some_successor of it, once asked for
    std::size_t predicate = none;  ///< of the program, if the definition that is made uses it
  };

  std::size_t add_known(Callee callee, StateProperties::Id id, Truth truth, double cost);
  const Truth& some_of(std::size_t candidate);
  void enumerate(std::uint32_t clauses, PropertySearchReport& report);
  void consider(std::size_t base, Test test, std::size_t condition, std::uint32_t clauses,
                PropertySearchReport& report);
  [[nodiscard]] bool is_solution(std::size_t candidate, const PropertyExamples& examples) const;
  [[nodiscard]] std::vector<std::size_t> cover(const PropertyExamples& examples) const;
  [[nodiscard]] std::vector<std::size_t> find(const PropertyExamples& examples,
                                              PropertySearchReport& report);
  [[nodiscard]] double cost_of(const Candidate& candidate) const;
  /// Of the clause of a candidate; makes helpers of what it calls.
  StateProperties::Clause clause_of(std::size_t candidate, const LearnedPredicate& predicate,
                                    LearnedProgram& program, LearnedClause& clause);
  void make_helper(std::size_t candidate, const LearnedPredicate& predicate,
                   LearnedProgram& program);
  void clear();

  const StateSample& sample_;
  StateProperties& properties_;
  PropertySearchOptions options_;
  std::vector<Candidate> candidates_;                 ///< known ones first
  std::vector<std::vector<std::size_t>> by_clauses_;  ///< all of them, by Candidate::clauses
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
  std::size_t known_ = 0;
  std::uint32_t helpers_ = 0;  ///< of the definition that is being made
};

}  // namespace tesuji::learner
