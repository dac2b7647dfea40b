#include "frontend/strategy/other_clauses.h"

#include "frontend/prolog/prolog_terms.h"
#include "frontend/strategy/strategy_parser.h"

namespace tesuji::frontend {

std::optional<ir::Span> other_clauses(ir::FileId file, const ir::SourceMap& sources) {
  ir::Diagnostics own(sources);
  const auto terms = read_prolog_terms(file, own);
  if (!terms) return std::nullopt;
  std::optional<ir::Span> place;
  for (const PrologTerm& term : *terms) {
    if (term.is(":-", 1)) continue;  // a directive, which many kinds of files have
    const bool rule = term.kind == PrologTerm::Kind::compound && term.name == ":-";
    const PrologTerm& head = rule ? term.args[0] : term;
    if (outcome_of(head.name)) return std::nullopt;
    const bool two = head.args.size() == 1 || head.args.size() == 2;
    const bool fits = two && (rule || !term.ground());
    if (!fits && !place) place = head.span;
  }
  return place;
}

}  // namespace tesuji::frontend
