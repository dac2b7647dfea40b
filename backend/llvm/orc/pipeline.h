// Optimises LLVM IR and compiles it to object code and assembly for the host's CPU.
//
// Two tiers. Fast: a short list of function passes and quick instruction
// selection. Optimised: LLVM's O2 without the vectorisers: join loops have no
// vector form, and the SLP vectoriser alone takes half the time on long blocks.
#pragma once

#include "backend/llvm/orc/jit_options.h"
#include "backend/llvm/orc/object_file.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <stop_token>
#include <string>

namespace tesuji::llvm_backend {

/// LLVM's code generator for this kind of machine; throws std::runtime_error if there is none.
[[nodiscard]] const llvm::Target& native_target();

/// For the tier and the processor of the options. Throws std::runtime_error if LLVM has no code
/// generator for the host.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_target_machine(const JitOptions& options);

/// One that compiles as quickly as can be, to code that is not optimised; for the same processor.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_quick_target_machine(
    const JitOptions& options);

/// Gives the module the machine's triple and data layout; before optimising.
void prepare(llvm::Module& module, const llvm::TargetMachine& machine);

/// Throws std::runtime_error with what LLVM's verifier says against the module.
void verify_or_throw(const llvm::Module& module);

/// Once asked to stop, it leaves out all passes that may be left out.
void optimise(llvm::Module& module, llvm::TargetMachine& machine, JitOptions::Tier tier,
              const std::stop_token& stop = {});

/// For straight-line code that repeats little, such as nets': removes what is computed twice and
/// inlines functions marked so, in a fortieth of the time of O2, which gains nothing there.
void optimise_straight_line(llvm::Module& module, llvm::TargetMachine& machine);

/// Runs passes by their names in LLVM's pipeline syntax. Throws std::runtime_error where it does
/// not parse.
void run_passes(llvm::Module& module, llvm::TargetMachine& machine, const char* text);

/// Inlines the calls that are marked so, and does nothing else.
void inline_marked_calls(llvm::Module& module, llvm::TargetMachine& machine);

/// Whether the options ask for LLVM IR as it is generated, before passes over it.
[[nodiscard]] inline bool is_as_generated(const JitOptions& options) {
  return options.form == CodeForm::llvm && options.tier == JitOptions::Tier::fast;
}

/// Machine code as an object file, or in another form; `name` as in ObjectFile.
[[nodiscard]] ObjectFile emit_object(llvm::Module& module, llvm::TargetMachine& machine,
                                     std::string name, CodeForm form = CodeForm::object);

}  // namespace tesuji::llvm_backend
