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
// What the paper prints is read as well: `premises` and `conclusions` in one list
// with what belongs to them, words not wrapped in lists, arguments in a list of
// their own, French words, rules without a name:
//
//   (premisses (present (Couleur (?c)) intersections_differentes (?i4 ?i6))
//    conclusions (ajoute (Coup (?c Connecter ?i))))
//
// `_` as an argument stands for anything. Names are case-insensitive.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/core/diagnostics.h"

#include <optional>

namespace tesuji::frontend {

/// Engines match premises one inside the other.
inline constexpr std::size_t max_premises = 1000;

/// Errors: "parse" for what is no rule, "limit" for more than max_premises, "unsafe" for a
/// conclusion or comparison with a variable that no `present` premise has, and for one in an
/// `absent` premise that stands elsewhere too but in no `present` one; "arity" where a relation's
/// number of arguments changes. Several are found per run; nothing is returned then.
/// Rules without a name are called after their place, `rule_3`.
[[nodiscard]] std::optional<RuleSet> parse_rules(ir::FileId file, ir::SymbolTable& symbols,
                                                 ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
