#include "passes/nets/fluent_groups.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::NodeId;

class Groups {
 public:
  Groups(const ir::Net& net, NetImplications& implications, const GroupLimits& limits)
      : net_(net),
        nodes_(fluent_nodes(net)),
        implications_(implications),
        limits_(limits),
        steps_left_(limits.steps) {}

  std::vector<FluentGroup> find() {
    std::vector<FluentGroup> found;
    std::set<FluentList> tried;
    for (auto& [key, fluents] : candidates()) {
      const auto changes = [&](std::uint32_t i) { return !ir::is_fixed(net_.fluents[i]); };
      if (fluents.size() > limits_.fluents ||
          std::count_if(fluents.begin(), fluents.end(), changes) < 2) {
        continue;
      }
      if (key.column == whole_relation && fluents.size() > limits_.relation_fluents) continue;
      if (!tried.insert(fluents).second) continue;
      FluentGroup group{key.relation, std::move(fluents), false};
      if (!prove(group)) continue;
      if (key.column == whole_relation) {  // then also of every part
        std::erase_if(found,
                      [&](const FluentGroup& part) { return part.relation == key.relation; });
      }
      found.push_back(std::move(group));
    }
    find_joined(found);
    return found;
  }

 private:
  /// Finds groups among pairs of relations that are not groups themselves.
  void find_joined(std::vector<FluentGroup>& found) {
    std::vector<std::pair<ir::RelationId, FluentList>> small;
    for (auto& [key, fluents] : candidates()) {
      if (key.column != whole_relation || fluents.size() > limits_.joined_fluents) continue;
      const bool grouped = std::any_of(found.begin(), found.end(), [&](const FluentGroup& group) {
        return group.relation == key.relation;
      });
      if (!grouped) small.emplace_back(key.relation, std::move(fluents));
    }
    for (std::size_t i = 0; i < small.size(); ++i) {
      for (std::size_t j = i + 1; j < small.size(); ++j) {
        FluentGroup group{small[i].first, small[i].second, false};
        group.fluents.insert(group.fluents.end(), small[j].second.begin(), small[j].second.end());
        std::sort(group.fluents.begin(), group.fluents.end());
        if (group.fluents.size() <= limits_.fluents && prove(group)) {
          found.push_back(std::move(group));
        }
      }
    }
  }

  /// Sorts after the columns of every relation.
  static constexpr std::size_t whole_relation = std::numeric_limits<std::size_t>::max();

  struct Key {
    ir::RelationId relation = 0;
    std::size_t column = 0;  ///< the column in which they differ
    std::vector<ir::Symbol> others;
    auto operator<=>(const Key&) const = default;
  };

  [[nodiscard]] std::map<Key, FluentList> candidates() const {
    std::map<Key, FluentList> candidates;
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      const ir::NetAtom& atom = net_.fluents[i].atom;
      if (nodes_[i] == ir::no_id) continue;
      for (std::size_t column = 0; column < atom.args.size(); ++column) {
        std::vector<ir::Symbol> others = atom.args;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(column));
        candidates[{atom.relation, column, std::move(others)}].push_back(i);
      }
      candidates[{atom.relation, whole_relation, {}}].push_back(i);
    }
    return candidates;
  }

  /// Returns the number of these fluents that hold next if only `current` of them holds now (no_id:
  /// none), for any values of the others; nullopt if undetermined.
  std::optional<std::size_t> successors(const FluentList& fluents, std::uint32_t current) {
    for (const std::uint32_t i : fluents) implications_.assume(nodes_[i], i == current);
    std::size_t come = 0;
    bool decided = true;
    for (const std::uint32_t i : fluents) {
      const std::optional<bool> next = implications_.value(net_.fluents[i].next);
      decided = decided && next.has_value();
      if (next.value_or(false)) ++come;
    }
    implications_.forget();
    return decided ? std::optional(come) : std::nullopt;
  }

  /// Proves by induction: one of them holds initially, and each leads to exactly one; or at most
  /// one, from each of them and from none.
  bool prove(FluentGroup& group) {
    const FluentList& fluents = group.fluents;
    const auto initially = std::count_if(fluents.begin(), fluents.end(),
                                         [&](auto i) { return net_.fluents[i].initially; });
    const std::uint64_t steps = std::uint64_t{fluents.size()} * fluents.size();
    if (initially > 1 || steps > steps_left_) return false;
    steps_left_ -= steps;
    bool exactly = initially == 1;
    for (const std::uint32_t current : fluents) {
      const std::optional<std::size_t> come = successors(fluents, current);
      if (!come || *come > 1) return false;
      exactly = exactly && *come == 1;
    }
    group.exactly_one = exactly;
    if (exactly) return true;
    const std::optional<std::size_t> come = successors(fluents, ir::no_id);
    return come && *come <= 1;
  }

  const ir::Net& net_;
  std::vector<NodeId> nodes_;
  NetImplications& implications_;
  GroupLimits limits_;
  std::uint64_t steps_left_;
};

}  // namespace

std::vector<NodeId> fluent_nodes(const ir::Net& net) {
  std::vector<NodeId> nodes(net.fluents.size(), ir::no_id);
  for (NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == ir::NetNode::Kind::fluent) nodes[net.nodes[node].first] = node;
  }
  return nodes;
}

std::vector<FluentGroup> find_fluent_groups(const ir::Net& net, NetImplications& implications,
                                            const GroupLimits& limits) {
  return Groups(net, implications, limits).find();
}

}  // namespace tesuji::passes
