#include "learner/explanation/explain_fact.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tesuji::learner {

// --- Rules from conditions

namespace {

/// Brings the conditions of one rule into their final form, step by step.
class RuleFinisher {
 public:
  RuleFinisher(Explanation& explanation, Conjunction conditions, RuleCondition conclusion,
               const std::vector<Conjunction>& known_absent)
      : explanation_(explanation),
        conditions_(std::move(conditions)),
        conclusion_(std::move(conclusion)),
        known_absent_(known_absent) {}

  LearnedRule run() {
    simplify();
    bind_all();
    simplify();
    drop_held();
    drop_implied();
    condense();
    add_facts();
    check_size();
    LearnedRule rule{std::move(conditions_), std::move(conclusion_)};
    std::vector<std::string> names;
    for (ir::VariableId v = 0; v < explanation_.variables(); ++v) {
      names.push_back(explanation_.name_of(v));
    }
    tidy_names(rule, names);
    return rule;
  }

 private:
  /// Orders the conditions: facts first, then tests, then absent conjunctions; removes duplicates
  /// and conditions that always hold.
  void simplify() {
    Conjunction facts;
    Conjunction absences;
    for (RuleCondition& condition : conditions_) {
      if (condition.kind != RuleCondition::Kind::absent) {
        facts.push_back(std::move(condition));
      } else if (explanation_.simplify(condition.body)) {
        if (condition.body.empty()) {
          throw Unexplained("a fact that always holds would have to be absent");
        }
        const bool test =
            condition.body.size() == 1 && condition.body[0].kind == RuleCondition::Kind::compare;
        auto other = test ? opposite(condition.body[0]) : std::nullopt;
        (other ? facts : absences).push_back(other ? std::move(*other) : std::move(condition));
      }
    }
    // Outside of absent conjunctions no variable is local, so this replaces none.
    if (!explanation_.simplify(facts)) throw Unexplained("its conditions contradict each other");
    std::stable_sort(facts.begin(), facts.end(), [](const auto& a, const auto& b) {
      return a.kind == RuleCondition::Kind::present && b.kind != RuleCondition::Kind::present;
    });
    conditions_ = std::move(facts);
    conditions_.insert(conditions_.end(), absences.begin(), absences.end());
    Conjunction conclusion{conclusion_};
    explanation_.resolve(conclusion);
    conclusion_ = conclusion.front();
  }

  void bind_all() {
    Conjunction facts;
    for (const RuleCondition& condition : conditions_) {
      if (condition.kind == RuleCondition::Kind::present ||
          condition.kind == RuleCondition::Kind::compute) {
        facts.push_back(condition);
      }
    }
    const auto bound = variables_in(facts);
    Conjunction all = conditions_;
    all.push_back(conclusion_);
    for (const ir::VariableId v : variables_in(all)) {
      if (explanation_.is_local(v) || std::binary_search(bound.begin(), bound.end(), v)) continue;
      const ir::Symbol value = explanation_.value_of(ir::Argument::variable(v));
      if (value == ir::no_symbol) throw Unexplained("a variable of the rule is unbound");
      explanation_.unify(ir::Argument::variable(v), ir::Argument::constant(value));
    }
  }

  [[nodiscard]] std::vector<ir::VariableId> own_variables(const Conjunction& body) const {
    std::vector<ir::VariableId> own = variables_in(body);
    std::erase_if(own, [&](ir::VariableId v) { return !explanation_.is_local(v); });
    return own;
  }

  static constexpr std::size_t most_absences = 5'000;

