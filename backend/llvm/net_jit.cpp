#include "backend/llvm/net_jit.h"

#include "backend/llvm/abi_functions.h"
#include "backend/llvm/code_thread.h"
#include "backend/llvm/net_codegen.h"
#include "backend/llvm/object_session.h"
#include "backend/llvm/pipeline.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {

CompiledNet compile_net(const ir::Net& net, const JitOptions& options,
                        std::size_t gates_per_function) {
  std::vector<ir::Signal> legal;
  std::vector<ir::Signal> next;
  std::vector<ir::Signal> goals;
  std::vector<ir::Signal> percepts;
  for (const ir::NetMove& move : net.moves) legal.push_back(move.legal);
  for (const ir::NetFluent& fluent : net.fluents) next.push_back(fluent.next);
  for (const ir::NetAnswer& goal : net.goals) goals.push_back(goal.holds);
  for (const ir::NetAnswer& percept : net.percepts) percepts.push_back(percept.holds);
  std::uint32_t bytes = 0;
  std::shared_ptr<ObjectSession> session;
  with_large_stack([&] {
    llvm::LLVMContext context;
    llvm::Module module("net", context);
    const auto machine = make_target_machine(options.tier);
    prepare(module, *machine);
    const auto emit = [&](const char* symbol, const std::vector<ir::Signal>& answer) {
      bytes = std::max(bytes, emit_net_question(module, net, symbol, answer, gates_per_function));
    };
    emit("legal", legal);
    emit("next", next);
    emit("terminal", {net.terminal});
    emit("goals", goals);
    emit("percepts", percepts);
    if (options.verify) verify_or_throw(module);
    optimise(module, *machine, options.tier);
    if (options.verify) verify_or_throw(module);
    session = std::make_shared<ObjectSession>(
        emit_machine_code(module, *machine, llvm::CodeGenFileType::ObjectFile), "net",
        abi_functions());
  });
  CompiledNet compiled;
  compiled.code.legal = session->lookup<runtime::NetFunction>("legal");
  compiled.code.next = session->lookup<runtime::NetFunction>("next");
  compiled.code.terminal = session->lookup<runtime::NetFunction>("terminal");
  compiled.code.goals = session->lookup<runtime::NetFunction>("goals");
  if (!percepts.empty()) {
    compiled.code.percepts = session->lookup<runtime::NetFunction>("percepts");
  }
  compiled.code.keep = std::move(session);
  compiled.scratch_words = (bytes + 7) / 8;
  return compiled;
}

}  // namespace tesuji::llvm_backend
