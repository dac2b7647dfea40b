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

/// The oldest processor for which plugins are made.
#ifdef __x86_64__
inline constexpr const char* plugin_cpu = "x86-64-v2";
#else
inline constexpr const char* plugin_cpu = "generic";
#endif

struct PluginOptions {
  /// Target processor: `native`, or a name that LLVM knows.
  std::string cpu = plugin_cpu;
  /// Path of the linker; empty: ld.lld-19, ld.lld or ld on the path.
  std::string linker{};
  /// For an object file: the name of its only symbol; empty: TSJ_PLUGIN_SYMBOL.
  std::string symbol{};
  /// The strategy (.pl) to include, if any. The game must be suitable for strategies.
  std::optional<std::string> strategy{};
  /// Whether to include code for many random games at a time (docs/engines/batches.md) and for
  /// steps of many games (docs/engines/steps.md); a warning (code "limit") names code that is
  /// impossible.
  bool batch = false;
  /// Whether to include kernels for GPUs (docs/engines/gpu.md); only with `batch`. Warns likewise.
  bool gpu = false;
  runtime::GpuStates gpu_states = runtime::GpuStates::chosen;
  /// Logical features to include, if any (docs/learning/features.md); ignores `game`.
  FeatureSources features{};
  /// Called when a stage begins, with its name, a word or two. May be null.
  std::function<void(const std::string&)> progress{};
  /// The program that makes the plugin, for tsj_plugin::compiler.
  std::string compiler{};
};

/// The output to make.
enum class PluginForm {
  library,   ///< the shared library, sealed
  object,    ///< one object file with everything that is in the library
  assembly,  ///< its code as readable text: its modules, in order
  llvm,      ///< the same before code generation
  header,    ///< constants of the game for C
};

/// Compiles a rulesheet or IR text for another process: by Engine::jit, net_jit or automatic of the
/// options, always optimised. Returns the bytes of a file for each of the forms, in their order;
/// chooses and grounds the game only once. With features, only Engine::jit; `path` may then be
/// empty: the plugin is for the domain theory. Reports errors (code "link" for those of the linker,
/// "usage" for an unknown processor).
[[nodiscard]] std::optional<std::vector<std::string>> compile_plugin(
    const std::string& path, const Options& options, const PluginOptions& plugin,
    std::span<const PluginForm> forms, Session& session);

/// Returns the allowed names for PluginOptions::cpu, sorted; without `native`.
[[nodiscard]] std::vector<std::string> plugin_processors();

}  // namespace tesuji::driver
