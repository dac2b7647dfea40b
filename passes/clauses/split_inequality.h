// Cuts the question whether two tuples differ into questions about single columns.
//
//   before:  hit(X, Y) :- at(U, V), different (X, Y) (U, V)
//   after:   hit(X, Y) :- at(U, V), different (X) (U)
//            hit(X, Y) :- at(U, V), different (Y) (V)
//
// Two tuples differ if they do in some column. Where U and V are variables of the body alone, each
// rule is left with one of them, and the other is taken out early (split_existential.h): "some
// but this one" of 64 squares then has 4 times 64 ground rules instead of 63 times 64.
//
// A static relation of exactly the pairs of tuples that differ, `different_cells(X, Y, U, V)`, is
// the same question in the words of a rulesheet.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Pairs of arguments of which at least one has to be two constants that differ.
using ArgumentPairs = std::vector<std::pair<ir::Argument, ir::Argument>>;

/// The pairs, at least two, that literal number `position` of a body compares, if that is all that
/// it says: its variables are bound by other literals, which leave no more values for them.
/// `is_static`, by relation: its facts are all that is true of it. Requires domains.
[[nodiscard]] std::optional<ArgumentPairs> find_inequality(const ir::Module& module,
                                                           const std::vector<bool>& is_static,
                                                           const std::vector<ir::Literal>& body,
                                                           std::size_t position);

}  // namespace tesuji::passes
