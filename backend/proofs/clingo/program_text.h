// Prints programs in the syntax that clingo reads.
#pragma once

#include "backend/proofs/clingo/program.h"

#include <string>

namespace tesuji::proofs {

/// The program in the language of clingo 5, one rule on a line, comments before the rules that
/// have them. Domains come first, as facts, and `#show` last. The same program, the same text.
[[nodiscard]] std::string to_text(const Program& program);

/// One rule, without its comment: `head :- body.`
[[nodiscard]] std::string to_text(const Rule& rule, const Program& program);

}  // namespace tesuji::proofs
