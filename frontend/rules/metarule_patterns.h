// Prints patterns of metarules as text, and compares them.
#pragma once

#include "ir/formulas/metarule.h"

#include <string>

namespace tesuji::frontend {

/// Prints `(present (p ?a _ k))`.
[[nodiscard]] std::string text_of(const ir::PremisePattern& pattern);

/// Returns a text that is equal for metarules of the same pattern, and for few others.
[[nodiscard]] std::string outline_of(const ir::OrderingMetarule& metarule);

/// Whether the two differ only in the names of metavariables and the order of conditions (and in
/// name, priority and note, which do not belong to the pattern).
[[nodiscard]] bool same_pattern(const ir::OrderingMetarule& a, const ir::OrderingMetarule& b);

}  // namespace tesuji::frontend
