// The table of passes, and pipelines that are run and verified.
#include "ir/verify/verifier.h"
#include "passes/clauses/demand.h"
#include "passes/clauses/drop_implied.h"
#include "passes/clauses/fold_static.h"
#include "passes/clauses/infer_domains.h"
#include "passes/clauses/narrow_domains.h"
#include "passes/clauses/order_symmetric.h"
#include "passes/clauses/remove_dead.h"
#include "passes/clauses/separate_moves.h"
#include "passes/clauses/split_bodies.h"
#include "passes/clauses/split_by_constant.h"
#include "passes/clauses/split_existential.h"
#include "passes/clauses/static_bounds.h"
#include "passes/clauses/stratify.h"
#include "passes/clauses/unfold.h"
#include "passes/clauses/unfold_views.h"
#include "passes/core/pass.h"
#include "passes/manager/pipelines.h"
#include "passes/nets/specialise_net.h"
#include "passes/ordering/order_premises.h"
#include "passes/plans/choose_storage.h"
#include "passes/plans/insert_absent.h"
#include "passes/plans/introduce_exists.h"
#include "passes/plans/order_joins.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_set>

namespace tesuji::passes {
namespace {

constexpr std::array<Pass, 22> passes{{
    {"split-by-constant", "stratify locally: one relation per constant where that breaks a cycle",
     split_by_constant},
    {"infer-domains", "find the constants that each column can hold", infer_domains},
    {"remove-dead", "drop rules that cannot fire and relations nobody needs", remove_dead,
     Requirement::domains},
    {"narrow-domains", "take from columns the constants that other columns have for them",
     narrow_domains, Requirement::domains},
    {"stratify", "order relations into strata and entries", stratify},
    {"split-bodies", "cut joins that bind much more than they go on to need", split_bodies,
     Requirement::strata},
    {"fold-recursive", "evaluate static recursive relations, to see how large they are",
     fold_recursive, Requirement::strata},
    {"unfold", "write huge static relations out where they are used", unfold, Requirement::strata},
    {"unfold-views", "for grounding: write out static joins that come apart", unfold_views,
     Requirement::strata},
    {"demand-static", "do not tabulate huge static relations, compute what is asked of them",
     demand_static, Requirement::strata},
    {"fold-static", "evaluate relations that depend on neither state nor moves", fold_static,
     Requirement::strata},
    {"separate-moves", "ask large relations for the next state apart from other questions",
     separate_moves, Requirement::strata},
    {"demand", "compute large relations only where they are asked for", demand,
     Requirement::strata},
    {"drop-bounds", "drop bounds of what is asked for that leave out little", drop_bounds,
     Requirement::domains},
    {"drop-implied", "drop tests that what is asked for has passed", drop_implied,
     Requirement::domains},
    {"order-symmetric", "for grounding: bind variables that may be swapped in order only",
     order_symmetric, Requirement::domains},
    {"split-wide", "for grounding: split rules that have very many ways to bind variables",
     split_wide, Requirement::domains},
    {"choose-storage", "keep each relation as bits, a table, a list or constant rows",
     choose_storage, Requirement::domains},
    {"order-joins", "turn rules into plans, cheapest literal first", order_joins,
     Requirement::layout},
    {"order-premises", "production rules: order premises by metarules of domains and facts",
     order_premises, Requirement::domains},
    {"introduce-exists", "look for one witness of what the head does not need", introduce_exists,
     Requirement::plans},
    {"insert-absent", "ask early whether what would be derived is there already", insert_absent,
     Requirement::plans},
}};

// Negation is looked at before anything is dropped, so that a sheet's faults do not
// depend on what is needed. Folding makes domains exact, which may show more rules
// to be dead; what is needed of a large relation may again be static.
constexpr std::array<std::string_view, 41> pipeline{
    "split-by-constant", "stratify",     "infer-domains",  "remove-dead",   "narrow-domains",
    "infer-domains",     "remove-dead",  "stratify",       "split-bodies",  "stratify",
    "fold-recursive",    "stratify",     "unfold",         "remove-dead",   "stratify",
    "demand-static",     "stratify",     "fold-static",    "infer-domains", "remove-dead",
    "infer-domains",     "stratify",     "separate-moves", "stratify",      "demand",
    "infer-domains",     "stratify",     "fold-static",    "infer-domains", "drop-bounds",
    "infer-domains",     "drop-implied", "remove-dead",    "infer-domains", "stratify",
    "split-bodies",      "stratify",     "choose-storage", "order-joins",   "introduce-exists",
    "insert-absent",
};

constexpr std::array<std::string_view, 3> pipeline_of_rules{"order-premises", "introduce-exists",
                                                            "insert-absent"};

/// Whether a derived relation is in no stratum.
bool lacks_strata(const ir::Module& module) {
  std::vector<bool> placed(module.relations.size(), false);
  for (const ir::Stratum& stratum : module.strata) {
    for (const ir::RelationId relation : stratum.relations) placed[relation] = true;
  }
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (module.relations[id].kind == ir::RelationKind::derived && !placed[id]) return true;
  }
  return false;
}

/// Passes call rules after relations, and a text may have a rule of that name already.
void name_rules_apart(ir::Module& module) {
  if (!module.plans.empty()) return;  // they refer to rules by name
  std::unordered_set<std::string> names;
  for (ir::Rule& rule : module.rules) {
    while (!names.insert(rule.name).second) rule.name += '\'';
  }
}

}  // namespace

