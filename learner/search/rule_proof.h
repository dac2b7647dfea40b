// Proves one call of a background predicate (rule_prover.h): selective linear resolution with
// structure sharing (Boyer and Moore 1972, The sharing of structure in theorem proving programs).
#pragma once

#include "learner/search/rule_prover.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::learner {

class RuleProof {
 public:
  enum class End : std::uint8_t {
    complete,    ///< all answers were found
    incomplete,  ///< an answer, a test or a negation has a variable without a value
    steps,       ///< out of steps; there may be more answers
    stopped,     ///< on request
  };

  explicit RuleProof(RuleProver& prover);

  /// Appends the answers, each once; with `first` it ends at the first one, whose variables may
  /// have no value.
  [[nodiscard]] End run(const FactRelation& predicate, std::span<const Value> args, bool first,
                        std::vector<Value>& solutions);
  [[nodiscard]] bool found() const { return found_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A term: a value, or a pattern whose variables are in cells_ from `frame` on. Neither: no
  /// value.
  struct Ref {
    const RulePattern* pattern = nullptr;
    std::uint32_t frame = 0;
    Value value = unbound;
  };
  struct Goal {
    const RuleLiteral* literal;
    std::uint32_t frame;
    std::uint32_t next;  ///< the goal after it; or none
  };
  struct Marks {
    std::size_t goals, cells, trail, solutions;
  };
  struct Choice {
    const std::vector<CompiledRule>* rules;  ///< null: `cursor` counts solutions_
    std::uint32_t goal;
    std::uint32_t cursor;  ///< the next rule; or index into solutions_
    Marks marks;
  };

  bool step(std::uint32_t& goal);
  bool step_test(const Goal& now);
  bool step_negation(const Goal& now);
  bool backtrack(std::uint32_t& goal);
  bool next_rule(std::uint32_t& goal);
  bool next_solution(std::uint32_t& goal);
  void answer(std::vector<Value>& solutions);

  [[nodiscard]] static bool is_variable(const Ref& ref) {
    return ref.pattern != nullptr && ref.pattern->variable != RulePattern::no_variable;
  }
  [[nodiscard]] std::uint32_t cell_of(const Ref& ref) const {
    return ref.frame + ref.pattern->variable;
  }
  [[nodiscard]] Ref value_of(Ref ref) const;
  [[nodiscard]] Ref argument(const Ref& compound, std::size_t number) const;
  bool bind(std::uint32_t cell, const Ref& to);
  [[nodiscard]] bool occurs(std::uint32_t cell, const Ref& in);
  bool unify(const Ref& left, const Ref& right);
  bool unify_parts(const Ref& left, const Ref& right);
  /// Returns the value of the term; nothing if one of its variables has none, or the term must not
  /// be made.
  [[nodiscard]] std::optional<Value> build(const Ref& ref, std::uint32_t depth = 0);
  void undo(std::size_t trail);
  void back_to(const Marks& marks);
  [[nodiscard]] Marks here() const {
    return {goals_.size(), cells_.size(), trail_.size(), solutions_.size()};
  }
  void count_step();
  /// Collects a call's arguments that have values; unbound for the others.
  void known_arguments(const Goal& now);

  RuleProver& prover_;
  TermTable& terms_;
  std::vector<RulePattern> variables_;  ///< element i is variable i
  RuleLiteral call_;
  std::vector<Goal> goals_;
  std::vector<Ref> cells_;
  std::vector<std::uint32_t> trail_;
  std::vector<Value> solutions_;  ///< of facts and of cached calls
  std::vector<Choice> choices_;
  std::vector<Value> args_;                   ///< of known_arguments
  std::vector<std::pair<Ref, Ref>> pending_;  ///< of unify
  std::vector<Ref> visited_;                  ///< of occurs
  TupleSet seen_;
  /// During unification of a head: its first cell, as long as no older cell was bound, because
  /// older terms then contain no newer variables. Otherwise none.
  std::uint32_t head_ = none;
  std::uint64_t steps_ = 0;
  bool found_ = false;
};

}  // namespace tesuji::learner
