#include "learner/explanation/instance_search.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tesuji::learner {
namespace {

constexpr std::size_t most_steps = 1'000'000;

using Rows = std::set<std::vector<ir::Symbol>>;

/// Searches for an instance: the next fact to match is always the one with the most known
/// arguments.
class InstanceSearch {
 public:
  InstanceSearch(const FactSet& facts, const Conjunction& conditions, ExampleValues& values,
                 std::size_t& steps, std::function<bool()> accepts = {})
      : facts_(facts), values_(values), steps_(steps), accepts_(std::move(accepts)) {
    for (const RuleCondition& condition : conditions) {
      if (condition.kind == RuleCondition::Kind::present) {
        open_.push_back(&condition);
      } else if (condition.kind == RuleCondition::Kind::absent) {
        absent_.push_back(&condition);
      } else {
        tests_.push_back(&condition);
      }
    }
  }

  Instance run() {
    for (const RuleCondition* test : tests_) {
      if (test->kind != RuleCondition::Kind::compare ||
          (test->comparison != ir::Comparison::same &&
           test->comparison != ir::Comparison::different)) {
        return Instance::unknown;
      }
    }
    const bool found = match();
    if (unknown_ || steps_ == 0) return Instance::unknown;
    return found ? Instance::found : Instance::none;
  }

 private:
  [[nodiscard]] ir::Symbol value_of(const ir::Argument& argument) const {
    if (!ir::is_variable(argument)) return argument.id;
    return argument.id < values_.size() ? values_[argument.id] : ir::no_symbol;
  }

  /// Whether no comparison with known sides is false.
  [[nodiscard]] bool tests_pass() const {
    return std::all_of(tests_.begin(), tests_.end(), [&](const RuleCondition* test) {
      const ir::Symbol left = value_of(test->args[0]);
      const ir::Symbol right = value_of(test->args[1]);
      if (left == ir::no_symbol || right == ir::no_symbol) return true;
      return (left == right) == (test->comparison == ir::Comparison::same);
    });
  }

  [[nodiscard]] bool absences_hold() {
    for (const RuleCondition* absence : absent_) {
      ExampleValues values = values_;
      InstanceSearch inner(facts_, absence->body, values, steps_);
      const Instance found = inner.run();
      unknown_ |= found == Instance::unknown;
      if (found != Instance::none) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t known_arguments(const RuleCondition& condition) const {
    return static_cast<std::size_t>(
        std::count_if(condition.args.begin(), condition.args.end(),
                      [&](const auto& argument) { return value_of(argument) != ir::no_symbol; }));
  }

  bool match() {
    if (steps_ == 0 || unknown_ || !tests_pass()) return false;
    if (open_.empty()) return absences_hold() && (!accepts_ || accepts_());
    const auto next = std::max_element(open_.begin(), open_.end(), [&](auto* a, auto* b) {
      return known_arguments(*a) * b->args.size() < known_arguments(*b) * a->args.size();
    });
    const RuleCondition* condition = *next;
    const auto place = next - open_.begin();
    open_.erase(next);
    bool found = false;
    const auto rows = facts_.find(condition->relation);
    if (rows != facts_.end()) found = match(*condition, rows->second);
    open_.insert(open_.begin() + place, condition);
    return found;
  }

  bool match(const RuleCondition& condition, const Rows& rows) {
    for (const std::vector<ir::Symbol>& row : rows) {
      if (steps_ == 0) return false;
      --steps_;
      std::vector<ir::VariableId> bound;
      if (agrees(condition, row, bound) && match()) return true;
      for (const ir::VariableId v : bound) values_[v] = ir::no_symbol;
    }
    return false;
  }

  bool agrees(const RuleCondition& condition, const std::vector<ir::Symbol>& row,
              std::vector<ir::VariableId>& bound) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const ir::Argument& argument = condition.args[i];
      const ir::Symbol known = value_of(argument);
      if (known == ir::no_symbol) {
        if (argument.id >= values_.size()) values_.resize(argument.id + 1, ir::no_symbol);
        values_[argument.id] = row[i];
        bound.push_back(argument.id);
      } else if (known != row[i]) {
        return false;
      }
    }
    return true;
  }

  const FactSet& facts_;
  ExampleValues& values_;
  std::size_t& steps_;
  std::function<bool()> accepts_;  ///< whether to end with this instance
  bool unknown_ = false;
  std::vector<const RuleCondition*> open_;
  std::vector<const RuleCondition*> tests_;
  std::vector<const RuleCondition*> absent_;
};

}  // namespace

Instance find_instance(const FactSet& facts, const Conjunction& conditions, ExampleValues& values,
                       std::size_t steps) {
  return InstanceSearch(facts, conditions, values, steps).run();
}

std::optional<std::set<std::vector<ir::Symbol>>> instances_of(
    const FactSet& facts, const Conjunction& conditions, const ExampleValues& values,
    const std::vector<ir::VariableId>& variables, std::size_t most) {
  std::set<std::vector<ir::Symbol>> found;
  ExampleValues tried = values;
  std::size_t steps = most_steps;
  const auto collect = [&] {
    std::vector<ir::Symbol> row;
    for (const ir::VariableId v : variables) {
      row.push_back(v < tried.size() ? tried[v] : ir::no_symbol);
    }
    found.insert(std::move(row));
    return found.size() > most;
  };
  if (InstanceSearch(facts, conditions, tried, steps, collect).run() != Instance::none) {
    return std::nullopt;
  }
  return found;
}

Instance applies(const LearnedRule& rule, const FactSet& facts, const MemoryFact& conclusion,
                 std::size_t steps) {
  if (rule.conclusion.relation != conclusion.relation ||
      rule.conclusion.args.size() != conclusion.args.size()) {
    return Instance::none;
  }
  ExampleValues values(rule.variables.size(), ir::no_symbol);
  for (std::size_t i = 0; i < conclusion.args.size(); ++i) {
    const ir::Argument& argument = rule.conclusion.args[i];
    ir::Symbol value = argument.id;
    if (ir::is_variable(argument)) {
      if (values[argument.id] == ir::no_symbol) values[argument.id] = conclusion.args[i];
      value = values[argument.id];
    }
    if (value != conclusion.args[i]) return Instance::none;
  }
  return find_instance(facts, rule.premises, values, steps);
}

}  // namespace tesuji::learner
