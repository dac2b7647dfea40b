// insert-absent: tests during matching whether the rule's conclusion is already present (Cazenave,
// section 3.3).
//
// Once the variables of the conclusions are bound, every further binding can only deduce the same
// facts again. An absent-check after each premise that binds a variable from there on cuts such
// work short; it is omitted if only comparisons, which are cheaper than looking up facts, or
// nothing precede the conclusions.
//
//   before:  probe voisine(I2, ?I1) using index 0      after:  probe voisine(I2, ?I1) using index 0
//            probe voisine(I, ?I7) using index 0               unless_derived by insert-absent
//            test  couleur(I7, plus)                           probe voisine(I, ?I7) using index 0
//            add   move(C, I, I1)                              unless_derived by insert-absent
//                                                              test  couleur(I7, plus)
//                                                              add   move(C, I, I1)
//
// In plans there is one position for it, after the operation that binds the head's last variable
// (later variables are bound in existence tests), and only if it is expected to save more than it
// takes:
//
//   before:  scan  true.cell(?X, _, ?M)      after:  scan  true.cell(?X, _, ?M)
//            exists { .. }                           unless_derived by insert-absent
//            insert line(M)                          exists { .. }
//                                                    insert line(M)
//
// Does not change rules that remove facts. Sound for every rule set, whatever the meaning of its
// order: the skipped bindings would not have added anything. Requires plans, if there are rules.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool insert_absent(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
