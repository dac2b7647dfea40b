// Verifies modules: rejects those without a meaning (the list is in module.h and
// docs/engines/ir.md). Runs after every pass in debug builds, tests and --verify-each.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"

namespace tesuji::ir {

/// Reports every fault found (code "ir"); returns true if it finds no fault. Checks: names are
/// unique, ids in range, arities and domains agree, variables are bound before use and by one
/// operation, no binder inside test/absent/different/same, binders of `exists` not used outside,
/// `absent` and negative literals only on relations of lower strata, probes on declared indexes
/// with all its columns given, delta only in recursive strata, every rule and plan has a span,
/// rules are safe, every relation an entry needs is computed before it is read; answers, fluents
/// and moves have the shapes that the host relies on; nets are as net.h defines.
[[nodiscard]] bool verify(const Module& module, Diagnostics& diagnostics);

}  // namespace tesuji::ir
