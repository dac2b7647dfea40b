// Prints programs in the syntax that clingo reads.
#pragma once

#include "backend/proofs/clingo/program.h"

#include <string>

namespace tesuji::proofs {

/// Returns the program in the language of clingo 5, one rule per line, with comments before their
/// rules. Domains come first, as facts, and `#show` last. Deterministic.
[[nodiscard]] std::string to_text(const Program& program);

/// Returns one rule without its comment: `head :- body.`
[[nodiscard]] std::string to_text(const Rule& rule, const Program& program);

}  // namespace tesuji::proofs
