// Prepares a sheet's rules for grounding: which of them are needed, what depends on the state, and
// the order in which the rest is evaluated.
#pragma once

#include "backend/proofs/certificates/kif_reader.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace tesuji::certificates {

/// The predicates that a game description gives a meaning.
struct GamePredicates {
  PredicateId role, init, truth, does, legal, next, terminal;
  explicit GamePredicates(Sheet& sheet);
};

/// A predicate is *dynamic* where it depends on `true` or `does`, or where its own negation takes
/// part in its definition, so that predicates alone give no order of evaluation. The others are
/// static: they hold in all states alike, and are evaluated level by level.
struct RuleProgram {
  static constexpr std::uint32_t dynamic_level = std::numeric_limits<std::uint32_t>::max();

  std::vector<SheetRule> rules;       ///< those that `wanted` predicates depend on
  std::vector<std::uint32_t> levels;  ///< by predicate; dynamic_level: dynamic
  std::uint32_t static_levels = 0;    ///< all levels of static predicates are less

  [[nodiscard]] bool dynamic(PredicateId predicate) const {
    return predicate < levels.size() && levels[predicate] == dynamic_level;
  }
  /// The level at which a rule is evaluated.
  [[nodiscard]] std::uint32_t level(const SheetRule& rule) const {
    return levels[rule.head.predicate];
  }
};

/// The rules get projections (rule_program.cpp). Throws Malformed.
[[nodiscard]] RuleProgram make_rule_program(Sheet& sheet, const GamePredicates& game,
                                            const std::vector<PredicateId>& wanted);

}  // namespace tesuji::certificates
