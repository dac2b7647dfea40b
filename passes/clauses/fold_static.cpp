#include "passes/clauses/fold_static.h"

#include "passes/analysis/certain_rows.h"
#include "passes/analysis/dependencies.h"
#include "passes/clauses/demand_candidates.h"
#include "passes/clauses/sampled_rows.h"
#include "passes/clauses/stratify.h"
#include "passes/plans/planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace tesuji::passes {
namespace {

/// Number of rows that are computed before relations that may be far too large are sampled, if the
/// limit exceeds max_counted_rows, so that sampling is the cheaper test.
constexpr std::uint64_t few_rows = 500'000;
/// Maximum number of strata that are sampled.
constexpr std::size_t most_sampled_strata = 64;

class Folding {
 public:
  Folding(ir::Module& module, PassContext& context)
      : module_(module), context_(context), dependencies_(find_dependencies(module)) {}

  /// Folds the chosen relations, and all non-facts that they need. Returns false if a limit was
  /// reached, by the relation too_large().
  bool run(const std::vector<bool>& chosen, std::uint64_t max_rows, ir::Diagnostics& diagnostics) {
    max_rows_ = max_rows;
    diagnostics_ = &diagnostics;
    strata_ = std::exchange(module_.strata, {});
    module_.entries.clear();
    const std::vector<std::uint32_t> levels = find_levels();
    std::uint32_t last = 0;
    for (ir::RelationId id = 0; id < chosen.size(); ++id) {
      if (chosen[id]) last = std::max(last, levels[id]);
    }
    for (std::uint32_t level = 0; level <= last; ++level) {
      std::vector<bool> batch(chosen.size(), false);
      for (ir::RelationId id = 0; id < chosen.size(); ++id) {
        batch[id] = chosen[id] && levels[id] == level;
      }
      if (!fold(batch)) return false;
    }
    module_.strata.clear();
    module_.entries.clear();
    return true;
  }

  [[nodiscard]] ir::RelationId too_large() const { return too_large_; }

 private:
  /// Returns for each relation the maximum number of recursive relations on a path below it.
  std::vector<std::uint32_t> find_levels() const {
    std::vector<std::uint32_t> levels(module_.relations.size(), 0);
    for (std::size_t c = 0; c < dependencies_.members.size(); ++c) {
      std::uint32_t level = 0;
      for (const ir::RelationId id : dependencies_.members[c]) {
        for (const std::uint32_t rule : dependencies_.rules[id]) {
          for (const ir::Literal& literal : module_.rules[rule].body) {
            if (literal.relation == ir::no_id) continue;
            const std::uint32_t below = dependencies_.component[literal.relation];
            if (below == c) continue;
            const std::uint32_t step = dependencies_.recursive[below] ? 1 : 0;
            level = std::max(level, levels[literal.relation] + step);
          }
        }
      }
      for (const ir::RelationId id : dependencies_.members[c]) levels[id] = level;
    }
    return levels;
  }

  /// Evaluates the module with only the batch's rules and strata, then restores the other rules.
  bool fold(const std::vector<bool>& batch) {
    const auto other =
        std::stable_partition(module_.rules.begin(), module_.rules.end(),
                              [&](const ir::Rule& rule) { return batch[rule.head]; });
    std::vector<ir::Rule> later(std::make_move_iterator(other),
                                std::make_move_iterator(module_.rules.end()));
    module_.rules.erase(other, module_.rules.end());
    const bool good = evaluate(batch);
    if (good) module_.rules.clear();
    module_.rules.insert(module_.rules.end(), std::make_move_iterator(later.begin()),
                         std::make_move_iterator(later.end()));
    if (!good) return false;
    for (ir::RelationId id = 0; id < batch.size(); ++id) {
      if (batch[id]) module_.relations[id].kind = ir::RelationKind::fixed;
    }
    return true;
  }

  bool evaluate(const std::vector<bool>& batch) {
    const CertainRows certain(module_);
    for (const ir::Rule& rule : module_.rules) {
      const double rows = certain.of_facts(rule);
      if (rows <= static_cast<double>(max_rows_)) continue;
      too_large_ = rule.head;
      report(rule.span,
             fmt::format("this rule alone gives `{}` {:.3g} rows, more than the {} that a static "
                         "relation may have",
                         module_.relations[rule.head].name, rows, max_rows_));
      return false;
    }
    std::vector<ir::Stratum> strata;
    for (const ir::Stratum& stratum : strata_) {
      if (batch[stratum.relations[0]]) strata.push_back(stratum);
    }
    if (strata.empty()) return true;
    const auto doubtful = [&](const ir::Stratum& stratum) { return is_doubtful(stratum); };
    if (max_rows_ <= max_counted_rows || std::none_of(strata.begin(), strata.end(), doubtful)) {
      return compute(strata, max_rows_, *diagnostics_);
    }
    // Mostly there are few rows, however many are possible.
    ir::Diagnostics attempt(*module_.sources);
    return compute(strata, std::min(max_rows_, few_rows), attempt) || compute_in_parts(strata);
  }

