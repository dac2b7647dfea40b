// Represents ordering metarules: the cost of a premise, given the bound variables (Cazenave, Table
// 2).
//
// "If a rule has a condition `voisine(?a, ?b)` with ?a bound and ?b not, and its priority is
// greater than 3.79, its priority becomes 3.79." The priority of a premise is the smallest number
// that any matching metarule assigns: the expected number of matches. A premise without a matching
// metarule has infinite priority.
#pragma once

#include "ir/core/source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::ir {

/// The relation of patterns of `compute` and `absent_all`.
inline constexpr const char* computation_pattern = "is";
inline constexpr const char* absence_pattern = "absent";

/// The premise that a metarule matches. Names are text, so that one set of metarules serves rules
/// of every input language.
struct PremisePattern {
  enum class Kind : std::uint8_t {
    present,
    absent,
    compare,
    compute,     ///< with the result only
    absent_all,  ///< a conjunction; without arguments
  };
  struct Argument {
    enum class Kind : std::uint8_t { variable, constant, any };
    Kind kind = Kind::any;
    std::string text;  ///< metavariable's or constant's name
  };
  Kind kind = Kind::present;
  std::string relation;  ///< or the comparison's name, e.g. `different`
  std::vector<Argument> args;
  Span span;
};

/// A metarule. Metavariables match any variable of the rule; repeated ones match the same variable.
struct OrderingMetarule {
  std::string name;
  PremisePattern premise;
  std::vector<std::string> bound;    ///< metavariables that must be bound
  std::vector<std::string> unbound;  ///< metavariables that must be unbound
  /// Further conditions: literals that the rule has (already ordered or not), which share
  /// metavariables with the premise. They make a pattern depend on its context.
  std::vector<PremisePattern> conditions;
  double priority = 0;  ///< expected matches; below 1: a probability
  std::string note;     ///< the origin of the number; printed as a comment
  Span span;
};

}  // namespace tesuji::ir
