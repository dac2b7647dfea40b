#include "passes/turn_taking.h"

#include "passes/dependencies.h"

#include <algorithm>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// One rule for legal moves, seen for one role.
class RoleRule {
 public:
  RoleRule(const ir::Rule& rule, ir::Symbol role) : rule_(rule), role_(role) {}

  [[nodiscard]] bool applies() const {
    const Argument& head = rule_.head_args[0];
    return head.kind == Argument::Kind::variable || head.id == role_;
  }

  [[nodiscard]] std::optional<GroundAtom> head() const {
    return ground(rule_.head, rule_.head_args);
  }

  /// The fluents without variables that the body needs.
  [[nodiscard]] std::vector<GroundAtom> needed_fluents(const ir::Module& module) const {
    std::vector<GroundAtom> result;
    for (const ir::Literal& literal : rule_.body) {
      if (literal.kind != ir::Literal::Kind::positive) continue;
      if (module.relations[literal.relation].kind != ir::RelationKind::state) continue;
      if (auto atom = ground(literal.relation, literal.args)) result.push_back(std::move(*atom));
    }
    return result;
  }

 private:
  [[nodiscard]] std::optional<GroundAtom> ground(ir::RelationId relation,
                                                 const std::vector<Argument>& args) const {
    GroundAtom atom{relation, {}};
    for (const Argument& arg : args) {
      if (arg.kind == Argument::Kind::constant) {
        atom.row.push_back(arg.id);
      } else if (arg == rule_.head_args[0]) {
        atom.row.push_back(role_);
      } else {
        return std::nullopt;
      }
    }
    return atom;
  }

  const ir::Rule& rule_;
  ir::Symbol role_;
};

std::vector<RoleRule> legal_rules(const ir::Module& module, ir::Symbol role) {
  std::vector<RoleRule> result;
  for (const ir::Rule& rule : module.rules) {
    if (entry_of(module.relations[rule.head]) != "legal") continue;
    RoleRule seen(rule, role);
    if (seen.applies()) result.push_back(seen);
  }
  return result;
}

/// What all rules but those for `waiting` need.
std::vector<GroundAtom> common_needs(const ir::Module& module, const std::vector<RoleRule>& rules,
                                     const GroundAtom& waiting) {
  std::optional<std::vector<GroundAtom>> common;
  for (const RoleRule& rule : rules) {
    if (rule.head() == waiting) continue;
    std::vector<GroundAtom> needs = rule.needed_fluents(module);
    if (!common) {
      common = std::move(needs);
      continue;
    }
    std::erase_if(*common, [&](const GroundAtom& atom) {
      return std::find(needs.begin(), needs.end(), atom) == needs.end();
    });
  }
  return common.value_or(std::vector<GroundAtom>{});
}

}  // namespace

TurnTaking find_turn_taking(const ir::Module& module) {
  TurnTaking result;
  std::vector<std::vector<GroundAtom>> needs;
  for (const ir::Symbol role : module.roles) {
    const std::vector<RoleRule> rules = legal_rules(module, role);
    std::vector<GroundAtom> candidates;
    for (const RoleRule& rule : rules) {
      const std::optional<GroundAtom> head = rule.head();
      if (head && std::find(candidates.begin(), candidates.end(), *head) == candidates.end()) {
        candidates.push_back(*head);
      }
    }
    std::optional<GroundAtom> waiting;
    std::vector<GroundAtom> common;
    for (const GroundAtom& candidate : candidates) {
      common = common_needs(module, rules, candidate);
      waiting = candidate;
      if (!common.empty()) break;
    }
    if (common.empty() && candidates.size() != 1) waiting.reset();
    result.waiting.push_back(std::move(waiting));
    needs.push_back(std::move(common));
  }
  // A fluent that several roles need tells nothing about turns.
  for (std::size_t r = 0; r < needs.size(); ++r) {
    const auto own = std::find_if(needs[r].begin(), needs[r].end(), [&](const GroundAtom& atom) {
      for (std::size_t other = 0; other < needs.size(); ++other) {
        if (other != r &&
            std::find(needs[other].begin(), needs[other].end(), atom) != needs[other].end()) {
          return false;
        }
      }
      return true;
    });
    if (own == needs[r].end()) {
      result.control.clear();
      break;
    }
    result.control.push_back(*own);
  }
  return result;
}

}  // namespace tesuji::passes
