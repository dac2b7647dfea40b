#include "passes/clauses/demand.h"

#include "passes/analysis/dependencies.h"
#include "passes/analysis/estimates.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/static_bounds.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace tesuji::passes {
namespace {

using ir::Argument;

/// Values that a body may give for a column of what it asks for, for each that the
/// relation itself is expected to have there.
constexpr double max_values_per_match = 8;

using Variables = std::set<ir::VariableId>;

class DemandTransform {
 public:
  DemandTransform(ir::Module& module, PassContext& context, bool static_only)
      : module_(module),
        static_only_(static_only),
        candidates_(find_demand_candidates(module, context)),
        estimates_(module) {
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      if (module.relations[id].kind == ir::RelationKind::derived) {
        estimates_.set_rows(id, candidates_.rows[id]);
      }
      // The initial state may not come to depend on a state.
      wanted_.push_back(candidates_.large[id] && candidates_.fixed[id] == static_only &&
                        !candidates_.initial[id]);
    }
    if (static_only) add_callers();
  }

  bool run() {
    bool changed = false;
    std::set<ir::RelationId> done;
    for (;;) {
      const Dependencies dependencies = find_dependencies(module_);
      const std::optional<ir::RelationId> next = topmost(dependencies, done);
      if (!next) break;
      done.insert(*next);
      changed |= transform_stratified(*next, dependencies);
    }
    if (!static_only_) bound_needs(module_, need_rules_);
    return changed;
  }

 private:
  struct Use {
    std::size_t rule;
    std::size_t literal;
    std::vector<std::size_t> context;  ///< body literals that say what is needed
    std::vector<bool> given;           ///< columns that the context binds
  };

  /// What calls a relation that will not be tabulated hands on what its own callers ask
  /// for: otherwise it would ask about tuples that nobody needs. Hopeless relations
  /// are too large for any other than that, however small the caller is itself.
  void add_callers() {
    const Dependencies dependencies = find_dependencies(module_);
    std::vector<bool> calls = wanted_;
    std::vector<bool> must = candidates_.hopeless;
    for (const auto& members : dependencies.members) {
      for (const ir::RelationId id : members) {
        for (const std::uint32_t rule : dependencies.rules[id]) {
          for (const ir::Literal& literal : module_.rules[rule].body) {
            if (literal.relation == ir::no_id) continue;
            if (calls[literal.relation]) calls[id] = true;
            if (must[literal.relation]) must[id] = true;
          }
        }
        const bool hands_on = must[id] || (calls[id] && candidates_.large[id]);
        if (hands_on && !candidates_.initial[id]) wanted_[id] = true;
      }
    }
  }

  /// The large relation that depends on the most, of those not yet looked at.
  std::optional<ir::RelationId> topmost(const Dependencies& dependencies,
                                        const std::set<ir::RelationId>& done) const {
    for (std::size_t c = dependencies.members.size(); c-- > 0;) {
      if (dependencies.members[c].size() > 1) continue;  // mutual recursion
      for (const ir::RelationId id : dependencies.members[c]) {
        const ir::Relation& relation = module_.relations[id];
        if (id < wanted_.size() && wanted_[id] && relation.answer == ir::Answer::none &&
            !done.contains(id)) {
          return id;
        }
      }
    }
    return std::nullopt;
  }

  bool cheap(const ir::Literal& literal) const {
    return literal.relation >= candidates_.large.size() || !candidates_.large[literal.relation];
  }

  static void bind(const ir::Literal& literal, std::set<ir::VariableId>& bound) {
    for (const Argument& arg : literal.args) {
      if (arg.kind == Argument::Kind::variable) bound.insert(arg.id);
    }
  }

  static bool ground(const std::vector<Argument>& args, const std::set<ir::VariableId>& bound) {
    return std::all_of(args.begin(), args.end(), [&](const Argument& arg) {
      return arg.kind == Argument::Kind::constant || bound.contains(arg.id);
    });
  }

