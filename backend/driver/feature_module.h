// Features as relations of a module, before any pass: what the driver's files on features share.
#pragma once

#include "backend/driver/features.h"

#include <memory>
#include <optional>
#include <string>
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

/// Puts a module that is at level plans, and what follows from it, into the set. Reports and
/// returns false where it cannot run.
[[nodiscard]] bool place_module(FeatureSet& set, std::shared_ptr<ir::Module> module,
                                Session& session);

/// The entry `feature` of the set's module.
struct FeatureCode {
  tsj_entry entry = nullptr;  ///< null where no feature can have a solution
  const void* self = nullptr;
  std::shared_ptr<const void> keep;  ///< what the entry needs
};
[[nodiscard]] FeatureCode feature_code(const FeatureSet& set, const Options& options);

}  // namespace tesuji::driver
