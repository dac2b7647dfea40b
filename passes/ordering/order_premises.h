// order-premises: orders the premises of production rules by ordering metarules (Cazenave, section
// 2.2).
//
// Greedy. A premise that binds nothing comes as soon as possible: it costs one trial and never
// increases the bindings; those with the smallest priority come first. Otherwise the premise with
// the smallest priority comes next. Ties are broken by the number of remaining premises that
// contain its new variables (as in constraint satisfaction: Brelaz, New methods to color the
// vertices of a graph): it turns others into tests and narrows them; then by whether it binds a
// variable of the conclusions, then by source order. A premise that no metarule matches comes after
// all others of its kind.
//
// The conclusions' variables only break ties: given more weight, they improve the paper's rule from
// Table 4's order to 180,748 nodes instead of 67,540.
//
// The conditions inside `unless` are ordered in the same way, after the variables bound outside.
//
// A variable that occurs in only one premise, and in no conclusion, becomes `_`: the rule tests
// whether such a fact exists, instead of enumerating all.
//
//   before:  scan  voisine(?I, ?J)       after, with metarules  couleur(?c) unbound: 2,
//            scan  couleur(?C)                                  voisine(?a, ?b) unbound: 288:
//            add   coup(C, I)                   scan  couleur(?C)
//                                               scan  voisine(?I, ?J)
//                                               add   coup(C, I)
//
// Applies only to rule sets that only add (ir/module/agenda.h): in all others order is significant.
// Removes existing existence tests and absent-checks; run this pass before those that insert them.
// Requires nothing.
#pragma once

#include "ir/module/module.h"
#include "passes/core/metarules.h"
#include "passes/core/pass.h"

#include <cstddef>
#include <vector>

namespace tesuji::passes {

// --- Premises without an order
//
// Represents a production rule's premises without their order.
//
// In rule sets that only add (ir/module/agenda.h), all orders are equivalent in which premises that
// need bound variables (comparisons, absent) come after the premises that bind these.

/// Positions of premises in FreeBody::premises().
using PremiseOrder = std::vector<std::size_t>;

class FreeBody {
 public:
  /// Replaces variables that occur in only one premise and in no conclusion by `_`. Removes the
  /// agenda's absent-checks and existence tests. Views names of the module.
  FreeBody(const ir::Module& module, const ir::Agenda& agenda);
  /// The conditions of an `unless` of the agenda, with its outer variables bound.
  FreeBody(const ir::Module& module, const ir::Agenda& agenda, const ir::Operation& unless);

  [[nodiscard]] const std::vector<ir::Operation>& premises() const { return premises_; }
  [[nodiscard]] const std::vector<LiteralView>& views() const { return views_; }
  [[nodiscard]] std::size_t variables() const { return wanted_.size(); }
  /// Returns the variables bound before the first premise.
  [[nodiscard]] const std::vector<bool>& outside() const { return outside_; }
  /// Whether the variable occurs in the conclusions.
  [[nodiscard]] bool wanted(std::size_t variable) const { return wanted_[variable]; }

  /// Whether the premise may be evaluated when exactly these variables are bound.
  [[nodiscard]] bool may_stand(std::size_t premise, const std::vector<bool>& bound) const;
  /// Whether the premise would then bind a variable.
  [[nodiscard]] bool binds(std::size_t premise, const std::vector<bool>& bound) const;
  /// Adds the variables that the premise binds.
  void bind(std::size_t premise, std::vector<bool>& bound) const;

  /// Returns the premises in the given order.
  [[nodiscard]] std::vector<ir::Operation> in_order(const PremiseOrder& order) const;

 private:
  std::vector<ir::Operation> premises_;
  std::vector<LiteralView> views_;
  std::vector<bool> wanted_;
  std::vector<bool> outside_;
};

// --- The pass

/// Uses metarules synthesised from domains and facts (synthesise.h).
bool order_premises(ir::Module& module, PassContext& context);

/// Returns the order that these metarules give a rule's premises.
[[nodiscard]] PremiseOrder greedy_order(const FreeBody& body, const Metarules& metarules);

/// Returns the premises of the agenda, with those inside `unless` ordered by the metarules.
[[nodiscard]] std::vector<ir::Operation> with_ordered_bodies(const ir::Module& module,
                                                             const ir::Agenda& agenda,
                                                             std::vector<ir::Operation> premises,
                                                             const Metarules& metarules);

/// Uses the given metarules.
bool order_premises(ir::Module& module, const Metarules& metarules);

}  // namespace tesuji::passes
