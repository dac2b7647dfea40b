#include "learner/explanation/explanation.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tesuji::learner {

Explanation::Explanation(const DomainTheory& theory, const FactTrace& trace,
                         ExplanationLeaves leaves, const ExplanationLimits& limits)
    : theory_(theory), trace_(&trace), leaves_(std::move(leaves)), limits_(limits) {}

// Variables

ir::Argument Explanation::fresh(const std::string& name, ir::Symbol value) {
  const auto made = ir::Argument::variable(static_cast<ir::VariableId>(bindings_.size()));
  bindings_.push_back(made);
  values_.push_back(value);
  local_.push_back(false);
  names_.push_back(name);
  return made;
}

ir::Argument Explanation::resolved(ir::Argument argument) const {
  while (ir::is_variable(argument) && bindings_[argument.id] != argument) {
    argument = bindings_[argument.id];
  }
  return argument;
}

void Explanation::resolve(Conjunction& conditions) const {
  for (RuleCondition& condition : conditions) {
    for_each_argument(condition, [&](ir::Argument& argument) { argument = resolved(argument); });
  }
}

ir::Symbol Explanation::value_of(ir::Argument argument) const {
  argument = resolved(argument);
  return ir::is_variable(argument) ? values_[argument.id] : argument.id;
}

ExampleValues Explanation::values() const {
  ExampleValues values(values_.size());
  for (ir::VariableId v = 0; v < values_.size(); ++v) {
    values[v] = value_of(ir::Argument::variable(v));
  }
  return values;
}

void Explanation::unify(ir::Argument left, ir::Argument right) {
  left = resolved(left);
  right = resolved(right);
  if (left == right) return;
  if (!ir::is_variable(left)) std::swap(left, right);
  if (!ir::is_variable(left)) throw Unexplained("two constants that differ would have to be equal");
  if (ir::is_variable(right)) {
    // Keeps the older variable: the goal's own, rather than those of rules.
    if (left.id < right.id) std::swap(left, right);
    if (values_[right.id] == ir::no_symbol) values_[right.id] = values_[left.id];
    if (names_[right.id].empty()) names_[right.id] = names_[left.id];
  }
  bindings_[left.id] = right;
}

ir::VariableId Explanation::rename(const TheoryRule& rule, bool local) {
  const auto offset = static_cast<ir::VariableId>(bindings_.size());
  for (const std::string& name : rule.variables) {
    (void)fresh(name);
    local_.back() = local;
  }
  return offset;
}

void Explanation::shift(Conjunction& conditions, ir::VariableId offset) {
  for (RuleCondition& condition : conditions) {
    for_each_argument(condition, [&](ir::Argument& argument) {
      if (ir::is_variable(argument)) argument.id += offset;
    });
  }
}

// What is present

namespace {

std::vector<ir::VariableId> bound_by_premises(const Conjunction& premises) {
  Conjunction binding;
  for (const RuleCondition& premise : premises) {
    if (premise.kind != RuleCondition::Kind::absent) binding.push_back(premise);
  }
  return variables_in(binding);
}

}  // namespace

