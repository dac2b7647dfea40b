#include "frontend/validate.h"

#include "frontend/checks.h"

namespace tesuji::frontend {

bool validate(const Rulesheet& rulesheet, const ir::SymbolTable& symbols,
              ir::Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  const Keywords keywords(symbols);
  const CheckContext context{rulesheet, symbols, keywords, diagnostics};
  check_keywords(context);
  check_arities(context);
  check_completeness(context);
  check_safety(context);
  check_dependencies(context);
  check_suspicions(context);
  return diagnostics.error_count() == errors_before;
}

}  // namespace tesuji::frontend
