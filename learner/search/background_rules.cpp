#include "learner/search/background_rules.h"

#include "learner/search/built_in_tests.h"
#include "learner/search/rule_checks.h"
#include "learner/search/rule_patterns.h"
#include "learner/search/rule_prover.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

// Evaluates safe and stratified rules bottom-up (background_rules.h).

constexpr std::uint64_t steps_between_looks = 4096;  // between checks of the stop flag

/// A rule in its join order.
struct Rule : CompiledRule {
  std::uint32_t stratum = 0;
};

/// Thrown to leave the evaluation from any depth.
struct Limit {
  std::string message;
};

class Evaluation {
 public:
  Evaluation(FactBackground& background, const RuleLimits& limits)
      : background_(background), terms_(background.terms()), limits_(limits) {}

  void add(const ir::LogicClause& clause) {
    Rule rule{compile_rule(clause, background_)};
    std::vector<RuleLiteral> tests;
    std::vector<RuleLiteral> positive;
    for (RuleLiteral& literal : rule.body) {
      (literal.negated || !literal.relation ? tests : positive).push_back(std::move(literal));
    }
    rule.body = std::move(positive);
    add_tests(std::move(tests), rule);
    rules_.push_back(std::move(rule));
  }

  void run() {
    stratify();
    std::uint32_t last = 0;
    for (const Rule& rule : rules_) last = std::max(last, rule.stratum);
    for (std::uint32_t stratum = 0; stratum <= last; ++stratum) run_stratum(stratum);
  }

  [[nodiscard]] ir::Span place() const { return current_ ? current_->span : ir::Span{}; }

 private:
  /// Adds tests last: positive literals have bound their variables by then. Equations precede the
  /// other tests, each once the variables of one side are bound; they may come in any order.
  static void add_tests(std::vector<RuleLiteral> tests, Rule& rule) {
    std::vector<bool> bound(rule.variables);
    for (const RuleLiteral& literal : rule.body) {
      for (const RulePattern& arg : literal.args) bind(arg, bound);
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (auto test = tests.begin(); test != tests.end() && !moved; ++test) {
        if (test->negated) continue;
        const bool equation = test->test == BuiltIn::unifies;
        if (!equation && test->test != BuiltIn::is) continue;
        if (!(equation && is_bound(test->args[0], bound)) && !is_bound(test->args[1], bound)) {
          continue;
        }
        for (const RulePattern& arg : test->args) bind(arg, bound);
        rule.body.push_back(std::move(*test));
        tests.erase(test);
        moved = true;
      }
    }
    for (RuleLiteral& test : tests) rule.body.push_back(std::move(test));
  }

  static void bind(const RulePattern& pattern, std::vector<bool>& bound) {
    if (pattern.variable != RulePattern::no_variable) bound[pattern.variable] = true;
    for (const RulePattern& arg : pattern.args) bind(arg, bound);
  }

  static bool is_bound(const RulePattern& pattern, const std::vector<bool>& bound) {
    if (pattern.variable != RulePattern::no_variable) return bound[pattern.variable];
    return std::all_of(pattern.args.begin(), pattern.args.end(),
                       [&](const RulePattern& arg) { return is_bound(arg, bound); });
  }

  /// A head's stratum is at least that of its positive literals, and above that of negated ones.
  void stratify() {
    std::map<const FactRelation*, std::uint32_t> strata;
    bool changed = true;
    while (changed) {
      changed = false;
      for (Rule& rule : rules_) {
        std::uint32_t stratum = strata[rule.head];
        for (const RuleLiteral& literal : rule.body) {
          if (literal.relation) {
            stratum = std::max(stratum, strata[literal.relation] + (literal.negated ? 1 : 0));
          }
        }
        changed |= stratum > strata[rule.head];
        strata[rule.head] = stratum;
      }
    }
    for (Rule& rule : rules_) rule.stratum = strata[rule.head];
  }

