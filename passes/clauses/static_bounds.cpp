#include "passes/clauses/static_bounds.h"

#include "passes/analysis/dependencies.h"
#include "passes/analysis/estimates.h"
#include "passes/clauses/demand_candidates.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// A useful bound lets at most one in this many tuples pass.
constexpr std::uint64_t least_selectivity = 4;

class Bounds {
 public:
  explicit Bounds(ir::Module& module)
      : module_(module), count_(module.relations.size()), rules_(count_) {
    for (std::uint32_t r = 0; r < module.rules.size(); ++r) {
      rules_[module.rules[r].head].push_back(r);
    }
    find_columns(Estimates(module));
  }

  void add(const NeedRule& need) {
    std::size_t known = 0;
    std::vector<Argument> args;
    for (std::size_t c = 0; c < need.args.size(); ++c) {
      if (!kept_[need.relation][c]) continue;
      args.push_back(need.given[c] ? need.args[c] : Argument::ignored());
      known += need.given[c] ? 1 : 0;
    }
    if (known < 2) return;
    Literal literal;
    literal.relation = bound_of(need.relation);
    literal.args = std::move(args);
    ir::Rule& rule = module_.rules[need.rule];
    literal.span = rule.span;
    rule.body.push_back(std::move(literal));
  }

 private:
  [[nodiscard]] bool may_have_bound(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    return relation.kind == ir::RelationKind::derived && relation.answer == ir::Answer::none &&
           relation.origin != ir::Origin::need && !rules_[id].empty();
  }

  [[nodiscard]] bool is_fact(const Literal& literal) const {
    return literal.kind == Literal::Kind::positive &&
           module_.relations[literal.relation].kind == ir::RelationKind::fixed;
  }

  /// Returns the steps to join the facts of the rule, the fewest matches first.
  [[nodiscard]] double steps(const ir::Rule& rule, const Estimates& estimates) const {
    std::vector<const Literal*> left;
    for (const Literal& literal : rule.body) {
      if (is_fact(literal)) left.push_back(&literal);
    }
    std::vector<bool> bound(rule.variables.size(), false);
    double bindings = 1;
    double sum = 0;
    while (!left.empty()) {
      std::size_t best = 0;
      double fewest = 0;
      for (std::size_t i = 0; i < left.size(); ++i) {
        const double matches = estimates.matches(left[i]->relation, left[i]->args, bound);
        if (i > 0 && matches >= fewest) continue;
        best = i;
        fewest = matches;
      }
      bindings *= fewest;
      sum += bindings;
      for (const Argument& arg : left[best]->args) {
        if (arg.kind == Argument::Kind::variable) bound[arg.id] = true;
      }
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return sum;
  }

  [[nodiscard]] bool is_cheap(ir::RelationId id, const Estimates& estimates) const {
    return std::all_of(rules_[id].begin(), rules_[id].end(), [&](std::uint32_t r) {
      return steps(module_.rules[r], estimates) <= max_bound_steps;
    });
  }

  /// Computes the columns of each relation's bound: the largest sets such that every rule ties each
  /// column to facts of more than one column, or to such columns of relations it reads.
  void find_columns(const Estimates& estimates) {
    for (ir::RelationId id = 0; id < count_; ++id) {
      kept_.emplace_back(module_.relations[id].columns.size(),
                         may_have_bound(id) && is_cheap(id, estimates));
    }
    for (bool again = true; again;) {
      while (narrow()) {
      }
      again = false;
      for (ir::RelationId id = 0; id < count_; ++id) {
        if (combinations(id) <= max_bound_tuples) continue;
        std::fill(kept_[id].begin(), kept_[id].end(), false);
        again = true;
      }
    }
  }

  [[nodiscard]] std::uint64_t combinations(ir::RelationId id) const {
    std::uint64_t product = 1;
    for (std::size_t c = 0; c < kept_[id].size(); ++c) {
      if (!kept_[id][c] || product > max_bound_tuples) continue;
      product *= module_.domains[module_.relations[id].columns[c]].values.size();
    }
    return product;
  }

  bool narrow() {
    bool changed = false;
    for (ir::RelationId id = 0; id < count_; ++id) {
      for (const std::uint32_t r : rules_[id]) {
        const ir::Rule& rule = module_.rules[r];
        for (std::size_t c = 0; c < kept_[id].size(); ++c) {
          if (!kept_[id][c] || is_tied(rule, c)) continue;
          kept_[id][c] = false;
          changed = true;
        }
      }
    }
    return changed;
  }

  [[nodiscard]] bool is_tied(const ir::Rule& rule, std::size_t column) const {
    const Argument& arg = rule.head_args[column];
    if (arg.kind == Argument::Kind::constant) return true;
    const bool repeated = std::count(rule.head_args.begin(), rule.head_args.end(), arg) > 1;
    return std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
      if (literal.kind != Literal::Kind::positive) return false;
      if (is_fact(literal)) {
        return (literal.args.size() > 1 || repeated) &&
               std::find(literal.args.begin(), literal.args.end(), arg) != literal.args.end();
      }
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (kept_[literal.relation][c] && literal.args[c] == arg) return true;
      }
      return false;
    });
  }

  template <typename T>
  [[nodiscard]] std::vector<T> pick(const std::vector<T>& all, ir::RelationId id) const {
    std::vector<T> result;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (kept_[id][c]) result.push_back(all[c]);
    }
    return result;
  }

  [[nodiscard]] bool has_columns(ir::RelationId id) const {
    return id < count_ && std::find(kept_[id].begin(), kept_[id].end(), true) != kept_[id].end();
  }

  /// Returns the relation's bound, created with its rules on first use.
  ir::RelationId bound_of(ir::RelationId id) {
    const auto [found, inserted] = bounds_.try_emplace(id, ir::no_id);
    if (!inserted) return found->second;
    ir::Relation relation;
    relation.columns = pick(module_.relations[id].columns, id);
    relation.span = module_.relations[id].span;
    relation.written = ir::written_name(module_.relations[id]);
    const ir::RelationId bound = module_.add_helper(ir::Origin::bound, id, std::move(relation));
    found->second = bound;  // before its rules, which may read it
    for (std::size_t n = 0; n < rules_[id].size(); ++n) {
      ir::Rule rule = without_state(rules_[id][n], bound);
      rule.name = module_.relations[bound].name + "#" + std::to_string(n + 1);
      module_.rules.push_back(std::move(rule));
    }
    return bound;
  }

  ir::Rule without_state(std::uint32_t number, ir::RelationId bound) {
    ir::Rule rule = module_.rules[number];
    rule.head_args = pick(rule.head_args, rule.head);
    rule.head = bound;
    std::vector<Literal> body = std::exchange(rule.body, {});
    std::set<ir::VariableId> known;
    for (Literal& literal : body) {
      if (literal.kind != Literal::Kind::positive) continue;
      if (!is_fact(literal)) {
        if (!has_columns(literal.relation)) continue;
        literal.args = pick(literal.args, literal.relation);
        literal.relation = bound_of(literal.relation);
      }
      for (const Argument& arg : literal.args) {
        if (arg.kind == Argument::Kind::variable) known.insert(arg.id);
      }
      rule.body.push_back(std::move(literal));
    }
    const auto all_known = [&](const std::vector<Argument>& args) {
      return std::all_of(args.begin(), args.end(), [&](const Argument& arg) {
        return arg.kind == Argument::Kind::constant || known.contains(arg.id);
      });
    };
    for (Literal& literal : body) {
      const bool compares =
          literal.kind == Literal::Kind::different || literal.kind == Literal::Kind::same;
      if (compares && all_known(literal.args) && all_known(literal.right)) {
        rule.body.push_back(std::move(literal));
      }
    }
    return rule;
  }

  ir::Module& module_;
  std::size_t count_;  ///< number of the initial relations
  std::vector<std::vector<std::uint32_t>> rules_;
  std::vector<std::vector<bool>> kept_;  ///< by relation and column: whether a bound contains it
  std::map<ir::RelationId, ir::RelationId> bounds_;
};