void Explanation::explain(const MemoryFact& fact, const std::vector<ir::Argument>& pattern,
                          Conjunction& conditions) {
  check_stop();
  if (conditions.size() > limits_.conditions) {
    throw Unexplained("the explanation has more conditions than a rule may have premises");
  }
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const ir::Argument argument = resolved(pattern[i]);
    if (ir::is_variable(argument)) values_[argument.id] = fact.args[i];
  }
  const TracedStep* found = is_leaf(fact.relation) ? nullptr : trace_->step_of(fact);
  if (found == nullptr) {
    conditions.push_back(present(fact.relation, pattern));
    return;
  }
  // A proof is a graph: a fact that is needed twice is proved once.
  if (const auto [known, is_new] = explained_.try_emplace(fact, pattern); !is_new) {
    for (std::size_t i = 0; i < pattern.size(); ++i) unify(known->second[i], pattern[i]);
    return;
  }
  const TracedStep step = *found;
  const TheoryRule& rule = theory_.rules()[step.rule];
  const ir::VariableId offset = rename(rule, false);
  Conjunction premises = rule.premises;
  Conjunction conclusions = rule.conclusions;
  shift(premises, offset);
  shift(conclusions, offset);
  const auto bound = bound_by_premises(premises);
  for (const RuleCondition& premise : premises) {
    if (premise.kind != RuleCondition::Kind::absent) continue;
    for (const ir::VariableId v : variables_in(premise)) {
      if (!std::binary_search(bound.begin(), bound.end(), v)) make_local(v);
    }
  }
  for (std::size_t i = 0; i < premises.size(); ++i) {
    for (std::size_t a = 0; a < premises[i].args.size(); ++a) {
      const ir::Argument argument = premises[i].args[a];
      const ir::Symbol value = step.premises[i].args[a];
      if (ir::is_variable(argument) && value != ir::no_symbol) values_[argument.id] = value;
    }
  }
  // Of several conclusions, the one that yields exactly this fact.
  const auto gives = [&](const RuleCondition& conclusion) {
    if (conclusion.relation != fact.relation) return false;
    for (std::size_t i = 0; i < fact.args.size(); ++i) {
      if (value_of(conclusion.args[i]) != fact.args[i]) return false;
    }
    return true;
  };
  const auto conclusion = std::find_if(conclusions.begin(), conclusions.end(), gives);
  if (conclusion == conclusions.end()) throw Unexplained("a step of the trace has no conclusion");
  for (std::size_t i = 0; i < pattern.size(); ++i) unify(pattern[i], conclusion->args[i]);
  for (std::size_t i = 0; i < premises.size(); ++i) {
    explain_premise(premises[i], step.premises[i], conditions);
  }
}

void Explanation::explain_premise(const RuleCondition& premise, const MemoryFact& found,
                                  Conjunction& conditions) {
  switch (premise.kind) {
    case RuleCondition::Kind::present:
      explain({premise.relation, found.args}, premise.args, conditions);
      return;
    case RuleCondition::Kind::absent:
      explain_absence(premise.body, conditions);
      return;
    case RuleCondition::Kind::compare:
    case RuleCondition::Kind::compute:
      conditions.push_back(premise);
      return;
  }
}

// What is absent

namespace {

std::optional<RuleCondition> opposite_of_test(const RuleCondition& condition) {
  return condition.kind == RuleCondition::Kind::compare ? opposite(condition) : std::nullopt;
}

}  // namespace

void Explanation::explain_absence(const Conjunction& body, Conjunction& conditions) {
  exclude(unfold(body), conditions);
}

bool Explanation::join(ir::Argument left, ir::Argument right, Conjunction& way) const {
  left = resolved(left);
  right = resolved(right);
  if (left == right) return true;
  if (!ir::is_variable(left) || (ir::is_variable(right) && !local_[left.id])) {
    std::swap(left, right);
  }
  if (!ir::is_variable(left)) return false;
  if (local_[left.id]) {
    replace_variable(way, left.id, right);
  } else {
    way.push_back(compare(ir::Comparison::same, left, right));
  }
  return true;
}

int Explanation::truth_of(const RuleCondition& condition) const {
  if (condition.kind == RuleCondition::Kind::compare) return known_truth(condition);
  if (condition.kind != RuleCondition::Kind::present || !leaves_.rigid(condition.relation)) {
    return -1;
  }
  if (trace_->facts_of(condition.relation).empty()) return 0;
  if (!variables_in(condition).empty()) return -1;
  MemoryFact fact{condition.relation, {}};
  for (const ir::Argument& argument : condition.args) fact.args.push_back(argument.id);
  return trace_->holds(fact) ? 1 : 0;
}

bool Explanation::replace_by_equality(const RuleCondition& condition, Conjunction& way,
                                      const std::vector<ir::VariableId>& kept) const {
  if (condition.kind != RuleCondition::Kind::compare ||
      condition.comparison != ir::Comparison::same) {
    return false;
  }
  for (const std::size_t side : {0, 1}) {
    const ir::Argument argument = condition.args[side];
    if (!ir::is_variable(argument) || !local_[argument.id] ||
        std::binary_search(kept.begin(), kept.end(), argument.id)) {
      continue;
    }
    replace_variable(way, argument.id, condition.args[1 - side]);
    return true;
  }
  return false;
}

