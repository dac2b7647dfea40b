// order-premises: puts the premises of production rules in the order that ordering
// metarules give them (Cazenave, section 2.2).
//
// Greedy. A premise that binds nothing comes as soon as it may stand: it costs one
// trial and leaves at most what there was; the smallest priority first. Of premises
// that bind, the one comes next that leaves the fewest bindings, its priority times
// those (below one) of all premises that become tests by it: a neighbour of a point
// costs little where three more premises ask something of that neighbour. Of equal
// ones the one that makes more tests possible, then one that binds a variable of the
// conclusions, then the first of the source. A premise that no metarule matches comes
// after all others of its sort. Favouring the conclusions' variables any earlier
// than in a tie is worse on the paper's rule (docs/production-rules.md).
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
// Only in rule sets that only add (ir/agenda.h): everywhere else order is meaning.
// Existence tests and absent-checks that are there already are taken out; run this
// pass before those that put them in. Requires nothing.
#pragma once

#include "passes/metarules.h"
#include "passes/pass.h"

namespace tesuji::passes {

/// With metarules synthesised from domains and facts (synthesise.h).
bool order_premises(ir::Module& module, PassContext& context);

/// With these metarules.
bool order_premises(ir::Module& module, const Metarules& metarules);

}  // namespace tesuji::passes
