#include "backend/proofs/certificates/rule_program.h"

#include "backend/proofs/certificates/cnf.h"
#include "backend/proofs/certificates/projections.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tesuji::certificates {

namespace {

using Kind = RuleLiteral::Kind;

bool is_atom(const RuleLiteral& literal) {
  return literal.kind != Kind::distinct && literal.kind != Kind::same;
}

/// Who depends on whom, by predicate.
class Dependencies {
 public:
  Dependencies(const std::vector<SheetRule>& rules, std::size_t predicates)
      : edges_(predicates), reversed_(predicates) {
    for (const SheetRule& rule : rules) {
      for (const RuleLiteral& literal : rule.body) {
        if (!is_atom(literal)) continue;
        edges_[rule.head.predicate].push_back(literal.atom.predicate);
        reversed_[literal.atom.predicate].push_back(rule.head.predicate);
      }
    }
  }

  /// All that these depend on, themselves included.
  [[nodiscard]] std::vector<bool> below(const std::vector<PredicateId>& from) const {
    return reach(from, edges_);
  }
  /// All that depend on these, themselves included.
  [[nodiscard]] std::vector<bool> above(const std::vector<PredicateId>& from) const {
    return reach(from, reversed_);
  }

 private:
  using Edges = std::vector<std::vector<PredicateId>>;

  static std::vector<bool> reach(const std::vector<PredicateId>& from, const Edges& edges) {
    std::vector<bool> reached(edges.size());
    std::vector<PredicateId> open;
    const auto visit = [&](PredicateId predicate) {
      if (reached[predicate]) return;
      reached[predicate] = true;
      open.push_back(predicate);
    };
    for (const PredicateId predicate : from) visit(predicate);
    while (!open.empty()) {
      const PredicateId predicate = open.back();
      open.pop_back();
      for (const PredicateId other : edges[predicate]) visit(other);
    }
    return reached;
  }

  Edges edges_;
  Edges reversed_;
};

/// Sets the levels of static predicates: not less than those of what they depend on, and greater
/// where they depend on its absence.
void find_levels(RuleProgram& program) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const SheetRule& rule : program.rules) {
      std::uint32_t& level = program.levels[rule.head.predicate];
      if (level == RuleProgram::dynamic_level) continue;
      for (const RuleLiteral& literal : rule.body) {
        if (!is_atom(literal)) continue;
        const std::uint32_t least =
            program.levels[literal.atom.predicate] + (literal.kind == Kind::negative ? 1 : 0);
        if (least <= level) continue;
        level = least;
        changed = true;
      }
      program.static_levels = std::max(program.static_levels, level + 1);
    }
  }
}

}  // namespace

GamePredicates::GamePredicates(Sheet& sheet) {
  const auto id = [&](std::string_view name, std::size_t arity) {
    return sheet.predicates.id(sheet.terms.name(name), arity);
  };
  role = id("role", 1);
  init = id("init", 1);
  truth = id("true", 1);
  does = id("does", 2);
  legal = id("legal", 2);
  next = id("next", 1);
  terminal = id("terminal", 0);
}

RuleProgram make_rule_program(Sheet& sheet, const GamePredicates& game,
                              const std::vector<PredicateId>& wanted) {
  for (const SheetRule& rule : sheet.rules) {
    const PredicateId head = rule.head.predicate;
    if (head == game.truth || head == game.does) {
      throw Malformed("`true` and `does` cannot stand in a head", rule.line);
    }
  }
  std::vector<PredicateId> roots{game.role, game.init, game.legal, game.next, game.terminal};
  roots.insert(roots.end(), wanted.begin(), wanted.end());
  const Dependencies all(sheet.rules, sheet.predicates.size());
  const std::vector<bool> needed = all.below(roots);
  for (const PredicateId root : roots) {
    if (root == game.next || !all.below({root})[game.does]) continue;
    throw Malformed("`" + sheet.terms.text(sheet.predicates[root].name) +
                        "` depends on `does`, so it says nothing of a state",
                    0);
  }
  RuleProgram program;
  std::ranges::copy_if(sheet.rules, std::back_inserter(program.rules),
                       [&](const SheetRule& rule) { return needed[rule.head.predicate]; });
  program.rules = with_projections(std::move(program.rules), sheet);

  const Dependencies dependencies(program.rules, sheet.predicates.size());
  // Moves and fluents come about as the dynamic rules are evaluated.
  std::vector<PredicateId> dynamic{game.truth, game.does, game.legal, game.next};
  for (const SheetRule& rule : program.rules) {
    for (const RuleLiteral& literal : rule.body) {
      if (literal.kind == Kind::negative &&
          dependencies.below({literal.atom.predicate})[rule.head.predicate]) {
        dynamic.push_back(rule.head.predicate);
      }
    }
  }
  program.levels.resize(sheet.predicates.size());
  const std::vector<bool> above = dependencies.above(dynamic);
  for (PredicateId predicate = 0; predicate < above.size(); ++predicate) {
    if (above[predicate]) program.levels[predicate] = RuleProgram::dynamic_level;
  }
  for (const PredicateId predicate : {game.role, game.init}) {
    if (program.dynamic(predicate)) {
      throw Malformed("`role` or `init` depends on the state of the game", 0);
    }
  }
  find_levels(program);
  return program;
}

}  // namespace tesuji::certificates
