// Converts Prolog terms to clauses of logic programs.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_clause.h"

#include <cstdint>
#include <optional>

namespace tesuji::frontend {

/// Whether the term may be an atom of a program: no variable, number or list, and no operator of
/// clauses. Reports where not (code "parse").
[[nodiscard]] bool check_atom(const ir::PrologTerm& term, ir::Diagnostics& diagnostics);

/// The term as a literal, `not p(..)` as a negated one. Errors as above.
[[nodiscard]] std::optional<ir::LogicClause::Literal> logic_literal(ir::PrologTerm term,
                                                                    ir::Diagnostics& diagnostics);

enum class Facts : std::uint8_t { ground, any };

/// The term as a fact or a rule. Errors as above, for directives, and for facts with variables
/// where these have to be ground.
[[nodiscard]] std::optional<ir::LogicClause> logic_clause(ir::PrologTerm term,
                                                          ir::Diagnostics& diagnostics,
                                                          Facts facts = Facts::ground);

/// `parent/2`; errors (code "parse") for anything else.
[[nodiscard]] std::optional<ir::PredicateName> predicate_name(const ir::PrologTerm& term,
                                                              ir::Diagnostics& diagnostics);

/// The number where the term is one from 0 to `most`.
[[nodiscard]] std::optional<std::uint32_t> small_number(const ir::PrologTerm& term,
                                                        std::uint32_t most = 1000);

}  // namespace tesuji::frontend
