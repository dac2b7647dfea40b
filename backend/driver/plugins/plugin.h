// Compiles games ahead of time to plugins (runtime/core/tesuji/plugin.h), and opens plugins as
// games.
#pragma once

#include "backend/driver/driver.h"
#include "backend/driver/features/features.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

struct PluginOptions {
  /// What code is made for: `native`, or a name that LLVM knows.
  std::string cpu = "x86-64-v2";
  /// The linker; empty: ld.lld-19 or ld.lld on the path.
  std::string linker{};
  /// Of an object file: what its one symbol is called; empty: TSJ_PLUGIN_SYMBOL.
  std::string symbol{};
  /// The strategy (.pl) that goes into it, if any. Its game has to be for strategies.
  std::optional<std::string> strategy{};
  /// Code for many random games at a time (docs/engines/batches.md) and for steps of many games
  /// (docs/engines/steps.md) goes into it; what there can be none of is a warning (code "limit").
  bool batch = false;
  /// And kernels for GPUs (docs/engines/gpu.md); only with `batch`. A warning as there.
  bool gpu = false;
  runtime::GpuStates gpu_states = runtime::GpuStates::chosen;
  /// Logical features that go into it, if any (docs/learning/features.md); `game` is not used.
  FeatureSources features{};
  /// Told what is begun: the stages, a word or two each. May be null.
  std::function<void(const std::string&)> progress{};
  /// Who makes it, for tsj_plugin::compiler.
  std::string compiler{};
};

/// What of a plugin is to be made.
enum class PluginForm {
  library,   ///< the shared library, sealed
  object,    ///< one object file with all that is in the library
  assembly,  ///< its code as text to read: its modules, one after the other
  llvm,      ///< the same before code generation
  header,    ///< constants of the game for C
};

/// Compiles a rulesheet or IR text for another process: Engine::jit, net_jit or automatic of the
/// options says how, always optimised. For each of the forms the bytes of a file, in their order;
/// the game is only chosen and grounded once. With features, Engine::jit alone; `path` may then be
/// empty: the plugin is of the domain theory. Reports what is wrong (code "link" for the linker's
/// troubles, "usage" for an unknown processor).
[[nodiscard]] std::optional<std::vector<std::string>> compile_plugin(
    const std::string& path, const Options& options, const PluginOptions& plugin,
    std::span<const PluginForm> forms, Session& session);

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

/// Names of the processors that PluginOptions::cpu may have, sorted; without `native`.
[[nodiscard]] std::vector<std::string> plugin_processors();

}  // namespace tesuji::driver
