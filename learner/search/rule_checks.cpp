#include "learner/search/rule_checks.h"

#include "learner/search/built_in_tests.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

std::string signature_of(const ir::PrologTerm& atom) {
  return "`" + atom.name + "/" + std::to_string(atom.args.size()) + "`";
}

void add_variables(const ir::PrologTerm& term, std::vector<std::string>& names) {
  if (term.kind == ir::PrologTerm::Kind::variable) names.push_back(term.name);
  for (const ir::PrologTerm& arg : term.args) add_variables(arg, names);
}

/// Lists with variables are patterns, and code that matches them recurses as deep as they are long.
constexpr std::size_t longest_pattern = 1000;

const ir::PrologTerm* find_long_pattern(const ir::PrologTerm& term) {
  if (term.ground()) return nullptr;
  const bool list =
      term.kind == ir::PrologTerm::Kind::list || term.kind == ir::PrologTerm::Kind::partial_list;
  if (list && term.args.size() > longest_pattern) return &term;
  for (const ir::PrologTerm& arg : term.args) {
    if (const ir::PrologTerm* found = find_long_pattern(arg)) return found;
  }
  return nullptr;
}

/// Predicates that SWI-Prolog has without a directive, and that examples of learners call.
constexpr std::array library{"append/3",     "last/2",    "length/2",    "max_list/2",
                             "max_member/2", "member/2",  "memberchk/2", "min_list/2",
                             "min_member/2", "msort/2",   "nth0/3",      "nth1/3",
                             "plus/3",       "reverse/2", "select/3",    "sort/2",
                             "subtract/3",   "succ/2",    "sum_list/2",  "sumlist/2"};

bool is_of_library(const ir::PrologTerm& atom) {
  const std::string signature = atom.name + "/" + std::to_string(atom.args.size());
  return std::find(library.begin(), library.end(), signature) != library.end();
}

/// Finds errors in rules before any is run.
class RuleChecks {
 public:
  RuleChecks(const std::vector<ir::LogicClause>& rules, const FactBackground& background,
             ir::Diagnostics& diagnostics)
      : rules_(rules), background_(background), diagnostics_(diagnostics) {}

