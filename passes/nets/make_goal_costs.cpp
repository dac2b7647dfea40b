#include "passes/nets/make_goal_costs.h"

#include "ir/nets/net_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {

// --- Costs

namespace {

using ir::CostNode;
using ir::CostNodeId;
using ir::NetNode;
using ir::Signal;

/// Conjunctions with more inputs are one part: a single input carries little information.
constexpr std::size_t most_split_inputs = 8;
constexpr unsigned most_splits = 3;
/// Maximum number of alternative conjunctions ("ways") in one part of `terminal`. Larger parts,
/// such as a full board with a way for each filling, are omitted: they take time and carry little
/// information.
constexpr std::size_t most_end_ways = 32;

std::optional<int> number_of(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A goal value of a role.
struct WantedGoal {
  std::uint32_t role = 0;
  int value = 0;
  Signal holds = ir::false_signal;
};

/// Returns the best goals of each role first; for a role with up to three values only the best.
std::vector<WantedGoal> wanted_goals(const ir::Module& module, const ir::Net& net) {
  std::vector<WantedGoal> wanted;
  for (std::uint32_t role = 0; role < module.roles.size(); ++role) {
    std::vector<WantedGoal> own;
    std::size_t values = 0;
    for (const ir::NetAnswer& goal : net.goals) {
      if (goal.role != role) continue;
      const auto value = number_of(term_of(module, goal.atom));
      ++values;
      if (value && *value > 0) own.push_back({role, *value, goal.holds});
    }
    std::stable_sort(own.begin(), own.end(),
                     [](const WantedGoal& a, const WantedGoal& b) { return a.value > b.value; });
    if (values <= 3 && own.size() > 1) own.resize(1);
    wanted.insert(wanted.end(), own.begin(), own.end());
  }
  return wanted;
}

class CostBuilder {
 public:
  CostBuilder(const ir::Module& module, const ir::Net& net, const ir::FluentFacts& facts,
              const GoalCostLimits& limits)
      : module_(module),
        net_(net),
        limits_(limits),
        distances_(net, facts),
        nodes_(net, distances_, costs_, limits.goal_inputs) {}

  ir::GoalCosts build() {
    for (const WantedGoal& goal : wanted_goals(module_, net_)) add(goal);
    if (net_.knows(ir::NetQuestion::terminal)) add({ir::no_id, 0, net_.terminal});
    count_contents();
    return std::move(costs_);
  }

 private:
  /// Returns the operands, with nested disjunctions replaced by their operands.
  [[nodiscard]] std::vector<Signal> alternatives(Signal signal) const {
    std::vector<Signal> open = nodes_.operands(signal);
    std::vector<Signal> result;
    while (!open.empty()) {
      const Signal one = open.back();
      open.pop_back();
      if (nodes_.is_disjunction(one) && result.size() + open.size() < limits_.goal_inputs) {
        const std::vector<Signal> more = nodes_.operands(one);
        open.insert(open.end(), more.begin(), more.end());
      } else {
        result.push_back(one);
      }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  void add(const WantedGoal& goal) {
    if (ir::node_of(goal.holds) == 0) return;
    if (!nodes_.make(goal.holds)) {
      costs_.left_out.push_back(text_of(goal));
      return;
    }
    if (goal.role != ir::no_id) {
      costs_.wholes.push_back({goal.role, goal.value, nodes_.of(goal.holds).node});
    }
    const std::optional<Ways> ways = ways_of(goal.holds);
    if (!ways || ways->size() < 2) {
      split(goal, goal.holds, most_splits);
      return;
    }
    std::map<std::uint64_t, std::vector<CostNodeMade>> by_form;
    for (const std::vector<Signal>& way : *ways) {
      if (!known_ways_.insert(way).second) continue;  // winning often also ends the game
      const CostNodeMade made = make_sum(way);
      by_form[made.form].push_back(made);
    }
    for (const auto& [form, same] : by_form) {
      if (goal.role == ir::no_id && same.size() > most_end_ways) continue;
      add_part(goal, same);
    }
  }

  /// Conjunctions of literals, each ascending, of which one must hold.
  using Ways = std::vector<std::vector<Signal>>;

  /// Returns the signal in disjunctive form; nullopt if that is too large.
  [[nodiscard]] std::optional<Ways> ways_of(Signal root) const {
    std::map<Signal, std::optional<Ways>> known;
    for (const Signal signal : nodes_.below(root)) {
      std::optional<Ways>& ways = known[signal];
      if (nodes_.gate(signal).kind != NetNode::Kind::conjunction) {
        ways = Ways{{signal}};
        continue;
      }
      ways = nodes_.is_conjunction(signal) ? Ways{{}} : Ways{};
      for (const Signal below : nodes_.operands(signal)) {
        const std::optional<Ways>& more = known.at(below);
        if (more && ways) {
          ways =
              nodes_.is_conjunction(signal) ? product(*ways, *more) : sum(std::move(*ways), *more);
        } else {
          ways.reset();
        }
      }
    }
    return known.at(root);
  }
  [[nodiscard]] std::optional<Ways> sum(Ways ways, const Ways& more) const {
    ways.insert(ways.end(), more.begin(), more.end());
    std::sort(ways.begin(), ways.end());
    ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
    if (!is_short(ways)) return std::nullopt;
    return ways;
  }
  [[nodiscard]] std::optional<Ways> product(const Ways& ways, const Ways& more) const {
    if (ways.size() * more.size() > limits_.ways) return std::nullopt;
    Ways result;
    for (const std::vector<Signal>& one : ways) {
      for (const std::vector<Signal>& other : more) {
        std::vector<Signal>& both = result.emplace_back();
        std::set_union(one.begin(), one.end(), other.begin(), other.end(),
                       std::back_inserter(both));
        const bool contradicts =
            std::adjacent_find(both.begin(), both.end(), [](Signal a, Signal b) {
              return b == ir::complement(a);
            }) != both.end();
        if (contradicts) result.pop_back();
      }
    }
    if (!is_short(result)) return std::nullopt;
    return result;
  }
  [[nodiscard]] bool is_short(const Ways& ways) const {
    std::size_t inputs = 0;
    for (const std::vector<Signal>& way : ways) inputs += way.size();
    return ways.size() <= limits_.ways && inputs <= limits_.way_inputs;
  }
  [[nodiscard]] std::string text_of(const WantedGoal& goal) const {
    if (goal.role == ir::no_id) return "end";
    return fmt::format("goal {} of {}", goal.value,
                       module_.symbols->text(module_.roles[goal.role]));
  }

  void split(const WantedGoal& goal, Signal signal, unsigned splits) {
    if (nodes_.is_disjunction(signal)) {
      std::map<std::uint64_t, std::vector<Signal>> by_form;
      const std::vector<Signal> ways = alternatives(signal);
      for (const Signal way : ways) {
        static_cast<void>(nodes_.make(way));  // smaller than the goal's
        by_form[nodes_.of(way).form].push_back(way);
      }
      if (by_form.size() > limits_.parts) {
        add_part(goal, ways);
        return;
      }
      for (const auto& [form, same] : by_form) {
        if (same.size() == 1 && splits > 0) {
          split(goal, same.front(), splits - 1);
        } else {
          add_part(goal, same);
        }
      }
      return;
    }
    const std::vector<Signal> all =
        nodes_.is_conjunction(signal) ? nodes_.operands(signal) : std::vector<Signal>{};
    const bool has_choices = std::any_of(all.begin(), all.end(), [&](Signal one) {
      return nodes_.is_disjunction(one) || nodes_.is_conjunction(one);
    });
    if (splits == 0 || !has_choices || all.size() > most_split_inputs) {
      add_part(goal, {signal});
      return;
    }
    for (const Signal one : all) {
      if (nodes_.is_disjunction(one) || nodes_.is_conjunction(one)) split(goal, one, splits - 1);
    }
  }

  void add_part(const WantedGoal& goal, const std::vector<Signal>& ways) {
    std::vector<CostNodeMade> made;
    for (const Signal way : ways) made.push_back(nodes_.of(way));
    add_part(goal, made);
  }
  void add_part(const WantedGoal& goal, const std::vector<CostNodeMade>& ways) {
    ir::GoalPart part;
    part.role = goal.role;
    part.goal = goal.value;
    for (const CostNodeMade& way : ways) {
      part.ways.push_back(way.node);
      part.most = std::max(part.most, way.most);
    }
    part.text = fmt::format("{}: {} {}", text_of(goal),
                            ways.size() == 1 ? "cost of" : fmt::format("{} ways like", ways.size()),
                            text_of(ways.front().node));
    costs_.parts.push_back(std::move(part));
  }
  /// Returns a literal's fluent, or the first input of a sum, as a recognisable name.
  [[nodiscard]] std::string text_of(CostNodeId id) const {
    std::string more;
    while (costs_.nodes[id].kind != CostNode::Kind::literal) {
      if (costs_.nodes[id].count > 1) more = " ..";
      id = costs_.inputs[costs_.nodes[id].first];
    }
    const ir::CostLiteral& literal = costs_.literals[costs_.nodes[id].first];
    if (literal.fluent == ir::no_cost_fluent) return "true";
    return fmt::format("{}{}{}", literal.value ? "" : "not ",
                       term_of(module_, net_.fluents[literal.fluent].atom), more);
  }

  /// Returns the node of a written-out way, whose signals have nodes.
  CostNodeMade make_sum(const std::vector<Signal>& way) {
    if (way.size() == 1) return nodes_.of(way.front());
    return nodes_.combine(CostNode::Kind::sum, way);
  }

  /// Counts places by their content: for a group whose fluents differ in some columns, the
  /// constants in these.
  void count_contents() {
    std::map<std::pair<ir::RelationId, std::vector<ir::Symbol>>, std::vector<std::uint32_t>> found;
    for (const ValueGroup& group : distances_.groups()) {
      if (group.fluents.size() > limits_.contents) continue;
      const auto atom = [&](std::uint32_t fluent) -> const ir::NetAtom& {
        return net_.fluents[fluent].atom;
      };
      const ir::NetAtom& first = atom(group.fluents.front());
      std::vector<bool> differs(first.args.size(), false);
      bool one_relation = true;
      for (const std::uint32_t fluent : group.fluents) {
        one_relation = one_relation && atom(fluent).relation == first.relation;
        for (std::size_t c = 0; one_relation && c < first.args.size(); ++c) {
          if (atom(fluent).args[c] != first.args[c]) differs[c] = true;
        }
      }
      if (!one_relation) continue;
      for (const std::uint32_t fluent : group.fluents) {
        std::vector<ir::Symbol> content;
        for (std::size_t c = 0; c < first.args.size(); ++c) {
          if (differs[c]) content.push_back(atom(fluent).args[c]);
        }
        found[{first.relation, content}].push_back(fluent);
      }
    }
    if (found.size() > limits_.contents) return;
    for (auto& [content, fluents] : found) {
      std::sort(fluents.begin(), fluents.end());
      fluents.erase(std::unique(fluents.begin(), fluents.end()), fluents.end());
      std::string text;
      for (const ir::Symbol symbol : content.second) {
        text += fmt::format("{}{}", text.empty() ? "" : " ", module_.symbols->text(symbol));
      }
      costs_.contents.push_back(
          {fmt::format("{} with {}", term_of(module_, net_.fluents[fluents.front()].atom), text),
           std::move(fluents)});
    }
  }

  const ir::Module& module_;
  const ir::Net& net_;
  GoalCostLimits limits_;
  FluentDistances distances_;
  ir::GoalCosts costs_;
  CostNodes nodes_;
  std::set<std::vector<Signal>> known_ways_;  ///< of all goals written out
};

}  // namespace

ir::GoalCosts make_goal_costs(const ir::Module& module, const ir::Net& net,
                              const ir::FluentFacts& facts, const GoalCostLimits& limits) {
  return CostBuilder(module, net, facts, limits).build();
}

// --- Lower bounds

std::optional<BoundedGoal> bound_goal_costs(const ir::Net& net, const ir::FluentFacts& facts,
                                            std::span<const std::uint32_t> goals, StepProofs proofs,
                                            std::size_t most_inputs) {
  BoundedGoal bounded;
  constexpr std::size_t most_values = 256;
  FluentDistances distances(net, facts, most_values, std::move(proofs.may_follow));
  CostNodes nodes(net, distances, bounded.costs, most_inputs, std::move(proofs.never_together));
  std::vector<ir::Signal> ways;
  for (const std::uint32_t goal : goals) {
    ways.push_back(net.goals[goal].holds);
    if (!nodes.make(ways.back())) return std::nullopt;
  }
  if (ways.empty()) return std::nullopt;
  const CostNodeMade any = nodes.combine(ir::CostNode::Kind::least, ways);
  bounded.node = any.node;
  if (nodes.make(net.terminal)) {
    bounded.node =
        nodes.combine_made(ir::CostNode::Kind::greatest, {any, nodes.of(net.terminal)}).node;
  }
  return bounded;
}

}  // namespace tesuji::passes
