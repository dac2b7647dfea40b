#include "backend/llvm/strategy_jit.h"

#include "backend/llvm/code_thread.h"
#include "backend/llvm/object_session.h"
#include "backend/llvm/pipeline.h"
#include "backend/llvm/strategy_codegen.h"
#include "ir/proc_program.h"

#include <llvm/Support/raw_ostream.h>

namespace tesuji::llvm_backend {

namespace {

/// The strategy's code in LLVM's hands; the context outlives the module.
struct Generated {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;

  Generated(const ir::ProcProgram& program, const JitOptions& options, bool optimised)
      : machine(make_target_machine(options)), module(generate_strategy(context, program)) {
    prepare(*module, *machine);
    if (options.verify) verify_or_throw(*module);
    if (!optimised) return;
    optimise(*module, *machine, options.tier);
    if (options.verify) verify_or_throw(*module);
  }
};

}  // namespace

runtime::StrategyCode compile_strategy(std::span<const ir::Proc> procs,
                                       std::span<const std::string> order,
                                       const JitOptions& options) {
  const ir::ProcProgram program = ir::resolve(procs);
  std::shared_ptr<const ObjectSession> session;
  with_large_stack([&] {
    Generated code(program, options, true);
    session = std::make_shared<ObjectSession>(emit_object(*code.module, *code.machine, "strategy"),
                                              abi_functions());
  });
  runtime::StrategyCode code;
  for (const ir::ProcUnit& unit : program.procs)
    code.predicates.push_back({unit.name, unit.arity, unit.slot,
                               session->lookup<tsj_search>(search_symbol(unit)), nullptr});
  code.order = runtime::find_order(code.predicates, order);
  code.memo_slots = program.memo_slots;
  code.keep = std::move(session);
  return code;
}

std::string emit_strategy_text(std::span<const ir::Proc> procs, Text what,
                               const JitOptions& options) {
  const ir::ProcProgram program = ir::resolve(procs);
  std::string text;
  with_large_stack([&] {
    Generated code(program, options, what != Text::llvm);
    if (what == Text::assembly) {
      text = emit_assembly(*code.module, *code.machine);
    } else {
      llvm::raw_string_ostream stream(text);
      code.module->print(stream, nullptr);
    }
  });
  return text;
}

}  // namespace tesuji::llvm_backend
