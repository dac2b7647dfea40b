// Computes what ordering metarules say of a premise in a rule (ir/formulas/metarule.h).
//
// Rules of every kind are looked at in one way, as literals over names: a clause's
// body, a production rule's premises.
#pragma once

#include "ir/formulas/metarule.h"
#include "passes/analysis/literal_view.h"
#include "passes/core/metarule_matcher.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::passes {

/// A set of metarules, ready to be asked.
class Metarules {
 public:
  explicit Metarules(std::vector<ir::OrderingMetarule> metarules);

  /// The smallest priority that any metarule gives to literal number `which` of the
  /// rule where exactly these variables are bound; nothing if none matches it.
  [[nodiscard]] std::optional<double> priority(const std::vector<LiteralView>& rule,
                                               std::size_t which,
                                               const std::vector<bool>& bound) const;

  /// Whether any asks for further premises (or for variables that the premise lacks): then the
  /// priority of a premise may change with what others bind.
  [[nodiscard]] bool have_conditions() const { return have_conditions_; }

  [[nodiscard]] const std::vector<ir::OrderingMetarule>& all() const { return metarules_; }

 private:
  std::vector<ir::OrderingMetarule> metarules_;
  std::vector<MetaruleMatcher> matchers_;  ///< of each
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_relation_;
  bool have_conditions_ = false;
};

}  // namespace tesuji::passes
