#include "passes/nets/fluent_distances.h"

#include <algorithm>
#include <deque>

namespace tesuji::passes {

FluentDistances::FluentDistances(const ir::Net& net, std::size_t most_values)
    : net_(net),
      implications_(net),
      fluents_(fluent_nodes(net)),
      moves_(net.moves.size(), ir::no_id),
      groups_(find_fluent_groups(net, implications_, {.fluents = most_values})),
      group_of_(net.fluents.size(), ir::no_id) {
  implications_.forget();
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == ir::NetNode::Kind::move) moves_[net.nodes[node].first] = node;
  }
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    for (const std::uint32_t fluent : groups_[group].fluents) {
      std::uint32_t& known = group_of_[fluent];
      if (known == ir::no_id ||
          groups_[group].fluents.size() < groups_[known].fluents.size()) {
        known = group;
      }
    }
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
  const auto known = until_true_.find(fluent);
  if (known != until_true_.end()) return known->second;
  const std::uint32_t group = group_of_[fluent];
  if (group != ir::no_id) {
    find_distances(groups_[group]);
  } else {
    implications_.forget();
    assume(fluent, false);
    assume_illegal();
    until_true_[fluent].from_none = may_be_next(fluent, true) ? ir::Cost{1} : ir::never_cost;
  }
  return until_true_[fluent];
}

void FluentDistances::find_distances(const FluentGroup& group) {
  const std::size_t values = group.fluents.size();
  const std::size_t none = values;  // the value that no fluent stands for
  // By value, those that may be one step before it.
  std::vector<std::vector<std::size_t>> before(values + 1);
  for (std::size_t from = 0; from <= values; ++from) {
    if (from == none && group.exactly_one) continue;
    implications_.forget();
    for (std::size_t v = 0; v < values; ++v) assume(group.fluents[v], v == from);
    assume_illegal();
    bool may_be_none = !group.exactly_one;
    for (std::size_t to = 0; to < values; ++to) {
      if (to != from && may_be_next(group.fluents[to], true)) before[to].push_back(from);
      if (!may_be_next(group.fluents[to], false)) may_be_none = false;
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
    until_true_[group.fluents[to]] = std::move(result);
  }
  implications_.forget();
}

}  // namespace tesuji::passes