std::string_view missing_pass(const ir::Module& module, Requirement requirement) {
  if (requirement == Requirement::nothing) return {};
  if (requirement == Requirement::plans) {
    const bool ordered = module.level == ir::Level::plans || !module.agendas.empty();
    return ordered ? "" : "order-joins";
  }
  for (const ir::Relation& relation : module.relations) {
    if (std::find(relation.columns.begin(), relation.columns.end(), ir::no_id) !=
        relation.columns.end()) {
      return "infer-domains";
    }
  }
  if (requirement == Requirement::domains) return {};
  if (lacks_strata(module)) return "stratify";
  if (requirement == Requirement::strata) return {};
  const bool stored = std::none_of(
      module.relations.begin(), module.relations.end(),
      [](const ir::Relation& relation) { return relation.storage == ir::Storage::unset; });
  return stored ? "" : "choose-storage";
}

std::vector<std::string_view> net_pipeline() {
  const auto* const end = std::find(pipeline.begin(), pipeline.end(), "drop-implied");
  std::vector<std::string_view> names(pipeline.begin(), end);
  // What is asked for is no part of a net, so that it can be asked for together.
  std::erase(names, "separate-moves");
  const auto folding = std::find(names.begin(), names.end(), "fold-recursive");
  names.insert(folding, {"unfold-views", "stratify"});
  names.insert(names.end(), {"stratify", "order-symmetric", "split-wide", "stratify"});
  return names;
}

std::span<const std::string_view> net_steps() {
  static constexpr std::array<std::string_view, 1> steps{specialise_net_name};
  return steps;
}

std::span<const Pass> all_passes() {
  return passes;
}

const Pass* find_pass(std::string_view name) {
  const auto* found = std::find_if(passes.begin(), passes.end(),
                                   [&](const Pass& pass) { return pass.name == name; });
  return found == passes.end() ? nullptr : &*found;
}

std::span<const std::string_view> default_pipeline() {
  return pipeline;
}

std::span<const std::string_view> rules_pipeline() {
  return pipeline_of_rules;
}

std::span<const std::string_view> pipeline_for(const ir::Module& module) {
  if (!module.agendas.empty()) return pipeline_of_rules;
  if (module.level == ir::Level::clauses) return pipeline;
  return {};
}

bool back_to_clauses(ir::Module& module, ir::Diagnostics& diagnostics) {
  // Agendas are in order by nature; what works on them leaves plans alone.
  if (module.level == ir::Level::clauses || !module.agendas.empty()) return true;
  std::set<std::string_view> rules;
  for (const ir::Rule& rule : module.rules) rules.insert(rule.name);
  for (const ir::Plan& plan : module.plans) {
    if (rules.contains(plan.rule)) continue;
    diagnostics.error(plan.span, "usage",
                      "passes work on rules, and the one of plan `" + plan.rule + "` is not there");
    return false;
  }
  module.plans.clear();
  for (ir::Stratum& stratum : module.strata) stratum.plans.clear();
  module.level = ir::Level::clauses;
  return true;
}

bool run_pipeline(ir::Module& module, std::span<const std::string_view> names,
                  const PipelineOptions& options, PassContext& context) {
  context.ordering = options.ordering;
  if (module.level == ir::Level::nets && !names.empty()) {
    context.diagnostics.error({}, "usage", "passes work on clauses and plans, and this is a net");
    return false;
  }
  if (options.after && !names.empty()) options.after(module, {});
  // Since infer-domains or stratify ran nothing has changed that they look at: they would find the
  // same again.
  bool domains_known = false;
  bool strata_known = false;
  for (const std::string_view name : names) {
    if (std::find(options.disabled.begin(), options.disabled.end(), name) !=
        options.disabled.end()) {
      continue;
    }
    const Pass* pass = find_pass(name);
    if (pass == nullptr) {
      context.diagnostics.error({}, "usage", "there is no pass `" + std::string(name) + "`");
      return false;
    }
    if (const std::string_view first = missing_pass(module, pass->requirement); !first.empty()) {
      context.diagnostics.error({}, "usage",
                                "the pass `" + std::string(name) + "` needs what the pass `" +
                                    std::string(first) + "` does first");
      return false;
    }
    if (pass->requirement != Requirement::plans && !back_to_clauses(module, context.diagnostics)) {
      return false;
    }
    PassTime time{pass->name, {}, false};
    const auto start = std::chrono::steady_clock::now();
    const bool infers = pass->run == infer_domains;
    const bool stratifies = pass->run == stratify;
    const bool known = infers ? domains_known : stratifies && strata_known && !lacks_strata(module);
    if (!known) time.changed = pass->run(module, context);
    if (time.changed) name_rules_apart(module);
    domains_known = infers || (domains_known && (!time.changed || stratifies));
    strata_known = stratifies || (strata_known && (!time.changed || infers));
    time.time = std::chrono::steady_clock::now() - start;
    if (context.diagnostics.has_errors()) return false;
    if (options.verify_each && !ir::verify(module, context.diagnostics)) {
      context.diagnostics.error({}, "ir",
                                "the pass `" + std::string(name) + "` left the module in disorder");
      return false;
    }
    if (options.after) options.after(module, time);
    if (options.stop_after == name) break;
  }
  return true;
}

}  // namespace tesuji::passes
