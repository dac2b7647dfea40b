// Evaluates the static rules of a rulesheet with the background rules of clause search
// (static_facts.h).
#include "learner/game_rules/static_facts.h"

#include "learner/search/background_rules.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace tesuji::learner {

namespace {

using frontend::Literal;
using frontend::Term;

/// Keywords that concern states and moves, or only declare what others may be.
constexpr std::string_view dynamic_keywords[] = {"true", "does",     "init", "next", "legal",
                                                 "goal", "terminal", "sees", "base"};

constexpr std::size_t most_bodies = 1000;  ///< of one rule, without disjunctions

class StaticRules {
 public:
  StaticRules(const frontend::Rulesheet& sheet, const ir::SymbolTable& symbols)
      : sheet_(sheet), symbols_(symbols) {
    for (const std::string_view keyword : dynamic_keywords) dynamic_.emplace(keyword);
    for (bool changed = true; changed;) {
      changed = false;
      for (const frontend::Clause& clause : sheet.clauses) {
        const std::string& head = symbols.text(clause.head.name);
        if (dynamic_.contains(head) || !depends(clause.body)) continue;
        dynamic_.insert(head);
        changed = true;
      }
    }
  }

  /// Returns the clauses of static relations, without disjunctions. Omits relations that have rules
  /// with more than most_bodies alternatives, and adds these to `large`.
  [[nodiscard]] std::vector<ir::LogicClause> clauses(std::set<std::string>& large) const {
    std::vector<ir::LogicClause> result;
    for (const frontend::Clause& clause : sheet_.clauses) {
      if (dynamic_.contains(symbols_.text(clause.head.name))) continue;
      std::vector<std::vector<ir::LogicClause::Literal>> bodies(1);
      conjoin(clause.body, bodies);
      if (bodies.empty()) large.insert(symbols_.text(clause.head.name));
      for (auto& body : bodies) result.push_back({term(clause.head), std::move(body)});
    }
    std::erase_if(result, [&](const auto& clause) { return large.contains(clause.head.name); });
    return result;
  }

 private:
  using Body = std::vector<ir::LogicClause::Literal>;

  [[nodiscard]] bool depends(const std::vector<Literal>& body) const {
    return std::any_of(body.begin(), body.end(), [&](const Literal& literal) {
      if (literal.kind == Literal::Kind::atom) {
        return dynamic_.contains(symbols_.text(literal.atom.name));
      }
      return depends(literal.children);
    });
  }

  [[nodiscard]] ir::PrologTerm term(const Term& from) const {
    ir::PrologTerm to;
    to.name = symbols_.text(from.name);
    to.span = from.span;
    if (from.kind == Term::Kind::variable) {
      to.kind = ir::PrologTerm::Kind::variable;
      to.name = "V" + to.name;
    } else if (from.kind == Term::Kind::compound && !from.args.empty()) {
      to.kind = ir::PrologTerm::Kind::compound;
      for (const Term& arg : from.args) to.args.push_back(term(arg));
    }
    return to;
  }

  void conjoin(const std::vector<Literal>& literals, std::vector<Body>& bodies) const {
    for (const Literal& literal : literals) conjoin(literal, bodies);
  }

  void conjoin(const Literal& literal, std::vector<Body>& bodies) const {
    switch (literal.kind) {
      case Literal::Kind::disjunction: {
        std::vector<Body> all;
        for (const Literal& child : literal.children) {
          std::vector<Body> with = bodies;
          conjoin(child, with);
          all.insert(all.end(), with.begin(), with.end());
          if (all.size() > most_bodies) {
            bodies.clear();
            return;
          }
        }
        bodies = std::move(all);
        return;
      }
      case Literal::Kind::conjunction:
        conjoin(literal.children, bodies);
        return;
      case Literal::Kind::negation:
        for (Body& body : bodies) body.push_back({term(literal.children[0].atom), true});
        return;
      case Literal::Kind::distinct:
      case Literal::Kind::same: {
        ir::PrologTerm test = term(literal.atom);
        test.name = literal.kind == Literal::Kind::distinct ? "dif" : "=";
        for (Body& body : bodies) body.push_back({test, false});
        return;
      }
      case Literal::Kind::atom:
        for (Body& body : bodies) body.push_back({term(literal.atom), false});
        return;
    }
  }

