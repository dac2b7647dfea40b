// What rules and formulas mean, the long way round: every rule is tried until nothing changes, and
// formulas are read by the letter of definition 8. Nothing here knows of plans or answer sets.
#pragma once

#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "passes/analysis/dependencies.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A row of a relation.
using Tuple = std::vector<ir::Symbol>;

/// What holds in a state, as plain sets, by RelationId.
struct NaiveState {
  std::vector<std::set<Tuple>> tuples;
};

/// Derives what follows from fluents and moves by the rules of a lowered module, which must
/// outlive it: the well-founded model. Where tuples depend on the negation of others of their own
/// relation, the alternating fixpoint (Van Gelder 1993) finds it. Throws std::invalid_argument
/// where that leaves something undefined: the rules are not stratified, not even locally.
class NaiveReasoner {
 public:
  explicit NaiveReasoner(const ir::Module& lowered);

  /// A state without fluents: the module's facts, and nothing else.
  [[nodiscard]] NaiveState empty() const;
  /// Fills in what follows from the tuples of the state relations; for `next.*` and the like, what
  /// follows when no moves are made.
  void derive(NaiveState& state) const;
  /// Of a state that was derived: what depends on moves anew, from the tuples of the input
  /// relations.
  void derive_moved(NaiveState& state) const;

 private:
  void derive(NaiveState& state, bool moved) const;
  void derive_component(NaiveState& state, std::size_t component, const NaiveState& negated) const;
  void alternate(NaiveState& state, std::size_t component) const;

  const ir::Module& module_;
  passes::Dependencies dependencies_;
  std::vector<bool> moved_;    ///< by component: it depends on input relations
  std::vector<bool> negates_;  ///< by component: it depends on its own negation
};

/// A tuple as its relation's term says: `(cell 1 2 b)`.
[[nodiscard]] std::string term_of(const ir::Module& lowered, ir::RelationId relation,
                                  const Tuple& tuple);

/// Every tuple that the columns' domains allow, in their order.
[[nodiscard]] std::vector<Tuple> all_tuples(const ir::Module& lowered, ir::RelationId relation);

/// The state of these fluents, by name, and all that follows. Throws std::invalid_argument where
/// one is no fluent of the module.
[[nodiscard]] NaiveState naive_state(const ir::Module& lowered,
                                     const std::vector<std::string>& fluents);

/// Definition 8 by its letter. `values`: constants of variables bound outside, by VariableId.
[[nodiscard]] bool naive_holds(const ir::Formula& formula, const ir::Invariant& invariant,
                               std::map<ir::VariableId, ir::Symbol>& values,
                               std::span<const NaiveState* const> window);

}  // namespace tesuji::tests
