// Prints patterns of metarules as text, and compares them.
#pragma once

#include "ir/formulas/metarule.h"

#include <string>

namespace tesuji::frontend {

/// `(present (p ?a _ k))`.
[[nodiscard]] std::string text_of(const ir::PremisePattern& pattern);

/// A text that metarules of the same pattern have in common, and few others.
[[nodiscard]] std::string outline_of(const ir::OrderingMetarule& metarule);

/// Whether the two differ only in the names of metavariables and the order of conditions
/// (and in what is no part of the pattern: name, priority, note).
[[nodiscard]] bool same_pattern(const ir::OrderingMetarule& a, const ir::OrderingMetarule& b);

}  // namespace tesuji::frontend
