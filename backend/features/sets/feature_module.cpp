#include "backend/features/sets/feature_module.h"

#include "backend/driver/load.h"
#include "backend/features/sets/feature_checks.h"
#include "frontend/prolog/feature_lowering.h"
#include "passes/analysis/dependencies.h"
#include "passes/clauses/fold_equal.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

/// The pipeline from clauses to the input of sliced programs: joins as written, static relations
/// computed.
constexpr std::array<std::string_view, 16> traced_pipeline = {
    "split-by-constant", "stratify",      "infer-domains", "remove-dead",
    "narrow-domains",    "infer-domains", "remove-dead",   "stratify",
    "fold-static",       "infer-domains", "remove-dead",   "infer-domains",
    "stratify",          "share-joins",   "infer-domains", "stratify"};

tsj_feature_part part_place(const ir::Module& module, const ir::Layout& layout,
                            const std::string& name) {
  const ir::RelationId id = module.find_relation(name);
  const ir::RelationLayout& at = layout.relations[id];
  if (module.relations[id].storage != ir::Storage::bits) return {0, 0, at.table};
  return {at.scratch_offset / sizeof(std::uint64_t), static_cast<std::uint32_t>(at.words),
          TSJ_NONE};
}

}  // namespace

std::span<const std::string_view> engine_pipeline() {
  static const std::vector<std::string_view> pipeline = [] {
    const auto all = passes::default_pipeline();
    std::vector<std::string_view> result(all.begin(), all.end());
    // After the passes that decide what is computed in calls and on demand.
    const auto last = std::find(result.rbegin(), result.rend(), "split-bodies").base() - 1;
    result.insert(last, "share-joins");
    return result;
  }();
  return pipeline;
}

runtime::FeaturePlace place_of(const ir::Module& module, const ir::Layout& layout,
                               const std::vector<std::string>& parts) {
  runtime::FeaturePlace place;
  for (const std::string& part : parts) place.push_back(part_place(module, layout, part));
  return place;
}

std::optional<FeatureModule> lower_features(const FeatureTexts& texts,
                                            std::optional<ir::Module> game, Session& session) {
  if (!game) {
    game.emplace(session.sources, session.symbols);
    game->game = "features";
  }
  auto lowered =
      frontend::lower_features(texts.theory, texts.features, std::move(*game), session.diagnostics);
  if (!lowered || !check_features(*lowered, session.diagnostics)) return std::nullopt;
  FeatureModule result;
  result.module = std::make_shared<ir::Module>(std::move(lowered->module));
  for (frontend::LoweredFeature& feature : lowered->features) {
    result.names.push_back(std::move(feature.name));
    result.parts.push_back(std::move(feature.parts));
  }
  return result;
}

namespace {

/// Counts a relation instead of its copies, which are removed.
void count_sources(FeatureModule& lowered) {
  ir::Module& module = *lowered.module;
  const passes::Dependencies dependencies = passes::find_dependencies(module);
  std::set<std::string> copies;
  for (std::vector<std::string>& parts : lowered.parts) {
    for (std::string& part : parts) {
      std::vector<const ir::Rule*> rules;
      for (const std::uint32_t rule : dependencies.rules[module.find_relation(part)]) {
        rules.push_back(&module.rules[rule]);
      }
      const ir::RelationId source = passes::copied_by(rules);
      if (source == ir::no_id || module.relations[source].answer != ir::Answer::feature) continue;
      copies.insert(part);
      part = module.relations[source].name;
    }
  }
  module = without_parts(module, copies);
}

}  // namespace

bool share_parts(FeatureModule& lowered, const Options& options, Session& session) {
  constexpr std::array<std::string_view, 1> pipeline = {"fold-equal"};
  passes::PipelineOptions all = options.pipeline;
  all.stop_after.clear();
  if (!run_passes(*lowered.module, pipeline, all, session)) return false;
  count_sources(lowered);
  return true;
}

bool place_module(FeatureSet& set, std::shared_ptr<ir::Module> module, Session& session) {
  if (!make_runnable(*module, "features", session)) return false;
  set.layout = std::make_shared<const ir::Layout>(ir::lay_out(*module));
  set.module = std::move(module);
  set.tables = make_tables(*set.module, *set.layout);
  set.codec =
      std::make_shared<const runtime::StateCodec>(set.tables.fluents, set.tables.state_size);
  return true;
}

