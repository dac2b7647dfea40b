#include "backend/llvm/net_jit.h"

#include "backend/llvm/abi_functions.h"
#include "backend/llvm/code_thread.h"
#include "backend/llvm/net_codegen.h"
#include "backend/llvm/object_session.h"
#include "backend/llvm/pipeline.h"
#include "backend/llvm/word_codegen.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

/// Whether legal moves and terminal, asked together, need a good deal less than each by
/// itself: a quarter of the smaller one.
bool share_much(const ir::Net& net, std::vector<ir::Signal> legal, ir::Signal terminal) {
  const std::uint64_t for_legal = ir::count_gates(net, legal);
  const std::uint64_t for_terminal = ir::count_gates(net, {&terminal, 1});
  legal.push_back(terminal);
  const std::uint64_t shared = for_legal + for_terminal - ir::count_gates(net, legal);
  return 4 * shared > std::min(for_legal, for_terminal);
}

/// One module: code that is optimised, or code that is compiled quickly.
class NetModule {
 public:
  NetModule(std::unique_ptr<llvm::TargetMachine> machine, const NetCodeShape& shape)
      : machine_(std::move(machine)), shape_(shape), module_("net", context_) {
    prepare(module_, *machine_);
  }

  void add(const char* symbol, const ir::Net& net, const std::vector<ir::Signal>& answer) {
    scratch_words_ =
        std::max(scratch_words_, emit_net_question(module_, net, symbol, answer, shape_));
  }
  void add_next(const MoveRows& rows) {
    scratch_words_ = std::max(scratch_words_, emit_next_by_rows(module_, rows, "next", shape_));
  }

  [[nodiscard]] llvm::SmallVector<char, 0> finish(bool optimised, bool verified) {
    if (verified) verify_or_throw(module_);
    if (optimised) optimise_straight_line(module_, *machine_);
    if (verified) verify_or_throw(module_);
    return emit_machine_code(module_, *machine_, llvm::CodeGenFileType::ObjectFile);
  }

  [[nodiscard]] std::size_t scratch_words() const { return scratch_words_; }

 private:
  std::unique_ptr<llvm::TargetMachine> machine_;
  NetCodeShape shape_;
  llvm::LLVMContext context_;
  llvm::Module module_;
  std::size_t scratch_words_ = 0;
};

}  // namespace

CompiledNet compile_net(const ir::Net& net, const JitOptions& options, const NetJitShape& shape) {
  std::vector<ir::Signal> legal;
  std::vector<ir::Signal> next;
  std::vector<ir::Signal> goals;
  std::vector<ir::Signal> percepts;
  for (const ir::NetMove& move : net.moves) legal.push_back(move.legal);
  for (const ir::NetFluent& fluent : net.fluents) next.push_back(fluent.next);
  for (const ir::NetAnswer& goal : net.goals) goals.push_back(goal.holds);
  for (const ir::NetAnswer& percept : net.percepts) percepts.push_back(percept.holds);
  std::size_t words = 0;
  bool together = false;
  std::shared_ptr<ObjectSession> session;
  with_large_stack([&] {
    auto machine = make_target_machine(options.tier);
    NetCodeShape code{shape.gates_per_function,
                      shape.words != NetJitShape::Words::never && can_gather_bits(*machine),
                      shape.words == NetJitShape::Words::always};
    NetModule optimised(std::move(machine), code);
    code.by_words = false;
    NetModule quick(make_quick_target_machine(), code);
    const auto module_for = [&](const ir::Net& of,
                                const std::vector<ir::Signal>& answer) -> NetModule& {
      return ir::count_gates(of, answer) > shape.most_optimised_gates ? quick : optimised;
    };
    const auto emit = [&](const char* symbol, const std::vector<ir::Signal>& answer) {
      module_for(net, answer).add(symbol, net, answer);
    };
    together = share_much(net, legal, net.terminal);
    if (together) {
      std::vector<ir::Signal> position = legal;
      position.push_back(net.terminal);
      emit("position", position);
    } else {
      emit("legal", legal);
      emit("terminal", {net.terminal});
    }
    if (const auto rows = tabulate_moves(net)) {
      module_for(rows->net, rows->answer).add_next(*rows);
    } else {
      emit("next", next);
    }
    emit("goals", goals);
    emit("percepts", percepts);
    session = std::make_shared<ObjectSession>(optimised.finish(true, options.verify), "net",
                                              abi_functions());
    session->add(quick.finish(false, options.verify), "net.quick");
    words = std::max(optimised.scratch_words(), quick.scratch_words());
  });
  CompiledNet compiled;
  if (together) {
    compiled.code.position = session->lookup<runtime::NetFunction>("position");
  } else {
    compiled.code.legal = session->lookup<runtime::NetFunction>("legal");
    compiled.code.terminal = session->lookup<runtime::NetFunction>("terminal");
  }
  compiled.code.next = session->lookup<runtime::NetFunction>("next");
  compiled.code.goals = session->lookup<runtime::NetFunction>("goals");
  if (!percepts.empty()) {
    compiled.code.percepts = session->lookup<runtime::NetFunction>("percepts");
  }
  compiled.code.keep = std::move(session);
  compiled.scratch_words = words;
  return compiled;
}

}  // namespace tesuji::llvm_backend
