// Specialises predicates that are used with constants: copies their rules for each pattern of
// constants.
#include "backend/proofs/clingo/simplify.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace tesuji::proofs {

namespace {

using ir::Argument;

constexpr std::size_t most_patterns = 64;
constexpr std::size_t most_rules = 512;  ///< maximum number of copies of a predicate's rules

bool is_constant(const Argument& argument) {
  return argument.kind == Argument::Kind::constant;
}

/// By column: the constant, or ir::no_symbol.
using Pattern = std::vector<ir::Symbol>;

/// The uses of a predicate: columns in which every use has a constant.
struct Uses {
  std::vector<bool> fixed;  ///< by column: whether all uses have a constant there
  std::set<Pattern> patterns;
};

std::map<Timed, Uses> find_uses(const Program& program) {
  std::map<Timed, Uses> result;
  const std::set<PredicateId> shown(program.shown.begin(), program.shown.end());
  const auto look = [&](const Atom& atom, bool whole) {
    Uses& uses =
        result.try_emplace(timed(atom), Uses{std::vector<bool>(atom.args.size(), true), {}})
            .first->second;
    Pattern pattern;
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      if (whole || !is_constant(atom.args[i])) uses.fixed[i] = false;
      pattern.push_back(is_constant(atom.args[i]) ? atom.args[i].id : ir::no_symbol);
    }
    if (uses.patterns.size() <= most_patterns) uses.patterns.insert(std::move(pattern));
  };
  for (const Rule& rule : program.rules) {
    for_body_atoms(rule, [&](const Atom& atom) { look(atom, false); });
    for_choice_conditions(rule, [&](const Atom& atom) { look(atom, false); });
    for_head_atoms(rule, [&](const Atom& atom) {
      if (rule.kind == Rule::Head::choice || shown.contains(atom.predicate)) look(atom, true);
    });
  }
  return result;
}

/// Substitutes constants for variables of the rule's head; returns false if the head has other
/// constants.
bool bind_rule(Rule& rule, const Pattern& pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == ir::no_symbol) continue;
    const Argument wanted = Argument::constant(pattern[i]);
    const Argument have = rule.head.args[i];
    if (have == wanted) continue;
    if (is_constant(have)) return false;
    for_arguments(rule, [&](Argument& argument) {
      if (argument == have) argument = wanted;
    });
  }
  return true;
}

}  // namespace

bool bind_constants(Program& program) {
  const std::map<Timed, Uses> uses = find_uses(program);
  std::map<Timed, std::size_t> rules_of;
  for (const Rule& rule : program.rules)
    if (rule.kind == Rule::Head::atom) ++rules_of[timed(rule.head)];
  bool changed = false;
  std::vector<Rule> result;
  for (Rule& rule : program.rules) {
    const auto place = rule.kind == Rule::Head::atom ? uses.find(timed(rule.head)) : uses.end();
    const auto may_bind = [&] {
      if (place == uses.end() || rule.body.empty()) return false;
      for (std::size_t i = 0; i < rule.head.args.size(); ++i)
        if (place->second.fixed[i] && !is_constant(rule.head.args[i])) return true;
      return false;
    };
    if (!may_bind() || place->second.patterns.size() > most_patterns ||
        place->second.patterns.size() * rules_of[timed(rule.head)] > most_rules) {
      result.push_back(std::move(rule));
      continue;
    }
    // Patterns that differ only in other columns give the same rule.
    std::set<Pattern> done;
    for (Pattern pattern : place->second.patterns) {
      for (std::size_t i = 0; i < pattern.size(); ++i)
        if (!place->second.fixed[i]) pattern[i] = ir::no_symbol;
      if (!done.insert(pattern).second) continue;
      Rule bound = rule;
      if (!bind_rule(bound, pattern)) continue;
      if (done.size() > 1) bound.comment.clear();
      result.push_back(std::move(bound));
    }
    changed = true;
  }
  program.rules = std::move(result);
  return changed;
}

}  // namespace tesuji::proofs
