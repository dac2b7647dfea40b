// What ordering metarules say of a premise in a rule (ir/metarule.h).
//
// Rules of every kind are looked at in one way, as literals over names: a clause's
// body, a production rule's premises.
#pragma once

#include "ir/metarule.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::passes {

/// An argument of a literal as metarules see it.
struct LiteralArgument {
  enum class Kind : std::uint8_t { variable, constant, ignored };
  Kind kind = Kind::ignored;
  std::uint32_t variable = 0;  ///< number in its rule
  std::string_view constant;
};

/// A premise or body literal as metarules see it. Views; whoever made it keeps the names.
struct LiteralView {
  ir::PremisePattern::Kind kind = ir::PremisePattern::Kind::present;
  std::string_view relation;  ///< or the comparison's name
  std::vector<LiteralArgument> args;
};

/// A set of metarules, ready to be asked.
class Metarules {
 public:
  explicit Metarules(std::vector<ir::OrderingMetarule> metarules);

  /// The smallest priority that any metarule gives to literal number `which` of the
  /// rule where exactly these variables are bound; nothing if none matches it.
  [[nodiscard]] std::optional<double> priority(const std::vector<LiteralView>& rule,
                                               std::size_t which,
                                               const std::vector<bool>& bound) const;

  [[nodiscard]] const std::vector<ir::OrderingMetarule>& all() const { return metarules_; }

 private:
  std::vector<ir::OrderingMetarule> metarules_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_relation_;
};

}  // namespace tesuji::passes
