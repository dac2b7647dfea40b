#include "backend/llvm/plans/stratum_codegen.h"

#include "backend/llvm/emit/bits_access.h"
#include "backend/llvm/emit/emitter.h"
#include "backend/llvm/emit/loop_bounds.h"
#include "backend/llvm/emit/table_access.h"
#include "backend/llvm/plans/frame_copy.h"
#include "runtime/core/tesuji/abi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>

namespace tesuji::llvm_backend {
namespace {

using Part = BitsArea::Part;

llvm::Function* make_internal(ModuleContext& module, llvm::Type* result, const std::string& name) {
  llvm::Function* function = llvm::Function::Create(
      module.step_type(result), llvm::GlobalValue::InternalLinkage, name, module.target);
  function->setDoesNotThrow();
  return function;
}

class StratumCodegen {
 public:
  StratumCodegen(ModuleContext& module, const LoopBounds& bounds, std::uint32_t number,
                 const PlanFunction& plan_function)
      : module_(module),
        bounds_(bounds),
        number_(number),
        stratum_(module.source.strata[number]),
        plan_function_(plan_function),
        emit_(module, *make_internal(module, module.i32, fmt::format("stratum.{}", number))) {}

  llvm::Function* run() {
    if (count_operations(module_.source, stratum_) > inlined_operations) {
      emit_.function.addFnAttr(llvm::Attribute::NoInline);
    }
    for (const ir::RelationId relation : stratum_.relations) clear(relation);
    call_plans(/*delta=*/false);
    if (stratum_.recursive) {
      emit_rounds();
    } else {
      emit_.build.CreateRet(emit_.number32(TSJ_OK));
    }
    return &emit_.function;
  }

 private:
  bool is_bits(ir::RelationId relation) const {
    return module_.source.relations[relation].storage == ir::Storage::bits;
  }

  void fill_zero(const BitsArea& area) {
    emit_.build.CreateMemSet(area.words, emit_.build.getInt8(0), area.count * 8, llvm::Align(8));
  }

  void clear(ir::RelationId relation) {
    if (module_.is_static(relation)) return;
    if (!is_bits(relation)) {
      emit_.build.CreateCall(module_.table_clear(), {table_address(emit_, relation)});
      return;
    }
    // The entry has already cleared the next state's words.
    if (module_.layout.relations[relation].state_offset == ir::no_id) {
      fill_zero(area_of(emit_, relation, Part::all));
    }
    if (stratum_.recursive) fill_zero(area_of(emit_, relation, Part::fresh));
  }

  /// Calls the stratum's plans, either the delta plans or the others; large strata in parts.
  void call_plans(bool delta) {
    std::vector<std::uint32_t> chosen;
    for (const std::uint32_t plan : stratum_.plans) {
      if ((module_.source.plans[plan].delta_of != ir::no_id) == delta) chosen.push_back(plan);
    }
    if (!stratum_.recursive) copies_first(chosen);
    std::vector<std::uint32_t> part;
    std::size_t operations = 0;
    for (const std::uint32_t plan : chosen) {
      const std::size_t count = count_operations(module_.source.plans[plan].ops);
      if (operations > 0 && operations + count > inlined_operations) {
        poll();
        call_part(part);
        part.clear();
        operations = 0;
      }
      part.push_back(plan);
      operations += count;
    }
    if (part.size() == chosen.size()) {
      for (const std::uint32_t plan : part) {
        poll();
        call_plan(emit_, plan);
      }
    } else {
      poll();
      call_part(part);
    }
  }

  /// Moves plans that may copy the head (frame_copy.h) to the front: they need it empty.
  void copies_first(std::vector<std::uint32_t>& plans) const {
    std::stable_partition(plans.begin(), plans.end(), [&](std::uint32_t plan) {
      return frame_copy(module_, module_.source.plans[plan]).has_value();
    });
  }

  void call_plan(Emitter& emit, std::uint32_t plan) {
    const ir::RelationId head = module_.source.plans[plan].ops.back().relation;
    const PlanPlace place{stratum_.recursive, written_.insert(head).second};
    emit.build.CreateCall(plan_function_(plan, place), {emit.scratch, emit.state, emit.out});
  }

  void call_part(const std::vector<std::uint32_t>& plans) {
    llvm::Function* function = make_internal(module_, module_.void_type,
                                             fmt::format("stratum.{}.part.{}", number_, parts_++));
    function->addFnAttr(llvm::Attribute::NoInline);
    Emitter emit(module_, *function);
    for (const std::uint32_t plan : plans) call_plan(emit, plan);
    emit.build.CreateRetVoid();
    emit_.build.CreateCall(function, {emit_.scratch, emit_.state, emit_.out});
  }

