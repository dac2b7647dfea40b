#include "learner/explanation/learned_rule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::learner {
namespace {

std::string_view comparison_text(ir::Comparison comparison) {
  switch (comparison) {
    case ir::Comparison::different:
      return "different";
    case ir::Comparison::same:
      return "same";
    case ir::Comparison::less:
      return "less";
    case ir::Comparison::less_or_equal:
      return "less_or_equal";
    case ir::Comparison::greater:
      return "greater";
    case ir::Comparison::greater_or_equal:
      return "greater_or_equal";
  }
  return {};
}

/// Keeps letters, digits and `_` of a name, in lower case; `v` if nothing remains.
std::string plain_name(const std::string& name) {
  std::string plain;
  for (const char letter : name) {
    if (letter >= 'A' && letter <= 'Z') {
      plain += static_cast<char>(letter - 'A' + 'a');
    } else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
               letter == '_') {
      plain += letter;
    } else {
      break;  // the rest only distinguishes variables of a text
    }
  }
  return plain.empty() ? "v" : plain;
}

/// Writes the conditions of one rule.
class RuleWriter {
 public:
  RuleWriter(const LearnedRule& rule, const ir::SymbolTable& symbols)
      : rule_(rule), symbols_(symbols), uses_(rule.variables.size()) {
    const auto count = [&](const ir::Argument& argument) {
      if (ir::is_variable(argument)) ++uses_[argument.id];
    };
    for (const RuleCondition& premise : rule.premises) for_each_argument(premise, count);
    for_each_argument(rule.conclusion, count);
  }

  [[nodiscard]] std::string argument(const ir::Argument& argument, bool may_be_any) const {
    if (!ir::is_variable(argument)) return symbols_.text(argument.id);
    if (may_be_any && uses_[argument.id] == 1) return "_";
    return "?" + rule_.variables[argument.id];
  }

  [[nodiscard]] std::string fact(const RuleCondition& condition) const {
    std::string text = "(" + symbols_.text(condition.relation);
    for (const ir::Argument& a : condition.args) text += " " + argument(a, true);
    return text + ")";
  }

  [[nodiscard]] std::string test(const RuleCondition& condition) const {
    std::vector<std::string> args;
    for (const ir::Argument& a : condition.args) args.push_back(argument(a, false));
    if (condition.kind == RuleCondition::Kind::compute) {
      return fmt::format("(is {} {})", args[0], ir::function_text(condition.computation, args));
    }
    return fmt::format("({} {})", comparison_text(condition.comparison), fmt::join(args, " "));
  }

  [[nodiscard]] std::string premise(const RuleCondition& condition) const {
    using Kind = RuleCondition::Kind;
    if (condition.kind == Kind::present) return fmt::format("(present {})", fact(condition));
    if (condition.kind != Kind::absent) return test(condition);
    std::string text = "(absent";
    for (const RuleCondition& inner : condition.body) {
      text += " " + (inner.kind == Kind::present ? fact(inner) : test(inner));
    }
    return text + ")";
  }

 private:
  const LearnedRule& rule_;
  const ir::SymbolTable& symbols_;
  std::vector<std::size_t> uses_;
};

}  // namespace

void tidy_names(LearnedRule& rule, const std::vector<std::string>& names) {
  std::map<ir::VariableId, ir::VariableId> numbers;
  std::set<std::string> used;
  rule.variables.clear();
  const auto rename = [&](ir::Argument& argument) {
    if (!ir::is_variable(argument)) return;
    const auto [found, is_new] =
        numbers.try_emplace(argument.id, static_cast<ir::VariableId>(rule.variables.size()));
    if (is_new) {
      const std::string stem =
          plain_name(argument.id < names.size() ? names[argument.id] : std::string());
      std::string name = stem;
      for (std::size_t i = 2; !used.insert(name).second; ++i) name = fmt::format("{}_{}", stem, i);
      rule.variables.push_back(std::move(name));
    }
    argument.id = found->second;
  };
  for (RuleCondition& premise : rule.premises) for_each_argument(premise, rename);
  for_each_argument(rule.conclusion, rename);
}

std::string rule_text(const LearnedRule& rule, const std::string& name,
                      const ir::SymbolTable& symbols) {
  const RuleWriter writer(rule, symbols);
  std::string text = fmt::format("(rule {}\n  (premises", name);
  for (const RuleCondition& premise : rule.premises) text += "\n    " + writer.premise(premise);
  std::string conclusion = "(" + symbols.text(rule.conclusion.relation);
  for (const ir::Argument& a : rule.conclusion.args) conclusion += " " + writer.argument(a, false);
  return text + fmt::format(")\n  (conclusions\n    (add {}))))\n", conclusion);
}

