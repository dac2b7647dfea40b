// Opens plugins (runtime/core/tesuji/plugin.h) as games, and says what is in them.
#pragma once

#include "backend/driver/load.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::driver {

/// Whether the file is a shared library, so that load_game takes it as a plugin.
[[nodiscard]] bool is_plugin(const std::string& path);

/// A plugin as a game; module and layout are null. Reports (code "io" or "plugin") why it is
/// refused.
[[nodiscard]] std::optional<LoadedGame> load_plugin(const std::string& path, Session& session);

/// The same where positions are all that is asked for: the plugin may be of a domain theory, which
/// is no game.
[[nodiscard]] std::optional<LoadedGame> load_positions_plugin(const std::string& path,
                                                              Session& session);

/// What a plugin says of itself.
struct PluginDescription {
  std::string name;
  std::string compiler;
  std::string source_hash;
  std::string cpu;
  std::vector<std::string> cpu_features;
  std::string engine;
  std::string net_answers;
  unsigned abi = 0;
  std::size_t table_bytes = 0;  ///< tsj_plugin::size
  std::size_t scratch_bytes = 0;
  std::uint64_t move_limit = 0;
  std::string strategy;       ///< empty: none
  std::string strategy_hash;  ///< SHA-256 of its file
  std::vector<std::string> predicates;
  std::vector<std::string> order;     ///< of execution: names of predicates
  std::vector<std::string> features;  ///< names
  std::uint32_t most_lanes = 0;       ///< tsj_plugin::most_lanes
  std::uint32_t most_step_lanes = 0;  ///< plugin::most_step_lanes
  bool gpu = false;                   ///< tsj_plugin::gpu
  std::shared_ptr<const runtime::Game> game;
  /// Dense numbers (plugin.h); false where the plugin was made before there were any. Names are
  /// those of the first most_named.
  static constexpr std::uint64_t most_named = 100'000;
  bool dense = false;
  std::uint64_t fluent_count = 0;
  std::vector<std::string> fluents;
  std::vector<std::uint64_t> action_counts;       ///< by role
  std::vector<std::vector<std::string>> actions;  ///< by role
};

[[nodiscard]] std::optional<PluginDescription> inspect_plugin(const std::string& path,
                                                              Session& session);

}  // namespace tesuji::driver
