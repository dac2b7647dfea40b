// Defines the table of passes, and the pipelines; runs and verifies them.
#include "passes/calls/choose_calls.h"
#include "passes/clauses/demand.h"
#include "passes/clauses/drop_implied.h"
#include "passes/clauses/drop_needs.h"
#include "passes/clauses/drop_repeated.h"
#include "passes/clauses/end_by_move.h"
#include "passes/clauses/fold_equal.h"
#include "passes/clauses/fold_rigid.h"
#include "passes/clauses/fold_static.h"
#include "passes/clauses/infer_domains.h"
#include "passes/clauses/narrow_domains.h"
#include "passes/clauses/order_symmetric.h"
#include "passes/clauses/remove_dead.h"
#include "passes/clauses/separate_moves.h"
#include "passes/clauses/split_bodies.h"
#include "passes/clauses/split_by_constant.h"
#include "passes/clauses/static_bounds.h"
#include "passes/clauses/stratify.h"
#include "passes/clauses/unfold.h"
#include "passes/clauses/unfold_views.h"
#include "passes/core/module_unit.h"
#include "passes/core/pipeline.h"
#include "passes/ground/merge_alike.h"
#include "passes/ground/project_unique.h"
#include "passes/ground/specialise_wide.h"
#include "passes/ground/split_wide.h"
#include "passes/lanes/lane_unit.h"
#include "passes/manager/pipelines.h"
#include "passes/nets/net_unit.h"
#include "passes/ordering/order_premises.h"
#include "passes/plans/choose_storage.h"
#include "passes/plans/insert_absent.h"
#include "passes/plans/introduce_exists.h"
#include "passes/plans/order_joins.h"
#include "passes/plans/share_joins.h"
#include "passes/plans/transpose_bits.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::passes {
namespace {

/// Passes over modules. They preserve no analyses unless stated otherwise.
constexpr auto table = std::to_array<Pass>({
    {.name = "split-by-constant",
     .summary = "stratify locally: one relation per constant where that breaks a cycle",
     .run = on_module<split_by_constant>},
    {.name = "drop-repeated",
     .summary = "drop literals that another literal of the same rule implies",
     .run = on_module<drop_repeated>,
     .preserves = Analysis::domains | Analysis::strata},
    {.name = "infer-domains",
     .summary = "find the constants that each column can hold",
     .run = on_module<infer_domains>,
     .preserves = Analysis::all,
     .provides = Analysis::domains},
    {.name = "remove-dead",
     .summary = "drop rules that cannot fire and relations that nothing needs",
     .run = on_module<remove_dead>,
     .requirement = Requirement::domains},
    {.name = "fold-rigid",
     .summary = "read fluents that never change from the initial state",
     .run = on_module<fold_rigid>,
     .requirement = Requirement::domains,
     .preserves = Analysis::domains},
    {.name = "narrow-domains",
     .summary = "take from columns the constants that other columns have for them",
     .run = on_module<narrow_domains>,
     .requirement = Requirement::domains},
    {.name = "fold-equal",
     .summary = "make one relation of those whose rules are equal up to names and order",
     .run = on_module<fold_equal>},
    {.name = "share-joins",
     .summary = "make relations of joins that are parts of several bodies",
     .run = on_module<share_joins>,
     .requirement = Requirement::strata},
    {.name = "stratify",
     .summary = "order relations into strata and entries",
     .run = on_module<stratify>,
     .preserves = Analysis::all,
     .provides = Analysis::strata},
    {.name = "split-bodies",
     .summary = "split joins that bind many more variables than later premises need",
     .run = on_module<split_bodies>,
     .requirement = Requirement::strata},
    {.name = "fold-for-moves",
     .summary = "evaluate static recursive relations that fluents and moves depend on",
     .run = on_module<fold_for_moves>,
     .requirement = Requirement::strata},
    {.name = "fold-recursive",
     .summary = "evaluate static recursive relations, to see how large they are",
     .run = on_module<fold_recursive>,
     .requirement = Requirement::strata},
    {.name = "unfold",
     .summary = "write huge static relations out where they are used",
     .run = on_module<unfold>,
     .requirement = Requirement::strata},
    {.name = "unfold-views",
     .summary = "for grounding: write out static joins that come apart",
     .run = on_module<unfold_views>,
     .requirement = Requirement::strata},
    {.name = "demand-static",
     .summary = "compute only the requested rows of huge static relations",
     .run = on_module<demand_static>,
     .requirement = Requirement::strata},
    {.name = "fold-static",
     .summary = "evaluate relations that depend on neither state nor moves",
     .run = on_module<fold_static>,
     .requirement = Requirement::strata},
    {.name = "choose-calls",
     .summary = "compute large relations by calls with given arguments",
     .run = on_module<choose_calls>,
     .requirement = Requirement::strata},
    {.name = "separate-moves",
     .summary = "copy large relations, so that the next state demands rows of its own",
     .run = on_module<separate_moves>,
     .requirement = Requirement::strata},
    {.name = "demand",
     .summary = "compute only the demanded rows of large relations",
     .run = on_module<demand>,
     .requirement = Requirement::strata},
    {.name = "project-unique",
     .summary = "for grounding: leave out of questions what there is one of at most",
     .run = on_module<project_unique>,
     .requirement = Requirement::strata},
    {.name = "merge-alike",
     .summary = "for grounding: make one rule of those that differ in one literal",
     .run = on_module<merge_alike>,
     .requirement = Requirement::strata},
    {.name = "drop-needs",
     .summary = "drop demand tests that the rule itself implies",
     .run = on_module<drop_needs>,
     .requirement = Requirement::domains},
    {.name = "drop-bounds",
     .summary = "drop demand tests that filter out little",
     .run = on_module<drop_bounds>,
     .requirement = Requirement::domains},
    {.name = "drop-implied",
     .summary = "drop tests that the demanded tuples have passed",
     .run = on_module<drop_implied>,
     .requirement = Requirement::domains},
    {.name = "end-by-move",
     .summary = "compute what a move must make true to end the game",
     .run = on_module<end_by_move>,
     .preserves = Analysis::domains},
    {.name = "order-symmetric",
     .summary = "for grounding: bind variables that may be swapped in order only",
     .run = on_module<order_symmetric>,
     .requirement = Requirement::domains},
    {.name = "specialise-wide",
     .summary = "for grounding: write rules out for variables of few values",
     .run = on_module<specialise_wide>,
     .requirement = Requirement::domains},
    {.name = "split-wide",
     .summary = "for grounding: split rules that have very many ways to bind variables",
     .run = on_module<split_wide>,
     .requirement = Requirement::domains},
    {.name = "choose-storage",
     .summary = "keep each relation as bits, a table, a list or constant rows",
     .run = on_module<choose_storage>,
     .requirement = Requirement::domains,
     .preserves = Analysis::all},
    {.name = "order-joins",
     .summary = "turn rules into plans, cheapest literal first",
     .run = on_module<order_joins>,
     .requirement = Requirement::layout,
     .preserves = Analysis::all},
    {.name = "order-premises",
     .summary = "production rules: order premises by metarules of domains and facts",
     .run = on_module<order_premises>,
     .requirement = Requirement::domains,
     .preserves = Analysis::all},
    {.name = "introduce-exists",
     .summary = "look for one witness of what the head does not need",
     .run = on_module<introduce_exists>,
     .requirement = Requirement::plans,
     .preserves = Analysis::all},
    {.name = "insert-absent",
     .summary = "test early whether the conclusion has been derived already",
     .run = on_module<insert_absent>,
     .requirement = Requirement::plans,
     .preserves = Analysis::all},
    {.name = "transpose-bits",
     .summary = "copy fluents with the columns first that scans have given",
     .run = on_module<transpose_bits>,
     .requirement = Requirement::plans,
     .preserves = Analysis::all},
});

// Negation is checked before anything is dropped, so that a sheet's faults do not depend on what is
// needed; other strata are computed when a pass requires them. Folding makes domains exact, which
// may reveal more dead rules; the needed part of a large relation may again be static.
constexpr auto pipeline = std::to_array<std::string_view>({
    "split-by-constant", "stratify",         "drop-repeated",  "infer-domains",  "remove-dead",
    "narrow-domains",    "infer-domains",    "remove-dead",    "split-bodies",   "fold-for-moves",
    "infer-domains",     "remove-dead",      "fold-recursive", "unfold",         "remove-dead",
    "demand-static",     "fold-static",      "infer-domains",  "remove-dead",    "infer-domains",
    "choose-calls",      "separate-moves",   "demand",         "drop-needs",     "infer-domains",
    "fold-static",       "infer-domains",    "drop-bounds",    "infer-domains",  "drop-implied",
    "remove-dead",       "infer-domains",    "split-bodies",   "end-by-move",    "choose-storage",
    "order-joins",       "introduce-exists", "insert-absent",  "transpose-bits",
});

constexpr std::array<std::string_view, 3> pipeline_of_rules{"order-premises", "introduce-exists",
                                                            "insert-absent"};

/// Whether a step, or one nested in it, is a pass over lanes.
bool is_for_lanes(const Step& step) {
  const Pass* const pass = find_pass(step.pass);
  return (pass != nullptr && pass->kind == UnitKind::lanes) ||
         std::any_of(step.again.begin(), step.again.end(), is_for_lanes);
}

bool run_on_lanes(LaneUnit& unit, ir::Module& module, const Pipeline& steps,
                  const PipelineOptions& options, PassContext& context) {
  const PipelineEnd end = run_steps(unit, steps, all_passes(), options, context);
  if (unit.graphs || unit.game) {
    ir::Module made = unit.to_module();
    module = std::move(made);
  }
  return end != PipelineEnd::failed;
}

/// Runs the passes over a module at level nets: those over nets, then those that build lanes from
/// it.
bool run_on_net(ir::Module& module, const Pipeline& steps, const PipelineOptions& options,
                PassContext& context) {
  const auto lanes = std::find_if(steps.begin(), steps.end(), is_for_lanes);
  NetUnit unit(module, module.net);
  const PipelineEnd end =
      run_steps(unit, Pipeline(steps.begin(), lanes), all_passes(), options, context);
  module.net = unit.net();
  if (end != PipelineEnd::complete || lanes == steps.end()) return end != PipelineEnd::failed;
  const FluentList control = turn_group(*module.net, options);
  LaneOptions shape;
  shape.roles = static_cast<std::uint32_t>(module.roles.size());
  LaneUnit made(module, *module.net, control, std::move(shape));
  return run_on_lanes(made, module, Pipeline(lanes, steps.end()), options, context);
}

}  // namespace

