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
    const bool rule = term.kind == PrologTerm::Kind::compound && term.name == ":-";
    if (rule && !term.is(":-", 1) && outcome_of(term.args[0].name)) return std::nullopt;
    if (!rule && !term.args.empty() && term.ground() && !place) place = term.span;
  }
  return place;
}

}  // namespace tesuji::frontend
