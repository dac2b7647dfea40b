// Declares background knowledge: predicates that a learner can call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

/// An argument of predicates, by its number in the background: a term, or a state.
using Value = std::uint32_t;
/// Stands for an unknown value.
inline constexpr Value unbound = std::numeric_limits<Value>::max();

struct BackgroundPredicate {
  std::string name;
  std::uint32_t arity = 0;
  /// One per argument: variables of a clause at arguments of different types are different. 0
  /// matches every type. May be empty: all 0.
  std::vector<std::uint32_t> types;
  /// One per argument: whether calls have no solutions if it is unbound. May be empty: none.
  std::vector<bool> inputs = {};
};

/// Implementations are not thread-safe; exceptions (limits, stop requests) end a search.
class Background {
 public:
  virtual ~Background() = default;

  /// Returns the predicates in the order in which a search tries them. Must not change during a
  /// search.
  [[nodiscard]] virtual std::span<const BackgroundPredicate> predicates() const = 0;

  /// Whether the predicate holds for `args`, all of which are bound.
  [[nodiscard]] virtual bool holds(std::uint32_t predicate, std::span<const Value> args) = 0;

  /// Appends to `solutions`, arity values each, the tuples that agree with `args`, some of which
  /// are unbound; always in the same order.
  virtual void solve(std::uint32_t predicate, std::span<const Value> args,
                     std::vector<Value>& solutions) = 0;

  /// Returns about how many values a clause's constant can have.
  [[nodiscard]] virtual std::size_t value_count() const { return 256; }

  /// Whether there is a solution; unbound arguments may have any value.
  [[nodiscard]] virtual bool any(std::uint32_t predicate, std::span<const Value> args) {
    std::vector<Value> solutions;
    solve(predicate, args, solutions);
    return !solutions.empty();
  }

  /// Whether recursion from one value to the other makes progress towards an end. Endless sequences
  /// of such steps must be circular.
  [[nodiscard]] virtual bool is_step(Value from, Value to) const { return from != to; }

  /// Returns which calls had no answer because a limit was reached, for a warning; empty: none.
  [[nodiscard]] virtual std::string unanswered() const { return {}; }

  /// Returns which predicates were called with an unbound argument that has to be bound, so that
  /// the calls had no answer: `move/2` (argument 1). In the order of predicates().
  [[nodiscard]] virtual std::vector<std::string> calls_without_input() const { return {}; }

  /// Prints a value for Prolog.
  [[nodiscard]] virtual std::string text(Value value) const = 0;
};

}  // namespace tesuji::learner
