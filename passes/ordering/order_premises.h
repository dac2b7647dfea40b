// order-premises: puts the premises of production rules in the order that ordering
// metarules give them (Cazenave, section 2.2).
//
// Greedy. A premise that binds nothing comes as soon as it may stand: it costs one
// trial and leaves at most what there was; the smallest priority first. Else the
// premise with the smallest priority comes next. Of equal ones, the one whose new
// variables most of the remaining premises mention (as in constraint satisfaction:
// Brelaz, New methods to color the vertices of a graph): it makes tests of others and
// narrows them. Then one that binds a variable of the conclusions, then the first of
// the source. A premise that no metarule matches comes after all others of its sort.
//
// The conclusions' variables only decide where the rest is equal: favoured before,
// they bring the paper's rule from Table 4's order to 180,748 nodes, not to 67,540.
//
// The conditions inside `unless` are ordered in the same way, behind what is bound outside.
//
// A variable that stands in one premise only, and in no conclusion, becomes `_`: the
// rule asks whether there is such a fact, where it went through them all.
//
//   before:  scan  voisine(?I, ?J)       after, with metarules  couleur(?c) unbound: 2,
//            scan  couleur(?C)                                  voisine(?a, ?b) unbound: 288:
//            add   coup(C, I)                   scan  couleur(?C)
//                                               scan  voisine(?I, ?J)
//                                               add   coup(C, I)
//
// Only in rule sets that only add (ir/module/agenda.h): everywhere else order is meaning.
// Existence tests and absent-checks that are there already are taken out; run this
// pass before those that put them in. Requires nothing.
#pragma once

#include "passes/core/metarules.h"
#include "passes/core/pass.h"
#include "passes/ordering/free_body.h"

#include <vector>

namespace tesuji::passes {

/// With metarules synthesised from domains and facts (synthesise.h).
bool order_premises(ir::Module& module, PassContext& context);

/// The order that these metarules give a rule's premises.
[[nodiscard]] PremiseOrder greedy_order(const FreeBody& body, const Metarules& metarules);

/// The premises of the agenda, those inside `unless` in the order that the metarules give them.
[[nodiscard]] std::vector<ir::Operation> with_ordered_bodies(const ir::Module& module,
                                                             const ir::Agenda& agenda,
                                                             std::vector<ir::Operation> premises,
                                                             const Metarules& metarules);

/// With these metarules.
bool order_premises(ir::Module& module, const Metarules& metarules);

}  // namespace tesuji::passes
