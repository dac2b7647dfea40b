// Random safe, stratified rulesheets, small enough that every engine answers at
// once: several roles, fluents and moves with nested and empty compounds, names
// shared by relations, functions and constants, recursion, negation by level and by
// layer (local stratification), nested connectives, and several steps of play.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstdint>

namespace tesuji::tests {

/// The same seed gives the same rulesheet. Its spans are unknown.
[[nodiscard]] frontend::Rulesheet random_rulesheet(std::uint64_t seed, ir::SymbolTable& symbols);

/// One of so few fluents and moves that all states can be gone through: those that rules can
/// derive, reachable or not (tiny_vocabulary).
[[nodiscard]] frontend::Rulesheet random_tiny_rulesheet(std::uint64_t seed,
                                                        ir::SymbolTable& symbols);

}  // namespace tesuji::tests
