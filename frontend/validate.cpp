#include "frontend/validate.h"

#include "frontend/checks.h"

namespace tesuji::frontend {

bool validate(const Rulesheet& rulesheet, const ir::SymbolTable& symbols,
              ir::Diagnostics& diagnostics, const ValidateOptions& options) {
  const std::size_t errors_before = diagnostics.error_count();
  Rulesheet normal = rulesheet;
  normalise(normal);
  const Keywords keywords(symbols);
  const CheckContext context{rulesheet,   normal, symbols, keywords, RelationGraph(normal),
                             diagnostics, options};
  check_keywords(context);
  check_arities(context);
  check_completeness(context);
  check_safety(context);
  check_dependencies(context);
  check_recursion(context);
  check_relations(context);
  check_suspicions(context);
  check_percepts(context);
  check_declarations(context);
  check_fluents(context);
  check_duplicates(context);
  check_unreachable(context);
  diagnostics.sort_by_place(rulesheet.file);
  return diagnostics.error_count() == errors_before;
}

}  // namespace tesuji::frontend
