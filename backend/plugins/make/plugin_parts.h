// What a plugin is to hold, before code is generated: plans, a net, or both, and lanes.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/driver/session.h"
#include "backend/features/sets/features.h"
#include "backend/plugins/make/plugin_strategy.h"
#include "ir/module/layout.h"
#include "runtime/host/game/dense_numbers.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

struct PluginParts {
  std::shared_ptr<const ir::Module> module;  ///< plans; null: none
  std::shared_ptr<const ir::Layout> layout;
  std::optional<GroundGame> net;  ///< with plans: placed on their states
  std::shared_ptr<const runtime::Game> game;
  TurnNames turns{};
  std::optional<StrategySource> strategy{};
  std::vector<std::string> features{};                    ///< names
  std::vector<std::vector<std::string>> feature_parts{};  ///< by feature: relations of the module
  std::optional<GroundGame> lanes{};  ///< for many games at a time; on the states of `game`
  /// What may be legal, where plans answer that; nothing: not known.
  std::optional<runtime::RoleMoves> possible_moves{};

  [[nodiscard]] bool net_has_moves() const { return net && net->answers().legal; }
};

/// Of a rulesheet, or of IR text at level clauses, plans or nets. Reports what is wrong.
[[nodiscard]] std::optional<PluginParts> make_parts(ir::Module source, const std::string& path,
                                                    const Options& options, Session& session);

/// The plans of a rulesheet or, where `path` is empty, of a domain theory of that name, with
/// features. Reports what is wrong.
[[nodiscard]] std::optional<PluginParts> make_feature_parts(
    std::optional<ir::Module> source, const std::string& path, const std::string& name,
    const FeatureTexts& texts, const Options& options, Session& session);

/// Makes them ready for many games at a time. `source`: what they were made of. Warns where that
/// cannot be.
void add_lanes(PluginParts& parts, const ir::Module& source, const Options& options,
               Session& session);

}  // namespace tesuji::driver