  /// What the rest of the body says about the tuples that a use asks for. In a
  /// rule of the relation itself (recursion), columns of the head that are
  /// `given` are known too.
  Use describe(std::size_t rule, std::size_t literal, const std::vector<bool>& dependent,
               const std::vector<bool>& given) const {
    Use use{rule, literal, {}, {}};
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
             (!dependent[body[i].relation] || (recursive_needs_ && is_need(body[i].relation)));
    };
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (!usable(i) || !cheap(body[i])) continue;
      use.context.push_back(i);
      bind(body[i], bound);
    }
    // Large relations only where nothing else gives a column, and never to ask about
    // static tuples that could be tabulated: that would make them wait for a state.
    // Of two hopeless ones, the one that is written first helps the other.
    const ir::RelationId about = body[literal].relation;
    const bool may_wait = about >= candidates_.fixed.size() || !candidates_.fixed[about] ||
                          candidates_.hopeless[about];
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

  /// Leaves out of the context what gives many more values for a column than the relation
  /// itself is expected to have there: all starts times all ends of a path, where for each
  /// start the few ends that it has would do. `told`: bound without any context.
  void leave_out_products(const std::vector<ir::Literal>& body, std::size_t literal,
                          const Variables& told, Use& use, Variables& bound) const {
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

  /// Whether these variables leave enough to ask for.
  bool still_narrow(const ir::Literal& asked, const Variables& bound) const {
    double combinations = 1;
    for (std::size_t c = 0; c < asked.args.size(); ++c) {
      const Argument& arg = asked.args[c];
      if (arg.kind == Argument::Kind::variable && !bound.contains(arg.id)) continue;
      const ir::DomainId domain = module_.relations[asked.relation].columns[c];
      combinations *= static_cast<double>(module_.domains[domain].values.size());
    }
    return combinations >= min_demand_selectivity;
  }

  double expected(const ir::Literal& literal, const Variables& bound) const {
    std::vector<bool> given;
    for (const Argument& arg : literal.args) {
      given.push_back(arg.kind == Argument::Kind::constant ||
                      (arg.kind == Argument::Kind::variable && bound.contains(arg.id)));
    }
    return estimates_.matches(literal.relation, given);
  }

  /// All uses, with the columns that every one of them gives: the greatest set
  /// that recursive uses can hand on.
  std::vector<Use> find_uses(ir::RelationId id, const std::vector<bool>& dependent,
                             std::vector<bool>& given) const {
    given.assign(module_.relations[id].columns.size(), true);
    for (;;) {
      std::vector<Use> uses;
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

  /// Prefers needs that arise from each other (positive recursion, as magic sets
  /// allow); without them where that would put a negation on a cycle.
  bool transform_stratified(ir::RelationId id, const Dependencies& dependencies) {
    for (const bool recursive : {true, false}) {
      recursive_needs_ = recursive;
      const std::size_t rules = module_.rules.size();
      if (!transform(id, dependencies)) return false;
      if (!recursive || stratified()) return true;
      take_back(id, dependencies, rules);
    }
    return false;
  }

  /// Undoes a transform, before which there were so many rules.
  void take_back(ir::RelationId id, const Dependencies& dependencies, std::size_t rules) {
    module_.rules.resize(rules);
    std::erase_if(need_rules_, [&](const NeedRule& need) { return need.rule >= rules; });
    for (const std::uint32_t rule : dependencies.rules[id]) {
      auto& body = module_.rules[rule].body;
      body.erase(body.begin());
    }
    module_.relations.truncate(module_.relations.size() - 1);
  }

  bool stratified() const {
    const Dependencies dependencies = find_dependencies(module_);
    return std::none_of(module_.rules.begin(), module_.rules.end(), [&](const ir::Rule& rule) {
      return std::any_of(rule.body.begin(), rule.body.end(), [&](const ir::Literal& literal) {
        return literal.kind == ir::Literal::Kind::negative &&
               dependencies.component[literal.relation] == dependencies.component[rule.head];
      });
    });
  }

  bool is_need(ir::RelationId id) const { return module_.relations[id].origin == ir::Origin::need; }

  bool transform(ir::RelationId id, const Dependencies& dependencies) {
    std::vector<bool> dependent(module_.relations.size(), false);
    dependent[id] = true;
    dependent = computed_from(module_, dependencies, std::move(dependent));
    std::vector<bool> given;
    const std::vector<Use> uses = find_uses(id, dependent, given);
    double combinations = 1;
    for (std::size_t c = 0; c < given.size(); ++c) {
      const ir::Domain& domain = module_.domains[module_.relations[id].columns[c]];
      if (given[c]) combinations *= static_cast<double>(domain.values.size());
    }
    if (uses.empty() || combinations < min_demand_selectivity) return false;
    if (candidates_.fixed[id] && !candidates_.hopeless[id] &&
        candidates_.rows[id] / combinations > max_tuples_per_need) {
      return false;
    }
    const ir::RelationId need = add_relation(id, given);
    for (const Use& use : uses) add_need_rule(need, use, given);
    for (const std::uint32_t rule : dependencies.rules[id]) {
      auto& body = module_.rules[rule].body;
      body.insert(body.begin(), guard(need, module_.rules[rule], given));
    }
    return true;
  }

  ir::RelationId add_relation(ir::RelationId id, const std::vector<bool>& given) {
    ir::Relation need;
    need.columns = pick(module_.relations[id].columns, given);
    need.span = module_.relations[id].span;
    return module_.add_helper(ir::Origin::need, id, std::move(need));
  }

  /// "The head of this rule is needed."
  static ir::Literal guard(ir::RelationId need, const ir::Rule& rule,
                           const std::vector<bool>& given) {
    ir::Literal literal;
    literal.relation = need;
    literal.span = rule.span;
    literal.args = pick(rule.head_args, given);
    return literal;
  }

  void add_need_rule(ir::RelationId need, const Use& use, const std::vector<bool>& given) {
    const ir::Rule& asking = module_.rules[use.rule];
    ir::Rule rule;
    rule.name = module_.relations[need].name + "#" + std::to_string(++named_);
    rule.head = need;
    rule.span = asking.span;
    rule.variables = asking.variables;
    rule.head_args = pick(asking.body[use.literal].args, given);
    if (asking.head == asking.body[use.literal].relation) {
      rule.body.push_back(guard(need, asking, given));
    }
    for (const std::size_t literal : use.context) rule.body.push_back(asking.body[literal]);
    const ir::Literal& asked = asking.body[use.literal];
    need_rules_.push_back({module_.rules.size(), asked.relation, asked.args, given});
    module_.rules.push_back(std::move(rule));
  }

  template <typename T>
  static std::vector<T> pick(const std::vector<T>& all, const std::vector<bool>& wanted) {
    std::vector<T> result;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (wanted[i]) result.push_back(all[i]);
    }
    return result;
  }

  ir::Module& module_;
  bool static_only_;             ///< static relations are transformed, not the others
  DemandCandidates candidates_;  ///< of the relations that were there at the start
  Estimates estimates_;          ///< of these
  bool recursive_needs_ = true;
  std::vector<bool> wanted_;  ///< of these, the ones that this run is for
  std::size_t named_ = 0;
  std::vector<NeedRule> need_rules_;
};

bool transform(ir::Module& module, PassContext& context, bool static_only) {
  if (static_only && module.find_entry("static") == nullptr) return false;
  if (!DemandTransform(module, context, static_only).run()) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace

bool demand(ir::Module& module, PassContext& context) {
  return transform(module, context, false);
}

bool demand_static(ir::Module& module, PassContext& context) {
  return transform(module, context, true);
}

}  // namespace tesuji::passes
