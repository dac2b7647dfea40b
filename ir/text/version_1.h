// Reads IR text of version 1, in which names determine what relations are.
#pragma once

#include "ir/module/module.h"

namespace tesuji::ir {

/// Sets what version 1 left to the name: `legal.mark` answers `legal` by moves `(mark ..)`,
/// `goal` has values. The only place that looks into names; text is written in version 2, which
/// says all of this itself.
void add_meaning_of_version_1(Relation& relation);

/// In a working memory GDL's words are names as any other.
void forget_answers_of_memories(Module& module);

}  // namespace tesuji::ir