std::optional<RuleCondition> Explanation::simplified(const RuleCondition& denied,
                                                     const Conjunction& others) const {
  Conjunction body = denied.body;
  if (!simplify(body, variables_in(others))) return std::nullopt;
  if (body.size() == 1 && body[0].kind == RuleCondition::Kind::compare) {
    if (auto other = opposite(body[0])) return other;
  }
  return absent(std::move(body));
}

bool Explanation::spread_equality(std::size_t number, Conjunction& way) const {
  const RuleCondition equality = way[number];
  if (equality.kind != RuleCondition::Kind::compare ||
      equality.comparison != ir::Comparison::same) {
    return false;
  }
  for (const std::size_t side : {0, 1}) {
    const ir::Argument variable = equality.args[side];
    const ir::Argument value = equality.args[1 - side];
    if (!ir::is_variable(variable) || ir::is_variable(value)) continue;
    const Conjunction before = way;
    replace_variable(way, variable.id, value);
    way[number] = equality;
    return way != before;
  }
  return false;
}

bool Explanation::simplify(Conjunction& way, const std::vector<ir::VariableId>& kept) const {
  resolve(way);
  for (std::size_t i = 0; i < way.size();) {
    const auto place = way.begin() + static_cast<std::ptrdiff_t>(i);
    if (way[i].kind == RuleCondition::Kind::absent) {
      Conjunction others = way;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      auto simpler = simplified(way[i], others);
      if (!simpler) {
        way.erase(place);
        continue;
      }
      if (simpler->kind == RuleCondition::Kind::absent && simpler->body.empty()) return false;
      way[i] = std::move(*simpler);
    }
    const RuleCondition condition = way[i];
    const int truth = truth_of(condition);
    if (truth == 0) return false;
    const bool replaced = truth < 0 && replace_by_equality(condition, way, kept);
    if (truth == 1 || replaced || std::find(way.begin(), place, condition) != place) {
      way.erase(place);
      if (replaced) i = 0;
    } else {
      i = spread_equality(i, way) ? 0 : i + 1;
    }
  }
  return true;
}

const RuleCondition* Explanation::next_deduced(const Conjunction& way) const {
  for (const RuleCondition& condition : way) {
    if (condition.kind == RuleCondition::Kind::present && !is_leaf(condition.relation) &&
        !theory_.concluding(condition.relation).empty() &&
        !theory_.is_recursive(condition.relation)) {
      return &condition;
    }
  }
  return nullptr;
}

std::vector<Conjunction> Explanation::unfold(const Conjunction& body) {
  std::vector<Conjunction> done;
  std::vector<Conjunction> open{body};
  std::size_t made = 0;
  while (!open.empty()) {
    Conjunction way = std::move(open.back());
    open.pop_back();
    if (!simplify(way)) continue;
    const RuleCondition* deduced = next_deduced(way);
    if (deduced == nullptr) {
      done.push_back(std::move(way));
      continue;
    }
    const RuleCondition atom = *deduced;
    way.erase(way.begin() + (deduced - way.data()));
    std::vector<Conjunction> next;
    for (const TheoryConclusion& by : theory_.concluding(atom.relation)) {
      check_stop();
      if (++made > limits_.branches) {
        throw Unexplained("too many ways to deduce an absent fact");
      }
      const TheoryRule& rule = theory_.rules()[by.rule];
      const ir::VariableId offset = rename(rule, true);
      // The atom and the conclusion come first while they are unified, so that replacements reach
      // them.
      Conjunction longer{rule.conclusions[by.conclusion]};
      longer.insert(longer.end(), rule.premises.begin(), rule.premises.end());
      shift(longer, offset);
      longer.insert(longer.begin(), atom);
      longer.insert(longer.end(), way.begin(), way.end());
      bool possible = true;
      for (std::size_t i = 0; i < atom.args.size() && possible; ++i) {
        possible = join(longer[0].args[i], longer[1].args[i], longer);
      }
      longer.erase(longer.begin(), longer.begin() + 2);
      if (possible) next.push_back(std::move(longer));
    }
    // The first rule's ways come first.
    open.insert(open.end(), std::make_move_iterator(next.rbegin()),
                std::make_move_iterator(next.rend()));
  }
  return done;
}