  /// Drops absent conditions that hold anyway, or that a more general one implies.
  void drop_implied() {
    std::vector<Conjunction> general = known_absent_;
    std::vector<const RuleCondition*> absences;
    for (const RuleCondition& condition : conditions_) {
      if (condition.kind == RuleCondition::Kind::absent) absences.push_back(&condition);
    }
    std::stable_sort(absences.begin(), absences.end(),
                     [](const auto* a, const auto* b) { return a->body.size() < b->body.size(); });
    Conjunction kept;
    if (absences.size() > most_absences) {
      throw Unexplained("too many facts would have to be absent");
    }
    Conjunction facts;
    std::copy_if(conditions_.begin(), conditions_.end(), std::back_inserter(facts),
                 [](const RuleCondition& one) { return one.kind == RuleCondition::Kind::present; });
    for (const RuleCondition* condition : absences) {
      explanation_.check_stop();
      // The rule's present conditions may be assumed.
      Conjunction special = condition->body;
      special.insert(special.end(), facts.begin(), facts.end());
      const bool implied = std::any_of(
          general.begin(), general.end(),
          [&](const Conjunction& other) { return subsumes(other, special, own_variables(other)); });
      if (implied) continue;
      kept.push_back(*condition);
      general.push_back(condition->body);
    }
    std::erase_if(conditions_, [](const RuleCondition& condition) {
      return condition.kind == RuleCondition::Kind::absent;
    });
    conditions_.insert(conditions_.end(), kept.begin(), kept.end());
  }

  /// Drops, inside absent conjunctions, conditions that the rule requires to be present anyway.
  void drop_held() {
    for (RuleCondition& condition : conditions_) {
      std::erase_if(condition.body, [&](const RuleCondition& inner) {
        return inner.kind == RuleCondition::Kind::present &&
               std::find(conditions_.begin(), conditions_.end(), inner) != conditions_.end();
      });
    }
    simplify();
  }

  /// Drops facts that others are instances of: if a substitution of variables that do not occur in
  /// the conclusion maps the conditions to a part of themselves, that part is equivalent (Plotkin,
  /// A Note on Inductive Generalization, 1970: reduction of clauses).
  void condense() {
    for (std::size_t i = 0; i < conditions_.size(); ++i) {
      explanation_.check_stop();
      for (std::size_t j = 0; j < conditions_.size(); ++j) {
        if (i == j || !condense(form_of(conditions_[i]), form_of(conditions_[j]))) continue;
        i = static_cast<std::size_t>(-1);
        break;
      }
    }
  }

  /// Returns the fact that a condition requires, present or absent.
  static RuleCondition form_of(const RuleCondition& condition) {
    return condition.body.size() == 1 ? condition.body.front() : condition;
  }

  /// Tries the substitution that makes one fact the other.
  [[nodiscard]] bool condense(const RuleCondition& fact, const RuleCondition& instance) {
    using Kind = RuleCondition::Kind;
    if (fact.kind != Kind::present || instance.kind != Kind::present ||
        fact.relation != instance.relation) {
      return false;
    }
    const auto fixed = variables_in(conclusion_);
    std::vector<std::pair<ir::VariableId, ir::Argument>> values;
    for (std::size_t a = 0; a < fact.args.size(); ++a) {
      const ir::Argument from = fact.args[a];
      if (from == instance.args[a]) continue;
      if (!ir::is_variable(from) || explanation_.is_local(from.id) ||
          std::binary_search(fixed.begin(), fixed.end(), from.id) ||
          (ir::is_variable(instance.args[a]) && explanation_.is_local(instance.args[a].id))) {
        return false;
      }
      for (const auto& [variable, value] : values) {
        if (variable == from.id && value != instance.args[a]) return false;
      }
      values.emplace_back(from.id, instance.args[a]);
    }
    if (values.empty()) return false;
    Conjunction kept;
    Conjunction changed;
    for (const RuleCondition& condition : conditions_) {
      Conjunction one{condition};
      for (const auto& [variable, value] : values) replace_variable(one, variable, value);
      (one.front() == condition ? kept : changed).push_back(std::move(one.front()));
    }
    for (RuleCondition& condition : changed) {
      if (condition.kind == Kind::absent && !explanation_.simplify(condition.body)) continue;
      if (condition.kind == Kind::compare && known_truth(condition) == 1) continue;
      if (!is_said(condition)) return false;
      if (std::find(kept.begin(), kept.end(), condition) == kept.end()) kept.push_back(condition);
    }
    if (kept.size() >= conditions_.size()) return false;
    conditions_ = std::move(kept);
    return true;
  }

  /// Whether the conditions already contain it.
  [[nodiscard]] bool is_said(const RuleCondition& condition) const {
    return std::any_of(conditions_.begin(), conditions_.end(), [&](const RuleCondition& other) {
      if (other == condition) return true;
      return other.kind == RuleCondition::Kind::absent &&
             condition.kind == RuleCondition::Kind::absent &&
             subsumes(other.body, condition.body, own_variables(other.body));
    });
  }

