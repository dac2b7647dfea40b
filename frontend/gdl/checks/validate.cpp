#include "frontend/gdl/checks/validate.h"

#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/syntax.h"

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
  check_arithmetic(context);
  check_suspicions(context);
  check_percepts(context);
  check_declarations(context);
  check_fluents(context);
  check_duplicates(context);
  check_unreachable(context);
  check_misspelt_constants(context);
  check_misspelt_variables(context);
  check_board_comments(context);
  diagnostics.sort_by_place(rulesheet.file);
  return diagnostics.error_count() == errors_before;
}

void validate_rest(const PartialSheet& partial, const ir::SymbolTable& symbols,
                   ir::Diagnostics& diagnostics, const ValidateOptions& options) {
  const Keywords keywords(symbols);
  const Rulesheet& intact = partial.intact;
  Rulesheet normal = intact;
  normalise(normal);
  Rulesheet with_heads = intact;
  with_heads.clauses.insert(with_heads.clauses.end(), partial.broken.begin(), partial.broken.end());
  Rulesheet normal_with_heads = with_heads;
  normalise(normal_with_heads);
  const CheckContext context{intact,      normal, symbols, keywords, RelationGraph(normal),
                             diagnostics, options};
  const CheckContext whole{with_heads,
                           normal_with_heads,
                           symbols,
                           keywords,
                           RelationGraph(normal_with_heads),
                           diagnostics,
                           options,
                           partial.broken.size()};
  check_keywords(context);
  check_arities(whole);
  check_safety(context);
  check_dependencies(context);
  if (!partial.heads_are_lost) {
    check_undefined(whole);
    check_suspicions(whole);
    check_percepts(whole);
    check_declarations(whole);
    check_unreachable(whole);
  }
  check_arithmetic(whole);
  check_mistyped(whole, partial.heads_are_lost);
  check_misspelt_variables(context);
  diagnostics.sort_by_place(intact.file);
}

}  // namespace tesuji::frontend
