// Selects the clauses that can never fire and that need a message: where one cannot fire because of
// another, only the other is reported.
#pragma once

#include "frontend/gdl/checks/value_sets.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"

#include <vector>

namespace tesuji::frontend {

/// A clause that has no instance, and why.
struct Dead {
  const Clause* clause = nullptr;
  Impossible reason;
};

/// Leaves out the clauses that lack an atom which another one would give if it fired
/// (`init` and `next` give what `true` asks for, `legal` what `does` asks for); of those
/// that only wait for each other the first stays. In the order of `dead`, which is
/// that of the source.
[[nodiscard]] std::vector<Dead> root_causes(std::vector<Dead> dead, const Keywords& keywords);

}  // namespace tesuji::frontend
