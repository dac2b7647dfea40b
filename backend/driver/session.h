// Texts, options and messages of one run of the compiler, and the single stages from a text to
// plans.
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
  frontend::ValidateOptions validation{};  ///< how strict rulesheets are held to GDL
  ir::Diagnostics diagnostics{*sources};
  /// How rulesheets are written; nothing: found from each text (frontend/gdl/syntax.h).
  std::optional<frontend::Syntax> syntax{};
  /// Texts that are read in the place of files of these names.
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
  /// Where native code is looked for and kept (backend/object_cache/object_cache.h); null: nowhere.
  std::shared_ptr<object_cache::ObjectCache> cache = nullptr;
  /// Most steps of the joins that ground a net, for every engine that makes one; nothing: as many
  /// as is usual for the engine (NetLimits, lane_limits, automatic_limits).
  std::optional<std::uint64_t> ground_steps{};
  /// automatic: seconds that passes and the choice of engines may take before the game is asked. A
  /// game whose choice takes longer is played by tiers (games/tiers.h) meanwhile.
  double patience = forever;
  runtime::GpuChoice gpu{};  ///< of playouts on a GPU
  /// Proved invariants of the game, which nets are made smaller by; null: none.
  std::shared_ptr<const SavedInvariants> invariants = nullptr;
};

/// Reads a file, `-` meaning standard input; reports (code "io") and returns nothing if it cannot:
/// no such file, a directory, more than 256 MiB. What a pipe held is kept, to be read again.
[[nodiscard]] std::optional<ir::FileId> read_file(const std::string& path, Session& session);

/// Whether the file holds IR text, by its name (.tir) or by what it begins with (ir/text/text.h).
[[nodiscard]] bool is_ir_path(const std::string& path);
/// The same of a file or a text of the session.
[[nodiscard]] bool is_ir_path(const std::string& path, const Session& session);

/// The single stages, for those who look at what is between them. Each reports
/// its faults and returns nothing where there was an error.

/// The syntax that `file` is read in as a rulesheet.
[[nodiscard]] frontend::Syntax syntax_of(ir::FileId file, const Session& session);
/// A rulesheet as parsed; IR text is refused (code "usage").
[[nodiscard]] std::optional<frontend::Rulesheet> parse_rulesheet(const std::string& path,
                                                                 Session& session);
/// A rulesheet that was parsed, found valid, and normalised.
[[nodiscard]] std::optional<frontend::Rulesheet> load_rulesheet(const std::string& path,
                                                                Session& session);
/// A rulesheet lowered to clauses, before any pass.
[[nodiscard]] std::optional<ir::Module> load_clauses(const std::string& path, Session& session);
/// IR text, verified. The session takes over the module's symbols.
[[nodiscard]] std::optional<ir::Module> load_ir(const std::string& path, Session& session);
/// A rulesheet as clauses, or IR text at whatever level it is.
[[nodiscard]] std::optional<ir::Module> load_any(const std::string& path, Session& session);
/// The same, but no lanes, which are no whole game (code "usage").
[[nodiscard]] std::optional<ir::Module> load_source(const std::string& path, Session& session);
/// What passes run in: the session's diagnostics, and the interpreter for static relations, for at
/// most so many steps (null: no limit), from which those taken are subtracted.
[[nodiscard]] passes::PassContext pass_context(Session& session,
                                               std::uint64_t* steps_left = nullptr);
/// Runs the named passes; static relations are evaluated by the interpreter.
[[nodiscard]] bool run_passes(ir::Module& module, std::span<const std::string_view> names,
                              const passes::PipelineOptions& options, Session& session);

/// A module as it was loaded, after the pipeline; what is at level plans, nets or lanes already is
/// taken as it stands. Null where a pass failed.
[[nodiscard]] std::shared_ptr<ir::Module> plans_of(ir::Module source, const Options& options,
                                                   Session& session);
/// A rulesheet or IR text as a module after the pipeline.
[[nodiscard]] std::shared_ptr<ir::Module> load_module(const std::string& path,
                                                      const Options& options, Session& session);

/// Whether states, moves and scratch memory have room for the module's relations (code
/// "limit" where not). The module is at level plans and every relation has storage.
[[nodiscard]] bool fits(const ir::Module& module, Session& session);

/// Readies a module for the engines: folds what its `static` entry still has to
/// compute (code "limit" where that is too much). False unless the module is at level
/// plans (else code "usage") and everything has storage, which IR text may lack ("ir").
[[nodiscard]] bool make_runnable(ir::Module& module, const std::string& path, Session& session);

}  // namespace tesuji::driver