/// Determines which bounds exclude most of the possible tuples.
class Selectivity {
 public:
  explicit Selectivity(const ir::Module& module) : module_(module) {}

  [[nodiscard]] bool suffices(const Literal& literal) {
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      if (literal.args[c].kind != Argument::Kind::ignore) columns.push_back(c);
    }
    const auto [found, inserted] = known_.try_emplace({literal.relation, columns}, false);
    if (inserted) found->second = is_selective(module_.relations[literal.relation], columns);
    return found->second;
  }

 private:
  [[nodiscard]] bool is_selective(const ir::Relation& relation,
                                  const std::vector<std::size_t>& columns) const {
    std::uint64_t combinations = 1;
    for (const std::size_t c : columns) {
      combinations *= module_.domains[relation.columns[c]].values.size();
      if (combinations > max_bound_tuples) return true;  // not one of our bounds
    }
    std::vector<bool> found(combinations, false);
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < relation.facts.rows; ++row) {
      std::uint64_t number = 0;
      for (const std::size_t c : columns) {
        const ir::Domain& domain = module_.domains[relation.columns[c]];
        const ir::Symbol value = relation.facts.cells[row * relation.columns.size() + c];
        number =
            number * domain.values.size() + static_cast<std::uint64_t>(domain.positions.at(value));
      }
      if (found[number]) continue;
      found[number] = true;
      ++count;
    }
    return count * least_selectivity <= combinations;
  }

  const ir::Module& module_;
  std::map<std::pair<ir::RelationId, std::vector<std::size_t>>, bool> known_;
};

}  // namespace

void bound_needs(ir::Module& module, const std::vector<NeedRule>& needs) {
  if (needs.empty()) return;
  Bounds bounds(module);
  for (const NeedRule& need : needs) bounds.add(need);
}

bool drop_bounds(ir::Module& module, PassContext&) {
  Selectivity selectivity(module);
  std::size_t dropped = 0;
  for (ir::Rule& rule : module.rules) {
    dropped += std::erase_if(rule.body, [&](const Literal& literal) {
      return literal.kind == Literal::Kind::positive &&
             module.relations[literal.relation].kind == ir::RelationKind::fixed &&
             module.relations[literal.relation].origin == ir::Origin::bound &&
             !selectivity.suffices(literal);
    });
  }
  if (dropped == 0) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
