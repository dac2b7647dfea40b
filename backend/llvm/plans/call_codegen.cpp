#include "backend/llvm/plans/call_codegen.h"

#include "backend/llvm/emit/call_access.h"
#include "backend/llvm/emit/stop_check.h"
#include "runtime/core/tesuji/abi.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

class CallCodegen {
 public:
  CallCodegen(ModuleContext& module, const LoopBounds& bounds, const ir::Stratum& stratum,
              const std::function<llvm::Function*(std::uint32_t)>& plan_function)
      : module_(module),
        bounds_(bounds),
        stratum_(stratum),
        plan_function_(plan_function),
        relation_(stratum.relations.front()),
        emit_(module, *call_function(module, relation_)) {}

  void run() {
    for (llvm::Argument& argument : emit_.function.args()) arguments_.push_back(&argument);
    if (bounds_.is_long_call(relation_)) poll();
    llvm::Value* found = run_plans();
    if (has_deltas()) found = run_rounds(found);
    emit_.build.CreateRet(found);
  }

 private:
  /// Those who called go on with nothing found, and whoever asked them sees the status.
  void poll() {
    llvm::BasicBlock* stopped = emit_.block("stopped");
    emit_stop_check(emit_, stopped);
    llvm::BasicBlock* here = emit_.build.GetInsertBlock();
    emit_.continue_in(stopped);
    emit_.build.CreateStore(llvm::ConstantInt::getSigned(module_.i32, TSJ_STOPPED),
                            emit_.at(emit_.scratch, offsetof(tsj_scratch, status)));
    emit_.build.CreateRet(none());
    emit_.continue_in(here);
  }

  [[nodiscard]] bool is_delta(std::uint32_t plan) const {
    return module_.source.plans[plan].delta_of != ir::no_id;
  }

  [[nodiscard]] bool has_deltas() const {
    return std::any_of(stratum_.plans.begin(), stratum_.plans.end(),
                       [&](std::uint32_t plan) { return is_delta(plan); });
  }

  llvm::Value* none() { return llvm::ConstantInt::get(call_tuples_type(module_, relation_), 0); }

  llvm::Value* call_plan(std::uint32_t plan) {
    return emit_.build.CreateCall(plan_function_(plan), arguments_);
  }

  llvm::Value* run_plans() {
    const bool one =
        module_.source.tuples_per_call(module_.source.relations[relation_]) == 1 && !has_deltas();
    llvm::Value* found = none();
    for (const std::uint32_t plan : stratum_.plans) {
      if (is_delta(plan)) continue;
      found = emit_.build.CreateOr(found, call_plan(plan));
      if (!one) continue;
      llvm::BasicBlock* witness = emit_.block("witness");
      emit_.require(emit_.build.CreateIsNull(found), witness);
      llvm::IRBuilder<>(witness).CreateRet(found);
    }
    return found;
  }

  llvm::Value* run_rounds(llvm::Value* first) {
    llvm::BasicBlock* before = emit_.build.GetInsertBlock();
    llvm::BasicBlock* round = emit_.block("round");
    llvm::BasicBlock* done = emit_.block("done");
    emit_.build.CreateBr(round);
    emit_.continue_in(round);
    llvm::PHINode* all = emit_.build.CreatePHI(first->getType(), 2, "all");
    llvm::PHINode* delta = emit_.build.CreatePHI(first->getType(), 2, "delta");
    all->addIncoming(first, before);
    delta->addIncoming(first, before);
    emit_.require(emit_.build.CreateIsNotNull(delta), done);
    arguments_.back() = delta;
    llvm::Value* fresh = none();
    for (const std::uint32_t plan : stratum_.plans) {
      if (is_delta(plan)) fresh = emit_.build.CreateOr(fresh, call_plan(plan));
    }
    llvm::BasicBlock* behind = emit_.build.GetInsertBlock();
    delta->addIncoming(emit_.build.CreateAnd(fresh, emit_.build.CreateNot(all)), behind);
    all->addIncoming(emit_.build.CreateOr(all, fresh), behind);
    emit_.build.CreateBr(round);
    emit_.continue_in(done);
    return all;
  }

  ModuleContext& module_;
  const LoopBounds& bounds_;
  const ir::Stratum& stratum_;
  const std::function<llvm::Function*(std::uint32_t)>& plan_function_;
  const ir::RelationId relation_;
  Emitter emit_;
  std::vector<llvm::Value*> arguments_;
};

}  // namespace

bool is_called(const ir::Module& module, const ir::Stratum& stratum) {
  return stratum.relations.size() == 1 &&
         module.relations[stratum.relations.front()].storage == ir::Storage::call;
}

void emit_call_body(ModuleContext& module, const LoopBounds& bounds, const ir::Stratum& stratum,
                    const std::function<llvm::Function*(std::uint32_t)>& plan_function) {
  CallCodegen(module, bounds, stratum, plan_function).run();
}

}  // namespace tesuji::llvm_backend
