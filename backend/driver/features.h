// Logical features: a domain theory and a set of features in, a counter of their solutions out.
#pragma once

#include "backend/driver/driver.h"
#include "ir/feature_text.h"
#include "runtime/host/feature_counter.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// What a set of features is made of.
struct FeatureSources {
  std::vector<std::string> domains;   ///< files of the domain theory
  std::vector<std::string> features;  ///< files of features
  std::string game;                   ///< rulesheet whose states are the positions; may be empty
};

struct FeatureModule {
  std::shared_ptr<ir::Module> module;
  std::vector<runtime::FeaturePlace> features;  ///< names; parts are not placed yet
  std::vector<std::vector<std::string>> parts;  ///< per feature: its parts' relations
  ir::BoardMapping board;                       ///< of the domain theory
};

struct FeatureSet {
  std::shared_ptr<const ir::Module> module;
  std::shared_ptr<const ir::Layout> layout;
  runtime::GameTables tables;  ///< of the positions
  std::shared_ptr<const runtime::FeatureCounter> counter;
  ir::BoardMapping board;
};

/// Features as lowered, before any pass. Reports what is wrong and returns nothing then.
[[nodiscard]] std::optional<FeatureModule> load_feature_clauses(const FeatureSources& sources,
                                                                Session& session);

/// Through the pipeline, and made to run by the interpreter or the JIT (others: code "usage").
[[nodiscard]] std::optional<FeatureSet> load_features(const FeatureSources& sources,
                                                      const Options& options, Session& session);

}  // namespace tesuji::driver
