// Interface of background knowledge: predicates whose answers a learner can query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

/// An object that predicates speak of, by its number in the background: a term, or a state.
using Value = std::uint32_t;
/// Stands where no value is known.
inline constexpr Value unbound = std::numeric_limits<Value>::max();

struct BackgroundPredicate {
  std::string name;
  std::uint32_t arity = 0;
  /// One per argument: variables of one clause that stand at arguments of different types are
  /// different. 0 goes with every type. May be empty: all 0.
  std::vector<std::uint32_t> types;
  /// One per argument: whether calls where it is unbound have no solutions. May be empty: none.
  std::vector<bool> inputs = {};
};

/// Implementations are not thread-safe; what they throw (limits, requests to stop) ends a search.
class Background {
 public:
  virtual ~Background() = default;

  /// In the order in which a search is to try them. Stays the same during a search.
  [[nodiscard]] virtual std::span<const BackgroundPredicate> predicates() const = 0;

  /// Whether the predicate holds of `args`, which all are values.
  [[nodiscard]] virtual bool holds(std::uint32_t predicate, std::span<const Value> args) = 0;

  /// Appends to `solutions`, arity values each, what agrees with `args`, of which some are unbound;
  /// in an order that stays the same.
  virtual void solve(std::uint32_t predicate, std::span<const Value> args,
                     std::vector<Value>& solutions) = 0;

  /// How many values a constant of a clause may be one of, about.
  [[nodiscard]] virtual std::size_t value_count() const { return 256; }

  /// Whether there is a solution; unbound arguments may be any value.
  [[nodiscard]] virtual bool any(std::uint32_t predicate, std::span<const Value> args) {
    std::vector<Value> solutions;
    solve(predicate, args, solutions);
    return !solutions.empty();
  }

  /// Whether recursion that goes from one value to the other comes nearer to an end. There is no
  /// endless sequence of such steps but in circles.
  [[nodiscard]] virtual bool is_step(Value from, Value to) const { return from != to; }

  /// Which calls had no answer because a limit was reached, for a warning; empty: none.
  [[nodiscard]] virtual std::string unanswered() const { return {}; }

  /// A value as Prolog reads it.
  [[nodiscard]] virtual std::string text(Value value) const = 0;
};

}  // namespace tesuji::learner
