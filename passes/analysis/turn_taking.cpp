#include "passes/analysis/turn_taking.h"

#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <iterator>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// One rule for legal moves, from the perspective of one role.
class RoleRule {
 public:
  RoleRule(const ir::Rule& rule, ir::Symbol role) : rule_(rule), role_(role) {}

  [[nodiscard]] bool applies() const {
    const Argument& head = rule_.head_args[0];
    return head.kind == Argument::Kind::variable || head.id == role_;
  }

  [[nodiscard]] std::optional<RelationTuple> head() const {
    return ground(rule_.head, rule_.head_args);
  }

  /// Returns the fluents without variables that the body needs.
  [[nodiscard]] std::vector<RelationTuple> needed_fluents(const ir::Module& module) const {
    std::vector<RelationTuple> result;
    for (const ir::Literal& literal : rule_.body) {
      if (literal.kind != ir::Literal::Kind::positive) continue;
      if (module.relations[literal.relation].kind != ir::RelationKind::state) continue;
      if (auto atom = ground(literal.relation, literal.args)) result.push_back(std::move(*atom));
    }
    return result;
  }

 private:
  [[nodiscard]] std::optional<RelationTuple> ground(ir::RelationId relation,
                                                    const std::vector<Argument>& args) const {
    RelationTuple atom{relation, {}};
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
    if (module.relations[rule.head].answer != ir::Answer::legal) continue;
    RoleRule seen(rule, role);
    if (seen.applies()) result.push_back(seen);
  }
  return result;
}

/// Returns the common needs of all rules except those for `waiting`.
std::vector<RelationTuple> common_needs(const ir::Module& module,
                                        const std::vector<RoleRule>& rules,
                                        const RelationTuple& waiting) {
  std::optional<std::vector<RelationTuple>> common;
  for (const RoleRule& rule : rules) {
    if (rule.head() == waiting) continue;
    std::vector<RelationTuple> needs = rule.needed_fluents(module);
    if (!common) {
      common = std::move(needs);
      continue;
    }
    std::erase_if(*common, [&](const RelationTuple& atom) {
      return std::find(needs.begin(), needs.end(), atom) == needs.end();
    });
  }
  return common.value_or(std::vector<RelationTuple>{});
}

/// Whether some rule reads that the role made this move.
bool is_read(const ir::Module& module, const RelationTuple& move) {
  const auto reads = [&](const ir::Literal& literal) {
    if (literal.relation == ir::no_id) return false;
    if (module.relations[literal.relation].legal != move.relation) return false;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      const Argument& arg = literal.args[c];
      if (arg.kind == Argument::Kind::constant && arg.id != move.row[c]) return false;
    }
    return true;
  };
  return std::any_of(module.rules.begin(), module.rules.end(), [&](const ir::Rule& rule) {
    return std::any_of(rule.body.begin(), rule.body.end(), reads);
  });
}

/// A possible waiting move of the role, and the fluents that all its other moves need and this one
/// does not.
struct Candidate {
  RelationTuple waiting;
  std::vector<RelationTuple> control;
};

std::vector<Candidate> find_candidates(const ir::Module& module,
                                       const std::vector<RoleRule>& rules) {
  std::vector<Candidate> candidates;
  for (const RoleRule& rule : rules) {
    const std::optional<RelationTuple> head = rule.head();
    const auto same = [&](const Candidate& c) { return c.waiting == *head; };
    if (!head || std::any_of(candidates.begin(), candidates.end(), same)) continue;
    Candidate candidate{*head, common_needs(module, rules, *head)};
    for (const RoleRule& waiting : rules) {
      if (waiting.head() != head) continue;
      const std::vector<RelationTuple> needs = waiting.needed_fluents(module);
      std::erase_if(candidate.control, [&](const RelationTuple& atom) {
        return std::find(needs.begin(), needs.end(), atom) != needs.end();
      });
    }
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// Returns the role's waiting move, if one candidate is best: prefers those with a control fluent,
/// then those that no rule reads, then those whose control fluent names the role. nullopt if
/// several remain.
std::optional<Candidate> choose(const ir::Module& module, std::vector<Candidate> candidates,
                                ir::Symbol role) {
  const auto prefer = [&](auto wanted) {
    std::vector<Candidate> better;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(better), wanted);
    if (!better.empty()) candidates = std::move(better);
  };
  prefer([](const Candidate& c) { return !c.control.empty(); });
  prefer([&](const Candidate& c) { return !is_read(module, c.waiting); });
  prefer([&](const Candidate& c) {
    return std::any_of(c.control.begin(), c.control.end(), [&](const RelationTuple& atom) {
      return std::find(atom.row.begin(), atom.row.end(), role) != atom.row.end();
    });
  });
  if (candidates.size() != 1) return std::nullopt;
  return candidates.front();
}

}  // namespace

TurnTaking find_turn_taking(const ir::Module& module) {
  TurnTaking result;
  std::vector<std::vector<RelationTuple>> needs;
  for (const ir::Symbol role : module.roles) {
    const std::vector<RoleRule> rules = legal_rules(module, role);
    const std::optional<Candidate> chosen = choose(module, find_candidates(module, rules), role);
    result.waiting.push_back(chosen ? std::optional(chosen->waiting) : std::nullopt);
    needs.push_back(chosen ? chosen->control : std::vector<RelationTuple>{});
  }
  // A fluent that several roles need does not determine turns.
  for (std::size_t r = 0; r < needs.size(); ++r) {
    const auto shared = [&](const RelationTuple& atom) {
      for (std::size_t other = 0; other < needs.size(); ++other) {
        const auto& theirs = needs[other];
        if (other != r && std::find(theirs.begin(), theirs.end(), atom) != theirs.end()) {
          return true;
        }
      }
      return false;
    };
    const auto own = std::find_if_not(needs[r].begin(), needs[r].end(), shared);
    if (own == needs[r].end()) {
      result.control.clear();
      break;
    }
    result.control.push_back(*own);
  }
  return result;
}

}  // namespace tesuji::passes