bool Explanation::is_hard(const RuleCondition& condition) const {
  return condition.kind == RuleCondition::Kind::absent ||
         (condition.kind == RuleCondition::Kind::present && !is_leaf(condition.relation) &&
          theory_.is_recursive(condition.relation));
}

void Explanation::exclude(const std::vector<Conjunction>& ways, Conjunction& conditions) {
  for (const Conjunction& way : ways) exclude_way(way, conditions);
}

void Explanation::exclude_way(Conjunction way, Conjunction& conditions) {
  if (!simplify(way)) return;
  rename_locals(way);
  Conjunction easy;
  std::copy_if(way.begin(), way.end(), std::back_inserter(easy),
               [&](const RuleCondition& condition) { return !is_hard(condition); });
  drop_unbound(easy);
  if (easy.size() == way.size() || (!easy.empty() && !has_instance(easy))) {
    if (easy.empty()) throw Unexplained("a fact that always holds would have to be absent");
    conditions.push_back(absent(std::move(easy)));
    return;
  }
  // With no other conditions, the denied conjunction must simply be present.
  if (!easy.empty()) {
    if (const auto exact = unfold_denied(way)) {
      for (const Conjunction& one : *exact) conditions.push_back(absent(one));
      return;
    }
  }
  if (explain_denied(way, easy, conditions)) return;
  throw Unexplained(
      "an absent fact could be deduced by a rule that tests absence, is recursive or computes");
}

void Explanation::rename_locals(Conjunction& way) {
  for (const ir::VariableId v : variables_in(way)) {
    if (!local_[v]) continue;
    const ir::Argument other = fresh(names_[v]);
    local_.back() = true;
    replace_variable(way, v, other);
  }
}

void Explanation::drop_unbound(Conjunction& way) const {
  Conjunction facts;
  std::copy_if(way.begin(), way.end(), std::back_inserter(facts), [](const RuleCondition& one) {
    return one.kind == RuleCondition::Kind::present || one.kind == RuleCondition::Kind::compute;
  });
  const auto bound = variables_in(facts);
  std::erase_if(way, [&](const RuleCondition& condition) {
    const auto all = variables_in(condition);
    return std::any_of(all.begin(), all.end(), [&](ir::VariableId v) {
      return local_[v] && !std::binary_search(bound.begin(), bound.end(), v);
    });
  });
}

bool Explanation::has_instance(const Conjunction& conditions) {
  ExampleValues values = this->values();
  for (ir::VariableId v = 0; v < values.size(); ++v) {
    if (local_[v]) values[v] = ir::no_symbol;
  }
  return find_instance(trace_->facts(), conditions, values) != Instance::none;
}

std::optional<std::vector<Conjunction>> Explanation::unfold_denied(const Conjunction& way) {
  Conjunction unfolded;
  for (const RuleCondition& condition : way) {
    if (is_hard(condition) && condition.kind != RuleCondition::Kind::absent) return std::nullopt;
    if (condition.kind != RuleCondition::Kind::absent) unfolded.push_back(condition);
  }
  // Variables of the rest stand for themselves inside the denied conjunction.
  std::vector<ir::VariableId> shared = variables_in(unfolded);
  std::erase_if(shared, [&](ir::VariableId v) { return !local_[v]; });
  for (const RuleCondition& condition : way) {
    if (condition.kind != RuleCondition::Kind::absent) continue;
    for (const ir::VariableId v : shared) local_[v] = false;
    const auto denied = unfold(condition.body);
    for (const ir::VariableId v : shared) local_[v] = true;
    for (const Conjunction& one : denied) {
      if (std::any_of(one.begin(), one.end(), [&](const auto& inner) { return is_hard(inner); })) {
        return std::nullopt;
      }
      unfolded.push_back(absent(one));
    }
  }
  std::vector<Conjunction> ways;
  for (Conjunction& one : split_tests(unfolded)) {
    if (!simplify(one)) continue;
    rename_locals(one);
    ways.push_back(std::move(one));
  }
  return ways;
}

