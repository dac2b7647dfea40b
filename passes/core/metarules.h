// Computes what ordering metarules say of a premise in a rule (ir/formulas/metarule.h).
//
// Rules of every kind are looked at in one way, as literals over names: a clause's
// body, a production rule's premises.
#pragma once

#include "ir/formulas/metarule.h"
#include "passes/analysis/literal_view.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::passes {

// Matches one ordering metarule against a premise in its rule.
//
// Metavariables are matched premise first, then condition by condition, each next to those
// it shares metavariables with; whether one is bound is asked when it is matched.
// Conditions that share none that the premise lacks are looked for apart.

class MetaruleMatcher {
 public:
  explicit MetaruleMatcher(const ir::OrderingMetarule& metarule);

  /// Whether the metarule speaks of literal number `which` of the rule, where exactly these
  /// variables are bound. Conditions for which 20,000 literals have been tried in vain
  /// count as not met.
  [[nodiscard]] bool matches(const std::vector<LiteralView>& rule, std::size_t which,
                             const std::vector<bool>& bound) const;

 private:
  struct Argument {
    ir::PremisePattern::Argument::Kind kind;
    std::string constant;
    std::uint32_t variable = 0;  ///< number of the metavariable
  };
  struct Pattern {
    ir::PremisePattern::Kind kind;
    std::string relation;
    std::vector<Argument> args;
  };
  enum class Wanted : std::uint8_t { either, bound, unbound, never };
  using Numbers = std::map<std::string, std::uint32_t>;
  class Search;

  /// Whether kind, relation and number of arguments are the same.
  static bool same_form(const Pattern& pattern, const LiteralView& literal);
  Pattern compile(const ir::PremisePattern& pattern, Numbers& numbers);
  void want(const std::vector<std::string>& names, Wanted wanted, const Numbers& numbers);
  /// Takes the conditions that must be looked for together with one of the rest, in order.
  std::vector<Pattern> take_part(std::vector<Pattern>& rest);

  Pattern premise_;
  std::vector<std::vector<Pattern>> parts_;  ///< conditions
  std::vector<Wanted> wanted_;               ///< of each metavariable
  bool possible_ = true;                     ///< every variable that must be bound stands somewhere
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
