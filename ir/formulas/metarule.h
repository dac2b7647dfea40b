// Ordering metarules: the cost of a premise, given what is bound (Cazenave, Table 2).
//
// "If a rule has a condition `voisine(?a, ?b)` with ?a bound and ?b not, and its
// priority is greater than 3.79, its priority becomes 3.79." The priority of a
// premise is the smallest number that any matching metarule gives it: the number
// of matches to expect. A premise that none matches has no priority (infinite).
#pragma once

#include "ir/core/source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::ir {

/// What patterns of `compute` and `absent_all` have as their relation.
inline constexpr const char* computation_pattern = "is";
inline constexpr const char* absence_pattern = "absent";

/// The premise that a metarule speaks of. Names are text, so that one set of
/// metarules serves rules of every input language.
struct PremisePattern {
  enum class Kind : std::uint8_t {
    present,
    absent,
    compare,
    compute,     ///< of the result alone
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

/// A metarule. Metavariables match any variable of the rule; the same one twice
/// matches the same variable.
struct OrderingMetarule {
  std::string name;
  PremisePattern premise;
  std::vector<std::string> bound;    ///< metavariables that must be bound
  std::vector<std::string> unbound;  ///< metavariables that must not be
  /// Further conditions: literals that the rule has (placed already or not), which
  /// share metavariables with the premise. Makes a pattern conditional on context.
  std::vector<PremisePattern> conditions;
  double priority = 0;  ///< expected matches; below 1: a probability
  std::string note;     ///< where the number comes from; a comment, when printed
  Span span;
};

}  // namespace tesuji::ir
