// Writes learned rules as a Prolog program.
#pragma once

#include "learner/game_rules/rule_cover.h"

#include <string>
#include <vector>

namespace tesuji::learner {

/// Returns a program for SWI-Prolog and others: the static facts that the rules call, and the
/// rules. The predicates of a state and its moves (`true_cell/3`, `does_mark/3`) are declared
/// dynamic, for facts that the caller adds. Rules answer ground calls, since a head may have
/// variables that no positive literal binds. Zero-place atoms have no brackets.
[[nodiscard]] std::string prolog_program(const RuleDefinitions& definitions,
                                         const std::vector<PlayAtom>& statics,
                                         const PlayVocabulary& vocabulary);

}  // namespace tesuji::learner
