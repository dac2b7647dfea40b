#include "passes/clauses/demand_uses.h"

#include "passes/clauses/demand.h"

#include <algorithm>
#include <string>

namespace tesuji::passes {

// --- Uses

namespace {

using ir::Argument;
using Variables = std::set<ir::VariableId>;

/// Maximum number of values that a body may give for a column of its use, per value that the
/// relation itself is expected to have there.
constexpr double max_values_per_match = 8;

void bind(const ir::Literal& literal, Variables& bound) {
  for (const Argument& arg : literal.args) {
    if (arg.kind == Argument::Kind::variable) bound.insert(arg.id);
  }
}

bool ground(const std::vector<Argument>& args, const Variables& bound) {
  return std::all_of(args.begin(), args.end(), [&](const Argument& arg) {
    return arg.kind == Argument::Kind::constant || bound.contains(arg.id);
  });
}

bool is_need(const ir::Module& module, ir::RelationId id) {
  return module.relations[id].origin == ir::Origin::need;
}

}  // namespace

bool DemandUses::cheap(const ir::Literal& literal) const {
  return literal.relation >= candidates_.large.size() || !candidates_.large[literal.relation];
}

/// Describes what the rest of the body determines about the tuples of a use. In a rule of the
/// relation itself (recursion), head columns that are `given` are known too.
DemandUse DemandUses::describe(std::size_t rule, std::size_t literal,
                               const std::vector<bool>& dependent,
                               const std::vector<bool>& given) const {
  DemandUse use{rule, literal, {}, {}};
  const ir::Rule& asking = module_.rules[rule];
  const std::vector<ir::Literal>& body = asking.body;
  const std::vector<Argument>& asked = body[literal].args;
  Variables bound;
  if (asking.head == body[literal].relation) {
    for (const Argument& arg : pick(asking.head_args, given)) {
      if (arg.kind == Argument::Kind::variable) bound.insert(arg.id);
    }
  }
  const Variables told = bound;
  const auto usable = [&](std::size_t i) {
    return i != literal && body[i].kind == ir::Literal::Kind::positive &&
           module_.relations[body[i].relation].storage != ir::Storage::call &&
           (!dependent[body[i].relation] ||
            (recursive_needs && is_need(module_, body[i].relation)));
  };
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (!usable(i) || !cheap(body[i])) continue;
    use.context.push_back(i);
    bind(body[i], bound);
  }
  // Uses large relations only if nothing else gives a column, and never to restrict static tuples
  // that could be tabulated: that would make them depend on a state. Of two hopeless ones, the
  // first helps the second.
  const ir::RelationId about = body[literal].relation;
  const bool may_wait =
      about >= candidates_.fixed.size() || !candidates_.fixed[about] || candidates_.hopeless[about];
  const std::size_t helpers = !may_wait ? 0 : static_only_ ? literal : body.size();
  for (std::size_t i = 0; i < helpers && !ground(asked, bound); ++i) {
    if (!usable(i) || cheap(body[i])) continue;
    const bool helps = std::any_of(asked.begin(), asked.end(), [&](const Argument& arg) {
      return arg.kind == Argument::Kind::variable && !bound.contains(arg.id) &&
             std::find(body[i].args.begin(), body[i].args.end(), arg) != body[i].args.end();
    });
    if (!helps) continue;
    use.context.push_back(i);
    bind(body[i], bound);
  }
  if (!static_only_) leave_out_products(body, literal, told, use, bound);
  for (std::size_t i = 0; i < body.size(); ++i) {
    const bool compares =
        body[i].kind == ir::Literal::Kind::different || body[i].kind == ir::Literal::Kind::same;
    if (compares && ground(body[i].args, bound) && ground(body[i].right, bound)) {
      use.context.push_back(i);
    }
  }
  for (const Argument& arg : asked) {
    use.given.push_back(arg.kind == Argument::Kind::constant || bound.contains(arg.id));
  }
  return use;
}

