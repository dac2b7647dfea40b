#include "frontend/prolog/logic_clauses.h"

#include <charconv>
#include <utility>

namespace tesuji::frontend {

using ir::LogicClause;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

bool check_atom(const PrologTerm& term, ir::Diagnostics& diagnostics) {
  const bool good = term.kind == Kind::atom || (term.kind == Kind::compound && term.name != ":-" &&
                                                term.name != "/" && term.name != "not");
  if (!good)
    diagnostics.error(term.span, "parse", "an atom is expected here, such as parent(ann,X)");
  return good;
}

std::optional<LogicClause::Literal> logic_literal(PrologTerm term, ir::Diagnostics& diagnostics) {
  const bool negated = term.is("not", 1);
  LogicClause::Literal literal{std::move(negated ? term.args[0] : term), negated};
  if (!check_atom(literal.atom, diagnostics)) return std::nullopt;
  return literal;
}

std::optional<LogicClause> logic_clause(PrologTerm term, ir::Diagnostics& diagnostics,
                                        Facts facts) {
  if (term.is(":-", 1)) {
    diagnostics.error(term.span, "parse", "directives are not allowed in this kind of file");
    return std::nullopt;
  }
  const bool rule = term.kind == Kind::compound && term.name == ":-";
  LogicClause clause;
  clause.head = rule ? std::move(term.args[0]) : std::move(term);
  if (!check_atom(clause.head, diagnostics)) return std::nullopt;
  if (!rule && facts == Facts::ground && !clause.head.ground()) {
    diagnostics.error(clause.head.span, "parse", "a fact has no variables");
    return std::nullopt;
  }
  for (std::size_t i = 1; rule && i < term.args.size(); ++i) {
    auto literal = logic_literal(std::move(term.args[i]), diagnostics);
    if (!literal) return std::nullopt;
    clause.body.push_back(std::move(*literal));
  }
  return clause;
}

std::optional<ir::PredicateName> predicate_name(const PrologTerm& term,
                                                ir::Diagnostics& diagnostics) {
  const bool shaped = term.is("/", 2) && term.args[0].kind == Kind::atom;
  const auto arity = shaped ? small_number(term.args[1]) : std::nullopt;
  if (arity) return ir::PredicateName{term.args[0].name, *arity, term.span};
  diagnostics.error(term.span, "parse",
                    "a predicate with its arity is expected here, such as parent/2");
  return std::nullopt;
}

std::optional<std::uint32_t> small_number(const PrologTerm& term, std::uint32_t most) {
  std::uint32_t value = 0;
  const char* const end = term.name.data() + term.name.size();
  if (term.kind != Kind::number) return std::nullopt;
  const auto [rest, error] = std::from_chars(term.name.data(), end, value);
  if (error != std::errc() || rest != end || value > most) return std::nullopt;
  return value;
}

}  // namespace tesuji::frontend
