// Splits a rule at variables that only its body has, so that there are fewer ground rules.
//
//   before:  next.cell(U, V, Z) :- cell(U, V, Z), does(X, Y), apart(X, Y, U, V)
//   after:   some#1(U, V) :- does(X, Y), apart(X, Y, U, V)
//            next.cell(U, V, Z) :- cell(U, V, Z), some#1(U, V)
//
// A rule has a ground rule for each way to bind its variables. A variable X that the head
// does not have can be bound first: what reads it becomes a relation of the other
// variables there. Whether that pays is decided by the literals to expect in all ground rules
// with and without; variables are taken one by one, or those that hang together at once,
// whichever helps most, and what comes of it is split again.
//
// Two tuples that are to differ do so in some column. Where it helps, there is a rule for each:
//
//   before:  hit(X, Y) :- at(U, V), different (X, Y) (U, V)
//   after:   hit(X, Y) :- at(U, V), different (X) (U)
//            hit(X, Y) :- at(U, V), different (Y) (V)
//
// In each of them the other one of U and V is taken out: "some but this one" of 64 squares has 4
// times 64 ground rules then instead of 63 times 64.
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
  /// What may be left of the literals to expect for a cut to be made; infinity: always.
  double most_of_before = 0.7;
};

/// A rule to be grounded. Every relation's possible tuples are known, so that any positive
/// literal may stand for no more than "may this be true": `silent` says so for each
/// literal; ground rules then do not have it.
struct GuardedRule {
  ir::Rule rule;
  std::vector<bool> silent;
};

class ExistentialSplitter {
 public:
  /// `possible`: every relation with the tuples that may be true as its facts, all of kind
  /// `fixed`; relations are added to it. `is_static`, by relation: its literals are decided;
  /// grows with it. Both must outlive this.
  ExistentialSplitter(ir::Module& possible, std::vector<bool>& is_static,
                      const SplitOptions& options = {});

  /// For the constructor of rules of which nothing is known yet.
  struct Unknown {};

  /// The same before anything is known: relations that are not static hold what their domains
  /// allow, within limits, and helpers are `derived` relations of the module.
  ExistentialSplitter(ir::Module& module, std::vector<bool>& is_static, Unknown unknown);

  /// Tells which relations are computed from the moves that are made; none unless this is called.
  void set_reads_moves(std::vector<bool> reads_moves) { reads_moves_ = std::move(reads_moves); }

  /// Ways to bind the rule's variables.
  [[nodiscard]] double bindings(const ir::Rule& rule) const {
    return bindings(rule.body, rule.variables.size());
  }

  /// The rules that together say the same, helpers before what uses them.
  [[nodiscard]] std::vector<GuardedRule> split(GuardedRule rule);

  /// Gives a helper's columns the domains that its rule as it is now binds them from.
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
  /// Ways to bind the variables of a body.
  [[nodiscard]] double bindings(const std::vector<ir::Literal>& body, std::size_t variables) const;
  /// Literals in all ground rules.
  [[nodiscard]] double cost(const GuardedRule& rule) const;

  ir::Module& possible_;
  std::vector<bool>& is_static_;
  SplitOptions options_;
  std::size_t known_;  ///< relations that the estimates know
  Estimates estimates_;
  LiteralFacts facts_;
  std::vector<bool> reads_moves_;  ///< by relation
};

}  // namespace tesuji::passes