  void emit_rounds() {
    llvm::BasicBlock* round = emit_.block("round");
    llvm::BasicBlock* done = emit_.block("done");
    emit_.build.CreateBr(round);
    emit_.continue_in(round);
    poll();
    llvm::Value* any = emit_.build.getFalse();
    for (const ir::RelationId relation : stratum_.relations) {
      any = emit_.build.CreateOr(
          any, is_bits(relation) ? advance_bits(relation) : advance_table(relation));
    }
    emit_.require(any, done);
    call_plans(/*delta=*/true);
    emit_.build.CreateBr(round);
    emit_.continue_in(done);
    emit_.build.CreateRet(emit_.number32(TSJ_OK));
  }

  /// Makes the fresh tuples the delta and clears the fresh ones; returns whether there were any.
  llvm::Value* advance_bits(ir::RelationId relation) {
    const BitsArea delta = area_of(emit_, relation, Part::delta);
    const BitsArea fresh = area_of(emit_, relation, Part::fresh);
    llvm::BasicBlock* before = emit_.build.GetInsertBlock();
    llvm::BasicBlock* behind = emit_.block("advanced");
    llvm::BasicBlock* fail = behind;
    llvm::Value* index =
        emit_.counted_loop(emit_.number64(0), emit_.number64(fresh.count), fail, "word");
    auto* any = llvm::PHINode::Create(module_.i64, 2, "any");
    any->insertInto(llvm::cast<llvm::Instruction>(index)->getParent(),
                    llvm::cast<llvm::Instruction>(index)->getIterator());
    llvm::Value* from = emit_.build.CreateInBoundsGEP(module_.i64, fresh.words, index);
    llvm::Value* to = emit_.build.CreateInBoundsGEP(module_.i64, delta.words, index);
    llvm::Value* word = emit_.load(module_.i64, from, fresh.alias_class);
    emit_.store(word, to, delta.alias_class);
    emit_.store(emit_.number64(0), from, fresh.alias_class);
    any->addIncoming(emit_.number64(0), before);
    any->addIncoming(emit_.build.CreateOr(any, word), fail);
    emit_.build.CreateBr(fail);
    emit_.continue_in(behind);
    return emit_.build.CreateICmpNE(any, emit_.number64(0));
  }

  llvm::Value* advance_table(ir::RelationId relation) {
    llvm::Value* table = table_address(emit_, relation);
    emit_.build.CreateCall(module_.table_next_round(), {table});
    llvm::MDNode* headers = module_.alias_class("table headers");
    llvm::Value* begin =
        emit_.load(module_.i32, emit_.at(table, offsetof(tsj_table, delta_begin)), headers);
    llvm::Value* end =
        emit_.load(module_.i32, emit_.at(table, offsetof(tsj_table, delta_end)), headers);
    return emit_.build.CreateICmpNE(begin, end);
  }

  /// Emits a return if the host wants to stop or a limit was reached.
  void poll() {
    if (!may_be_given_up(module_.source, bounds_, stratum_)) return;
    check_status();
    check_stop();
  }

  void check_status() {
    llvm::Value* status = emit_.build.CreateLoad(
        module_.i32, emit_.at(emit_.scratch, offsetof(tsj_scratch, status)), "status");
    return_unless(emit_.build.CreateICmpEQ(status, emit_.number32(TSJ_OK)), status);
  }

  void check_stop() {
    llvm::BasicBlock* stop = emit_.block("stopped");
    emit_stop_check(emit_, stop);
    llvm::BasicBlock* here = emit_.build.GetInsertBlock();
    emit_.continue_in(stop);
    emit_.build.CreateRet(llvm::ConstantInt::getSigned(module_.i32, TSJ_STOPPED));
    emit_.continue_in(here);
  }

  void return_unless(llvm::Value* condition, llvm::Value* result) {
    llvm::BasicBlock* give_up = emit_.block("give.up");
    emit_.require(condition, give_up);
    llvm::BasicBlock* here = emit_.build.GetInsertBlock();
    emit_.continue_in(give_up);
    emit_.build.CreateRet(result);
    emit_.continue_in(here);
  }

  ModuleContext& module_;
  const LoopBounds& bounds_;
  std::uint32_t number_;
  const ir::Stratum& stratum_;
  const PlanFunction& plan_function_;
  Emitter emit_;
  std::uint32_t parts_ = 0;
  std::set<ir::RelationId> written_;  ///< by the plans called so far
};

}  // namespace

bool may_be_given_up(const ir::Module& module, const LoopBounds& bounds,
                     const ir::Stratum& stratum) {
  return stratum.recursive ||
         std::any_of(stratum.relations.begin(), stratum.relations.end(),
                     [&](ir::RelationId relation) {
                       return module.relations[relation].storage == ir::Storage::table;
                     }) ||
         std::any_of(stratum.plans.begin(), stratum.plans.end(),
                     [&](std::uint32_t plan) { return bounds.may_take_long(module.plans[plan]); });
}

llvm::Function* emit_stratum(ModuleContext& module, const LoopBounds& bounds, std::uint32_t number,
                             const PlanFunction& plan_function) {
  return StratumCodegen(module, bounds, number, plan_function).run();
}

}  // namespace tesuji::llvm_backend
