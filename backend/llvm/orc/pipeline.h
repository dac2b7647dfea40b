// Optimises LLVM IR and compiles it to object code and assembly for the host's CPU.
//
// There are two tiers. Fast: a short list of function passes and fast instruction selection.
// Optimised: LLVM's O2 without the vectorisers: join loops have no vector form, and the SLP
// vectoriser alone takes half the time on long blocks.
#pragma once

#include "backend/llvm/orc/jit_options.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <stop_token>
#include <string>

namespace tesuji::llvm_backend {

/// Returns LLVM's code generator for this kind of machine; throws std::runtime_error if LLVM
/// has none.
[[nodiscard]] const llvm::Target& native_target();

/// Returns a target machine for the tier and the processor of the options. Throws
/// std::runtime_error if LLVM has no code generator for the host.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_target_machine(const JitOptions& options);

/// Returns a target machine for the same processor that compiles as fast as possible, without
/// optimisation.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_quick_target_machine(
    const JitOptions& options);

/// Sets the module's triple and data layout; must precede optimisation.
void prepare(llvm::Module& module, const llvm::TargetMachine& machine);

/// Throws std::runtime_error with the message of LLVM's verifier if the module is invalid.
void verify_or_throw(const llvm::Module& module);

/// Optimises the module; once stopped, skips all passes that may be skipped.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, JitOptions::Tier tier,
              const std::stop_token& stop = {});

/// Optimises straight-line code that repeats little, such as that of nets: removes common
/// subexpressions and inlines marked functions, in a fortieth of the time of O2, which gains
/// nothing there.
void optimise_straight_line(llvm::Module& module, llvm::TargetMachine& machine);

/// Runs passes given in LLVM's pipeline syntax. Throws std::runtime_error if it does not parse.
void run_passes(llvm::Module& module, llvm::TargetMachine& machine, const char* text);

/// Inlines marked calls only.
void inline_marked_calls(llvm::Module& module, llvm::TargetMachine& machine);

/// Whether the options request LLVM IR as generated, before any pass.
[[nodiscard]] inline bool is_as_generated(const JitOptions& options) {
  return options.form == CodeForm::llvm && options.tier == JitOptions::Tier::fast;
}

/// Emits machine code as an object file, or in another form; `name` as in ObjectFile.
[[nodiscard]] ObjectFile emit_object(llvm::Module& module, llvm::TargetMachine& machine,
                                     std::string name, CodeForm form = CodeForm::object);

}  // namespace tesuji::llvm_backend