/// Removes literals from the context that give many more values for a column than the relation
/// itself is expected to have there: all starts times all ends of a path, where the few ends of
/// each start would suffice. `told`: variables bound without any context.
void DemandUses::leave_out_products(const std::vector<ir::Literal>& body, std::size_t literal,
                                    const Variables& told, DemandUse& use, Variables& bound) const {
  const ir::Literal& asked = body[literal];
  if (asked.relation >= candidates_.rows.size()) return;
  for (std::size_t k = use.context.size(); k-- > 0;) {
    const ir::Literal& helper = body[use.context[k]];
    if (helper.relation >= candidates_.rows.size()) continue;
    Variables others = told;
    for (std::size_t other = 0; other < use.context.size(); ++other) {
      if (other != k) bind(body[use.context[other]], others);
    }
    const bool gives = std::any_of(asked.args.begin(), asked.args.end(), [&](const Argument& a) {
      return a.kind == Argument::Kind::variable && bound.contains(a.id) && !others.contains(a.id);
    });
    if (!gives || !still_narrow(asked, others)) continue;
    const double values = expected(helper, others);
    const double own = std::max(1.0, expected(asked, others));
    if (values < max_values_per_match * own) continue;
    use.context.erase(use.context.begin() + static_cast<std::ptrdiff_t>(k));
    bound = std::move(others);
  }
}

/// Whether binding these variables is still selective enough.
bool DemandUses::still_narrow(const ir::Literal& asked, const Variables& bound) const {
  double combinations = 1;
  for (std::size_t c = 0; c < asked.args.size(); ++c) {
    const Argument& arg = asked.args[c];
    if (arg.kind == Argument::Kind::variable && !bound.contains(arg.id)) continue;
    const ir::DomainId domain = module_.relations[asked.relation].columns[c];
    combinations *= static_cast<double>(module_.domains[domain].values.size());
  }
  return combinations >= min_demand_selectivity;
}

double DemandUses::expected(const ir::Literal& literal, const Variables& bound) const {
  std::vector<bool> given;
  for (const Argument& arg : literal.args) {
    given.push_back(arg.kind == Argument::Kind::constant ||
                    (arg.kind == Argument::Kind::variable && bound.contains(arg.id)));
  }
  return estimates_.matches(literal.relation, given);
}

std::vector<DemandUse> DemandUses::find(ir::RelationId id, const std::vector<bool>& dependent,
                                        std::vector<bool>& given) const {
  given.assign(module_.relations[id].columns.size(), true);
  for (;;) {
    std::vector<DemandUse> uses;
    std::vector<bool> common = given;
    for (std::size_t r = 0; r < module_.rules.size(); ++r) {
      for (std::size_t i = 0; i < module_.rules[r].body.size(); ++i) {
        if (module_.rules[r].body[i].relation != id) continue;
        uses.push_back(describe(r, i, dependent, given));
        for (std::size_t c = 0; c < common.size(); ++c) {
          common[c] = common[c] && uses.back().given[c];
        }
      }
    }
    if (common == given) return uses;
    given = common;
  }
}

std::vector<bool> DemandUses::shared(const std::vector<DemandUse>& uses,
                                     const std::vector<std::size_t>& members,
                                     const std::vector<bool>& dependent) const {
  std::vector<bool> given = uses[members.front()].given;
  const auto keep = [&](const std::vector<bool>& more) {
    for (std::size_t c = 0; c < given.size(); ++c) given[c] = given[c] && more[c];
  };
  for (const std::size_t member : members) keep(uses[member].given);
  for (;;) {
    const std::vector<bool> before = given;
    for (const DemandUse& use : uses) {
      if (is_recursive(use)) keep(describe(use.rule, use.literal, dependent, before).given);
    }
    if (given == before) return given;
  }
}

double DemandUses::combinations(ir::RelationId id, const std::vector<bool>& given) const {
  double count = 1;
  for (std::size_t c = 0; c < given.size(); ++c) {
    const ir::Domain& domain = module_.domains[module_.relations[id].columns[c]];
    if (given[c]) count *= static_cast<double>(domain.values.size());
  }
  return count;
}

// --- Copies

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
