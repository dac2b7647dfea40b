#include "learner/search/background_rules.h"

#include "learner/search/built_in_tests.h"
#include "learner/search/rule_evaluation.h"

#include <algorithm>
#include <string>

namespace tesuji::learner {

namespace {

std::string shown(const ir::PrologTerm& atom) {
  return "`" + atom.name + "/" + std::to_string(atom.args.size()) + "`";
}

void add_variables(const ir::PrologTerm& term, std::vector<std::string>& names) {
  if (term.kind == ir::PrologTerm::Kind::variable) names.push_back(term.name);
  for (const ir::PrologTerm& arg : term.args) add_variables(arg, names);
}

/// What is wrong with rules, before any is run.
class RuleChecks {
 public:
  RuleChecks(const std::vector<ir::LogicClause>& rules, const FactBackground& background,
             ir::Diagnostics& diagnostics)
      : rules_(rules), background_(background), diagnostics_(diagnostics) {}

  void run() {
    for (const ir::LogicClause& rule : rules_) {
      for (const auto& literal : rule.body) check_known(literal.atom);
      check_safe(rule);
    }
    for (const ir::LogicClause& rule : rules_) {
      for (const auto& literal : rule.body) {
        if (literal.negated && reaches(literal.atom, rule.head)) {
          diagnostics_.error(literal.atom.span, "unstratified",
                             shown(rule.head) + " depends on its own negation here");
        }
      }
    }
  }

 private:
  void check_known(const ir::PrologTerm& atom) {
    const auto arity = static_cast<std::uint32_t>(atom.args.size());
    if (built_in(atom, background_) != BuiltIn::none || background_.find(atom.name, arity)) return;
    std::vector<std::string> names;
    for (const FactRelation& one : background_.relations()) {
      names.push_back(one.name() + "/" + std::to_string(one.arity()));
    }
    std::string message = "the background does not define " + shown(atom);
    const std::string near = ir::nearest_name(atom.name + "/" + std::to_string(arity), names);
    if (!near.empty()) message += "; did you mean `" + near + "`?";
    diagnostics_.error(atom.span, "unknown-predicate", message);
  }

  void check_safe(const ir::LogicClause& rule) {
    const std::vector<std::string> bound = bound_by(rule);
    check_bound(rule.head, bound, "the head has it", false);
    for (const auto& literal : rule.body) {
      const bool test = built_in(literal.atom, background_) != BuiltIn::none;
      if (!literal.negated && !test) continue;
      check_bound(literal.atom, bound,
                  test ? "`" + literal.atom.name + "` has it" : "a negated literal has it", !test);
    }
  }

  /// The variables that positive literals bind, or equations with what these bind.
  [[nodiscard]] std::vector<std::string> bound_by(const ir::LogicClause& rule) const {
    std::vector<std::string> bound;
    std::vector<const ir::PrologTerm*> equations;
    for (const auto& literal : rule.body) {
      const BuiltIn test = built_in(literal.atom, background_);
      if (literal.negated || (test != BuiltIn::none && test != BuiltIn::unifies)) continue;
      if (test == BuiltIn::none) add_variables(literal.atom, bound);
      if (test == BuiltIn::unifies) equations.push_back(&literal.atom);
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (const ir::PrologTerm*& equation : equations) {
        if (!equation) continue;
        const auto known = [&](const ir::PrologTerm& side) { return are_bound(side, bound); };
        if (std::none_of(equation->args.begin(), equation->args.end(), known)) continue;
        add_variables(*equation, bound);
        equation = nullptr;
        moved = true;
      }
    }
    return bound;
  }

  static bool are_bound(const ir::PrologTerm& term, const std::vector<std::string>& bound) {
    if (term.kind == ir::PrologTerm::Kind::variable) {
      return term.name != "_" && std::find(bound.begin(), bound.end(), term.name) != bound.end();
    }
    return std::all_of(term.args.begin(), term.args.end(),
                       [&](const auto& arg) { return are_bound(arg, bound); });
  }

  void check_bound(const ir::PrologTerm& term, const std::vector<std::string>& bound,
                   const std::string& where, bool any) {
    if (term.kind == ir::PrologTerm::Kind::variable) {
      const bool anonymous = term.name == "_";
      if (anonymous ? any : std::find(bound.begin(), bound.end(), term.name) != bound.end()) {
        return;
      }
      diagnostics_.error(term.span, "unsafe",
                         "nothing binds `" + term.name + "`: " + where +
                             ", but no positive literal of the body" +
                             (any ? " (write `_` for any value)" : ""));
      return;
    }
    for (const ir::PrologTerm& arg : term.args) check_bound(arg, bound, where, any);
  }

  /// Whether the predicate of `from` depends on that of `to`, or is it.
  bool reaches(const ir::PrologTerm& from, const ir::PrologTerm& to) const {
    const auto same = [](const ir::PrologTerm& a, const ir::PrologTerm& b) {
      return a.name == b.name && a.args.size() == b.args.size();
    };
    std::vector<const ir::PrologTerm*> found{&from};
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (same(*found[i], to)) return true;
      for (const ir::LogicClause& rule : rules_) {
        if (!same(rule.head, *found[i])) continue;
        for (const auto& literal : rule.body) {
          const bool old = std::any_of(found.begin(), found.end(),
                                       [&](const auto* one) { return same(*one, literal.atom); });
          if (!old) found.push_back(&literal.atom);
        }
      }
    }
    return false;
  }

  const std::vector<ir::LogicClause>& rules_;
  const FactBackground& background_;
  ir::Diagnostics& diagnostics_;
};

}  // namespace

bool add_background(const std::vector<ir::LogicClause>& clauses, FactBackground& background,
                    ir::Diagnostics& diagnostics, const RuleLimits& limits) {
  const std::size_t errors = diagnostics.error_count();
  std::vector<ir::LogicClause> rules;
  for (const ir::LogicClause& clause : clauses) {
    if (built_in(clause.head, background) != BuiltIn::none && clause.head.name != "dif") {
      diagnostics.error(clause.head.span, "keyword",
                        "`" + clause.head.name + "` is built in: clauses cannot define it");
      continue;
    }
    FactRelation& relation =
        background.relation(clause.head.name, static_cast<std::uint32_t>(clause.head.args.size()));
    if (!clause.body.empty()) {
      rules.push_back(clause);
      continue;
    }
    std::vector<Value> tuple;
    for (const ir::PrologTerm& arg : clause.head.args) {
      tuple.push_back(background.terms().intern(arg));
    }
    relation.add(tuple);
  }
  RuleChecks(rules, background, diagnostics).run();
  if (diagnostics.error_count() > errors) return false;
  return evaluate_rules(rules, background, diagnostics, limits);
}

}  // namespace tesuji::learner