  [[nodiscard]] bool is_doubtful(const ir::Stratum& stratum) const {
    return std::any_of(stratum.relations.begin(), stratum.relations.end(),
                       [&](ir::RelationId id) { return may_exceed(module_, id, max_rows_); });
  }

  /// Like compute(), but samples relations that may be too large before computing them; the
  /// relations that they read are known by then.
  bool compute_in_parts(const std::vector<ir::Stratum>& strata) {
    std::vector<ir::RelationId> done;
    std::vector<ir::Stratum> group;
    const auto compute_group = [&] {
      if (group.empty()) return true;
      if (!compute(group, max_rows_, *diagnostics_)) return false;
      for (const ir::Stratum& stratum : group) {
        for (const ir::RelationId id : stratum.relations) {
          module_.relations[id].kind = ir::RelationKind::fixed;
          done.push_back(id);
        }
      }
      group.clear();
      return all_fit(done);
    };
    const StaticSampler sampler = make_sampler(context_);
    std::size_t sampled = 0;
    const bool good = std::all_of(strata.begin(), strata.end(), [&](const ir::Stratum& stratum) {
      if (is_doubtful(stratum) && sampled++ < most_sampled_strata) {
        if (!compute_group() || !is_small_enough(stratum, sampler)) return false;
      }
      group.push_back(stratum);
      return true;
    });
    if (good && compute_group()) return true;
    for (const ir::RelationId id : done) {
      module_.relations[id].kind = ir::RelationKind::derived;
      module_.relations[id].facts = {};
    }
    return false;
  }

  /// Returns false if samples show that a relation is too large.
  bool is_small_enough(const ir::Stratum& stratum, const StaticSampler& sampler) {
    const auto oversized = find_oversized(module_, stratum, context_, sampler, max_rows_);
    if (!oversized) return true;
    too_large_ = *oversized;
    const ir::Relation& relation = module_.relations[too_large_];
    report(relation.span, fmt::format("static relation `{}` has more than {} rows, as samples of "
                                      "it show before it is computed",
                                      ir::written_name(relation), max_rows_));
    return false;
  }

  /// Whether the relations, computed one after the other, are small enough together.
  bool all_fit(const std::vector<ir::RelationId>& computed) {
    const auto rows = [&](ir::RelationId id) { return module_.relations[id].facts.rows; };
    std::uint64_t total = 0;
    for (const ir::RelationId id : computed) total += rows(id);
    if (total <= max_rows_) return true;
    too_large_ = *std::max_element(computed.begin(), computed.end(),
                                   [&](auto a, auto b) { return rows(a) < rows(b); });
    const ir::Relation& relation = module_.relations[too_large_];
    report(relation.span,
           fmt::format("static relation `{}` increases the static facts to more than {} rows",
                       ir::written_name(relation), max_rows_));
    return false;
  }

  /// Evaluates the strata, whose rules are in the module; everything else they need is static.
  bool compute(const std::vector<ir::Stratum>& strata, std::uint64_t max_rows,
               ir::Diagnostics& diagnostics) {
    module_.strata = strata;
    module_.entries = {{"static", {}}};
    for (std::uint32_t s = 0; s < strata.size(); ++s) module_.entries[0].strata.push_back(s);
    const PlannedModule planned(module_, context_);
    for (ir::Relation& relation : module_.relations) relation.expected_rows = 0;
    if (context_.evaluate_static(module_, diagnostics, max_rows)) return true;
    const auto largest = std::max_element(
        module_.relations.begin(), module_.relations.end(),
        [](const auto& a, const auto& b) { return a.expected_rows < b.expected_rows; });
    too_large_ = static_cast<ir::RelationId>(largest - module_.relations.begin());
    return false;
  }

  void report(const ir::Span& place, std::string message) {
    ir::Diagnostic& error = diagnostics_->error(place, "limit", std::move(message));
    error.notes.push_back({{},
                           "bind its arguments by a fluent or move where it is used: then only the "
                           "requested rows are computed"});
  }

