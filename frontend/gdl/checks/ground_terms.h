// Matches rules against ground terms, for checks that play games.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <utility>
#include <vector>

namespace tesuji::frontend {

/// What variables of a rule stand for: ground terms.
using Bindings = std::vector<std::pair<ir::Symbol, const Term*>>;

/// Null where the variable is not bound.
[[nodiscard]] const Term* value_of(const Bindings& bindings, ir::Symbol variable);

/// Makes `pattern` the ground term; the bindings are of no use where that fails.
[[nodiscard]] bool match(const Term& pattern, const Term& ground, Bindings& bindings);

/// Whether all variables of the term are bound.
[[nodiscard]] bool is_bound(const Term& term, const Bindings& bindings);

/// The term for bound variables.
[[nodiscard]] Term instance(const Term& term, const Bindings& bindings);

/// Some total order.
struct TermLess {
  bool operator()(const Term* a, const Term* b) const;
};

}  // namespace tesuji::frontend
