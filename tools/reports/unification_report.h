// Prints a unification step by step, as text or JSON (docs/languages/querying.md,
// docs/cli/query.md).
#pragma once

#include "backend/driver/rulesheet/reference.h"
#include "backend/reference/notation.h"
#include "backend/reference/unification.h"
#include "tools/base/report.h"

#include <cstddef>
#include <string>

namespace tesuji::tools {

/// A unification with the data needed to print it. All that it refers to must outlive the report.
struct UnifiedTerms {
  const reference::Unification& unification;
  const driver::TermPair& terms;
  const reference::TermStore& store;
  const reference::Notation& notation;
  const frontend::Term& left;   ///< as it was read, for places
  const frontend::Term& right;  ///< as it was read, for places
  const ir::SourceMap& sources;
  const ir::SymbolTable& symbols;
  std::size_t max_symbols = 0;  ///< limit for each term that is printed
  std::size_t max_steps = 0;    ///< limit of printed steps, and of printed bindings of the unifier
};

/// Returns the steps, the most general unifier and the common instance, or why the terms cannot be
/// unified, with carets under the places in both terms. Notes what a limit left out.
[[nodiscard]] std::string unification_text(const UnifiedTerms& unified);

[[nodiscard]] Json unification_json(const UnifiedTerms& unified);

}  // namespace tesuji::tools