  ir::Module& module_;
  PassContext& context_;
  const Dependencies dependencies_;
  std::vector<ir::Stratum> strata_;
  std::uint64_t max_rows_ = 0;
  ir::Diagnostics* diagnostics_ = nullptr;
  ir::RelationId too_large_ = ir::no_id;
};

/// Returns the derived relations of the entry `static`.
std::vector<bool> static_relations(const ir::Module& module) {
  std::vector<bool> fixed(module.relations.size(), false);
  const ir::Entry* entry = module.find_entry("static");
  if (entry == nullptr) return fixed;
  for (const std::uint32_t stratum : entry->strata) {
    for (const ir::RelationId id : module.strata[stratum].relations) fixed[id] = true;
  }
  return fixed;
}

bool any(const std::vector<bool>& flags) {
  return std::find(flags.begin(), flags.end(), true) != flags.end();
}

/// For relations with more possible tuples, it pays to determine first whether they are needed.
constexpr std::uint64_t few_tuples = 1U << 16;

/// Keeps those of the chosen relations that fluents and moves are computed from; none if all the
/// others are small, so that delaying them has no benefit.
void keep_those_of_moves(const ir::Module& module, const Dependencies& dependencies,
                         std::vector<bool>& chosen) {
  std::vector<bool> roots = relations_where(module, [](const ir::Relation& relation) {
    return relation.answer == ir::Answer::legal || relation.answer == ir::Answer::next;
  });
  for (const ir::Relation& relation : module.relations) {
    if (relation.init != ir::no_id) roots[relation.init] = true;
  }
  const std::vector<bool> asked = needed_for(module, dependencies, std::move(roots));
  bool worth_it = false;
  for (ir::RelationId id = 0; id < chosen.size(); ++id) {
    if (asked[id] || !chosen[id]) continue;
    worth_it = worth_it || module.product_size(module.relations[id]) > few_tuples;
    chosen[id] = false;
  }
  if (!worth_it) chosen.assign(chosen.size(), false);
}

enum class Recursive : std::uint8_t { of_moves, all };

/// Chooses the relations that are folded to be counted: the recursive ones and their dependencies,
/// except those that depend on large relations; these wait for the passes that handle those.
std::vector<bool> recursive_relations(ir::Module& module, PassContext& context, Recursive which) {
  const std::vector<bool> fixed = static_relations(module);
  const Dependencies dependencies = find_dependencies(module);
  std::vector<bool> chosen(module.relations.size(), false);
  for (ir::RelationId id = 0; id < chosen.size(); ++id) {
    chosen[id] = fixed[id] && dependencies.recursive[dependencies.component[id]];
  }
  if (which == Recursive::of_moves) keep_those_of_moves(module, dependencies, chosen);
  if (!any(chosen)) return chosen;
  const std::vector<bool> waits =
      computed_from(module, dependencies, find_demand_candidates(module, context).large);
  for (ir::RelationId id = 0; id < chosen.size(); ++id) chosen[id] = chosen[id] && !waits[id];
  chosen = needed_for(module, dependencies, std::move(chosen));
  for (ir::RelationId id = 0; id < chosen.size(); ++id) chosen[id] = chosen[id] && fixed[id];
  return chosen;
}

/// Folds recursive relations; leaves those that turn out too large.
bool fold_counted(ir::Module& module, PassContext& context, Recursive which) {
  bool changed = false;
  for (;;) {
    const std::vector<bool> chosen = recursive_relations(module, context, which);
    if (!any(chosen)) return changed;
    changed = true;
    ir::Diagnostics attempt(*module.sources);
    Folding folding(module, context);
    if (folding.run(chosen, max_counted_rows, attempt)) return true;
    if (!stratify(module, context)) return true;
    // A limit other than that of rows: fold-static will reach and report it.
    if (folding.too_large() == ir::no_id || !chosen[folding.too_large()]) return true;
    module.relations[folding.too_large()].expected_rows = min_hopeless_rows;
  }
}

}  // namespace

bool fold_static(ir::Module& module, PassContext& context) {
  const std::vector<bool> chosen = static_relations(module);
  if (!any(chosen)) return false;
  return Folding(module, context).run(chosen, max_static_rows, context.diagnostics);
}

bool fold_for_moves(ir::Module& module, PassContext& context) {
  return fold_counted(module, context, Recursive::of_moves);
}

bool fold_recursive(ir::Module& module, PassContext& context) {
  return fold_counted(module, context, Recursive::all);
}

}  // namespace tesuji::passes
