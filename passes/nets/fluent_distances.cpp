#include "passes/nets/fluent_distances.h"

#include "passes/nets/fluent_groups.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace tesuji::passes {

namespace {

std::vector<ValueGroup> groups_of(const ir::FluentFacts& facts, std::size_t most_values) {
  std::vector<ValueGroup> groups;
  for (const ir::FluentFact& fact : facts) {
    const bool exactly = fact.kind == ir::FluentFact::Kind::exactly_one;
    if (!exactly && fact.kind != ir::FluentFact::Kind::at_most_one) continue;
    if (fact.fluents.size() <= most_values) groups.push_back({fact.fluents, exactly});
  }
  return groups;
}

}  // namespace

FluentDistances::FluentDistances(const ir::Net& net, const ir::FluentFacts& facts,
                                 std::size_t most_values, MayFollow may_follow)
    : net_(net),
      may_follow_(std::move(may_follow)),
      implications_(net),
      fluents_(fluent_nodes(net)),
      moves_(net.moves.size(), ir::no_id),
      groups_(groups_of(facts, most_values)),
      groups_of_(net.fluents.size()),
      found_(groups_.size()) {
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == ir::NetNode::Kind::move) moves_[net.nodes[node].first] = node;
  }
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    for (const std::uint32_t fluent : groups_[group].fluents) groups_of_[fluent].push_back(group);
  }
}

void FluentDistances::assume(std::uint32_t fluent, bool value) {
  const ir::NodeId node = fluents_[fluent];
  if (node == ir::no_id || implications_.value(ir::signal_of(node))) return;
  implications_.assume(node, value);
}

void FluentDistances::assume_illegal() {
  for (std::uint32_t move = 0; move < moves_.size(); ++move) {
    if (moves_[move] == ir::no_id || implications_.value(ir::signal_of(moves_[move]))) continue;
    if (implications_.value(net_.moves[move].legal) == false) {
      implications_.assume(moves_[move], false);
    }
  }
}

bool FluentDistances::may_be_next(std::uint32_t fluent, bool value) const {
  return implications_.value(net_.fluents[fluent].next) != !value;
}

ir::Cost FluentDistances::until_false(std::uint32_t fluent) {
  implications_.forget();
  assume(fluent, true);
  assume_illegal();
  return may_be_next(fluent, false) ? ir::Cost{1} : ir::never_cost;
}

const FluentDistances::ToValue& FluentDistances::until_true(std::uint32_t fluent) {
  const std::vector<std::uint32_t>& groups = groups_of_[fluent];
  for (const std::uint32_t group : groups) {
    if (found_[group].empty()) find_distances(group);
  }
  const auto known = until_true_.find(fluent);
  if (known != until_true_.end()) return known->second;
  implications_.forget();
  assume(fluent, false);
  assume_illegal();
  ToValue& made = until_true_[fluent];
  made.from_none = may_be_next(fluent, true) ? ir::Cost{1} : ir::never_cost;
  return made;
}

namespace {

/// Returns the greatest distance other than never_cost.
ir::Cost reach_of(const FluentDistances::ToValue& to) {
  ir::Cost reach = to.from_none == ir::never_cost ? ir::Cost{0} : to.from_none;
  for (const auto& [fluent, cost] : to.from) {
    if (cost != ir::never_cost) reach = std::max(reach, cost);
  }
  return reach;
}

}  // namespace

void FluentDistances::find_distances(std::uint32_t number) {
  const ValueGroup& group = groups_[number];
  found_[number] = distances_in(group);
  for (std::size_t value = 0; value < group.fluents.size(); ++value) {
    const ToValue& found = found_[number][value];
    const auto [known, is_new] = until_true_.try_emplace(group.fluents[value]);
    if (is_new || reach_of(found) > reach_of(known->second)) known->second = found;
  }
}

std::vector<FluentDistances::ToValue> FluentDistances::until_true_by_group(std::uint32_t fluent) {
  const ToValue& best = until_true(fluent);  // computes those of all groups
  std::vector<ToValue> each;
  for (const std::uint32_t group : groups_of_[fluent]) {
    const auto& fluents = groups_[group].fluents;
    const auto value = std::lower_bound(fluents.begin(), fluents.end(), fluent) - fluents.begin();
    each.push_back(found_[group][static_cast<std::size_t>(value)]);
  }
  if (each.empty()) each.push_back(best);
  return each;
}

std::vector<FluentDistances::ToValue> FluentDistances::distances_in(const ValueGroup& group) {
  std::vector<ToValue> found;
  const std::size_t values = group.fluents.size();
  const std::size_t none = values;  // the value without a fluent
  // By value: the possible predecessors.
  std::vector<std::vector<std::size_t>> before(values + 1);
  for (std::size_t from = 0; from <= values; ++from) {
    if (from == none && group.exactly_one) continue;
    implications_.forget();
    for (std::size_t v = 0; v < values; ++v) assume(group.fluents[v], v == from);
    assume_illegal();
    bool may_be_none = !group.exactly_one;
    std::vector<std::uint32_t> followers;
    for (std::size_t to = 0; to < values; ++to) {
      if (to != from && may_be_next(group.fluents[to], true))
        followers.push_back(group.fluents[to]);
      if (!may_be_next(group.fluents[to], false)) may_be_none = false;
    }
    if (may_follow_ && from != none) {
      followers = may_follow_(group.fluents[from], std::move(followers));
    }
    for (const std::uint32_t fluent : followers) {
      const auto to = std::ranges::lower_bound(group.fluents, fluent) - group.fluents.begin();
      before[static_cast<std::size_t>(to)].push_back(from);
    }
    if (from != none && may_be_none) before[none].push_back(from);
  }
  for (std::size_t to = 0; to < values; ++to) {
    std::vector<ir::Cost> cost(values + 1, ir::never_cost);
    cost[to] = 0;
    std::deque<std::size_t> open{to};
    while (!open.empty()) {
      const std::size_t at = open.front();
      open.pop_front();
      for (const std::size_t from : before[at]) {
        if (cost[from] != ir::never_cost) continue;
        cost[from] = static_cast<ir::Cost>(cost[at] + 1);
        open.push_back(from);
      }
    }
    ToValue result;
    for (std::size_t from = 0; from < values; ++from) {
      if (from != to) result.from.emplace_back(group.fluents[from], cost[from]);
    }
    result.from_none = cost[none];
    found.push_back(std::move(result));
  }
  implications_.forget();
  return found;
}

}  // namespace tesuji::passes