std::vector<std::string_view> net_pipeline() {
  const auto* const end = std::find(pipeline.begin(), pipeline.end(), "drop-implied");
  std::vector<std::string_view> names(pipeline.begin(), end);
  // A net does not distinguish questions, so they may share relations.
  std::erase(names, "separate-moves");
  std::erase(names, "choose-calls");
  std::erase(names, "drop-needs");
  const auto folding = std::find(names.begin(), names.end(), "fold-for-moves");
  names.insert(folding, "unfold-views");
  names.insert(std::find(names.begin(), names.end(), "demand"),
               {"project-unique", "remove-dead", "merge-alike"});
  names.insert(names.end(), {"specialise-wide", "order-symmetric", "split-wide", "stratify"});
  return names;
}

std::span<const Pass> all_passes() {
  static const std::vector<Pass> all = [] {
    std::vector<Pass> passes(table.begin(), table.end());
    for (const std::span<const Pass> more : {net_passes(), lane_passes()}) {
      passes.insert(passes.end(), more.begin(), more.end());
    }
    return passes;
  }();
  return all;
}

const Pass* find_pass(std::string_view name) {
  const auto all = all_passes();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Pass& pass) { return pass.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::span<const std::string_view> default_pipeline() {
  return pipeline;
}

std::vector<std::string_view> playing_pipeline() {
  std::vector<std::string_view> names(pipeline.begin(), pipeline.end());
  // Must precede narrowing, which then yields smaller domains.
  names.insert(std::find(names.begin(), names.end(), "narrow-domains"), "fold-rigid");
  return names;
}

std::span<const std::string_view> rules_pipeline() {
  return pipeline_of_rules;
}

std::span<const std::string_view> pipeline_for(const ir::Module& module) {
  if (!module.agendas.empty()) return pipeline_of_rules;
  static const std::vector<std::string_view> playing = playing_pipeline();
  if (module.level == ir::Level::clauses) return playing;
  return {};
}

bool run_pipeline(ir::Module& module, std::span<const std::string_view> names,
                  const PipelineOptions& options, PassContext& context) {
  context.ordering = options.ordering;
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ",").append(name);
  std::string fault;
  const std::optional<Pipeline> steps = parse_pipeline(text, fault);
  if (!steps) {
    context.diagnostics.error({}, "usage", "the pipeline `" + text + "` is wrong: " + fault);
    return false;
  }
  if (steps->empty()) return true;
  if (module.level == ir::Level::nets) return run_on_net(module, *steps, options, context);
  if (module.level == ir::Level::lanes) {
    LaneUnit unit(module);
    return run_on_lanes(unit, module, *steps, options, context);
  }
  ModuleUnit unit(module);
  return run_steps(unit, *steps, all_passes(), options, context) != PipelineEnd::failed;
}

}  // namespace tesuji::passes
