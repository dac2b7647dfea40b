// Compiles games ahead of time to plugins (runtime/core/tesuji/plugin.h).
#pragma once

#include "backend/driver/session.h"
#include "backend/features/sets/features.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

/// The oldest processor that plugins are made for.
#ifdef __x86_64__
inline constexpr const char* plugin_cpu = "x86-64-v2";
#else
inline constexpr const char* plugin_cpu = "generic";
#endif

struct PluginOptions {
  /// What code is made for: `native`, or a name that LLVM knows.
  std::string cpu = plugin_cpu;
  /// The linker; empty: ld.lld-19, ld.lld or ld on the path.
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

/// Names of the processors that PluginOptions::cpu may have, sorted; without `native`.
[[nodiscard]] std::vector<std::string> plugin_processors();

}  // namespace tesuji::driver