  void run_stratum(std::uint32_t stratum) {
    std::map<const FactRelation*, std::uint32_t> old;  // rows before the last round, of its heads
    for (const Rule& rule : rules_) {
      if (rule.stratum == stratum) old[rule.head] = 0;
    }
    bool first = true;
    for (;;) {
      std::map<const FactRelation*, std::uint32_t> now;
      for (const auto& [relation, rows] : old) now[relation] = relation->size();
      for (Rule& rule : rules_) {
        if (rule.stratum != stratum) continue;
        current_ = &rule;
        if (first) {
          run_rule(rule, rule.body.size(), 0);
          continue;
        }
        for (std::size_t i = 0; i < rule.body.size(); ++i) {
          const auto rows = old.find(rule.body[i].relation);
          if (!rule.body[i].negated && rows != old.end() && rows->second < now[rows->first]) {
            run_rule(rule, i, rows->second);
          }
        }
      }
      // All rows of the first round are new to the second.
      if (!first) {
        bool grown = false;
        for (const auto& [relation, rows] : now) grown |= relation->size() > rows;
        old = std::move(now);
        if (!grown) return;
      }
      first = false;
    }
  }

  /// Derives everything that follows by the rule if literal number `recent` matches a row from
  /// `begin` on.
  void run_rule(const Rule& rule, std::size_t recent, std::uint32_t begin) {
    bindings_.assign(rule.variables, unbound);
    pending_.clear();
    join(rule, 0, recent, begin);
    for (std::size_t i = 0; i < pending_.size(); ++i) rule.head->add(pending_[i]);
    added_ += pending_.size();
  }

  void join(const Rule& rule, std::size_t number, std::size_t recent, std::uint32_t begin) {
    if (++steps_ % steps_between_looks == 0 && limits_.stop && limits_.stop->load()) {
      throw Limit{"stopped while rules were evaluated"};
    }
    if (number == rule.body.size()) {
      std::vector<Value> tuple;
      for (const RulePattern& arg : rule.args) tuple.push_back(build(arg));
      if (rule.head->contains(tuple)) return;
      pending_.insert(tuple);
      if (added_ + pending_.size() > limits_.max_facts) {
        throw Limit{"the rules make more than " + std::to_string(limits_.max_facts) + " facts"};
      }
      return;
    }
    const RuleLiteral& literal = rule.body[number];
    if (literal.test == BuiltIn::is && !literal.negated) {
      std::vector<std::uint32_t> trail;
      const auto value = computed(build(literal.args[1]), terms_);
      if (value && match(literal.args[0], *value, trail)) join(rule, number + 1, recent, begin);
      for (const std::uint32_t variable : trail) bindings_[variable] = unbound;
      return;
    }
    if (literal.test == BuiltIn::unifies && !literal.negated) {
      const bool left = is_built(literal.args[0]);
      std::vector<std::uint32_t> trail;
      if (match(literal.args[left ? 1 : 0], build(literal.args[left ? 0 : 1]), trail)) {
        join(rule, number + 1, recent, begin);
      }
      for (const std::uint32_t variable : trail) bindings_[variable] = unbound;
      return;
    }
    if (!literal.relation) {
      const bool held = holds(literal.test, build(literal.args[0]), build(literal.args[1]), terms_);
      if (held != literal.negated) join(rule, number + 1, recent, begin);
      return;
    }
    std::vector<Value> args;
    for (const RulePattern& arg : literal.args) args.push_back(value_if_known(arg));
    const std::uint32_t from = number == recent ? begin : 0;
    std::vector<std::uint32_t> trail;
    const bool none =
        literal.relation->each_match(args, from, literal.relation->size(), [&](auto tuple) {
          trail.clear();
          bool agrees = true;
          for (std::size_t i = 0; i < tuple.size() && agrees; ++i) {
            agrees = args[i] != unbound || match(literal.args[i], tuple[i], trail);
          }
          if (agrees && !literal.negated) join(rule, number + 1, recent, begin);
          for (const std::uint32_t variable : trail) bindings_[variable] = unbound;
          return !(agrees && literal.negated);
        });
    if (literal.negated && none) join(rule, number + 1, recent, begin);
  }

