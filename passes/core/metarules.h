// Computes the priorities that ordering metarules give a premise in a rule
// (ir/formulas/metarule.h).
//
// Rules of every kind are represented uniformly, as literals over names: a clause's body, a
// production rule's premises.
#pragma once

#include "ir/formulas/metarule.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::passes {

// --- Literals

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

// --- Priorities

// Matches one ordering metarule against a premise in its rule.
//
// Matches metavariables premise first, then condition by condition, each after those with which it
// shares metavariables; tests whether a metavariable is bound when it is matched. Searches
// separately for conditions connected only by metavariables of the premise.

class MetaruleMatcher {
 public:
  explicit MetaruleMatcher(const ir::OrderingMetarule& metarule);

  /// Whether the metarule matches literal number `which` of the rule, if exactly these variables
  /// are bound. Conditions count as unsatisfied after 20,000 literals have been tried.
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
  /// Removes from `rest`, in order, the conditions that must be searched together with one of it.
  std::vector<Pattern> take_part(std::vector<Pattern>& rest);

  Pattern premise_;
  std::vector<std::vector<Pattern>> parts_;  ///< conditions
  std::vector<Wanted> wanted_;               ///< of each metavariable
  bool possible_ = true;                     ///< every variable that must be bound occurs somewhere
};

/// A set of compiled metarules.
class Metarules {
 public:
  explicit Metarules(std::vector<ir::OrderingMetarule> metarules);

  /// Returns the smallest priority that any metarule gives to literal number `which` of the rule,
  /// if exactly these variables are bound; nullopt if none matches it.
  [[nodiscard]] std::optional<double> priority(const std::vector<LiteralView>& rule,
                                               std::size_t which,
                                               const std::vector<bool>& bound) const;

  /// Whether any metarule has further conditions (or requires variables outside the premise): then
  /// the priority of a premise may change with the variables that others bind.
  [[nodiscard]] bool have_conditions() const { return have_conditions_; }

  [[nodiscard]] const std::vector<ir::OrderingMetarule>& all() const { return metarules_; }

 private:
  std::vector<ir::OrderingMetarule> metarules_;
  std::vector<MetaruleMatcher> matchers_;  ///< of each
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_relation_;
  bool have_conditions_ = false;
};

}  // namespace tesuji::passes
