// Defines texts, options and messages of one run of the compiler, and the single stages from a text
// to plans.
#pragma once

#include "backend/driver/engines.h"
#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/syntax.h"
#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "passes/core/pass.h"
#include "runtime/host/gpu/gpu_code.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tesuji::object_cache {
class ObjectCache;
}

namespace tesuji::driver {

/// Texts, names and messages of one run of the compiler.
struct Session {
  std::shared_ptr<ir::SourceMap> sources = std::make_shared<ir::SourceMap>();
  std::shared_ptr<ir::SymbolTable> symbols = std::make_shared<ir::SymbolTable>();
  frontend::ValidateOptions validation{};  ///< how strictly rulesheets must follow GDL
  ir::Diagnostics diagnostics{*sources};
  /// The syntax of rulesheets; empty: detected for each text (frontend/gdl/syntax.h).
  std::optional<frontend::Syntax> syntax{};
  /// Texts to be read instead of files with these names.
  std::map<std::string, std::string> texts{};
};

struct SavedInvariants;

/// More seconds than any command runs.
inline constexpr double forever = 1e9;

struct Options {
  Engine engine = Engine::jit;
  passes::PipelineOptions pipeline;
  bool fast_tier = false;     ///< jit: compile quickly instead of optimising
  bool count_trials = false;  ///< interpreter: see LoadedGame::trials
  /// Cache in which native code is looked up and stored (backend/object_cache/object_cache.h);
  /// null: none.
  std::shared_ptr<object_cache::ObjectCache> cache = nullptr;
  /// Maximum number of steps of the joins that ground a net, for every engine that makes one;
  /// empty: the engine's default (NetLimits, lane_limits, automatic_limits).
  std::optional<std::uint64_t> ground_steps{};
  /// automatic: seconds that passes and the choice of engines may take before the game is first
  /// used. A game whose choice takes longer is played by tiers (games/tiers.h) meanwhile.
  double patience = forever;
  runtime::GpuChoice gpu{};  ///< for playouts on a GPU
  /// Proved invariants of the game, which make nets smaller; null: none.
  std::shared_ptr<const SavedInvariants> invariants = nullptr;
};

/// Reads a file (`-`: standard input); reports (code "io") and returns nothing if it cannot: no
/// such file, a directory, more than 256 MiB. Keeps the contents of a pipe, which can be read
/// again.
[[nodiscard]] std::optional<ir::FileId> read_file(const std::string& path, Session& session);

/// Whether the file holds IR text, by its name (.tir) or by its beginning (ir/text/text.h).
[[nodiscard]] bool is_ir_path(const std::string& path);
/// The same for a file or a text of the session.
[[nodiscard]] bool is_ir_path(const std::string& path, const Session& session);

/// The single stages, for callers that need intermediate results. Each reports its faults and
/// returns nothing after an error.

/// Returns the syntax in which `file` is read as a rulesheet.
[[nodiscard]] frontend::Syntax syntax_of(ir::FileId file, const Session& session);
/// Returns a parsed rulesheet; rejects IR text (code "usage").
[[nodiscard]] std::optional<frontend::Rulesheet> parse_rulesheet(const std::string& path,
                                                                 Session& session);
/// Returns a parsed, valid and normalised rulesheet.
[[nodiscard]] std::optional<frontend::Rulesheet> load_rulesheet(const std::string& path,
                                                                Session& session);
/// Returns a rulesheet lowered to clauses, before any pass.
[[nodiscard]] std::optional<ir::Module> load_clauses(const std::string& path, Session& session);
/// Returns verified IR text. The session takes over the module's symbols.
[[nodiscard]] std::optional<ir::Module> load_ir(const std::string& path, Session& session);
/// Returns a rulesheet as clauses, or IR text at its level.
[[nodiscard]] std::optional<ir::Module> load_any(const std::string& path, Session& session);
/// The same, but rejects lanes, which are not a whole game (code "usage").
[[nodiscard]] std::optional<ir::Module> load_source(const std::string& path, Session& session);
/// Returns a context for passes: the session's diagnostics, and the interpreter for static
/// relations, for at most `steps_left` steps (null: no limit), from which it subtracts the steps
/// taken.
[[nodiscard]] passes::PassContext pass_context(Session& session,
                                               std::uint64_t* steps_left = nullptr);
/// Runs the named passes; static relations are evaluated by the interpreter.
[[nodiscard]] bool run_passes(ir::Module& module, std::span<const std::string_view> names,
                              const passes::PipelineOptions& options, Session& session);

/// Runs the pipeline on a loaded module; returns modules already at level plans, nets or lanes
/// unchanged. Returns null if a pass failed.
[[nodiscard]] std::shared_ptr<ir::Module> plans_of(ir::Module source, const Options& options,
                                                   Session& session);
/// Returns a rulesheet or IR text as a module after the pipeline.
[[nodiscard]] std::shared_ptr<ir::Module> load_module(const std::string& path,
                                                      const Options& options, Session& session);

/// Whether states, moves and scratch memory have room for the module's relations (reports code
/// "limit" if not). The module must be at level plans with storage for every relation.
[[nodiscard]] bool fits(const ir::Module& module, Session& session);

/// Prepares a module for the engines: folds the rest of its `static` entry (code "limit" if that is
/// too much). Returns false unless the module is at level plans (else code "usage") with storage
/// for every relation, which IR text may lack ("ir").
[[nodiscard]] bool make_runnable(ir::Module& module, const std::string& path, Session& session);

/// Warns (code "cache") if the options name a cache that could not be used so far.
void warn_of_cache_trouble(const Options& options, Session& session);

}  // namespace tesuji::driver
