// Reads and prints ordering metarules as text (.meta).
//
//   (metarule neighbours
//     (premises
//       (rule ?r)
//       (condition ?r (present (neighbour ?a ?b)))
//       (bound ?a)
//       (unbound ?b)
//       (priority ?r (present (neighbour ?a ?b)) ?p)
//       (greater ?p 3.79))
//     (conclusions
//       (assign_priority ?r (present (neighbour ?a ?b)) 3.79)))
//
// `rule`, `priority` and `greater` only repeat what is implied (the smallest priority counts) and
// are optional; metarules without a name are named `metarule_1`, `metarule_2`, .. by position. A
// second `condition` requires a further literal of the rule. Also reads the form of the paper's
// Table 2: `((nom (M)) premisses (regle (?r) condition (?r present (Voisine (?a ?b))) ..)
// conclusions (affecte_priorite (?r present (Voisine (?a ?b)) 3.79)))`.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/metarule.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// Maximum number of a metarule's conditions besides its premise: any number of premises may match
/// them, in any combination.
inline constexpr std::size_t max_conditions = 8;

/// Errors: "parse" for malformed text and for repeated names, "limit" for more than max_conditions,
/// "contradiction" for a metarule that is meaningless: a variable both bound and unbound, a
/// priority that would be raised, an assigned premise that is not a condition, two metarules of one
/// pattern with different priorities. Reports several per run.
[[nodiscard]] std::optional<std::vector<ir::OrderingMetarule>> parse_metarules(
    ir::FileId file, ir::Diagnostics& diagnostics);

/// Prints the metarules as text that parse_metarules reads back.
[[nodiscard]] std::string print_metarules(const std::vector<ir::OrderingMetarule>& metarules);

}  // namespace tesuji::frontend
