// Plans of a rulesheet whose questions another engine answers where plans take far too long.
//
// How that works is said in runtime/host/standby/guarded_code.h. The standby is the reference
// reasoner (docs/engines/reference.md), made of the same text when it is first needed.
#pragma once

#include "backend/driver/load.h"
#include "backend/interpreter/interpreter.h"
#include "backend/llvm/plans/jit.h"
#include "ir/module/layout.h"
#include "runtime/host/standby/guarded_code.h"

#include <memory>
#include <string>

namespace tesuji::driver {

/// Makes the reference reasoner of the rulesheet that was read from `path` in this session, which
/// may end before it is called. Empty where that is not a rulesheet: there is no standby. Nor is
/// there one where `source`, detached, at level clauses and before any pass, is not what that text
/// is lowered to, as somebody has changed it.
[[nodiscard]] runtime::StandbyMaker make_standby(const std::string& path, const Session& session,
                                                 std::shared_ptr<const ir::Module> source);

/// A game of plans whose code may be exchanged.
struct GuardedPlans {
  LoadedGame loaded;
  std::shared_ptr<runtime::GameCodeSlot> code;
  std::shared_ptr<runtime::QuestionGuard> guard;  ///< null: there is no standby
  interpreter::Execution execution{};             ///< of interpret_guarded
};

/// Makes a runnable module (make_runnable) playable without LLVM: by stencils, or interpreted.
/// `standby` may be empty.
[[nodiscard]] GuardedPlans interpret_guarded(
    std::shared_ptr<const ir::Module> module, runtime::StandbyMaker standby,
    interpreter::Execution execution = interpreter::Execution::stencils);

/// The same by native code.
[[nodiscard]] GuardedPlans compile_guarded(std::shared_ptr<const ir::Module> module,
                                           const Options& options, runtime::StandbyMaker standby);

/// Native code of a module with the guard of its game, where it may take long; `guard` may be null.
[[nodiscard]] runtime::GameCode guarded_native_code(
    const std::shared_ptr<runtime::QuestionGuard>& guard,
    std::shared_ptr<const llvm_backend::CompiledModule> compiled,
    const std::shared_ptr<const ir::Module>& module,
    const std::shared_ptr<const ir::Layout>& layout);

}  // namespace tesuji::driver
