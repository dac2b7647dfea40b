// Converts Prolog terms to clauses of logic programs.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/logic_text.h"

#include <cstdint>
#include <optional>

namespace tesuji::frontend {

/// Whether the term can be an atom of a program: not a variable, number, list or operator of
/// clauses. Reports an error otherwise (code "parse").
[[nodiscard]] bool check_atom(const ir::PrologTerm& term, ir::Diagnostics& diagnostics);

/// Returns the term as a literal, `not p(..)` as a negated one. Errors as above.
[[nodiscard]] std::optional<ir::LogicClause::Literal> logic_literal(ir::PrologTerm term,
                                                                    ir::Diagnostics& diagnostics);

enum class Facts : std::uint8_t { ground, any };

/// Returns the term as a fact or a rule. Errors as above, for directives, and for facts with
/// variables if facts must be ground.
[[nodiscard]] std::optional<ir::LogicClause> logic_clause(ir::PrologTerm term,
                                                          ir::Diagnostics& diagnostics,
                                                          Facts facts = Facts::ground);

/// Parses `parent/2`; errors (code "parse") for any other term.
[[nodiscard]] std::optional<ir::PredicateName> predicate_name(const ir::PrologTerm& term,
                                                              ir::Diagnostics& diagnostics);

/// Returns the term's number, if it is one from 0 to `most`.
[[nodiscard]] std::optional<std::uint32_t> small_number(const ir::PrologTerm& term,
                                                        std::uint32_t most = 1000);

}  // namespace tesuji::frontend
