// Computes lower bounds on the number of steps until a fluent holds, or stops holding.
//
// A group of fluents of which one holds, as facts show, is a variable, and the fluents are its
// values. A transition from one value to another is possible if, given the former and no other
// value of the group, the net does not rule out the latter's next value; moves that are then
// certainly illegal are excluded. Paths through this graph of values are relaxed: other conditions
// of a step are ignored, so distances are lower bounds. Fluents without a group, and groups that
// are too large, are variables with two values each. If a fluent is in several groups, the group
// with the greatest distances is used: a tile's position is more informative than a position's
// tile. A caller that can prove more about steps than the net's gates show may exclude further
// transitions.
//
// Source: Helmert, The Fast Downward Planning System (2006), domain transition graphs.
#pragma once

#include "ir/nets/fluent_facts.h"
#include "ir/nets/goal_costs.h"
#include "ir/nets/net.h"
#include "passes/nets/net_implications.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::passes {

/// Fluents of which exactly one, or at most one, holds in every state of play.
struct ValueGroup {
  std::vector<std::uint32_t> fluents;  ///< positions in Net::fluents, ascending
  bool exactly_one = false;
};

/// Returns those of some fluents that may hold after a step from a state in which the first
/// argument holds.
using MayFollow =
    std::function<std::vector<std::uint32_t>(std::uint32_t, std::vector<std::uint32_t>)>;

class FluentDistances {
 public:
  /// Steps until a fluent holds.
  struct ToValue {
    std::vector<std::pair<std::uint32_t, ir::Cost>> from;  ///< from each other value of its group
    ir::Cost from_none = 1;                                ///< if no value of the group holds
  };

  /// `net` must answer next and outlive it. `facts` hold in every state of every play. Groups with
  /// more values than `most_values` are not analysed.
  FluentDistances(const ir::Net& net, const ir::FluentFacts& facts, std::size_t most_values = 256,
                  MayFollow may_follow = {});

  [[nodiscard]] const ToValue& until_true(std::uint32_t fluent);
  /// Returns the distances in each group of the fluent; without a group only until_true.
  [[nodiscard]] std::vector<ToValue> until_true_by_group(std::uint32_t fluent);
  /// Returns 1, or never_cost: once it holds, it holds for ever.
  [[nodiscard]] ir::Cost until_false(std::uint32_t fluent);
  [[nodiscard]] const std::vector<ValueGroup>& groups() const { return groups_; }

 private:
  /// Analyses the results of one step.
  void assume(std::uint32_t fluent, bool value);
  void assume_illegal();
  [[nodiscard]] bool may_be_next(std::uint32_t fluent, bool value) const;
  [[nodiscard]] std::vector<ToValue> distances_in(const ValueGroup& group);
  void find_distances(std::uint32_t group);

  const ir::Net& net_;
  MayFollow may_follow_;
  NetImplications implications_;
  std::vector<ir::NodeId> fluents_;  ///< nodes, by fluent
  std::vector<ir::NodeId> moves_;    ///< nodes, by move; no_id: not read by any gate
  std::vector<ValueGroup> groups_;
  std::vector<std::vector<std::uint32_t>> groups_of_;  ///< by fluent, positions in groups_
  std::vector<std::vector<ToValue>> found_;            ///< by group, by value; empty: not computed
                                                       ///< yet
  std::unordered_map<std::uint32_t, ToValue> until_true_;
};

}  // namespace tesuji::passes