  std::vector<bool> run() {
    find_proved();
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const ir::LogicClause& rule = rules_[i];
      check_patterns(rule);
      for (const auto& literal : rule.body) check_known(literal.atom);
      check_safe(rule, proved_[i]);
    }
    for (const ir::LogicClause& rule : rules_) {
      for (const auto& literal : rule.body) {
        if (literal.negated && reaches(literal.atom, rule.head)) {
          diagnostics_.error(literal.atom.span, "unstratified",
                             signature_of(rule.head) + " depends on its own negation here");
        }
      }
    }
    return proved_;
  }

 private:
  /// Finds rules that must be proved, and all rules of predicates that have such a rule or depend
  /// on one.
  void find_proved() {
    proved_.assign(rules_.size(), false);
    auto& predicates = proved_predicates_;
    for (const ir::LogicClause& rule : rules_) {
      if (is_bound_by_calls(rule) || calls_other(rule)) predicates.insert(key(rule.head));
    }
    for (bool grown = true; grown;) {
      grown = false;
      for (const ir::LogicClause& rule : rules_) {
        if (predicates.contains(key(rule.head))) continue;
        if (std::any_of(rule.body.begin(), rule.body.end(), [&](const auto& literal) {
              return predicates.contains(key(literal.atom));
            })) {
          predicates.insert(key(rule.head));
          grown = true;
        }
      }
    }
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      proved_[i] = predicates.contains(key(rules_[i].head));
    }
  }

  static std::pair<std::string, std::size_t> key(const ir::PrologTerm& atom) {
    return {atom.name, atom.args.size()};
  }

  /// Whether a head variable that the body does not bind is `_`, or occurs elsewhere in the head or
  /// in a literal that is not negated.
  [[nodiscard]] bool is_bound_by_calls(const ir::LogicClause& rule) const {
    const std::vector<std::string> bound = bound_by(rule, {});
    std::vector<std::string> places;
    add_variables(rule.head, places);
    const std::vector<std::string> names = places;
    for (const auto& literal : rule.body) {
      if (!literal.negated) add_variables(literal.atom, places);
    }
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      if (name == "_") return true;
      return std::find(bound.begin(), bound.end(), name) == bound.end() &&
             std::count(places.begin(), places.end(), name) > 1;
    });
  }

  /// Whether the body calls a relation that something else answers, such as a game.
  [[nodiscard]] bool calls_other(const ir::LogicClause& rule) const {
    return std::any_of(rule.body.begin(), rule.body.end(), [&](const auto& literal) {
      const FactRelation* const relation =
          background_.find(literal.atom.name, static_cast<std::uint32_t>(literal.atom.args.size()));
      return relation && background_.called(*relation);
    });
  }

  void check_patterns(const ir::LogicClause& rule) {
    const auto check = [&](const ir::PrologTerm& term) {
      if (const ir::PrologTerm* found = find_long_pattern(term)) {
        diagnostics_.error(found->span, "limit",
                           "a list with variables has at most " + std::to_string(longest_pattern) +
                               " elements; this one has " + std::to_string(found->args.size()));
      }
    };
    check(rule.head);
    for (const auto& literal : rule.body) check(literal.atom);
  }

  void check_known(const ir::PrologTerm& atom) {
    const auto arity = static_cast<std::uint32_t>(atom.args.size());
    if (built_in(atom, background_) != BuiltIn::none || background_.find(atom.name, arity)) return;
    std::vector<std::string> names;
    for (const FactRelation& one : background_.relations()) {
      names.push_back(one.name() + "/" + std::to_string(one.arity()));
    }
    std::string message = "the background does not define " + signature_of(atom);
    const std::string near = ir::nearest_name(atom.name + "/" + std::to_string(arity), names);
    if (!near.empty()) {
      message += "; did you mean `" + near + "`?";
    } else if (is_of_library(atom)) {
      message += ": SWI-Prolog has it, but nothing is loaded here; write its clauses";
    }
    diagnostics_.error(atom.span, "unknown-predicate", message);
  }

  void check_safe(const ir::LogicClause& rule, bool proved) {
    std::vector<std::string> known;
    if (proved) add_repeated(rule, known);
    const std::vector<std::string> bound = bound_by(rule, known);
    if (rule.body.empty()) {
      check_fact(rule.head, bound);
    } else {
      check_bound(rule.head, bound, "the head has it", proved);
    }
    for (const auto& literal : rule.body) {
      const bool test = built_in(literal.atom, background_) != BuiltIn::none;
      if (!literal.negated && !test) continue;
      check_bound(literal.atom, bound,
                  test ? "`" + literal.atom.name + "` has it" : "a negated literal has it", !test);
    }
  }

  /// Adds head variables that occur elsewhere, under negation, too, if the predicate's calls are
  /// proved.
  void add_repeated(const ir::LogicClause& rule, std::vector<std::string>& names) const {
    std::vector<std::string> of_head;
    add_variables(rule.head, of_head);
    std::vector<std::string> places = of_head;
    for (const auto& literal : rule.body) {
      if (!literal.negated || proved_predicates_.contains(key(literal.atom))) {
        add_variables(literal.atom, places);
      }
    }
    for (const std::string& name : of_head) {
      if (std::count(places.begin(), places.end(), name) > 1) names.push_back(name);
    }
  }

  /// Returns the variables that are bound by positive literals, or by equations with bound ones.
  [[nodiscard]] std::vector<std::string> bound_by(const ir::LogicClause& rule,
                                                  std::vector<std::string> bound) const {
    std::vector<const ir::PrologTerm*> equations;
    for (const auto& literal : rule.body) {
      const BuiltIn test = built_in(literal.atom, background_);
      if (literal.negated) continue;
      if (test == BuiltIn::none) add_variables(literal.atom, bound);
      if (test == BuiltIn::unifies || test == BuiltIn::is) equations.push_back(&literal.atom);
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (const ir::PrologTerm*& equation : equations) {
        if (!equation) continue;
        const auto known = [&](const ir::PrologTerm& side) { return are_bound(side, bound); };
        const bool right = known(equation->args[1]);
        if (!right && (equation->name == "is" || !known(equation->args[0]))) continue;
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

  void check_fact(const ir::PrologTerm& term, const std::vector<std::string>& bound) {
    if (term.kind == ir::PrologTerm::Kind::variable && term.name != "_" &&
        std::find(bound.begin(), bound.end(), term.name) == bound.end()) {
      diagnostics_.error(
          term.span, "unsafe",
          "`" + term.name +
              "` occurs only once in this fact: write `_` for any value, or a constant");
    }
    for (const ir::PrologTerm& arg : term.args) check_fact(arg, bound);
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

  /// Whether the predicate of `from` depends on that of `to`, or equals it.
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
  std::vector<bool> proved_;  ///< by rule
  std::set<std::pair<std::string, std::size_t>> proved_predicates_;
};

}  // namespace

std::vector<bool> check_rules(const std::vector<ir::LogicClause>& rules,
                              const FactBackground& background, ir::Diagnostics& diagnostics) {
  return RuleChecks(rules, background, diagnostics).run();
}

}  // namespace tesuji::learner
