#include "passes/nets/make_goal_costs.h"

#include "ir/nets/net_term.h"
#include "passes/nets/fluent_distances.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::passes {

namespace {

using ir::Cost;
using ir::CostNode;
using ir::CostNodeId;
using ir::NetNode;
using ir::NodeId;
using ir::Signal;

/// Conjunctions of more inputs are one part: each input alone says little.
constexpr std::size_t most_split_inputs = 8;
constexpr unsigned most_splits = 3;

std::optional<int> number_of(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A goal of a role with a value.
struct WantedGoal {
  std::uint32_t role = 0;
  int value = 0;
  Signal holds = ir::false_signal;
};

/// The best goals of each role first; of a role with up to three values the best alone.
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
    std::stable_sort(own.begin(), own.end(), [](const WantedGoal& a, const WantedGoal& b) {
      return a.value > b.value;
    });
    if (values <= 3 && own.size() > 1) own.resize(1);
    wanted.insert(wanted.end(), own.begin(), own.end());
  }
  return wanted;
}

class CostBuilder {
 public:
  CostBuilder(const ir::Module& module, const ir::Net& net, const GoalCostLimits& limits)
      : module_(module), net_(net), limits_(limits), distances_(net) {}

  ir::GoalCosts build() {
    for (const WantedGoal& goal : wanted_goals(module_, net_)) add(goal);
    count_contents();
    return std::move(costs_);
  }

