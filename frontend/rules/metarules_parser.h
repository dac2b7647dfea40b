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
// `rule`, `priority` and `greater` say nothing that is not meant anyway (the
// smallest priority counts) and may be left out; metarules without a name are called
// `metarule_1`, `metarule_2`, .. by their places. A second `condition` asks for a
// further literal of the rule. The form of the paper's Table 2 is read as well:
// `((nom (M)) premisses (regle (?r) condition (?r present (Voisine (?a ?b))) ..)
// conclusions (affecte_priorite (?r present (Voisine (?a ?b)) 3.79)))`.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/formulas/metarule.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::frontend {

/// Conditions that a metarule may have besides its premise: any number of premises may
/// meet them, in any combination.
inline constexpr std::size_t max_conditions = 8;

/// Errors: "parse" for what is malformed and for names that are given twice, "limit" for
/// more than max_conditions, "contradiction" for a metarule that cannot
/// mean anything: a variable both bound and unbound, a priority that would be raised,
/// an assigned premise that is no condition, two metarules of one pattern with
/// different priorities. Several are found per run.
[[nodiscard]] std::optional<std::vector<ir::OrderingMetarule>> parse_metarules(
    ir::FileId file, ir::Diagnostics& diagnostics);

/// The metarules as text that parse_metarules reads back.
[[nodiscard]] std::string print_metarules(const std::vector<ir::OrderingMetarule>& metarules);

}  // namespace tesuji::frontend
