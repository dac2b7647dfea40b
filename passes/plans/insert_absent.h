// insert-absent: asks, while a rule is still being matched, whether what it would derive
// is there already (Cazenave, section 3.3).
//
// Once the variables of the conclusions are bound, every further binding can only
// deduce the same facts again. An absent-check behind each premise that binds a
// variable from there on cuts such work short; not where nothing or only comparisons, which are
// cheaper than a look for facts, stand before the conclusions.
//
//   before:  probe voisine(I2, ?I1) using index 0      after:  probe voisine(I2, ?I1) using index 0
//            probe voisine(I, ?I7) using index 0               unless_derived by insert-absent
//            test  couleur(I7, plus)                           probe voisine(I, ?I7) using index 0
//            add   move(C, I, I1)                              unless_derived by insert-absent
//                                                              test  couleur(I7, plus)
//                                                              add   move(C, I, I1)
//
// In plans there is one place for it, behind what binds the head's last variable (what is
// bound after that is in existence tests), and a check stands there only where it is
// expected to save more than it takes:
//
//   before:  scan  true.cell(?X, _, ?M)      after:  scan  true.cell(?X, _, ?M)
//            exists { .. }                           unless_derived by insert-absent
//            insert line(M)                          exists { .. }
//                                                    insert line(M)
//
// Rules that remove something are left alone. Sound for every rule set, whatever its
// order means: what is skipped would have added nothing. Requires plans,
// where there are rules.
#pragma once

#include "passes/core/pass.h"

namespace tesuji::passes {

bool insert_absent(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
