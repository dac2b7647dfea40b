// insert-absent: asks, while a production rule is still being matched, whether its
// conclusions are there already (Cazenave, section 3.3).
//
// Once the variables of the conclusions are bound, every further binding can only
// deduce the same facts again. An absent-check behind each premise that binds a
// variable from there on cuts such work short.
//
//   before:  probe voisine(I2, ?I1) using index 0      after:  probe voisine(I2, ?I1) using index 0
//            probe voisine(I, ?I7) using index 0               unless_derived by insert-absent
//            add   move(C, I, I1)                              probe voisine(I, ?I7) using index 0
//                                                              unless_derived by insert-absent
//                                                              add   move(C, I, I1)
//
// Rules that remove something are left alone. Sound for every rule set, whatever its
// order means: what is skipped would have added nothing. Requires nothing.
#pragma once

#include "passes/pass.h"

namespace tesuji::passes {

bool insert_absent(ir::Module& module, PassContext& context);

}  // namespace tesuji::passes
