#include "passes/clauses/start_rows.h"

#include "passes/analysis/dependencies.h"
#include "passes/clauses/sampled_rows.h"
#include "passes/plans/planning.h"

#include <algorithm>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Literal;

/// Non-recursive relations are examined from this expected number of rows on.
constexpr double least_expected_rows = 10'000;
/// Maximum number of rows computed of the relations that they read.
constexpr std::uint64_t most_rows_below = 500'000;

class InitialState {
 public:
  InitialState(const ir::Module& module, const std::vector<bool>& asked, PassContext& context,
               std::uint64_t max_rows)
      : source_(module),
        dependencies_(find_dependencies(module)),
        context_(context),
        max_rows_(max_rows) {
    find_doubtful(asked);
  }

  std::optional<ir::RelationId> run() {
    if (std::find(doubtful_.begin(), doubtful_.end(), true) == doubtful_.end()) {
      return std::nullopt;
    }
    needed_ = needed_for(source_, dependencies_, doubtful_);
    make_module();
    const StaticSampler sampler = make_sampler(context_);
    for (std::size_t c = 0; c < dependencies_.members.size(); ++c) {
      const std::vector<ir::RelationId>& members = dependencies_.members[c];
      if (!needed_[members[0]] || module_.relations[members[0]].kind != ir::RelationKind::derived) {
        continue;
      }
      const ir::Stratum stratum{dependencies_.recursive[c], members, {}};
      if (any_of(members, doubtful_)) {
        if (!compute_group()) return std::nullopt;
        const auto found = find_oversized(module_, stratum, context_, sampler, max_rows_);
        if (found) return found;
      }
      group_.push_back(stratum);
    }
    return std::nullopt;
  }

 private:
  static bool any_of(const std::vector<ir::RelationId>& members, const std::vector<bool>& flags) {
    return std::any_of(members.begin(), members.end(), [&](auto id) { return flags[id]; });
  }

  void find_doubtful(const std::vector<bool>& asked) {
    for (ir::RelationId id = 0; id < source_.relations.size(); ++id) {
      const ir::Relation& relation = source_.relations[id];
      const bool large = dependencies_.recursive[dependencies_.component[id]] ||
                         relation.expected_rows >= least_expected_rows;
      doubtful_.push_back(asked[id] && relation.kind == ir::RelationKind::derived &&
                          relation.storage == ir::Storage::table && large &&
                          may_exceed(source_, id, max_rows_));
    }
  }

  void make_module() {
    module_ = source_;
    module_.plans.clear();
    module_.strata.clear();
    module_.entries.clear();
    module_.level = ir::Level::clauses;
    for (ir::Relation& relation : module_.relations) {
      if (relation.kind != ir::RelationKind::state) continue;
      relation.kind = ir::RelationKind::fixed;
      if (relation.init != ir::no_id) relation.facts = source_.relations[relation.init].facts;
    }
    std::vector<bool> whole(module_.relations.size(), true);  // every relation is complete
    std::vector<bool> kept(module_.rules.size(), false);
    for (const std::vector<ir::RelationId>& members : dependencies_.members) {
      if (!needed_[members[0]]) continue;
      bool all = true;
      for (const ir::RelationId id : members) {
        all = all && module_.relations[id].kind != ir::RelationKind::input;
        for (const std::uint32_t r : dependencies_.rules[id]) {
          kept[r] = true;
          for (const Literal& literal : module_.rules[r].body) {
            if (literal.relation == ir::no_id || whole[literal.relation]) continue;
            all = false;
            const bool derived =
                module_.relations[literal.relation].kind == ir::RelationKind::derived;
            if (!derived || literal.kind == Literal::Kind::negative) kept[r] = false;
          }
        }
      }
      for (const ir::RelationId id : members) whole[id] = all;
    }
    std::vector<ir::Rule> rules;
    for (std::size_t r = 0; r < kept.size(); ++r) {
      if (kept[r]) rules.push_back(std::move(module_.rules[r]));
    }
    module_.rules = std::move(rules);
  }

  /// Evaluates the collected strata to facts.
  bool compute_group() {
    if (group_.empty()) return true;
    module_.strata = std::exchange(group_, {});
    module_.entries = {{"static", {}}};
    for (std::uint32_t s = 0; s < module_.strata.size(); ++s) {
      module_.entries[0].strata.push_back(s);
    }
    ir::Diagnostics attempt(*module_.sources);
    {
      const PlannedModule planned(module_, context_);
      if (!context_.evaluate_static(module_, attempt, most_rows_below)) return false;
    }
    for (const ir::Stratum& stratum : module_.strata) {
      for (const ir::RelationId id : stratum.relations) {
        module_.relations[id].kind = ir::RelationKind::fixed;
      }
    }
    return true;
  }

  const ir::Module& source_;
  const Dependencies dependencies_;
  PassContext& context_;
  std::uint64_t max_rows_;
  std::vector<bool> doubtful_;  ///< by relation
  std::vector<bool> needed_;    ///< dependencies of the doubtful ones
  ir::Module module_;
  std::vector<ir::Stratum> group_;
};

}  // namespace

std::optional<ir::RelationId> oversized_at_start(const ir::Module& module,
                                                 const std::vector<bool>& asked,
                                                 PassContext& context, std::uint64_t max_rows) {
  return InitialState(module, asked, context, max_rows).run();
}

}  // namespace tesuji::passes
