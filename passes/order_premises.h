// order-premises: puts the premises of production rules in the order that ordering
// metarules give them (Cazenave, section 2.2).
//
// Greedy: of the premises that may stand next, the one with the smallest priority
// does; a premise that no metarule matches comes after all that one does. Of equal
// ones a premise that binds a variable of the conclusions is favoured, then the
// order of the source decides.
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
