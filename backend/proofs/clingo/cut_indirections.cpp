// Replaces atoms that one rule with one literal derives by that literal.
#include "backend/proofs/clingo/simplify.h"
#include "passes/analysis/variables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tesuji::proofs {

namespace {

using ir::Argument;

constexpr std::size_t longest_body = 24;  ///< no rule is made longer

/// Unifies the arguments of two atoms. Keeps the variable names of the left one's rule.
bool unify(const std::vector<Argument>& left, const std::vector<Argument>& right,
           passes::Substitution& substitution) {
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!substitution.unify(left[i], right[i])) return false;
  }
  return true;
}

/// Whether every variable of the body is in the head.
bool forgets_nothing(const Rule& rule) {
  std::set<ir::VariableId> head;
  for (const Argument& argument : rule.head.args)
    if (is_variable(argument)) head.insert(argument.id);
  bool result = true;
  Rule body = rule;
  body.head.args.clear();
  for_arguments(body, [&](const Argument& argument) {
    result = result && (!is_variable(argument) || head.contains(argument.id));
  });
  return result;
}

/// Whether each literal has at most half of the head's variables, of which there are several.
bool comes_apart(const Rule& rule) {
  std::set<ir::VariableId> head;
  for (const Argument& argument : rule.head.args)
    if (is_variable(argument)) head.insert(argument.id);
  if (head.size() < 3) return false;
  return std::all_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
    std::set<ir::VariableId> here;
    for (const Argument& argument : literal.atom.args)
      if (is_variable(argument) && head.contains(argument.id)) here.insert(argument.id);
    return literal.kind == Literal::Kind::positive && 2 * here.size() <= head.size();
  });
}

class Cutter {
 public:
  explicit Cutter(Program& program) : program_(program) {}

  bool run() {
    find_definitions();
    if (definitions_.empty()) return false;
    std::vector<Rule> result;
    result.reserve(program_.rules.size());
    for (Rule& rule : program_.rules) {
      if (rule.kind == Rule::Head::atom && definitions_.contains(timed(rule.head))) continue;
      if (auto cut = expand(std::move(rule))) result.push_back(std::move(*cut));
    }
    program_.rules = std::move(result);
    return true;
  }

 private:
  /// Finds the predicates to cut in this round, and their rules.
  void find_definitions() {
    std::map<Timed, std::vector<const Rule*>> rules;
    std::map<Timed, std::size_t> uses;
    std::map<Timed, std::size_t> longest_user;
    std::set<Timed> kept;
    const auto keep = [&](const Atom& atom) { kept.insert(timed(atom)); };
    for (const Rule& rule : program_.rules) {
      if (rule.kind == Rule::Head::atom) rules[timed(rule.head)].push_back(&rule);
      for (const Element& element : rule.elements) keep(element.atom);
      for_choice_conditions(rule, keep);
      for (const Literal& literal : rule.body) {
        if (literal.kind == Literal::Kind::negative) keep(literal.atom);
        for (const Element& element : literal.elements)
          for (const Atom& condition : element.conditions) keep(condition);
        if (literal.kind != Literal::Kind::positive) continue;
        const Timed used = timed(literal.atom);
        ++uses[used];
        longest_user[used] = std::max(longest_user[used], rule.body.size());
      }
    }
    const std::set<PredicateId> shown(program_.shown.begin(), program_.shown.end());
    std::set<Timed> read;  // used by definitions: cut in a later round
    for (const auto& [predicate, defining] : rules) {
      if (defining.size() != 1 || kept.contains(predicate) || shown.contains(predicate.first)) {
        continue;
      }
      const Rule& rule = *defining.front();
      const std::size_t uses_of = uses[predicate];
      if (uses_of == 0 || rule.body.empty()) continue;  // a fact costs nothing in grounding
      const std::size_t length = longest_user[predicate] + rule.body.size() - 1;
      if (length > longest_body) continue;
      const bool apart = !program_.predicates()[predicate.first].changes && comes_apart(rule);
      if (!apart && uses_of > 1 && rule.body.size() > 1) continue;
      if (!apart && longest_user[predicate] > 1 && !forgets_nothing(rule)) continue;
      bool in_chain = read.contains(predicate);
      for_body_atoms(rule, [&](const Atom& atom) {
        in_chain = in_chain || definitions_.contains(timed(atom)) || timed(atom) == predicate;
      });
      if (in_chain) continue;
      definitions_.emplace(predicate, rule);
      for_body_atoms(rule, [&](const Atom& atom) { read.insert(timed(atom)); });
    }
  }

  /// Returns the rule with cut atoms replaced by bodies; nothing if it can never fire.
  std::optional<Rule> expand(Rule rule) {
    for (std::size_t i = 0; i < rule.body.size();) {
      const auto place = rule.body[i].kind == Literal::Kind::positive
                             ? definitions_.find(timed(rule.body[i].atom))
                             : definitions_.end();
      if (place == definitions_.end()) {
        ++i;
        continue;
      }
      Rule definition = place->second;
      const auto offset = static_cast<ir::VariableId>(rule.variables.size());
      for_arguments(definition, [&](Argument& argument) {
        if (is_variable(argument)) argument.id += offset;
      });
      add_names(rule.variables, definition.variables);
      passes::Substitution substitution(rule.variables.size());
      if (!unify(rule.body[i].atom.args, definition.head.args, substitution)) return std::nullopt;
      const auto at = rule.body.begin() + static_cast<std::ptrdiff_t>(i);
      const auto after = rule.body.erase(at);
      rule.body.insert(after, definition.body.begin(), definition.body.end());
      for_arguments(rule, [&](Argument& argument) { argument = substitution.of(argument); });
      i += definition.body.size();
    }
    return rule;
  }

  static void add_names(std::vector<std::string>& names, const std::vector<std::string>& more) {
    std::set<std::string> taken(names.begin(), names.end());
    for (const std::string& name : more) {
      std::string unique = name;
      while (!taken.insert(unique).second) unique += '_';
      names.push_back(std::move(unique));
    }
  }

  Program& program_;
  std::map<Timed, Rule> definitions_;
};

}  // namespace

bool cut_indirections(Program& program) {
  return Cutter(program).run();
}

}  // namespace tesuji::proofs
