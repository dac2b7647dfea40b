// Resolution of two rules.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>

namespace tesuji::passes {

/// `rule` with the body of `definition` in the place of its positive literal number `literal`,
/// which is of the definition's head: the resolvent by their most general unifier. Variables of
/// the definition are renamed apart; comparisons that constants decide are gone. Nothing where
/// the two do not unify, or a comparison fails, so that the resolvent never fires.
[[nodiscard]] std::optional<ir::Rule> resolve(const ir::Rule& rule, std::size_t literal,
                                              const ir::Rule& definition);

}  // namespace tesuji::passes
