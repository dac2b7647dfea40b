#include "backend/llvm/plans/module_codegen.h"

#include "backend/llvm/emit/access.h"
#include "backend/llvm/emit/emitter.h"
#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/module_context.h"
#include "backend/llvm/emit/source_lines.h"
#include "backend/llvm/plans/jit.h"
#include "backend/llvm/plans/plan_codegen.h"
#include "backend/llvm/plans/stratum_codegen.h"
#include "ir/module/entries.h"
#include "runtime/core/tesuji/abi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tesuji::llvm_backend {

namespace {

// Generates the function of a relation that is computed in calls (access.h). It runs the plans
// of the relation's stratum on its arguments, up to the first tuple if there can be only one. If it
// is recursive with the same arguments, it repeats the delta plans until a round adds nothing.

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
  /// Emits a poll. If it stops, callers continue with an empty result, and the status reaches the
  /// host.
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

/// Whether the stratum belongs to a relation that is computed in calls: then it is not run itself.
bool is_called(const ir::Module& module, const ir::Stratum& stratum) {
  return stratum.relations.size() == 1 &&
         module.relations[stratum.relations.front()].storage == ir::Storage::call;
}

/// Emits the body of the function of the stratum's relation. A call that may take long polls; if it
/// stops, it sets the status and returns no tuples. `plan_function` returns the function of a plan
/// by its number.
void emit_call_body(ModuleContext& module, const LoopBounds& bounds, const ir::Stratum& stratum,
                    const std::function<llvm::Function*(std::uint32_t)>& plan_function) {
  CallCodegen(module, bounds, stratum, plan_function).run();
}

class ModuleCodegen {
 public:
  ModuleCodegen(const ir::Module& module, const ir::Layout& layout, llvm::Module& target,
                SourceLines* lines)
      : context_(module, layout, target), bounds_(module) {
    context_.lines = lines;
  }

  void run() {
    for (const ir::Entry& entry : ir::remaining_entries(context_.source)) {
      if (!writes_state(entry)) emit_entry(entry);
    }
    // Each of them calls the one before, which computes less.
    for (const ir::Entry& entry : parts_of_next()) rest_of_next_ = {entry, emit_entry(entry)};
    for (const ir::Entry& entry : context_.source.entries) {
      if (ir::is_function(entry)) emit_entry(entry);
    }
  }

 private:
  static bool writes_state(const ir::Entry& entry) {
    return entry.name == "next" || entry.name == ir::next_after_legal ||
           entry.name == ir::next_for_other_moves;
  }

  /// Returns the entries that compute the rest of `next` after other questions, smallest first.
  std::vector<ir::Entry> parts_of_next() const {
    std::vector<ir::Entry> parts = ir::remaining_entries(context_.source);
    std::erase_if(parts, [](const ir::Entry& entry) { return !writes_state(entry); });
    std::reverse(parts.begin(), parts.end());
    return parts;
  }

  /// Emits the entry and returns its function without `self`.
  llvm::Function* emit_entry(const ir::Entry& entry) {
    llvm::PointerType* pointer = context_.pointer;
    auto* type = llvm::FunctionType::get(context_.i32, {pointer, pointer, pointer, pointer}, false);
    auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                            entry_symbol(entry.name), context_.target);
    function->setDoesNotThrow();
    llvm::Function* body = emit_body(entry);
    llvm::IRBuilder<> build(llvm::BasicBlock::Create(context_.llvm, "entry", function));
    build.CreateRet(
        build.CreateCall(body, {function->getArg(1), function->getArg(2), function->getArg(3)}));
    return body;
  }

  llvm::Function* emit_body(const ir::Entry& entry) {
    auto* function =
        llvm::Function::Create(context_.step_type(context_.i32), llvm::GlobalValue::InternalLinkage,
                               fmt::format("entry.{}", entry.name), context_.target);
    function->setDoesNotThrow();
    Emitter emit(context_, *function);
    llvm::Value* out = emit.out;
    if (writes_state(entry) && rest_of_next_.body != nullptr) {
      // The strata that other questions may have computed before, then the rest.
      ir::Entry shared{entry.name, {}};
      const std::vector<std::uint32_t>& rest = rest_of_next_.entry.strata;
      std::copy_if(entry.strata.begin(), entry.strata.end(), std::back_inserter(shared.strata),
                   [&](std::uint32_t number) {
                     return std::find(rest.begin(), rest.end(), number) == rest.end();
                   });
      run_strata(emit, shared, out);
      emit.build.CreateRet(
          emit.build.CreateCall(rest_of_next_.body, {emit.scratch, emit.state, out}));
      return function;
    }
    if (writes_state(entry)) {
      clear_state(emit, out);
    } else if (entry.name != ir::ended_after_next && writes_next_state(entry)) {
      // A next state that is only inspected needs memory of its own.
      out = emit.build.CreateAlloca(emit.build.getInt8Ty(),
                                    emit.number64(context_.layout.state_size));
      llvm::cast<llvm::AllocaInst>(out)->setAlignment(llvm::Align(8));
      clear_state(emit, out);
    }
    if (entry.name == ir::goal_at_end) emit_fact(emit, ir::end_relation(context_.source));
    run_strata(emit, entry, out);
    llvm::LoadInst* status = emit.build.CreateLoad(
        context_.i32, emit.at(emit.scratch, offsetof(tsj_scratch, status)), "status");
    emit.build.CreateRet(result(emit, entry, status));
    return function;
  }