ir::Module without_parts(const ir::Module& module, const std::set<std::string>& parts) {
  ir::Module result = module;
  std::erase_if(result.rules, [&](const ir::Rule& rule) {
    return parts.contains(module.relations[rule.head].name);
  });
  for (ir::Relation& relation : result.relations) {
    // It is no longer an answer, so nothing needs it.
    if (parts.contains(relation.name)) relation.answer = ir::Answer::none;
  }
  return result;
}

bool finish_module(FeatureSet& set, ir::Module clauses, const Options& options, Session& session) {
  auto module = std::make_shared<ir::Module>(std::move(clauses));
  return run_passes(*module, engine_pipeline(), options.pipeline, session) &&
         place_module(set, std::move(module), session);
}

std::set<std::string> all_parts(const FeatureModule& lowered) {
  std::set<std::string> parts;
  for (const auto& of : lowered.parts) parts.insert(of.begin(), of.end());
  return parts;
}

namespace {

/// Removes the rules of a game's answers that neither features nor the next state need; the
/// possible moves are the legal ones.
void leave_out_answers(ir::Module& clauses, const FeatureModule& lowered) {
  const std::set<std::string> parts = all_parts(lowered);
  std::vector<bool> needed = passes::relations_where(clauses, [&](const ir::Relation& relation) {
    return relation.answer == ir::Answer::next || relation.answer == ir::Answer::legal ||
           parts.contains(relation.name);
  });
  for (const ir::Relation& relation : clauses.relations) {
    for (const ir::RelationId source : {relation.next, relation.init}) {
      if (source != ir::no_id) needed[source] = true;
    }
  }
  needed = passes::needed_for(clauses, passes::find_dependencies(clauses), std::move(needed));
  std::erase_if(clauses.rules, [&](const ir::Rule& rule) { return !needed[rule.head]; });
}

std::optional<slices::TracedFeatures> trace_once(const FeatureSet& set,
                                                 const FeatureModule& lowered,
                                                 const passes::PipelineOptions& options,
                                                 const slices::TraceLimits& limits,
                                                 Session& session, bool& good, bool& shared) {
  ir::Module clauses = *lowered.module;
  good = true;
  leave_out_answers(clauses, lowered);
  // A module too large for slices may still fit the engine.
  Session own{session.sources, session.symbols};
  if (!run_passes(clauses, traced_pipeline, options, own)) {
    for (const ir::Diagnostic& one : own.diagnostics.all()) {
      if (one.severity != ir::Severity::error || one.code == "limit") continue;
      good = false;
      session.diagnostics.error(one.span, one.code, one.message);
    }
    return std::nullopt;
  }
  shared = std::any_of(clauses.relations.begin(), clauses.relations.end(),
                       [](const auto& one) { return one.origin == ir::Origin::split; });
  return slices::trace_features(clauses, *set.module, *set.layout, lowered.parts, limits);
}

}  // namespace

std::optional<slices::TracedFeatures> trace_features(const FeatureSet& set,
                                                     const FeatureModule& lowered,
                                                     const Options& options,
                                                     const slices::TraceLimits& limits,
                                                     Session& session, bool& good) {
  // Other passes are needed even if the options disable them.
  passes::PipelineOptions needed = options.pipeline;
  std::erase_if(needed.disabled, [](const auto& name) { return name != "share-joins"; });
  needed.stop_after.clear();
  bool shared = false;
  auto traced = trace_once(set, lowered, needed, limits, session, good, shared);
  const auto is_whole = [](const slices::TracedFeatures& one) {
    return std::find(one.traced.begin(), one.traced.end(), false) == one.traced.end();
  };
  if (!good || !shared || (traced && is_whole(*traced))) return traced;
  // A shared join may be larger than the parts that features need of it.
  needed.disabled.emplace_back("share-joins");
  auto apart = trace_once(set, lowered, needed, limits, session, good, shared);
  const auto count = [](const std::optional<slices::TracedFeatures>& one) {
    return one ? std::count(one->traced.begin(), one->traced.end(), true) : -1;
  };
  return !good || count(apart) >= count(traced) ? std::move(apart) : std::move(traced);
}

}  // namespace tesuji::driver
