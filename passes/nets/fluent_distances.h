// Computes how many steps it takes at least until a fluent holds, or holds no longer.
//
// A group of fluents of which one holds, as facts say, is a variable, and the fluents are its
// values. It may go from a value to another one where, with the one and no other value of the group
// given, the net does not rule out the other one's next value; moves that cannot be legal then are
// not made. Paths through this graph of values are relaxed: what else a step needs is ignored, so
// distances are lower bounds. Fluents of no group, and groups that are too large, are variables of
// two values each. Where a fluent is in several groups, each gives lower bounds, and those of the
// group with the greatest distances are taken: where a tile is says more than which tile is there.
// Whoever can prove more about steps than the net's gates say may rule out some more.
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

/// Of some fluents those that may hold after a step from a state in which the first argument does.
using MayFollow =
    std::function<std::vector<std::uint32_t>(std::uint32_t, std::vector<std::uint32_t>)>;

class FluentDistances {
 public:
  /// Steps until a fluent holds.
  struct ToValue {
    std::vector<std::pair<std::uint32_t, ir::Cost>> from;  ///< from each other value of its group
    ir::Cost from_none = 1;                                ///< where no value of the group holds
  };

  /// `net`, which answers next and outlives it. `facts` hold in every state of every play. Groups
  /// of more values than `most_values` are not looked through.
  FluentDistances(const ir::Net& net, const ir::FluentFacts& facts, std::size_t most_values = 256,
                  MayFollow may_follow = {});

  [[nodiscard]] const ToValue& until_true(std::uint32_t fluent);
  /// In each group that the fluent is in; of a fluent of no group until_true alone.
  [[nodiscard]] std::vector<ToValue> until_true_by_group(std::uint32_t fluent);
  /// 1, or never_cost: once it holds, it always does.
  [[nodiscard]] ir::Cost until_false(std::uint32_t fluent);
  [[nodiscard]] const std::vector<ValueGroup>& groups() const { return groups_; }

 private:
  /// What one step may lead to.
  void assume(std::uint32_t fluent, bool value);
  void assume_illegal();
  [[nodiscard]] bool may_be_next(std::uint32_t fluent, bool value) const;
  [[nodiscard]] std::vector<ToValue> distances_in(const ValueGroup& group);
  void find_distances(std::uint32_t group);

  const ir::Net& net_;
  MayFollow may_follow_;
  NetImplications implications_;
  std::vector<ir::NodeId> fluents_;  ///< nodes, by fluent
  std::vector<ir::NodeId> moves_;    ///< nodes, by move; no_id: no gate reads it
  std::vector<ValueGroup> groups_;
  std::vector<std::vector<std::uint32_t>> groups_of_;  ///< by fluent, positions in groups_
  std::vector<std::vector<ToValue>> found_;            ///< by group, by value; empty: not yet
  std::unordered_map<std::uint32_t, ToValue> until_true_;
};

}  // namespace tesuji::passes
