// Proves calls of background predicates whose answers are not a finite table. It proceeds as
// Prolog: clauses in their order, bodies from left to right. Examples are
//
//   head([H|_],H).   append([],L,L).   append([H|T],L,[H|R]) :- append(T,L,R).
//
// whose clauses bind the variables of their heads only if a call does. Answers of calls are cached.
// Facts of such a predicate come before its rules.
//
// A call has answers only if all of them are known: none if one of its answers has an unbound
// variable (`head(X,a)`), if a test or negation in its proof has one, or if the proof takes too
// many steps (RuleLimits::max_call_steps). Goals, bindings and alternatives lie on stacks of their
// own, so that lists may be long.
#pragma once

#include "learner/search/background_rules.h"
#include "learner/search/rule_patterns.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

class RuleProof;

/// Not thread-safe.
class RuleProver {
 public:
  /// `background` must outlive it, and so must the stop flag.
  RuleProver(FactBackground& background, const RuleLimits& limits);
  ~RuleProver();
  RuleProver(const RuleProver&) = delete;
  RuleProver& operator=(const RuleProver&) = delete;

  /// Declares a predicate whose calls are proved.
  void declare(const FactRelation& predicate) { rules_.try_emplace(&predicate); }
  /// Adds a rule, or a fact with variables, of a declared predicate.
  void add(const ir::LogicClause& clause);
  [[nodiscard]] bool defines(const FactRelation& predicate) const {
    return rules_.contains(&predicate);
  }

  /// Appends the answers that agree with `args`, some of which are unbound, each once.
  void solve(const FactRelation& predicate, std::span<const Value> args,
             std::vector<Value>& solutions);
  /// Whether there is an answer, with variables or not; nothing if the proof did not decide it.
  [[nodiscard]] std::optional<bool> answer(const FactRelation& predicate,
                                           std::span<const Value> args);

  /// Returns which calls had no answer because they took too many steps; empty: none.
  [[nodiscard]] std::string unfinished_text() const;

 private:
  friend class RuleProof;

  struct Answers {
    std::size_t begin;  ///< index into values_
    std::size_t end;
    std::size_t count;  ///< for answer(): 0, 1 or unanswered
  };
  static constexpr std::size_t unanswered = ~std::size_t{0};

  std::optional<Answers> remembered(const FactRelation& predicate, std::span<const Value> args,
                                    bool any);
  void remember(const FactRelation& predicate, std::span<const Value> args, bool any,
                std::span<const Value> values, std::size_t count);
  RuleProof& next_proof();
  void note_unfinished(const FactRelation& predicate, std::span<const Value> args);

  FactBackground& background_;
  const RuleLimits limits_;
  std::unordered_map<const FactRelation*, std::vector<CompiledRule>> rules_;
  std::unordered_map<const FactRelation*, std::uint32_t> numbers_;  ///< in keys_
  std::vector<std::unique_ptr<RuleProof>> proofs_;                  ///< by nesting depth
  std::size_t running_ = 0;
  TupleSet keys_;  ///< predicate and arguments of answered calls
  std::vector<std::uint32_t> key_;
  std::vector<Answers> answers_;
  std::vector<Value> values_;
  std::size_t unfinished_ = 0;
  std::string first_unfinished_;
};

}  // namespace tesuji::learner
