// Makes features relations of a module, before any pass; shared by the driver's files on features.
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
  std::vector<std::vector<std::string>> parts;  ///< per feature: its parts' relations
};

/// See compile_features.
[[nodiscard]] std::optional<FeatureModule> lower_features(const FeatureTexts& texts,
                                                          std::optional<ir::Module> game,
                                                          Session& session);

/// Computes once what parts of several features have in common (passes fold-equal): parts whose
/// rules are equal are one relation of the module afterwards. Reports and returns false where a
/// pass fails.
[[nodiscard]] bool share_parts(FeatureModule& lowered, const Options& options, Session& session);

/// Puts a module that is at level plans, and what follows from it, into the set. Reports and
/// returns false where it cannot run.
[[nodiscard]] bool place_module(FeatureSet& set, std::shared_ptr<ir::Module> module,
                                Session& session);

/// Where the rows of a feature's parts are.
[[nodiscard]] runtime::FeaturePlace place_of(const ir::Module& module, const ir::Layout& layout,
                                             const std::vector<std::string>& parts);

/// All relations of parts.
[[nodiscard]] std::set<std::string> all_parts(const FeatureModule& lowered);

/// The module without the rules of some parts, at level clauses.
[[nodiscard]] ir::Module without_parts(const ir::Module& module,
                                       const std::set<std::string>& parts);

/// The default pipeline with share-joins.
[[nodiscard]] std::span<const std::string_view> engine_pipeline();

/// Takes the module through engine_pipeline, and then place_module.
[[nodiscard]] bool finish_module(FeatureSet& set, ir::Module clauses, const Options& options,
                                 Session& session);

/// The sliced program of all features whose size allows it. `set`: its module says where the bits
/// of positions are. Nothing where there is none, as it would be too large; `good` is false if
/// something else was wrong, which is reported.
[[nodiscard]] std::optional<slices::TracedFeatures> trace_features(
    const FeatureSet& set, const FeatureModule& lowered, const Options& options,
    const slices::TraceLimits& limits, Session& session, bool& good);

}  // namespace tesuji::driver
