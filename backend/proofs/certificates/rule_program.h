// Prepares a rulesheet's rules for grounding: which are needed, which predicates depend on the
// state, and in which order the others are evaluated.
#pragma once

#include "backend/proofs/certificates/kif_reader.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace tesuji::certificates {

/// The predicates with a special meaning in the game description language.
struct GamePredicates {
  PredicateId role, init, truth, does, legal, next, terminal;
  explicit GamePredicates(Sheet& sheet);
};

/// A predicate is *dynamic* if it depends on `true` or `does`, or if its definition uses its own
/// negation, so that predicates alone determine no order of evaluation. The others are static: they
/// are the same in all states, and are evaluated level by level.
struct RuleProgram {
  static constexpr std::uint32_t dynamic_level = std::numeric_limits<std::uint32_t>::max();

  std::vector<SheetRule> rules;       ///< those on which `wanted` predicates depend
  std::vector<std::uint32_t> levels;  ///< by predicate; dynamic_level: dynamic
  std::uint32_t static_levels = 0;    ///< static predicates have smaller levels

  [[nodiscard]] bool dynamic(PredicateId predicate) const {
    return predicate < levels.size() && levels[predicate] == dynamic_level;
  }
  /// Returns the level at which a rule is evaluated.
  [[nodiscard]] std::uint32_t level(const SheetRule& rule) const {
    return levels[rule.head.predicate];
  }
};

/// Splits the rules into projections (rule_program.cpp). Throws Malformed.
[[nodiscard]] RuleProgram make_rule_program(Sheet& sheet, const GamePredicates& game,
                                            const std::vector<PredicateId>& wanted);

}  // namespace tesuji::certificates
