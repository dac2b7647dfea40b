// Splits a rule at variables that occur only in its body, to reduce the number of ground rules.
//
//   before:  next.cell(U, V, Z) :- cell(U, V, Z), does(X, Y), apart(X, Y, U, V)
//   after:   some#1(U, V) :- does(X, Y), apart(X, Y, U, V)
//            next.cell(U, V, Z) :- cell(U, V, Z), some#1(U, V)
//
// A rule has a ground rule for each binding of its variables. A variable X that the head lacks can
// be eliminated first: the literals that contain it become a relation of their other variables. The
// expected number of literals in all ground rules, with and without the split, decides whether that
// pays; variables are eliminated one by one, or in connected groups, whichever helps most, and the
// resulting rules are split again.
//
// Two tuples that must differ do so in some column. If it helps, each column gets a rule:
//
//   before:  hit(X, Y) :- at(U, V), different (X, Y) (U, V)
//   after:   hit(X, Y) :- at(U, V), different (X) (U)
//            hit(X, Y) :- at(U, V), different (Y) (V)
//
// In each of them the other one of U and V is eliminated: "some but this one" of 64 squares then
// has 4 times 64 ground rules instead of 63 times 64.
//
// Sources: section 6.2 of Haufe, Schiffel, Thielscher, Automated Verification of State Sequence
// Invariants in General Game Playing (2012); bucket elimination, Dechter (1999).
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/estimates.h"
#include "passes/analysis/literal_facts.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {

struct SplitOptions {
  /// Maximum ratio of expected literals after to before for a cut to be made; infinity: always.
  double most_of_before = 0.7;
};

/// A rule to be grounded. Since every relation's possible tuples are known, a positive literal may
/// serve only to test whether its tuple is possible: `silent` marks such literals, which ground
/// rules omit.
struct GuardedRule {
  ir::Rule rule;
  std::vector<bool> silent;
};

class ExistentialSplitter {
 public:
  /// `possible`: every relation with its possible tuples as facts, all of kind `fixed`; helper
  /// relations are added to it. `is_static`, by relation: whether its literals are decided; grows
  /// with it. Both must outlive this.
  ExistentialSplitter(ir::Module& possible, std::vector<bool>& is_static,
                      const SplitOptions& options = {});

  /// Selects the constructor for rules without known tuples.
  struct Unknown {};

  /// The same before tuples are known: assumes that non-static relations contain what their domains
  /// allow, within limits; helpers are `derived` relations of the module.
  ExistentialSplitter(ir::Module& module, std::vector<bool>& is_static, Unknown unknown);

  /// Sets which relations are computed from the moves made; none by default.
  void set_reads_moves(std::vector<bool> reads_moves) { reads_moves_ = std::move(reads_moves); }

  /// Returns the expected number of bindings of the rule's variables.
  [[nodiscard]] double bindings(const ir::Rule& rule) const {
    return bindings(rule.body, rule.variables.size());
  }

  /// Returns equivalent rules, helpers before the rules that use them.
  [[nodiscard]] std::vector<GuardedRule> split(GuardedRule rule);

  /// Sets a helper's columns to the domains from which its current rule binds them.
  void declare(const ir::Rule& helper);

 private:
  using Variables = std::set<ir::VariableId>;
  using Literals = std::vector<std::size_t>;  // positions in a body

  struct Cut {
    Literals taken;
    Variables scope;  ///< the helper's columns
    std::vector<ir::Literal> guards;
    double cost = 0;
  };

  void split_into(GuardedRule rule, std::vector<GuardedRule>& result);
  bool split_by_columns(const GuardedRule& rule, std::vector<GuardedRule>& result);
  [[nodiscard]] std::optional<Cut> best_cut(const GuardedRule& rule);
  [[nodiscard]] std::optional<Cut> cut_at(const GuardedRule& rule, const Variables& variables);
  [[nodiscard]] std::vector<ir::Literal> guards_for(const GuardedRule& rule, const Literals& taken,
                                                    const Variables& inside);
  [[nodiscard]] bool mixes_moves(const GuardedRule& rule, const Literals& taken) const;
  GuardedRule carve(GuardedRule& rule, const Cut& cut);
  [[nodiscard]] bool is_gate(const ir::Literal& literal) const;
  [[nodiscard]] double matches(const ir::Literal& literal, const std::vector<bool>& bound) const;
  /// Returns the expected number of bindings of a body's variables.
  [[nodiscard]] double bindings(const std::vector<ir::Literal>& body, std::size_t variables) const;
  /// Returns the expected number of literals in all ground rules.
  [[nodiscard]] double cost(const GuardedRule& rule) const;

  ir::Module& possible_;
  std::vector<bool>& is_static_;
  SplitOptions options_;
  std::size_t known_;  ///< number of relations covered by the estimates
  Estimates estimates_;
  LiteralFacts facts_;
  std::vector<bool> reads_moves_;  ///< by relation
};

}  // namespace tesuji::passes