namespace {

bool is_absent(const RuleCondition& condition) {
  return condition.kind == RuleCondition::Kind::absent;
}

bool is_present(const RuleCondition& condition) {
  return condition.kind == RuleCondition::Kind::present;
}

/// Returns the variables of a rule that occur outside of this condition, ascending.
std::vector<ir::VariableId> variables_outside(const LearnedRule& rule, std::size_t condition) {
  Conjunction others = rule.premises;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(condition));
  others.push_back(rule.conclusion);
  return variables_in(others);
}

bool contains(const std::vector<ir::VariableId>& sorted, ir::VariableId v) {
  return std::binary_search(sorted.begin(), sorted.end(), v);
}

/// Adds premises of the rule that bind those variables of the denied conjunction that `facts` does
/// not bind yet.
void bind_outside(const Conjunction& denied, const LearnedRule& rule, Conjunction& facts) {
  for (const ir::VariableId v : variables_in(denied)) {
    if (contains(variables_in(facts), v)) continue;
    const auto binds = [&](const RuleCondition& premise) {
      return is_present(premise) && contains(variables_in(premise), v);
    };
    const auto fact = std::find_if(rule.premises.begin(), rule.premises.end(), binds);
    if (fact != rule.premises.end()) facts.push_back(*fact);
  }
}

/// Makes the rule that concludes if the conjunction's facts have an instance together with the
/// conjunction that it denies, with these arguments. Its conclusion has no relation yet.
LearnedRule helper_rule(const Conjunction& facts, const Conjunction& denied,
                        const std::vector<ir::Argument>& args,
                        const std::vector<std::string>& names) {
  LearnedRule helper{facts, present(ir::no_symbol, args)};
  helper.premises.insert(helper.premises.end(), denied.begin(), denied.end());
  tidy_names(helper, names);
  return helper;
}

}  // namespace

bool extract_helpers(LearnedRule& rule, std::vector<LearnedRule>& helpers,
                     ir::SymbolTable& symbols) {
  for (std::size_t i = 0; i < rule.premises.size(); ++i) {
    Conjunction& body = rule.premises[i].body;
    if (std::none_of(body.begin(), body.end(), is_absent)) continue;
    Conjunction facts;
    Conjunction denied;
    Conjunction tests;
    for (const RuleCondition& condition : body) {
      (is_present(condition) ? facts : is_absent(condition) ? denied : tests).push_back(condition);
    }
    const auto outside = variables_outside(rule, i);
    const auto tested = variables_in(tests);
    bind_outside(denied, rule, facts);
    const auto bound = variables_in(facts);
    Conjunction inner = facts;
    inner.insert(inner.end(), denied.begin(), denied.end());
    std::vector<ir::Argument> args;
    for (const ir::VariableId v : variables_in(inner)) {
      if (!contains(outside, v) && !contains(tested, v)) continue;
      if (!contains(bound, v)) return false;
      args.push_back(ir::Argument::variable(v));
    }
    LearnedRule helper = helper_rule(facts, denied, args, rule.variables);
    const auto same = std::find_if(helpers.begin(), helpers.end(), [&](const LearnedRule& other) {
      return other.premises == helper.premises && other.conclusion.args == helper.conclusion.args;
    });
    if (same != helpers.end()) {
      helper.conclusion.relation = same->conclusion.relation;
    } else {
      helper.conclusion.relation = symbols.intern(fmt::format("exception_{}", helpers.size() + 1));
      helpers.push_back(helper);
    }
    body = std::move(tests);
    body.insert(body.begin(), present(helper.conclusion.relation, std::move(args)));
  }
  return true;
}

namespace {

/// If this many trials do not decide it, the rule counts as not subsumed.
constexpr std::size_t most_trials_between_rules = 20'000;
constexpr std::size_t most_trials_between_conjunctions = 500;

/// Searches for a substitution of variables of one conjunction that makes it a part of another.
class Subsumption {
 public:
  /// `own`: variables that may be replaced, ascending. `locals`: between rules, the variables of
  /// both that occur only in absent conjunctions.
  Subsumption(std::vector<ir::VariableId> own, std::set<ir::VariableId> locals,
              std::size_t most_trials)
      : own_(std::move(own)), locals_(std::move(locals)), most_trials_(most_trials) {}

  static bool same_form(const RuleCondition& a, const RuleCondition& b) {
    return a.kind == b.kind && a.relation == b.relation && a.comparison == b.comparison &&
           a.args.size() == b.args.size() && a.computation == b.computation;
  }

  [[nodiscard]] bool join(const ir::Argument& general, const ir::Argument& special) {
    if (!ir::is_variable(general) || !std::binary_search(own_.begin(), own_.end(), general.id)) {
      return general == special;
    }
    if (const auto found = values_.find(general.id); found != values_.end()) {
      return found->second == special;
    }
    if (locals_.contains(general.id)) {
      // An absent conjunction must not be more specific in the other rule: its variable must be
      // local, and used for no other variable.
      if (!ir::is_variable(special) || !locals_.contains(special.id)) return false;
      for (const auto& [variable, value] : values_) {
        if (value == special) return false;
      }
    }
    values_.emplace(general.id, special);
    return true;
  }

