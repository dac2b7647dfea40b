// Random clauses over a vocabulary: safe, and stratified by level and layer.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/random_vocabulary.h"

namespace tesuji::tests {

/// A clause for the relation, or a ground fact where `fact` is set.
[[nodiscard]] frontend::Clause random_clause(const Vocabulary& vocabulary,
                                             const RandomRelation& head, bool fact,
                                             runtime::Rng& rng, ir::SymbolTable& symbols);

}  // namespace tesuji::tests