std::vector<Conjunction> Explanation::split_tests(const Conjunction& way) {
  std::vector<Conjunction> ways{{}};
  for (const RuleCondition& condition : way) {
    const bool tests =
        condition.kind == RuleCondition::Kind::absent &&
        std::all_of(condition.body.begin(), condition.body.end(),
                    [](const RuleCondition& inner) { return opposite_of_test(inner).has_value(); });
    std::vector<Conjunction> longer;
    for (const Conjunction& one : ways) {
      if (!tests) {
        longer.push_back(one);
        longer.back().push_back(condition);
        continue;
      }
      for (const RuleCondition& inner : condition.body) {
        longer.push_back(one);
        longer.back().push_back(*opposite_of_test(inner));
      }
    }
    ways = std::move(longer);
  }
  return ways;
}

bool Explanation::explain_denied(const Conjunction& way, const Conjunction& easy,
                                 Conjunction& conditions) {
  constexpr std::size_t most_instances = 8;
  Conjunction denied;
  std::copy_if(way.begin(), way.end(), std::back_inserter(denied),
               [](const RuleCondition& one) { return one.kind == RuleCondition::Kind::absent; });
  if (denied.empty()) return false;
  // Variables that the rest of the way has, too: the denied conjunction must be present for all
  // their values.
  std::vector<ir::VariableId> keys;
  const auto of_easy = variables_in(easy);
  for (const ir::VariableId v : variables_in(denied)) {
    if (local_[v] && std::binary_search(of_easy.begin(), of_easy.end(), v)) keys.push_back(v);
  }
  ExampleValues values = this->values();
  for (ir::VariableId v = 0; v < values.size(); ++v) {
    if (local_[v]) values[v] = ir::no_symbol;
  }
  const auto instances = instances_of(trace_->facts(), easy, values, keys, most_instances);
  if (!instances) return false;
  std::vector<std::vector<ir::Argument>> explained;
  for (const std::vector<ir::Symbol>& instance : *instances) {
    std::vector<ir::Argument>& args = explained.emplace_back();
    for (std::size_t k = 0; k < keys.size(); ++k) {
      args.push_back(fresh(names_[keys[k]], instance[k]));
    }
    if (!explain_instance(denied, keys, args, conditions)) return false;
  }
  exclude_others(easy, keys, explained, conditions);
  return true;
}

bool Explanation::explain_instance(const Conjunction& denied,
                                   const std::vector<ir::VariableId>& keys,
                                   const std::vector<ir::Argument>& args, Conjunction& conditions) {
  for (const RuleCondition& one : denied) {
    Conjunction body = one.body;
    for (std::size_t k = 0; k < keys.size(); ++k) replace_variable(body, keys[k], args[k]);
    ExampleValues values = this->values();
    for (const ir::VariableId v : variables_in(body)) {
      if (local_[v]) values[v] = ir::no_symbol;
    }
    if (find_instance(trace_->facts(), body, values) != Instance::found) continue;
    for (const ir::VariableId v : variables_in(body)) {
      if (local_[v]) replace_variable(body, v, fresh(names_[v], values[v]));
    }
    for (const RuleCondition& condition : body) {
      MemoryFact found{condition.relation, {}};
      for (const ir::Argument& argument : condition.args) found.args.push_back(value_of(argument));
      explain_premise(condition, found, conditions);
    }
    return true;
  }
  return false;
}

void Explanation::exclude_others(const Conjunction& easy, const std::vector<ir::VariableId>& keys,
                                 const std::vector<std::vector<ir::Argument>>& explained,
                                 Conjunction& conditions) {
  constexpr std::size_t most_ways = 64;
  std::vector<Conjunction> others{easy};
  for (const std::vector<ir::Argument>& args : explained) {
    std::vector<Conjunction> longer;
    for (const Conjunction& other : others) {
      for (std::size_t k = 0; k < keys.size(); ++k) {
        longer.push_back(other);
        longer.back().push_back(
            compare(ir::Comparison::different, ir::Argument::variable(keys[k]), args[k]));
      }
    }
    if (longer.size() > most_ways) {
      throw Unexplained("too many ways to deduce another fact");
    }
    others = std::move(longer);
  }
  for (Conjunction& other : others) {
    if (!simplify(other)) continue;
    rename_locals(other);
    conditions.push_back(absent(std::move(other)));
  }
}

}  // namespace tesuji::learner
