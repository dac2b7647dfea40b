#include "passes/clauses/order_symmetric.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

using Key = std::tuple<Literal::Kind, ir::RelationId, std::vector<std::pair<int, std::uint32_t>>,
                       std::vector<std::pair<int, std::uint32_t>>>;

/// A key to compare literals; ignores the order of the two sides of a difference.
Key key_of(const Literal& literal) {
  const auto side = [](const std::vector<Argument>& args) {
    std::vector<std::pair<int, std::uint32_t>> result;
    for (const Argument& arg : args) result.emplace_back(static_cast<int>(arg.kind), arg.id);
    return result;
  };
  Key key{literal.kind, literal.relation, side(literal.args), side(literal.right)};
  const bool compares =
      literal.kind == Literal::Kind::different || literal.kind == Literal::Kind::same;
  if (compares && std::get<3>(key) < std::get<2>(key))
    std::swap(std::get<2>(key), std::get<3>(key));
  return key;
}

bool is_variable(const Argument& arg, ir::VariableId variable) {
  return arg == Argument::variable(variable);
}

/// Whether the literal states exactly that these two variables differ.
bool tells_apart(const Literal& literal, ir::VariableId a, ir::VariableId b) {
  if (literal.kind != Literal::Kind::different || literal.args.size() != 1) return false;
  const auto one = [](const Argument& left, const Argument& right, auto x, auto y) {
    return is_variable(left, x) && is_variable(right, y);
  };
  return one(literal.args[0], literal.right[0], a, b) ||
         one(literal.args[0], literal.right[0], b, a);
}

bool may_swap(const ir::Rule& rule, ir::VariableId a, ir::VariableId b) {
  std::multiset<Key> before;
  std::multiset<Key> after;
  for (Literal literal : rule.body) {
    before.insert(key_of(literal));
    for (auto* args : {&literal.args, &literal.right}) {
      for (Argument& arg : *args) {
        if (is_variable(arg, a)) {
          arg = Argument::variable(b);
        } else if (is_variable(arg, b)) {
          arg = Argument::variable(a);
        }
      }
    }
    after.insert(key_of(literal));
  }
  return before == after;
}

class Orderer {
 public:
  explicit Orderer(ir::Module& module) : module_(module) {}

  bool order(ir::Rule& rule) {
    bool changed = false;
    std::vector<bool> taken(rule.variables.size(), false);
    for (const Argument& arg : rule.head_args) {
      if (arg.kind == Argument::Kind::variable) taken[arg.id] = true;
    }
    for (ir::VariableId first = 0; first < taken.size(); ++first) {
      if (taken[first]) continue;
      std::vector<ir::VariableId> group{first};
      for (ir::VariableId v = first + 1; v < taken.size(); ++v) {
        if (taken[v]) continue;
        const bool fits = std::all_of(group.begin(), group.end(), [&](ir::VariableId member) {
          return differ(rule, member, v) && may_swap(rule, member, v);
        });
        if (fits) group.push_back(v);
      }
      const ir::DomainId domain = domain_of(rule, first);
      if (group.size() < 2 || domain == ir::no_id ||
          module_.domains[domain].values.size() > most_ordered_values) {
        continue;
      }
      for (const ir::VariableId member : group) taken[member] = true;
      put_in_order(rule, group, before(domain));
      changed = true;
    }
    return changed;
  }

 private:
  static bool differ(const ir::Rule& rule, ir::VariableId a, ir::VariableId b) {
    return std::any_of(rule.body.begin(), rule.body.end(),
                       [&](const Literal& literal) { return tells_apart(literal, a, b); });
  }

  [[nodiscard]] ir::DomainId domain_of(const ir::Rule& rule, ir::VariableId variable) const {
    for (const Literal& literal : rule.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (is_variable(literal.args[c], variable)) {
          return module_.relations[literal.relation].columns[c];
        }
      }
    }
    return ir::no_id;
  }

  /// Returns the static relation of ordered pairs of the domain's values.
  ir::RelationId before(ir::DomainId domain) {
    const auto [known, is_new] = before_.emplace(domain, ir::no_id);
    if (!is_new) return known->second;
    ir::Relation relation;
    relation.kind = ir::RelationKind::fixed;
    relation.columns = {domain, domain};
    const std::vector<ir::Symbol>& values = module_.domains[domain].values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = i + 1; j < values.size(); ++j) {
        relation.facts.cells.push_back(values[i]);
        relation.facts.cells.push_back(values[j]);
        ++relation.facts.rows;
      }
    }
    known->second = module_.add_helper(ir::Origin::before, ir::no_id, std::move(relation),
                                       module_.domains[domain].name);
    return known->second;
  }

  static void put_in_order(ir::Rule& rule, const std::vector<ir::VariableId>& group,
                           ir::RelationId before) {
    std::erase_if(rule.body, [&](const Literal& literal) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        for (std::size_t j = i + 1; j < group.size(); ++j) {
          if (tells_apart(literal, group[i], group[j])) return true;
        }
      }
      return false;
    });
    for (std::size_t i = 0; i + 1 < group.size(); ++i) {
      Literal literal;
      literal.relation = before;
      literal.args = {Argument::variable(group[i]), Argument::variable(group[i + 1])};
      literal.span = rule.span;
      rule.body.push_back(std::move(literal));
    }
  }

  ir::Module& module_;
  std::map<ir::DomainId, ir::RelationId> before_;
};

}  // namespace

bool order_symmetric(ir::Module& module, PassContext&) {
  Orderer orderer(module);
  bool changed = false;
  for (ir::Rule& rule : module.rules) changed |= orderer.order(rule);
  if (changed) {
    module.strata.clear();
    module.entries.clear();
  }
  return changed;
}

}  // namespace tesuji::passes
