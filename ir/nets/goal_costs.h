// Defines costs, which estimate how far a state is from a game's goals: sums and minima of
// distances of fluents.
//
// SEMANTICS
//
// Each *cost node* has a number in every state: 0 if its condition holds, more the further the
// condition is from holding, and never_cost if it can never hold again.
//   * literal: a fluent must hold, or must not hold; then 0. Otherwise, if one of CostLiteral::from
//     holds, the cost stored with it, else CostLiteral::otherwise.
//   * sum: all inputs must hold: the sum of their costs, or never_cost if one of them is that.
//   * least: one of the inputs must hold: their least cost.
//   * greatest: all inputs must hold, and one step may advance several: their greatest cost.
// Inputs of a node have smaller numbers than the node.
//
// So the degree of truth b^-cost, for any b above 1, interprets conjunctions by the product t-norm
// and disjunctions by the maximum. A sum is a lower bound on the number of steps to a goal only if
// no step serves two of its inputs (passes/nets/cost_nodes.h).
//
// Source: Schiffel and Thielscher, Fluxplayer: A Successful General Game Player (2007), for a
// degree of truth of goals; Klement, Mesiar and Pap, Triangular Norms (2000), for the product
// t-norm as a sum of logarithms; Bonet and Geffner, Planning as Heuristic Search (2001), for the
// two sums.
#pragma once

#include "ir/nets/net.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::ir {

using CostNodeId = std::uint32_t;
using Cost = std::uint16_t;

/// Sums that reach it are never_cost, too.
inline constexpr Cost never_cost = 0xFFFF;
/// Used as a fluent: the literal's cost is CostLiteral::otherwise in every state.
inline constexpr std::uint32_t no_cost_fluent = no_id;

struct CostLiteral {
  std::uint32_t fluent = 0;  ///< position in Net::fluents
  bool value = true;         ///< its required value
  /// Other fluents, at most one of which holds in any state of play, with the cost if it holds.
  std::vector<std::pair<std::uint32_t, Cost>> from{};
  Cost otherwise = 1;
};

struct CostNode {
  enum class Kind : std::uint8_t { literal, sum, least, greatest };
  Kind kind = Kind::literal;
  std::uint32_t first = 0;  ///< literal: position in GoalCosts::literals; else its first input
  std::uint32_t count = 0;  ///< inputs, from GoalCosts::inputs[first] on
};

/// A condition of a goal, or of the end, and the alternative ways to satisfy it.
struct GoalPart {
  std::uint32_t role = 0;  ///< no_id: a condition of the end
  int goal = 0;            ///< the goal value of the role that it belongs to
  std::string text;
  std::vector<CostNodeId> ways;  ///< at least one; of the same form
  Cost most = 0;                 ///< maximum cost of a way, except never_cost
};

/// Squares of a board, or other places, with the same content.
struct ContentCount {
  std::string text;
  std::vector<std::uint32_t> fluents;  ///< ascending
};

struct GoalCosts {
  std::vector<CostLiteral> literals;
  std::vector<CostNode> nodes;
  std::vector<CostNodeId> inputs;
  std::vector<GoalPart> parts;
  std::vector<ContentCount> contents;
  std::vector<std::string> left_out;  ///< goals that are too large, as text
  /// The node of a whole goal: that the role has this value. In the order of roles, the best goals
  /// first.
  struct Whole {
    std::uint32_t role = 0;
    int goal = 0;
    CostNodeId node = 0;
  };
  std::vector<Whole> wholes;
};

/// A number that a state has in an evaluation function: the cost of a way, or GoalPart::most + 1 if
/// that is never_cost; the number of ways of a part with this cost; or the number of places with a
/// content.
struct GoalFeature {
  enum class Kind : std::uint8_t { cost, ways, content };
  Kind kind = Kind::cost;
  std::uint32_t of = 0;   ///< position in GoalCosts::parts or GoalCosts::contents
  Cost cost = 0;          ///< ways
  std::uint32_t way = 0;  ///< cost: position in GoalPart::ways
};

/// Returns all features of the costs, in order. Counts ways with costs up to most_counted_cost; if
/// ways may cost more, and there are at most most_single_ways, each is a separate feature.
inline constexpr Cost most_counted_cost = 5;
inline constexpr std::size_t most_single_ways = 4;
[[nodiscard]] std::vector<GoalFeature> goal_features(const GoalCosts& costs);
[[nodiscard]] std::string text_of(const GoalCosts& costs, const GoalFeature& feature);

}  // namespace tesuji::ir
