// Reads production rules (.rules) into the syntax tree of rules_ast.h.
//
//   (rule connect
//     (premises
//       (present (colour ?c))
//       (present (neighbour ?i ?j))
//       (different ?i ?j)
//       (absent (move ?c connect ?i ?j)))
//     (conclusions
//       (add (move ?c connect ?i ?j))))
//
// Also reads the notation of the paper: `premises` and `conclusions` in one list with their
// content, words not wrapped in lists, arguments in a list of their own, French words, rules
// without a name:
//
//   (premisses (present (Couleur (?c)) intersections_differentes (?i4 ?i6))
//    conclusions (ajoute (Coup (?c Connecter ?i))))
//
// The argument `_` matches any value. Names are case-insensitive.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>

namespace tesuji::frontend {

/// Limits premises because engines nest one loop per premise.
inline constexpr std::size_t max_premises = 1000;

/// Errors: "parse" for malformed rules, "limit" for more than max_premises, "unsafe" for a
/// conclusion or comparison with a variable that no `present` premise has, and for a variable of an
/// `absent` premise that occurs elsewhere but in no `present` one; "arity" if a relation's number
/// of arguments changes. Reports several per run, and then returns nullopt. Names rules without a
/// name by their position, `rule_3`.
[[nodiscard]] std::optional<RuleSet> parse_rules(ir::FileId file, ir::SymbolTable& symbols,
                                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
