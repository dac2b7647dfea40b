#include "passes/clauses/separate_moves.h"

#include "passes/analysis/dependencies.h"
#include "passes/clauses/demand.h"
#include "passes/clauses/demand_candidates.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

/// Maximum number of relations that both sides depend on: time grows quadratically, to 0.2 s for
/// this many.
constexpr std::size_t most_shared = 400;

class Separation {
 public:
  Separation(ir::Module& module, PassContext& context)
      : module_(module), context_(context), dependencies_(find_dependencies(module)) {}

  bool run() {
    using ir::Answer;
    made_ = cone([](Answer answer) { return answer == Answer::next || answer == Answer::sees; });
    asked_ = cone([](Answer answer) {
      return answer == Answer::legal || answer == Answer::terminal || answer == Answer::goal;
    });
    if (!is_worth_a_try()) return false;
    choose(computed_on_demand());
    if (std::find(chosen_.begin(), chosen_.end(), true) == chosen_.end()) return false;
    copy();
    module_.strata.clear();
    module_.entries.clear();
    return true;
  }

 private:
  /// Marks the relations that these answers depend on, including themselves.
  template <typename Wanted>
  std::vector<bool> cone(Wanted wanted) const {
    return needed_for(module_, dependencies_, relations_where(module_, [&](const auto& relation) {
                        return wanted(relation.answer);
                      }));
  }

  template <typename Visit>
  void each_read(ir::RelationId id, Visit visit) const {
    for (const std::uint32_t rule : dependencies_.rules[id]) {
      for (const ir::Literal& literal : module_.rules[rule].body) {
        if (literal.relation != ir::no_id) visit(literal.relation);
      }
    }
  }

  [[nodiscard]] bool is_shared(ir::RelationId id) const {
    const ir::Relation& relation = module_.relations[id];
    return made_[id] && asked_[id] && relation.kind == ir::RelationKind::derived &&
           relation.answer == ir::Answer::none;
  }

  /// Whether demand may affect a relation that both sides depend on, and these are few enough to
  /// try it.
  [[nodiscard]] bool is_worth_a_try() const {
    std::size_t shared = 0;
    bool any_large = false;
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (!is_shared(id)) continue;
      ++shared;
      any_large = any_large || static_cast<double>(module_.product_size(module_.relations[id])) >=
                                   min_demanded_rows;
    }
    return any_large && shared <= most_shared;
  }

  /// Marks the relations that demand would restrict by state-dependent needs.
  std::vector<bool> computed_on_demand() {
    const std::vector<ir::Rule> rules = module_.rules;
    const std::vector<ir::Stratum> strata = module_.strata;
    const std::vector<ir::Entry> entries = module_.entries;
    const std::size_t count = module_.relations.size();
    demand(module_, context_);
    std::vector<bool> guarded = demanded_relations(module_);
    guarded.resize(count);
    module_.relations.truncate(count);
    module_.rules = rules;
    module_.strata = strata;
    module_.entries = entries;
    return guarded;
  }

  void choose(const std::vector<bool>& guarded) {
    chosen_.assign(module_.relations.size(), false);
    for (const auto& members : dependencies_.members) {
      bool any = false;
      for (const ir::RelationId id : members) {
        any = any || guarded[id];
        each_read(id, [&](ir::RelationId read) { any = any || chosen_[read]; });
      }
      for (const ir::RelationId id : members) chosen_[id] = any && is_shared(id);
    }
  }

  void copy() {
    std::vector<ir::RelationId> copies(chosen_.size(), ir::no_id);
    for (ir::RelationId id = 0; id < chosen_.size(); ++id) {
      if (!chosen_[id]) continue;
      ir::Relation relation = module_.relations[id];
      relation.written = ir::written_name(relation);
      copies[id] = module_.add_helper(ir::Origin::made, id, std::move(relation));
    }
    const auto redirect = [&](ir::Rule& rule) {
      for (ir::Literal& literal : rule.body) {
        if (literal.relation != ir::no_id && copies[literal.relation] != ir::no_id) {
          literal.relation = copies[literal.relation];
        }
      }
    };
    std::vector<ir::Rule> added;
    for (ir::Rule& rule : module_.rules) {
      if (chosen_[rule.head]) {
        ir::Rule& copied = added.emplace_back(rule);
        copied.head = copies[rule.head];
        copied.name = module_.relations[copied.head].name + "#" + std::to_string(added.size());
        redirect(copied);
      } else if (!asked_[rule.head]) {
        redirect(rule);
      }
    }
    std::move(added.begin(), added.end(), std::back_inserter(module_.rules));
  }

  ir::Module& module_;
  PassContext& context_;
  const Dependencies dependencies_;
  std::vector<bool> made_;   ///< the next state and percepts depend on it
  std::vector<bool> asked_;  ///< the other answers depend on it
  std::vector<bool> chosen_;
};

}  // namespace

bool separate_moves(ir::Module& module, PassContext& context) {
  return Separation(module, context).run();
}

}  // namespace tesuji::passes
