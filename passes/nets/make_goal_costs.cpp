#include "passes/nets/make_goal_costs.h"

#include "ir/nets/net_term.h"
#include "passes/nets/fluent_distances.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
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
/// A part of the end with more ways, such as a full board written out, is left out: it costs time
/// and tells little.
constexpr std::size_t most_end_ways = 32;

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
      : module_(module), net_(net), limits_(limits), distances_(net, facts) {}

  ir::GoalCosts build() {
    for (const WantedGoal& goal : wanted_goals(module_, net_)) add(goal);
    if (net_.knows(ir::NetQuestion::terminal)) add({ir::no_id, 0, net_.terminal});
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

  struct Made {
    CostNodeId node = 0;
    Cost most = 0;           ///< the greatest cost but never_cost
    std::uint64_t form = 0;  ///< the same for what is alike but for the fluents' places
  };

  void add(const WantedGoal& goal) {
    if (ir::node_of(goal.holds) == 0) return;
    if (!make_nodes(goal.holds)) {
      costs_.left_out.push_back(text_of(goal));
      return;
    }
    if (goal.role != ir::no_id) {
      costs_.wholes.push_back({goal.role, goal.value, made_.at(goal.holds).node});
    }
    const std::optional<Ways> ways = ways_of(goal.holds);
    if (!ways || ways->size() < 2) {
      split(goal, goal.holds, most_splits);
      return;
    }
    std::map<std::uint64_t, std::vector<Made>> by_form;
    for (const std::vector<Signal>& way : *ways) {
      if (!known_ways_.insert(way).second) continue;  // how a goal is won often ends the game
      const Made made = make_sum(way);
      by_form[made.form].push_back(made);
    }
    for (const auto& [form, same] : by_form) {
      if (goal.role == ir::no_id && same.size() > most_end_ways) continue;
      add_part(goal, same);
    }
  }

  /// Conjunctions of literals, each ascending, of which one is to hold.
  using Ways = std::vector<std::vector<Signal>>;

  /// The signal written out; nothing where that is too much.
  [[nodiscard]] std::optional<Ways> ways_of(Signal root) const {
    std::map<Signal, std::optional<Ways>> known;
    for (const Signal signal : signals_below(root)) {
      std::optional<Ways>& ways = known[signal];
      if (node(signal).kind != NetNode::Kind::conjunction) {
        ways = Ways{{signal}};
        continue;
      }
      ways = is_all(signal) ? Ways{{}} : Ways{};
      for (const Signal below : operands(signal)) {
        const std::optional<Ways>& more = known.at(below);
        if (more && ways) {
          ways = is_all(signal) ? product(*ways, *more) : sum(std::move(*ways), *more);
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
    const bool has_choices =
        std::any_of(all.begin(), all.end(), [&](Signal one) { return is_any(one) || is_all(one); });
    if (splits == 0 || !has_choices || all.size() > most_split_inputs) {
      add_part(goal, {signal});
      return;
    }
    for (const Signal one : all) {
      if (is_any(one) || is_all(one)) split(goal, one, splits - 1);
    }
  }

  void add_part(const WantedGoal& goal, const std::vector<Signal>& ways) {
    std::vector<Made> made;
    for (const Signal way : ways) made.push_back(made_.at(way));
    add_part(goal, made);
  }
  void add_part(const WantedGoal& goal, const std::vector<Made>& ways) {
    ir::GoalPart part;
    part.role = goal.role;
    part.goal = goal.value;
    for (const Made& way : ways) {
      part.ways.push_back(way.node);
      part.most = std::max(part.most, way.most);
    }
    part.text = fmt::format("{}: {} {}", text_of(goal),
                            ways.size() == 1 ? "cost of" : fmt::format("{} ways like", ways.size()),
                            text_of(ways.front().node));
    costs_.parts.push_back(std::move(part));
  }
  /// Of a literal its fluent, of a sum the first of its inputs, so that people see what it is.
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

  /// Makes the nodes of what is below the signal. False where that is too much.
  bool make_nodes(Signal root) {
    if (made_.contains(root)) return true;
    const std::vector<Signal> needed = signals_below(root);
    if (needed.empty()) return false;
    for (const Signal signal : needed) {
      if (!made_.contains(signal)) make_node(signal);
    }
    return true;
  }

  /// Ascending, itself last; empty where their gates have too many inputs.
  [[nodiscard]] std::vector<Signal> signals_below(Signal root) const {
    std::set<Signal, std::greater<>> open{root};
    std::vector<Signal> needed;
    std::size_t inputs = 0;
    while (!open.empty()) {
      const Signal signal = *open.begin();
      open.erase(open.begin());
      needed.push_back(signal);
      if (node(signal).kind != NetNode::Kind::conjunction) continue;
      inputs += node(signal).count;
      if (inputs > limits_.goal_inputs) return {};
      for (const Signal below : operands(signal)) open.insert(below);
    }
    std::reverse(needed.begin(), needed.end());
    return needed;
  }

  /// A way that is written out: signals that have nodes.
  Made make_sum(const std::vector<Signal>& way) {
    if (way.size() == 1) return made_.at(way.front());
    return combine(CostNode::Kind::sum, way);
  }

  Made combine(CostNode::Kind kind, const std::vector<Signal>& signals) {
    const bool is_sum = kind == CostNode::Kind::sum;
    CostNode cost{kind, static_cast<std::uint32_t>(costs_.inputs.size()),
                  static_cast<std::uint32_t>(signals.size())};
    std::vector<std::uint64_t> forms;
    std::uint32_t most = 0;
    for (const Signal below : signals) {
      const Made& input = made_.at(below);
      costs_.inputs.push_back(input.node);
      forms.push_back(input.form);
      most = is_sum ? most + input.most : std::max<std::uint32_t>(most, input.most);
    }
    Made made;
    made.most = static_cast<Cost>(std::min<std::uint32_t>(most, ir::never_cost - 1));
    std::sort(forms.begin(), forms.end());
    made.form = is_sum ? 1 : 2;
    for (const std::uint64_t form : forms) made.form = mixed(made.form, form);
    made.node = static_cast<CostNodeId>(costs_.nodes.size());
    costs_.nodes.push_back(cost);
    return made;
  }

  void make_node(Signal signal) {
    Made made;
    const NetNode& net_node = node(signal);
    if (net_node.kind == NetNode::Kind::conjunction) {
      made =
          combine(is_all(signal) ? CostNode::Kind::sum : CostNode::Kind::least, operands(signal));
    } else {
      CostNode cost;
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
      made.node = static_cast<CostNodeId>(costs_.nodes.size());
      costs_.nodes.push_back(cost);
    }
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
  std::unordered_map<Signal, Made> made_;
  std::set<std::vector<Signal>> known_ways_;  ///< of all goals that were written out
};

}  // namespace

ir::GoalCosts make_goal_costs(const ir::Module& module, const ir::Net& net,
                              const ir::FluentFacts& facts, const GoalCostLimits& limits) {
  return CostBuilder(module, net, facts, limits).build();
}

}  // namespace tesuji::passes