  [[nodiscard]] bool join_all(const RuleCondition& general, const RuleCondition& special) {
    for (std::size_t i = 0; i < general.args.size(); ++i) {
      if (!join(general.args[i], special.args[i])) return false;
    }
    return true;
  }

  [[nodiscard]] bool covers(const Conjunction& general, const Conjunction& special,
                            std::size_t number = 0) {
    if (number == general.size()) return true;
    const RuleCondition& wanted = general[number];
    for (const RuleCondition& candidate : special) {
      if (++trials_ > most_trials_) return false;
      if (!same_form(wanted, candidate)) continue;
      const auto before = values_;
      if (fits(wanted, candidate) && covers(general, special, number + 1)) return true;
      values_ = before;
    }
    return false;
  }

 private:
  [[nodiscard]] bool fits(const RuleCondition& wanted, const RuleCondition& candidate) {
    if (wanted.kind == RuleCondition::Kind::absent) return fits_absent(wanted, candidate);
    const auto before = values_;
    if (join_all(wanted, candidate)) return true;
    values_ = before;
    const bool symmetric = wanted.kind == RuleCondition::Kind::compare &&
                           (wanted.comparison == ir::Comparison::same ||
                            wanted.comparison == ir::Comparison::different);
    if (!symmetric) return false;
    RuleCondition turned = candidate;
    std::swap(turned.args[0], turned.args[1]);
    return join_all(wanted, turned);
  }

  /// The candidate must be the more general of the two: if it has no instance, the wanted one has
  /// none. Only conjunctions with the same number of conditions are compared, condition by
  /// condition.
  [[nodiscard]] bool fits_absent(const RuleCondition& wanted, const RuleCondition& candidate) {
    if (wanted.body.size() != candidate.body.size()) return false;
    return covers(wanted.body, candidate.body);
  }

  std::vector<ir::VariableId> own_;
  std::set<ir::VariableId> locals_;
  std::map<ir::VariableId, ir::Argument> values_;
  std::size_t most_trials_;
  std::size_t trials_ = 0;
};

/// Returns the rule with its variables renumbered.
LearnedRule apart(LearnedRule rule, ir::VariableId offset) {
  const auto shift = [&](ir::Argument& argument) {
    if (ir::is_variable(argument)) argument.id += offset;
  };
  for (RuleCondition& premise : rule.premises) for_each_argument(premise, shift);
  for_each_argument(rule.conclusion, shift);
  return rule;
}

void add_locals(const LearnedRule& rule, std::set<ir::VariableId>& locals) {
  Conjunction outside{rule.conclusion};
  for (const RuleCondition& premise : rule.premises) {
    if (premise.kind != RuleCondition::Kind::absent) outside.push_back(premise);
  }
  const auto bound = variables_in(outside);
  for (const ir::VariableId v : variables_in(rule.premises)) {
    if (!std::binary_search(bound.begin(), bound.end(), v)) locals.insert(v);
  }
}

}  // namespace

bool subsumes(const LearnedRule& general, const LearnedRule& special) {
  if (general.conclusion.relation != special.conclusion.relation ||
      general.conclusion.args.size() != special.conclusion.args.size()) {
    return false;
  }
  const LearnedRule other = apart(special, static_cast<ir::VariableId>(general.variables.size()));
  std::set<ir::VariableId> locals;
  add_locals(general, locals);
  add_locals(other, locals);
  std::vector<ir::VariableId> own(general.variables.size());
  std::iota(own.begin(), own.end(), 0);
  Subsumption search(std::move(own), std::move(locals), most_trials_between_rules);
  return search.join_all(general.conclusion, other.conclusion) &&
         search.covers(general.premises, other.premises);
}

void add_rule(LearnedRule rule, std::vector<LearnedRule>& rules) {
  for (const LearnedRule& other : rules) {
    if (subsumes(other, rule)) return;
  }
  std::erase_if(rules, [&](const LearnedRule& other) { return subsumes(rule, other); });
  rules.push_back(std::move(rule));
}

bool subsumes(const Conjunction& general, const Conjunction& special,
              const std::vector<ir::VariableId>& own) {
  const auto denies = [](const RuleCondition& condition) {
    return condition.kind == RuleCondition::Kind::absent;
  };
  // A larger denied conjunction is a weaker condition: such conjunctions are compared for equality.
  if (std::any_of(general.begin(), general.end(), denies)) return general == special;
  const bool has_forms = std::all_of(general.begin(), general.end(), [&](const auto& wanted) {
    return std::any_of(special.begin(), special.end(), [&](const RuleCondition& candidate) {
      return Subsumption::same_form(wanted, candidate);
    });
  });
  if (!has_forms) return false;
  return Subsumption(own, {}, most_trials_between_conjunctions).covers(general, special);
}

}  // namespace tesuji::learner
