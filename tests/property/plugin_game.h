// A rulesheet compiled to a plugin and loaded again.
#pragma once

#include "backend/driver/session.h"
#include "runtime/host/game/game.h"
#include "tests/unit/support/folder.h"

#include <memory>
#include <string>

namespace tesuji::tests {

/// The bytes of a plugin; empty where a limit is reached. Throws std::runtime_error with what else
/// the compiler reports. `strategy`: a strategy's text that goes into it, unless empty. `batch`: as
/// driver::PluginOptions::batch. `cpu`: likewise; empty: the default.
[[nodiscard]] std::string compile_plugin(const std::string& kif, driver::Engine engine,
                                         const std::string& strategy = {}, bool batch = false,
                                         const std::string& cpu = {});

/// That plugin as a game; null where a limit is reached.
[[nodiscard]] std::shared_ptr<const runtime::Game> plugin_game(const std::string& kif,
                                                               driver::Engine engine);

}  // namespace tesuji::tests