 private:
  [[nodiscard]] const NetNode& node(Signal signal) const { return net_.nodes[ir::node_of(signal)]; }
  [[nodiscard]] bool is_all(Signal signal) const {
    return node(signal).kind == NetNode::Kind::conjunction && !ir::is_complemented(signal);
  }
  [[nodiscard]] bool is_any(Signal signal) const {
    return node(signal).kind == NetNode::Kind::conjunction && ir::is_complemented(signal);
  }
  /// What the signal is the conjunction or disjunction of.
  [[nodiscard]] std::vector<Signal> operands(Signal signal) const {
    std::vector<Signal> result;
    for (const Signal input : net_.inputs_of(ir::node_of(signal))) {
      result.push_back(ir::is_complemented(signal) ? ir::complement(input) : input);
    }
    return result;
  }
  /// The same with the operands of disjunctions in the place of these.
  [[nodiscard]] std::vector<Signal> alternatives(Signal signal) const {
    std::vector<Signal> open = operands(signal);
    std::vector<Signal> result;
    while (!open.empty()) {
      const Signal one = open.back();
      open.pop_back();
      if (is_any(one) && result.size() + open.size() < limits_.goal_inputs) {
        const std::vector<Signal> more = operands(one);
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
    if (!make_nodes(goal.holds)) {
      costs_.left_out.push_back(text_of(goal));
      return;
    }
    costs_.wholes.push_back({goal.role, goal.value, made_.at(goal.holds).node});
    split(goal, goal.holds, most_splits);
  }
  [[nodiscard]] std::string text_of(const WantedGoal& goal) const {
    return fmt::format("goal {} of {}", goal.value,
                       module_.symbols->text(module_.roles[goal.role]));
  }

  void split(const WantedGoal& goal, Signal signal, unsigned splits) {
    if (is_any(signal)) {
      std::map<std::uint64_t, std::vector<Signal>> by_form;
      const std::vector<Signal> ways = alternatives(signal);
      for (const Signal way : ways) {
        static_cast<void>(make_nodes(way));  // smaller than the goal
        by_form[made_.at(way).form].push_back(way);
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
    const std::vector<Signal> all = is_all(signal) ? operands(signal) : std::vector<Signal>{};
    const bool has_choices = std::any_of(all.begin(), all.end(), [&](Signal one) {
      return is_any(one) || is_all(one);
    });
    if (splits == 0 || !has_choices || all.size() > most_split_inputs) {
      add_part(goal, {signal});
      return;
    }
    for (const Signal one : all) {
      if (is_any(one) || is_all(one)) split(goal, one, splits - 1);
    }
  }

  void add_part(const WantedGoal& goal, const std::vector<Signal>& ways) {
    ir::GoalPart part;
    part.role = goal.role;
    part.goal = goal.value;
    for (const Signal way : ways) {
      part.ways.push_back(made_.at(way).node);
      part.most = std::max(part.most, made_.at(way).most);
    }
    part.text = fmt::format("{}: {} of {}", text_of(goal),
                            ways.size() == 1 ? "cost" : fmt::format("{} ways", ways.size()),
                            first_text(ways.front()));
    costs_.parts.push_back(std::move(part));
  }
  /// The first literal below the signal, so that people see which part it is.
  [[nodiscard]] std::string first_text(Signal signal) const {
    std::size_t literals = 0;
    while (node(signal).kind == NetNode::Kind::conjunction) {
      const std::vector<Signal> below = operands(signal);
      literals += below.size() - 1;
      signal = below.front();
    }
    const std::string term = node(signal).kind == NetNode::Kind::fluent
                                 ? term_of(module_, net_.fluents[node(signal).first].atom)
                                 : "true";
    return fmt::format("{}{}{}", ir::is_complemented(signal) ? "not " : "", term,
                       literals == 0 ? "" : " ..");
  }

  struct Made {
    CostNodeId node = 0;
    Cost most = 0;           ///< the greatest cost but never_cost
    std::uint64_t form = 0;  ///< the same for what is alike but for the fluents' places
  };

  /// Makes the nodes of what is below the signal. False where that is too much.
  bool make_nodes(Signal root) {
    if (made_.contains(root)) return true;
    // Signals below, each once; larger numbers are never below smaller ones.
    std::set<Signal, std::greater<>> open{root};
    std::vector<Signal> needed;
    std::size_t inputs = 0;
    while (!open.empty()) {
      const Signal signal = *open.begin();
      open.erase(open.begin());
      if (made_.contains(signal)) continue;
      needed.push_back(signal);
      if (node(signal).kind != NetNode::Kind::conjunction) continue;
      inputs += node(signal).count;
      if (inputs > limits_.goal_inputs) return false;
      for (const Signal below : operands(signal)) open.insert(below);
    }
    for (auto signal = needed.rbegin(); signal != needed.rend(); ++signal) make_node(*signal);
    return true;
  }

  void make_node(Signal signal) {
    Made made;
    const NetNode& net_node = node(signal);
    CostNode cost;
    if (net_node.kind == NetNode::Kind::conjunction) {
      cost.kind = is_all(signal) ? CostNode::Kind::sum : CostNode::Kind::least;
      cost.first = static_cast<std::uint32_t>(costs_.inputs.size());
      std::vector<std::uint64_t> forms;
      std::uint32_t most = 0;
      for (const Signal below : operands(signal)) {
        const Made& input = made_.at(below);
        costs_.inputs.push_back(input.node);
        forms.push_back(input.form);
        most = is_all(signal) ? most + input.most : std::max<std::uint32_t>(most, input.most);
      }
      cost.count = static_cast<std::uint32_t>(costs_.inputs.size()) - cost.first;
      made.most = static_cast<Cost>(std::min<std::uint32_t>(most, ir::never_cost - 1));
      std::sort(forms.begin(), forms.end());
      made.form = is_all(signal) ? 1 : 2;
      for (const std::uint64_t form : forms) made.form = mixed(made.form, form);
    } else {
      cost.first = static_cast<std::uint32_t>(costs_.literals.size());
      costs_.literals.push_back(literal_of(signal));
      const ir::CostLiteral& literal = costs_.literals.back();
      const auto raise = [&](Cost one) {
        if (one != ir::never_cost) made.most = std::max(made.most, one);
      };
      raise(literal.otherwise);
      for (const auto& [fluent, one] : literal.from) raise(one);
      made.form = mixed(3 + (signal & 1U), net_node.kind == NetNode::Kind::fluent
                                               ? net_.fluents[net_node.first].atom.relation
                                               : 0);
    }
    made.node = static_cast<CostNodeId>(costs_.nodes.size());
    costs_.nodes.push_back(cost);
    made_.emplace(signal, made);
  }
  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
    hash = (hash ^ more) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 29U);
  }

  ir::CostLiteral literal_of(Signal signal) {
    const NetNode& some = node(signal);
    const bool value = !ir::is_complemented(signal);
    if (some.kind != NetNode::Kind::fluent) {
      const bool holds = some.kind == NetNode::Kind::constant && !value;
      return {ir::no_cost_fluent, value, {}, holds ? Cost{0} : ir::never_cost};
    }
    ir::CostLiteral literal{some.first, value, {}, 1};
    if (!value) {
      literal.otherwise = distances_.until_false(some.first);
      return literal;
    }
    const FluentDistances::ToValue& to = distances_.until_true(some.first);
    literal.otherwise = to.from_none;
    for (const auto& [fluent, cost] : to.from) {
      if (cost != literal.otherwise) literal.from.emplace_back(fluent, cost);
    }
    return literal;
  }

  /// Counts places by their content: of a group whose fluents differ in some columns, the constants
  /// of these.
  void count_contents() {
    std::map<std::pair<ir::RelationId, std::vector<ir::Symbol>>, std::vector<std::uint32_t>> found;
    for (const FluentGroup& group : distances_.groups()) {
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
      costs_.contents.push_back({fmt::format("{} with {}", term_of(module_, net_.fluents[fluents.front()].atom), text), std::move(fluents)});
    }
  }

  const ir::Module& module_;
  const ir::Net& net_;
  GoalCostLimits limits_;
  FluentDistances distances_;
  ir::GoalCosts costs_;
  std::unordered_map<Signal, Made> made_;
};

}  // namespace

ir::GoalCosts make_goal_costs(const ir::Module& module, const ir::Net& net,
                              const GoalCostLimits& limits) {
  return CostBuilder(module, net, limits).build();
}

}  // namespace tesuji::passes
