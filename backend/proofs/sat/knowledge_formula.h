// Defines formulas about what roles know, built from formulas of single states.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::sat {

/// A formula in negation normal form. A leaf is a formula of one state, given by its index in a
/// list that the user of the formula has.
struct KnowledgeFormula {
  enum class Kind : std::uint8_t {
    holds,  ///< the leaf
    knows,  ///< the leaf holds in all states that plays reach that look alike to the role
    all,    ///< true if empty
    any,    ///< false if empty
  };
  Kind kind = Kind::all;
  bool negated = false;    ///< holds, knows
  std::uint32_t role = 0;  ///< knows
  std::size_t leaf = 0;    ///< holds, knows
  std::vector<KnowledgeFormula> parts{};

  /// Whether it says that a role does not know something.
  [[nodiscard]] bool has_ignorance() const {
    return (kind == Kind::knows && negated) ||
           std::any_of(parts.begin(), parts.end(),
                       [](const KnowledgeFormula& part) { return part.has_ignorance(); });
  }
};

}  // namespace tesuji::sat
