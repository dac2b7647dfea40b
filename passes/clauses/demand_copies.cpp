#include "passes/clauses/demand_copies.h"

#include "passes/clauses/demand.h"

#include <algorithm>
#include <string>

namespace tesuji::passes {

std::optional<DemandCopy> find_demand_copy(const DemandUses& finder, ir::RelationId relation,
                                           const std::vector<DemandUse>& uses,
                                           const std::vector<bool>& dependent) {
  const auto is_narrow = [&](const std::vector<std::size_t>& members) {
    return finder.combinations(relation, finder.shared(uses, members, dependent)) >=
           min_demand_selectivity;
  };
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (finder.is_recursive(uses[i])) continue;
    if (!is_narrow({i})) return std::nullopt;
    const auto joins = [&](std::vector<std::size_t>& group) {
      group.push_back(i);
      if (is_narrow(group)) return true;
      group.pop_back();
      return false;
    };
    if (std::none_of(groups.begin(), groups.end(), joins)) groups.push_back({i});
  }
  if (groups.size() < 2) return std::nullopt;
  DemandCopy copy{relation, {}};
  for (const std::size_t i : groups.back()) copy.uses.emplace_back(uses[i].rule, uses[i].literal);
  return copy;
}

void add_demand_copy(ir::Module& module, const DemandCopy& copy) {
  ir::Relation relation = module.relations[copy.relation];
  relation.written = ir::written_name(relation);
  const ir::RelationId copied = module.add_helper(ir::Origin::made, copy.relation, relation);
  for (const auto& [rule, literal] : copy.uses) module.rules[rule].body[literal].relation = copied;
  const std::size_t rules = module.rules.size();
  std::size_t number = 0;
  for (std::size_t r = 0; r < rules; ++r) {
    if (module.rules[r].head != copy.relation) continue;
    ir::Rule rule = module.rules[r];
    rule.head = copied;
    rule.name = module.relations[copied].name + "#" + std::to_string(++number);
    for (ir::Literal& literal : rule.body) {
      if (literal.relation == copy.relation) literal.relation = copied;
    }
    module.rules.push_back(std::move(rule));
  }
}

}  // namespace tesuji::passes