  void run_strata(Emitter& emit, const ir::Entry& entry, llvm::Value* out) {
    std::size_t operations = 0;
    for (const std::uint32_t number : entry.strata) {
      const ir::Stratum& stratum = context_.source.strata[number];
      if (is_called(context_.source, stratum)) {
        emit_called(number);
        continue;
      }
      llvm::CallInst* result =
          emit.build.CreateCall(stratum_function(number), {emit.scratch, emit.state, out});
      operations += count_operations(context_.source, stratum);
      if (operations > inlined_operations) result->setIsNoInline();
      if (!may_be_given_up(context_.source, bounds_, stratum)) continue;
      llvm::BasicBlock* give_up = emit.block("give.up");
      emit.require(emit.build.CreateICmpEQ(result, emit.number32(TSJ_OK)), give_up);
      llvm::BasicBlock* here = emit.build.GetInsertBlock();
      emit.continue_in(give_up);
      emit.build.CreateRet(result);
      emit.continue_in(here);
    }
  }

  llvm::Value* result(Emitter& emit, const ir::Entry& entry, llvm::Value* status) {
    const bool is_ended = entry.name == ir::ended_after_next;
    if (entry.name != "terminal" && !is_ended) return status;
    const ir::RelationId answer =
        context_.source.find_answer(is_ended ? ir::Answer::ended : ir::Answer::terminal);
    if (answer == ir::no_id) return status;
    llvm::Value* holds = emit.build.CreateZExt(emit_holds(emit, answer), context_.i32);
    static_assert(TSJ_OK == 0 && TSJ_HOLDS == 1);
    return emit.build.CreateSelect(emit.build.CreateICmpEQ(status, emit.number32(TSJ_OK)), holds,
                                   status);
  }

  void clear_state(Emitter& emit, llvm::Value* out) {
    if (context_.layout.state_size == 0) return;
    emit.build.CreateMemSet(out, emit.build.getInt8(0), context_.layout.state_size, llvm::Align(8));
  }

  bool writes_next_state(const ir::Entry& entry) const {
    const auto is_next = [&](ir::RelationId relation) {
      return context_.source.relations[relation].kind == ir::RelationKind::derived &&
             context_.layout.relations[relation].state_offset != ir::no_id;
    };
    return std::any_of(entry.strata.begin(), entry.strata.end(), [&](std::uint32_t number) {
      const std::vector<ir::RelationId>& relations = context_.source.strata[number].relations;
      return std::any_of(relations.begin(), relations.end(), is_next);
    });
  }

  llvm::Function* stratum_function(std::uint32_t number) {
    llvm::Function*& function = strata_[number];
    if (function == nullptr) {
      function = emit_stratum(
          context_, bounds_, number,
          [this](std::uint32_t plan, PlanPlace place) { return plan_function(plan, place); });
    }
    return function;
  }

  /// Emits the function for plans that read the stratum's relation.
  void emit_called(std::uint32_t number) {
    if (!called_.insert(number).second) return;
    emit_call_body(context_, bounds_, context_.source.strata[number],
                   [this](std::uint32_t plan) { return plan_function(plan, {}); });
  }

  /// Returns the function of a plan, which belongs to one stratum and has one place in it.
  llvm::Function* plan_function(std::uint32_t number, PlanPlace place) {
    llvm::Function*& function = plans_[number];
    if (function == nullptr) {
      const ir::Plan& plan = context_.source.plans[number];
      std::string name = "plan." + plan.rule;
      if (plan.delta_of != ir::no_id) name += fmt::format(".delta.{}", plan.delta_of);
      const ir::RelationId head = plan.ops.back().relation;
      const bool called = context_.source.relations[head].storage == ir::Storage::call;
      function = llvm::Function::Create(
          called ? call_type(context_, head) : context_.step_type(context_.void_type),
          llvm::GlobalValue::InternalLinkage, name, context_.target);
      describe_arguments(*function);
      if (context_.lines != nullptr) context_.lines->describe(*function, plan.span);
      emit_plan(context_, plan, place, *function);
    }
    return function;
  }

  /// States that scratch memory, the state and the next state never overlap.
  void describe_arguments(llvm::Function& function) const {
    function.setDoesNotThrow();
    for (llvm::Argument& argument : function.args()) {
      if (!argument.getType()->isPointerTy()) continue;
      argument.addAttr(llvm::Attribute::NoAlias);
      argument.addAttr(llvm::Attribute::NoCapture);
      argument.addAttr(llvm::Attribute::getWithAlignment(context_.llvm, llvm::Align(8)));
    }
    llvm::Argument* state = function.getArg(1);
    state->addAttr(llvm::Attribute::ReadOnly);
    if (context_.layout.state_size > 0) {
      state->addAttr(
          llvm::Attribute::getWithDereferenceableBytes(context_.llvm, context_.layout.state_size));
    }
  }

  struct Rest {
    ir::Entry entry;
    llvm::Function* body = nullptr;
  };

  ModuleContext context_;
  const LoopBounds bounds_;
  Rest rest_of_next_;
  std::map<std::uint32_t, llvm::Function*> strata_;
  std::set<std::uint32_t> called_;  ///< strata whose functions have bodies
  std::map<std::uint32_t, llvm::Function*> plans_;
};

}  // namespace

std::string entry_symbol(std::string_view entry) {
  return fmt::format("tsj_entry_{}", entry);
}

std::unique_ptr<llvm::Module> generate(const ir::Module& module, const ir::Layout& layout,
                                       llvm::LLVMContext& context, bool source_lines) {
  auto target = std::make_unique<llvm::Module>(module.game, context);
  std::optional<SourceLines> lines;
  if (source_lines) lines.emplace(module, *target);
  ModuleCodegen(module, layout, *target, lines ? &*lines : nullptr).run();
  if (lines) lines->finish();
  return target;
}

}  // namespace tesuji::llvm_backend
