// Lowers features to relations of a module, before any pass; shared by the files of this folder.
#pragma once

#include "backend/features/sets/features.h"
#include "backend/features/traced/feature_tracer.h"
#include "ir/module/layout.h"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::driver {

struct FeatureModule {
  std::shared_ptr<ir::Module> module;
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> parts;  ///< per feature: the relations of its parts
};

/// See compile_features.
[[nodiscard]] std::optional<FeatureModule> lower_features(const FeatureTexts& texts,
                                                          std::optional<ir::Module> game,
                                                          Session& session);

/// Merges equal parts of several features (pass fold-equal): parts with equal rules become one
/// relation of the module. Reports and returns false if a pass fails.
[[nodiscard]] bool share_parts(FeatureModule& lowered, const Options& options, Session& session);

/// Puts a module at level plans, and the data derived from it, into the set. Reports and returns
/// false if it cannot run.
[[nodiscard]] bool place_module(FeatureSet& set, std::shared_ptr<ir::Module> module,
                                Session& session);

/// Returns where the rows of a feature's parts lie.
[[nodiscard]] runtime::FeaturePlace place_of(const ir::Module& module, const ir::Layout& layout,
                                             const std::vector<std::string>& parts);

/// Returns all relations of parts.
[[nodiscard]] std::set<std::string> all_parts(const FeatureModule& lowered);

/// Returns the module without the rules of some parts, at level clauses.
[[nodiscard]] ir::Module without_parts(const ir::Module& module,
                                       const std::set<std::string>& parts);

/// Returns the default pipeline with share-joins.
[[nodiscard]] std::span<const std::string_view> engine_pipeline();

/// Runs engine_pipeline on the module, and then place_module.
[[nodiscard]] bool finish_module(FeatureSet& set, ir::Module clauses, const Options& options,
                                 Session& session);

/// Returns the sliced program of all features that are small enough. `set`: its module says where
/// the bits of positions are. Returns nothing if it would be too large; sets `good` to false after
/// any other error, which is reported.
[[nodiscard]] std::optional<slices::TracedFeatures> trace_features(
    const FeatureSet& set, const FeatureModule& lowered, const Options& options,
    const slices::TraceLimits& limits, Session& session, bool& good);

}  // namespace tesuji::driver
