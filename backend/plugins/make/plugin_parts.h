// Collects the parts of a plugin before code is generated: plans, a net, or both, and lanes.
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
  std::shared_ptr<const ir::Module> module;  ///< plans; null without plans
  std::shared_ptr<const ir::Layout> layout;
  std::optional<GroundGame> net;  ///< with plans: its fluents lie where the plans' states have them
  std::shared_ptr<const runtime::Game> game;
  TurnNames turns{};
  std::optional<StrategySource> strategy{};
  std::vector<std::string> features{};                    ///< names
  std::vector<std::vector<std::string>> feature_parts{};  ///< by feature: relations of the module
  std::optional<GroundGame> lanes{};  ///< for many games at a time; on the states of `game`
  /// Moves that may be legal, if plans answer that question; empty: unknown.
  std::optional<runtime::RoleMoves> possible_moves{};

  [[nodiscard]] bool net_has_moves() const { return net && net->answers().legal; }
};

/// Makes the parts of a rulesheet, or of IR text at level clauses, plans or nets. Reports errors.
[[nodiscard]] std::optional<PluginParts> make_parts(ir::Module source, const std::string& path,
                                                    const Options& options, Session& session);

/// Makes the plans of a rulesheet or, if `path` is empty, of a domain theory of that name, with
/// features. Reports errors.
[[nodiscard]] std::optional<PluginParts> make_feature_parts(
    std::optional<ir::Module> source, const std::string& path, const std::string& name,
    const FeatureTexts& texts, const Options& options, Session& session);

/// Adds parts for many games at a time. `source`: the source of the parts. Warns if that is
/// impossible.
void add_lanes(PluginParts& parts, const ir::Module& source, const Options& options,
               Session& session);

}  // namespace tesuji::driver