  bool match(const RulePattern& pattern, Value value, std::vector<std::uint32_t>& trail) {
    if (pattern.ground != unbound) return pattern.ground == value;
    if (pattern.variable != RulePattern::no_variable) {
      Value& binding = bindings_[pattern.variable];
      if (binding != unbound) return binding == value;
      binding = value;
      trail.push_back(pattern.variable);
      return true;
    }
    if (terms_.kind(value) != pattern.kind || terms_.name(value) != pattern.name) return false;
    const auto args = terms_.args(value);
    if (args.size() != pattern.args.size()) return false;
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (!match(pattern.args[i], args[i], trail)) return false;
    }
    return true;
  }

  [[nodiscard]] Value value_if_known(const RulePattern& pattern) {
    if (pattern.ground != unbound) return pattern.ground;
    return pattern.variable != RulePattern::no_variable ? bindings_[pattern.variable] : unbound;
  }

  /// Whether all variables of the pattern have values.
  [[nodiscard]] bool is_built(const RulePattern& pattern) const {
    if (pattern.variable != RulePattern::no_variable) return bindings_[pattern.variable] != unbound;
    return std::all_of(pattern.args.begin(), pattern.args.end(),
                       [&](const RulePattern& arg) { return is_built(arg); });
  }

  Value build(const RulePattern& pattern) {
    if (pattern.ground != unbound) return pattern.ground;
    if (pattern.variable != RulePattern::no_variable) return bindings_[pattern.variable];
    std::vector<Value> args;
    for (const RulePattern& arg : pattern.args) args.push_back(build(arg));
    if (pattern.kind == TermTable::Kind::partial_list && !terms_.is_list(args[1])) {
      throw Limit{"the rules make `[H|T]` where T is not a list"};
    }
    const Value value = terms_.intern(pattern.kind, pattern.name, args);
    if (terms_.length(value) > limits_.max_length) {
      throw Limit{"the rules make lists longer than " + std::to_string(limits_.max_length)};
    }
    if (terms_.depth(value) > limits_.max_depth) {
      throw Limit{"the rules make terms deeper than " + std::to_string(limits_.max_depth)};
    }
    return value;
  }

  FactBackground& background_;
  TermTable& terms_;
  const RuleLimits& limits_;
  std::vector<Rule> rules_;
  const Rule* current_ = nullptr;
  std::vector<Value> bindings_;
  TupleSet pending_;  ///< results of the current rule
  std::size_t added_ = 0;
  std::uint64_t steps_ = 0;
};

/// Adds all consequences. Errors: "limit".
bool evaluate_rules(const std::vector<ir::LogicClause>& rules, FactBackground& background,
                    ir::Diagnostics& diagnostics, const RuleLimits& limits) {
  Evaluation evaluation(background, limits);
  for (const ir::LogicClause& rule : rules) evaluation.add(rule);
  try {
    evaluation.run();
  } catch (const Limit& limit) {
    diagnostics.error(evaluation.place(), "limit", limit.message);
    return false;
  }
  return true;
}

}  // namespace

bool add_background(const std::vector<ir::LogicClause>& clauses, FactBackground& background,
                    ir::Diagnostics& diagnostics, const RuleLimits& limits) {
  const std::size_t errors = diagnostics.error_count();
  std::vector<ir::LogicClause> rules;
  for (const ir::LogicClause& clause : clauses) {
    if (built_in(clause.head, background) != BuiltIn::none && !may_be_defined(clause.head)) {
      diagnostics.error(clause.head.span, "keyword",
                        "`" + clause.head.name + "` is built in: clauses cannot define it");
      continue;
    }
    FactRelation& relation =
        background.relation(clause.head.name, static_cast<std::uint32_t>(clause.head.args.size()));
    if (background.called(relation)) {
      diagnostics.error(clause.head.span, "keyword",
                        "the game defines `" + clause.head.name + "/" +
                            std::to_string(clause.head.args.size()) +
                            "`: the background cannot define it, too");
      continue;
    }
    if (!clause.body.empty() || !clause.head.ground()) {
      rules.push_back(clause);
      continue;
    }
    std::vector<Value> tuple;
    for (const ir::PrologTerm& arg : clause.head.args) {
      tuple.push_back(background.terms().intern(arg));
    }
    relation.add(tuple);
  }
  const std::vector<bool> proved = check_rules(rules, background, diagnostics);
  if (diagnostics.error_count() > errors) return false;
  auto prover = std::make_unique<RuleProver>(background, limits);
  std::vector<ir::LogicClause> evaluated;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (!proved[i]) {
      evaluated.push_back(std::move(rules[i]));
      continue;
    }
    prover->declare(background.relation(rules[i].head.name,
                                        static_cast<std::uint32_t>(rules[i].head.args.size())));
    prover->add(rules[i]);
  }
  background.set_prover(std::move(prover));
  return evaluate_rules(evaluated, background, diagnostics, limits);
}

}  // namespace tesuji::learner
