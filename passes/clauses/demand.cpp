#include "passes/clauses/demand.h"

#include "passes/analysis/dependencies.h"
#include "passes/analysis/estimates.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/demand_uses.h"
#include "passes/clauses/static_bounds.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace tesuji::passes {
namespace {

/// Maximum number of relations that are copied; each copy restarts the transform.
constexpr std::size_t most_copies = 4;

class DemandTransform {
 public:
  /// `first_copy`: relations from this one on are not copied (demand_uses.h).
  DemandTransform(ir::Module& module, const DemandCandidates& candidates, bool static_only,
                  std::size_t first_copy)
      : module_(module),
        static_only_(static_only),
        first_copy_(first_copy),
        candidates_(candidates),
        estimates_(module),
        uses_(module, candidates_, estimates_, static_only) {
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      if (module.relations[id].kind == ir::RelationKind::derived) {
        estimates_.set_rows(id, candidates_.rows[id]);
      }
      // The initial state must not depend on another state.
      wanted_.push_back(candidates_.large[id] && candidates_.fixed[id] == static_only &&
                        !candidates_.initial[id]);
    }
    if (static_only) add_callers();
  }

  /// Stops at a relation that must be copied first; the module is then partly changed.
  bool run() {
    bool changed = false;
    std::set<ir::RelationId> done;
    for (;;) {
      const Dependencies dependencies = find_dependencies(module_);
      const std::optional<ir::RelationId> next = topmost(dependencies, done);
      if (!next) break;
      done.insert(*next);
      changed |= transform_stratified(*next, dependencies);
      if (copy_) return false;
    }
    if (!static_only_) bound_needs(module_, need_rules_);
    return changed;
  }

  /// The copy at which run stopped, in terms of the original module.
  [[nodiscard]] const std::optional<DemandCopy>& copy() const { return copy_; }

 private:
  /// A relation that reads an untabulated relation passes on the needs of its own callers:
  /// otherwise it would need superfluous tuples. Hopeless relations are too large for any other
  /// treatment, however small the caller is.
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
        const bool is_table = candidates_.fixed[id] && candidates_.rows[id] >= min_handed_on_rows;
        const bool hands_on = must[id] || (calls[id] && (candidates_.large[id] || is_table));
        if (hands_on && !candidates_.initial[id]) wanted_[id] = true;
      }
    }
  }

  /// Returns the large relation with the most dependencies among those not yet processed.
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

  /// Prefers needs that arise from each other (positive recursion, as magic sets allow); omits
  /// these if they would put a negation on a cycle.
  bool transform_stratified(ir::RelationId id, const Dependencies& dependencies) {
    for (const bool recursive : {true, false}) {
      uses_.recursive_needs = recursive;
      const std::size_t rules = module_.rules.size();
      if (!transform(id, dependencies)) return false;
      if (!recursive || stratified()) return true;
      take_back(id, dependencies, rules);
    }
    return false;
  }

  /// Undoes a transform; `rules` is the number of rules before it.
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

  bool transform(ir::RelationId id, const Dependencies& dependencies) {
    std::vector<bool> dependent(module_.relations.size(), false);
    dependent[id] = true;
    dependent = computed_from(module_, dependencies, std::move(dependent));
    std::vector<bool> given;
    const std::vector<DemandUse> uses = uses_.find(id, dependent, given);
    const double combinations = uses_.combinations(id, given);
    if (uses.empty()) return false;
    if (combinations < min_demand_selectivity) {
      if (!static_only_) look_for_copy(id, uses, dependent);
      return false;
    }
    if (candidates_.fixed[id] && !candidates_.hopeless[id] &&
        candidates_.rows[id] / combinations > max_tuples_per_need) {
      return false;
    }
    const ir::RelationId need = add_relation(id, given);
    for (const DemandUse& use : uses) add_need_rule(need, use, given);
    for (const std::uint32_t rule : dependencies.rules[id]) {
      auto& body = module_.rules[rule].body;
      body.insert(body.begin(), guard(need, module_.rules[rule], given));
    }
    return true;
  }

  /// Looks for a copy, with positions as in the original module: there, rules have no guard
  /// literal, and rules of needs do not exist.
  void look_for_copy(ir::RelationId id, const std::vector<DemandUse>& uses,
                     const std::vector<bool>& dependent) {
    if (id >= first_copy_) return;
    copy_ = find_demand_copy(uses_, id, uses, dependent);
    if (!copy_) return;
    for (auto& [rule, literal] : copy_->uses) {
      const ir::RelationId first = module_.rules[rule].body.front().relation;
      const bool is_guarded = first != ir::no_id && first >= wanted_.size();
      if (is_guarded) --literal;
    }
    const bool is_of_need = std::any_of(uses.begin(), uses.end(), [&](const DemandUse& use) {
      return module_.rules[use.rule].head >= wanted_.size();
    });
    if (is_of_need) copy_.reset();
  }

  ir::RelationId add_relation(ir::RelationId id, const std::vector<bool>& given) {
    ir::Relation need;
    need.columns = pick(module_.relations[id].columns, given);
    need.span = module_.relations[id].span;
    return module_.add_helper(ir::Origin::need, id, std::move(need));
  }

  /// Returns the literal "the head of this rule is needed".
  static ir::Literal guard(ir::RelationId need, const ir::Rule& rule,
                           const std::vector<bool>& given) {
    ir::Literal literal;
    literal.relation = need;
    literal.span = rule.span;
    literal.args = pick(rule.head_args, given);
    return literal;
  }

  void add_need_rule(ir::RelationId need, const DemandUse& use, const std::vector<bool>& given) {
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

  ir::Module& module_;
  bool static_only_;                    ///< transforms static relations, or only the others
  std::size_t first_copy_;              ///< relations from here on are not copied
  const DemandCandidates& candidates_;  ///< for the initial relations
  Estimates estimates_;                 ///< for the initial relations
  DemandUses uses_;
  std::vector<bool> wanted_;  ///< by initial relation: whether this run transforms it
  std::size_t named_ = 0;
  std::vector<NeedRule> need_rules_;
  std::optional<DemandCopy> copy_;
};

bool transform(ir::Module& module, PassContext& context, bool static_only) {
  if (static_only && module.find_entry("static") == nullptr) return false;
  bool changed = false;
  DemandCandidates candidates = find_demand_candidates(module, context);
  const std::size_t first_copy = module.relations.size();
  for (std::size_t copies = 0;; ++copies) {
    const std::vector<ir::Rule> rules = module.rules;
    const std::size_t relations = module.relations.size();
    DemandTransform demand(module, candidates, static_only, copies < most_copies ? first_copy : 0);
    changed |= demand.run();
    if (!demand.copy()) break;
    module.rules = rules;
    module.relations.truncate(relations);
    add_demand_copy(module, *demand.copy());
    candidates.copy(demand.copy()->relation);
    changed = true;
  }
  if (!changed) return false;
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
