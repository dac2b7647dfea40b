// Costs: numbers that say how far a state is from a game's goals, sums and minima of distances of
// fluents.
//
// SEMANTICS
//
// A state gives every *cost node* a number: 0 where what it stands for holds, more the further it
// is from holding, and never_cost where it can never hold again.
//   * literal: a fluent is to hold, or not to hold. 0 where that is so. Otherwise, where one of
//     CostLiteral::from holds, the cost that stands with it, and CostLiteral::otherwise elsewhere.
//   * sum: all inputs are to hold: their costs added, or never_cost where one of them is that.
//   * least: one of the inputs is to hold: their least cost.
//   * greatest: all inputs are to hold, and one step may bring several nearer: their greatest cost.
// Inputs of a node have smaller numbers than it.
//
// So the degree of truth b^-cost, for any b above 1, interprets conjunctions by the product t-norm
// and disjunctions by the maximum. A sum is a lower bound on the number of steps to a goal only
// where no step serves two of its inputs (passes/nets/cost_nodes.h).
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

/// A sum that would be as great is never_cost, too.
inline constexpr Cost never_cost = 0xFFFF;
/// In the place of a fluent: the literal's cost is CostLiteral::otherwise in every state.
inline constexpr std::uint32_t no_cost_fluent = no_id;

struct CostLiteral {
  std::uint32_t fluent = 0;  ///< position in Net::fluents
  bool value = true;         ///< that it is to have
  /// Other fluents, at most one of which holds in a state of play, with the cost where it does.
  std::vector<std::pair<std::uint32_t, Cost>> from{};
  Cost otherwise = 1;
};

struct CostNode {
  enum class Kind : std::uint8_t { literal, sum, least, greatest };
  Kind kind = Kind::literal;
  std::uint32_t first = 0;  ///< literal: position in GoalCosts::literals; else its first input
  std::uint32_t count = 0;  ///< inputs, from GoalCosts::inputs[first] on
};

/// A condition of a goal, or of the end, and the ways in which a state may fulfil it.
struct GoalPart {
  std::uint32_t role = 0;  ///< no_id: a condition of the end
  int goal = 0;            ///< the value of the role's goal that it is a part of
  std::string text;
  std::vector<CostNodeId> ways;  ///< at least one; of the same form
  Cost most = 0;                 ///< no way costs more, but never_cost
};

/// Squares of a board, or other places, that have the same content.
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
  /// The node of a whole goal: of the role, that it has this value. In the order of roles, the best
  /// goals first.
  struct Whole {
    std::uint32_t role = 0;
    int goal = 0;
    CostNodeId node = 0;
  };
  std::vector<Whole> wholes;
};

/// A number that a state has for an evaluation function: the cost of a way, or one more than
/// GoalPart::most where that is never_cost; how many ways of a part have this cost; or how many
/// places have a content.
struct GoalFeature {
  enum class Kind : std::uint8_t { cost, ways, content };
  Kind kind = Kind::cost;
  std::uint32_t of = 0;   ///< position in GoalCosts::parts or GoalCosts::contents
  Cost cost = 0;          ///< ways
  std::uint32_t way = 0;  ///< cost: position in GoalPart::ways
};

/// All features of the costs, in order. Ways count by costs up to most_counted_cost; a few that may
/// cost more, up to most_single_ways, are features one by one.
inline constexpr Cost most_counted_cost = 5;
inline constexpr std::size_t most_single_ways = 4;
[[nodiscard]] std::vector<GoalFeature> goal_features(const GoalCosts& costs);
[[nodiscard]] std::string text_of(const GoalCosts& costs, const GoalFeature& feature);

}  // namespace tesuji::ir
