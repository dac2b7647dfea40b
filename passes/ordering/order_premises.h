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

#include "passes/core/metarules.h"
#include "passes/core/pass.h"
#include "passes/ordering/free_body.h"

#include <vector>

namespace tesuji::passes {

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
