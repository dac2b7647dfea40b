#include "passes/clauses/leave_out.h"

#include "passes/analysis/variables.h"
#include "passes/clauses/possible.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

class Relaxation {
 public:
  Relaxation(const ir::Module& module, const std::vector<bool>& left_out)
      : result_(module), left_out_(left_out) {}

  Relaxed run() {
    std::vector<bool> asked = asked_relations();
    std::erase_if(result_.rules, [&](const ir::Rule& rule) { return !asked[rule.head]; });
    for (ir::Rule& rule : result_.rules) relax(rule);
    result_.strata.clear();
    result_.entries.clear();
    return {std::move(result_), std::move(asked)};
  }

 private:
  /// Marks the relations that the state, moves and all remaining answers of a net need, except
  /// those left out.
  [[nodiscard]] std::vector<bool> asked_relations() const {
    const std::vector<bool> unknown = unknown_without(result_, left_out_);
    std::vector<std::vector<const ir::Rule*>> rules(result_.relations.size());
    for (const ir::Rule& rule : result_.rules) rules[rule.head].push_back(&rule);
    std::vector<bool> asked(result_.relations.size(), false);
    std::vector<ir::RelationId> open;
    const auto ask = [&](ir::RelationId id) {
      if (asked[id] || left_out_[id]) return;
      asked[id] = true;
      open.push_back(id);
    };
    for (ir::RelationId id = 0; id < asked.size(); ++id) {
      const ir::Answer answer = result_.relations[id].answer;
      const bool is_root = answer == ir::Answer::legal || answer == ir::Answer::next ||
                           (answer != ir::Answer::none && !unknown[id]);
      if (is_root) ask(id);
    }
    while (!open.empty()) {
      const ir::RelationId id = open.back();
      open.pop_back();
      for (const ir::Rule* rule : rules[id]) {
        for (const Literal& literal : rule->body) {
          const bool counts = literal.kind == Literal::Kind::positive ||
                              (literal.kind == Literal::Kind::negative && !unknown[id]);
          if (counts) ask(literal.relation);
        }
      }
    }
    return asked;
  }

  void relax(ir::Rule& rule) {
    std::map<ir::VariableId, ir::DomainId> dropped;
    std::erase_if(rule.body, [&](const Literal& literal) {
      if (literal.relation == ir::no_id || !left_out_[literal.relation]) return false;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (literal.args[c].kind != Argument::Kind::variable) continue;
        dropped.emplace(literal.args[c].id, result_.relations[literal.relation].columns[c]);
      }
      return true;
    });
    std::set<ir::VariableId> bound;
    std::set<ir::VariableId> asked;
    add_variables(rule.head_args, asked);
    for (const Literal& literal : rule.body) {
      add_variables(literal.args, literal.kind == Literal::Kind::positive ? bound : asked);
      add_variables(literal.right, asked);
    }
    for (const auto& [variable, domain] : dropped) {
      if (bound.contains(variable) || !asked.contains(variable)) continue;
      Literal literal;
      literal.relation = any_of(domain);
      literal.args = {Argument::variable(variable)};
      literal.span = rule.span;
      rule.body.push_back(std::move(literal));
    }
  }

  /// Returns the static relation of all values of a domain.
  ir::RelationId any_of(ir::DomainId domain) {
    const auto [known, is_new] = any_.emplace(domain, ir::no_id);
    if (!is_new) return known->second;
    ir::Relation relation;
    relation.kind = ir::RelationKind::fixed;
    relation.columns = {domain};
    relation.facts.cells = result_.domains[domain].values;
    relation.facts.rows = relation.facts.cells.size();
    known->second = result_.add_helper(ir::Origin::any, ir::no_id, std::move(relation),
                                       result_.domains[domain].name);
    return known->second;
  }

  ir::Module result_;
  const std::vector<bool>& left_out_;
  std::map<ir::DomainId, ir::RelationId> any_;
};

}  // namespace

bool may_be_left_out(const ir::Module& module, ir::RelationId relation) {
  if (relation >= module.relations.size()) return false;
  const ir::Relation& asked = module.relations[relation];
  return asked.kind == ir::RelationKind::derived && asked.answer != ir::Answer::next &&
         asked.answer != ir::Answer::legal;
}

std::vector<bool> unknown_without(const ir::Module& module, const std::vector<bool>& left_out) {
  std::vector<bool> unknown = left_out;
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Rule& rule : module.rules) {
      if (unknown[rule.head] || is_decided(module.relations[rule.head])) continue;
      unknown[rule.head] =
          std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
            return literal.relation != ir::no_id && unknown[literal.relation] &&
                   !is_decided(module.relations[literal.relation]);
          });
      changed |= unknown[rule.head];
    }
  }
  return unknown;
}

std::vector<ir::RelationId> with_need(const ir::Module& module, ir::RelationId relation) {
  std::vector<ir::RelationId> result{relation};
  if (relation >= module.relations.size()) return result;
  const ir::Relation& asked = module.relations[relation];
  if (asked.origin == ir::Origin::need) {
    if (asked.origin_of != ir::no_id) result.push_back(asked.origin_of);
    return result;
  }
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& other = module.relations[id];
    if (other.origin == ir::Origin::need && other.origin_of == relation) result.push_back(id);
  }
  return result;
}

Relaxed relax(const ir::Module& module, const std::vector<bool>& left_out) {
  return Relaxation(module, left_out).run();
}

}  // namespace tesuji::passes