  /// Adds a fact to absent conjunctions that have none, because they need one; conjunctions that
  /// always hold are dropped.
  void add_facts() {
    const auto is_fact = [](const RuleCondition& condition) {
      return condition.kind == RuleCondition::Kind::present;
    };
    const auto fact = std::find_if(conditions_.begin(), conditions_.end(), is_fact);
    for (RuleCondition& condition : conditions_) {
      if (condition.kind != RuleCondition::Kind::absent ||
          std::any_of(condition.body.begin(), condition.body.end(), is_fact)) {
        continue;
      }
      if (fact == conditions_.end()) throw Unexplained("it asks for no fact");
      condition.body.insert(condition.body.begin(), *fact);
    }
  }

  /// Checks the size: rules have at most 1000 premises, which include tests for variables that a
  /// premise repeats, and helpers for denied conjunctions.
  void check_size() const {
    std::size_t size = conditions_.size();
    LearnedRule rule{conditions_, conclusion_};
    rule.variables.resize(explanation_.variables());
    std::vector<LearnedRule> helpers;
    ir::SymbolTable symbols;
    if (!extract_helpers(rule, helpers, symbols)) {
      throw Unexplained("a negated condition depends on an unbound variable");
    }
    for (const RuleCondition& condition : conditions_) {
      for_each_argument(condition, [&](const ir::Argument&) { ++size; });
    }
    if (size > 1'000) throw Unexplained("the rule would have more premises than rules may have");
  }

  Explanation& explanation_;
  Conjunction conditions_;
  RuleCondition conclusion_;
  const std::vector<Conjunction>& known_absent_;
};

}  // namespace

LearnedRule finish_rule(Explanation& explanation, Conjunction conditions, RuleCondition conclusion,
                        const std::vector<Conjunction>& known_absent) {
  return RuleFinisher(explanation, std::move(conditions), std::move(conclusion), known_absent)
      .run();
}

// --- Explained facts

namespace {

/// Rejects words that rules would read differently.
void check_words(const Conjunction& conditions, const ir::SymbolTable& symbols, bool inside) {
  for (const RuleCondition& condition : conditions) {
    if (inside && condition.kind == RuleCondition::Kind::present &&
        driver::is_comparison_word(symbols.text(condition.relation))) {
      throw Unexplained("a fact that is absent has the name of a comparison");
    }
    check_words(condition.body, symbols, true);
  }
}

/// Makes the rule for one fact. Throws Unexplained.
LearnedRule explain_fact(const DomainTheory& theory, const FactTrace& trace, const MemoryFact& fact,
                         const std::set<ir::Symbol>& operational, const ExplanationLimits& limits) {
  const auto is_operational = [&](ir::Symbol relation) {
    return relation != fact.relation && operational.contains(relation);
  };
  Explanation explanation(theory, trace, {is_operational, [](ir::Symbol) { return false; }},
                          limits);
  std::vector<ir::Argument> args;
  for (const ir::Symbol arg : fact.args) args.push_back(explanation.fresh({}, arg));
  Conjunction conditions;
  explanation.explain(fact, args, conditions);
  return finish_rule(explanation, std::move(conditions), present(fact.relation, args), {});
}

}  // namespace

FactLearning explain_facts(const driver::TracedRun& run, const std::vector<MemoryFact>& facts,
                           const std::set<ir::Symbol>& operational,
                           const ExplanationLimits& limits) {
  const DomainTheory theory(*run.module);
  const FactTrace trace(run);
  FactLearning learning;
  for (const MemoryFact& fact : facts) {
    if (limits.is_stopped()) break;
    if (trace.step_of(fact) == nullptr) continue;
    ++learning.facts;
    try {
      LearnedRule rule = explain_fact(theory, trace, fact, operational, limits);
      check_words(rule.premises, *run.module->symbols, false);
      add_rule(std::move(rule), learning.rules);
    } catch (const Unexplained& reason) {
      ++learning.refused[reason.what()];
    }
  }
  return learning;
}

}  // namespace tesuji::learner
