// Matches rules against ground terms, for checks that replay games.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <utility>
#include <vector>

namespace tesuji::frontend {

/// Maps variables of a rule to ground terms.
using Bindings = std::vector<std::pair<ir::Symbol, const Term*>>;

/// Returns null if the variable is not bound.
[[nodiscard]] const Term* value_of(const Bindings& bindings, ir::Symbol variable);

/// Extends the bindings so that `pattern` becomes the ground term; on failure they are unusable.
[[nodiscard]] bool match(const Term& pattern, const Term& ground, Bindings& bindings);

/// Whether all variables of the term are bound.
[[nodiscard]] bool is_bound(const Term& term, const Bindings& bindings);

/// Returns the term with its variables, all bound, replaced by their values.
[[nodiscard]] Term instance(const Term& term, const Bindings& bindings);

/// Some total order.
struct TermLess {
  bool operator()(const Term* a, const Term* b) const;
};

}  // namespace tesuji::frontend
