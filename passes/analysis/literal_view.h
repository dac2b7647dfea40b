// Represents literals as metarules match them: a clause's body, a production rule's premises.
#pragma once

#include "ir/formulas/metarule.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tesuji::passes {

/// An argument of a literal as metarules match it.
struct LiteralArgument {
  enum class Kind : std::uint8_t { variable, constant, ignored };
  Kind kind = Kind::ignored;
  std::uint32_t variable = 0;  ///< number in its rule
  std::string_view constant;
};

/// A premise or body literal as metarules match it. A view; its creator owns the names.
struct LiteralView {
  ir::PremisePattern::Kind kind = ir::PremisePattern::Kind::present;
  std::string_view relation;  ///< or the comparison's name
  std::vector<LiteralArgument> args;
};

}  // namespace tesuji::passes
