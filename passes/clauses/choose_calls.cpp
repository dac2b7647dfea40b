#include "passes/clauses/choose_calls.h"

#include "passes/analysis/dependencies.h"
#include "passes/clauses/call_recursion.h"
#include "passes/clauses/demand.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/static_bounds.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using Variables = std::set<ir::VariableId>;

class CallChoice {
 public:
  CallChoice(ir::Module& module, PassContext& context)
      : module_(module), dependencies_(find_dependencies(module)) {
    const DemandCandidates candidates = find_demand_candidates(module, context);
    large_ = candidates.large;
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      called_.push_back(candidates.large[id] && !candidates.fixed[id] && !candidates.initial[id] &&
                        module.relations[id].answer == ir::Answer::none &&
                        dependencies_.members[dependencies_.component[id]].size() == 1);
    }
    given_.resize(module.relations.size());
  }

  bool run() {
    if (std::find(called_.begin(), called_.end(), true) == called_.end()) return false;
    leave_out_callers();
    while (!find_given()) leave_out_callers();
    if (std::find(called_.begin(), called_.end(), true) == called_.end()) return false;
    mark();
    return true;
  }

 private:
  /// What reads large relations that are not computed in calls would read them whole.
  void leave_out_callers() {
    for (const auto& members : dependencies_.members) {
      for (const ir::RelationId id : members) {
        for (const std::uint32_t rule : dependencies_.rules[id]) {
          for (const ir::Literal& literal : module_.rules[rule].body) {
            if (literal.relation == ir::no_id) continue;
            const bool whole = large_[literal.relation] && !called_[literal.relation];
            if (whole) called_[id] = false;
          }
        }
      }
    }
  }

  /// The columns that are given to each relation that is called, callers first. False where one
  /// of them cannot be called, after all.
  bool find_given() {
    for (std::size_t c = dependencies_.members.size(); c-- > 0;) {
      for (const ir::RelationId id : dependencies_.members[c]) {
        if (!called_[id]) continue;
        given_[id] = columns_given(id);
        if (may_be_called(id)) continue;
        called_[id] = false;
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool may_be_called(ir::RelationId id) const {
    double given = 1;
    double tuples = 1;
    const ir::Relation& relation = module_.relations[id];
    for (std::size_t c = 0; c < relation.columns.size(); ++c) {
      const std::size_t size = module_.domains[relation.columns[c]].values.size();
      (given_[id][c] ? given : tuples) *= static_cast<double>(size);
    }
    return given >= min_demand_selectivity && tuples <= static_cast<double>(ir::max_call_tuples) &&
           calls_end(module_, id, dependencies_.rules[id], given_[id]);
  }

  /// The columns that every use gives.
  [[nodiscard]] std::vector<bool> columns_given(ir::RelationId id) const {
    std::vector<bool> given(module_.relations[id].columns.size(), true);
    for (bool again = true; again;) {
      const std::vector<bool> before = given;
      for (const ir::Rule& rule : module_.rules) {
        for (const ir::Literal& literal : rule.body) {
          if (literal.relation != id) continue;
          const Variables bound = bound_around(rule, rule.head == id ? before : given_[rule.head]);
          for (std::size_t c = 0; c < given.size(); ++c) {
            const Argument& arg = literal.args[c];
            const bool known = arg.kind == Argument::Kind::constant ||
                               (arg.kind == Argument::Kind::variable && bound.contains(arg.id));
            given[c] = given[c] && known;
          }
        }
      }
      again = given != before;
    }
    return given;
  }

  /// Variables that a rule has bound without calls. `given`: columns of its head, if that is
  /// called.
  [[nodiscard]] Variables bound_around(const ir::Rule& rule, const std::vector<bool>& given) const {
    Variables bound;
    const auto bind = [&](const Argument& arg) {
      if (arg.kind == Argument::Kind::variable) bound.insert(arg.id);
    };
    for (std::size_t c = 0; called_[rule.head] && c < given.size(); ++c) {
      if (given[c]) bind(rule.head_args[c]);
    }
    for (const ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive || called_[literal.relation]) continue;
      std::for_each(literal.args.begin(), literal.args.end(), bind);
    }
    return bound;
  }

  void mark() {
    std::vector<NeedRule> needs;
    for (ir::RelationId id = 0; id < called_.size(); ++id) {
      if (!called_[id]) continue;
      ir::Relation& relation = module_.relations[id];
      relation.storage = ir::Storage::call;
      ir::Index& index = relation.indexes.emplace_back();
      for (std::uint32_t c = 0; c < given_[id].size(); ++c) {
        if (given_[id][c]) index.push_back(c);
      }
      for (const std::uint32_t rule : dependencies_.rules[id]) {
        needs.push_back({rule, id, module_.rules[rule].head_args, given_[id]});
      }
    }
    bound_needs(module_, needs);
    module_.strata.clear();
    module_.entries.clear();
  }

  ir::Module& module_;
  const Dependencies dependencies_;
  std::vector<bool> large_;
  std::vector<bool> called_;
  std::vector<std::vector<bool>> given_;  ///< columns, of relations that are called
};

}  // namespace

bool choose_calls(ir::Module& module, PassContext& context) {
  return CallChoice(module, context).run();
}

}  // namespace tesuji::passes