  const frontend::Rulesheet& sheet_;
  const ir::SymbolTable& symbols_;
  std::set<std::string, std::less<>> dynamic_;
};

/// Prints a term as an argument of atoms.
std::string argument_of(const ir::PrologTerm& term) {
  if (term.kind != ir::PrologTerm::Kind::compound) return term.name;
  std::string text = term.name + "(";
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    if (i > 0) text += ", ";
    text += argument_of(term.args[i]);
  }
  return text + ")";
}

/// Evaluates the clauses into `background`; returns whether all could be evaluated.
bool evaluate(std::vector<ir::LogicClause> clauses, FactBackground& background) {
  const ir::SourceMap sources;
  ir::Diagnostics faults(sources);
  RuleLimits limits;
  limits.max_facts = 1'000'000;
  return add_background(clauses, background, faults, limits);
}

/// Keeps the clauses of relations that depend only on relations with clauses of their own.
void keep_defined(std::vector<ir::LogicClause>& clauses) {
  for (bool changed = true; changed;) {
    std::set<std::pair<std::string, std::size_t>> defined;
    for (const auto& clause : clauses) defined.emplace(clause.head.name, clause.head.args.size());
    const std::size_t removed = std::erase_if(clauses, [&](const ir::LogicClause& clause) {
      return std::any_of(clause.body.begin(), clause.body.end(), [&](const auto& literal) {
        const std::string& name = literal.atom.name;
        return name != "dif" && name != "=" && !literal.negated &&
               !defined.contains({name, literal.atom.args.size()});
      });
    });
    changed = removed > 0;
  }
}

/// In tasks `next_row` stands for the fluent `(row ..)` of the next state, so relations with such
/// names are renamed.
std::string name_in_tasks(const std::string& relation) {
  for (const std::string_view prefix : {"next_", "legal_", "goal_", "true_", "does_", "init_"}) {
    if (relation.starts_with(prefix)) return "static_" + relation;
  }
  return relation;
}

}  // namespace

StaticFacts static_facts(const frontend::Rulesheet& sheet, const driver::Session& session,
                         std::size_t largest, PlayVocabulary& vocabulary) {
  const ir::SymbolTable& symbols = *session.symbols;
  std::set<std::string> large;
  std::vector<ir::LogicClause> clauses = StaticRules(sheet, symbols).clauses(large);
  keep_defined(clauses);
  auto background = std::make_unique<FactBackground>();
  if (!evaluate(clauses, *background)) {
    // Some relation has too many facts to evaluate, and it is unknown which: keeps only relations
    // without rules.
    for (const auto& clause : clauses) {
      if (!clause.body.empty()) large.insert(clause.head.name);
    }
    background = std::make_unique<FactBackground>();
    std::erase_if(clauses, [&](const auto& clause) { return large.contains(clause.head.name); });
    if (!evaluate(clauses, *background)) return {};
  }
  StaticFacts result;
  result.large.assign(large.begin(), large.end());
  for (const FactRelation& relation : background->relations()) {
    if (relation.size() > largest) {
      result.large.push_back(relation.name() + "/" + std::to_string(relation.arity()));
      continue;
    }
    for (std::uint32_t row = 0; row < relation.size(); ++row) {
      PlayAtom atom;
      atom.predicate = vocabulary.predicate(name_in_tasks(relation.name()), relation.arity());
      for (const Value value : relation[row]) {
        atom.args.push_back(
            vocabulary.constants.intern(argument_of(background->terms().term(value))));
      }
      result.facts.push_back(std::move(atom));
    }
  }
  std::sort(result.facts.begin(), result.facts.end());
  return result;
}

}  // namespace tesuji::learner
