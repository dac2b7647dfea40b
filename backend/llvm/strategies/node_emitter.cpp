#include "backend/llvm/strategies/node_emitter.h"

#include "runtime/core/tesuji/strategy_abi.h"

#include <llvm/IR/MDBuilder.h>

namespace tesuji::llvm_backend {

NodeEmitter::NodeEmitter(llvm::Module& module) : module_(module), builder_(module.getContext()) {}

FunctionContext NodeEmitter::enter(llvm::Function* function) {
  const FunctionContext outer = function_;
  llvm::LLVMContext& context = module_.getContext();
  function_ = {function, nullptr, llvm::BasicBlock::Create(context, "exit", function), nullptr};
  builder_.SetInsertPoint(function_.exit);
  function_.result = builder_.CreatePHI(builder_.getInt32Ty(), 4, "result");
  builder_.CreateRet(function_.result);
  builder_.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function, function_.exit));
  return outer;
}

llvm::BasicBlock* NodeEmitter::block(const char* name) {
  return llvm::BasicBlock::Create(module_.getContext(), name, function_.function, function_.exit);
}

void NodeEmitter::exit(llvm::Value* result) {
  function_.result->addIncoming(result, builder_.GetInsertBlock());
  builder_.CreateBr(function_.exit);
}

void NodeEmitter::branch_rarely(llvm::Value* condition, llvm::BasicBlock* unlikely,
                                llvm::BasicBlock* likely) {
  builder_.CreateCondBr(condition, unlikely, likely,
                        llvm::MDBuilder(module_.getContext()).createBranchWeights(1, 1000));
}

void NodeEmitter::exit_if_negative(llvm::Value* result) {
  llvm::BasicBlock* go_on = block("ok");
  function_.result->addIncoming(result, builder_.GetInsertBlock());
  branch_rarely(builder_.CreateICmpSLT(result, builder_.getInt32(0)), function_.exit, go_on);
  builder_.SetInsertPoint(go_on);
}

llvm::Value* NodeEmitter::field(llvm::Value* pointer, std::size_t offset) {
  return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer, offset);
}

llvm::Value* NodeEmitter::flags(llvm::Value* node) {
  return builder_.CreateLoad(builder_.getInt32Ty(), field(node, offsetof(tsj_node, flags)),
                             "flags");
}

llvm::Value* NodeEmitter::host_pointer(std::size_t offset) {
  return builder_.CreateLoad(builder_.getPtrTy(), field(function_.space, offset));
}

void NodeEmitter::poll() {
  llvm::LoadInst* asked =
      builder_.CreateLoad(builder_.getInt8Ty(), host_pointer(offsetof(tsj_space, stop)), "stop");
  asked->setAtomic(llvm::AtomicOrdering::Monotonic);  // otherwise a loop would read it only once
  llvm::BasicBlock* stop = block("stopped");
  llvm::BasicBlock* go_on = block("go_on");
  branch_rarely(builder_.CreateIsNotNull(asked), stop, go_on);
  builder_.SetInsertPoint(stop);
  exit(builder_.getInt32(static_cast<std::uint32_t>(TSJ_STOPPED)));
  builder_.SetInsertPoint(go_on);
}

llvm::Value* NodeEmitter::outcome(llvm::Value* node, std::uint32_t flag) {
  llvm::BasicBlock* judge = block("judge");
  llvm::BasicBlock* judged = block("judged");
  llvm::Value* known = flags(node);
  branch_rarely(builder_.CreateIsNull(builder_.CreateAnd(known, TSJ_NODE_JUDGED)), judge, judged);
  llvm::BasicBlock* before = builder_.GetInsertBlock();

  builder_.SetInsertPoint(judge);
  llvm::FunctionType* type = llvm::FunctionType::get(
      builder_.getInt32Ty(), {builder_.getPtrTy(), builder_.getPtrTy()}, false);
  exit_if_negative(
      builder_.CreateCall(type, host_pointer(offsetof(tsj_space, judge)), {function_.space, node}));
  llvm::Value* found = flags(node);
  llvm::BasicBlock* after = builder_.GetInsertBlock();
  builder_.CreateBr(judged);

  builder_.SetInsertPoint(judged);
  llvm::PHINode* value = builder_.CreatePHI(builder_.getInt32Ty(), 2);
  value->addIncoming(known, before);
  value->addIncoming(found, after);
  return builder_.CreateIsNotNull(builder_.CreateAnd(value, flag));
}

llvm::Value* NodeEmitter::state_bit(llvm::Value* node, std::size_t memo_words, std::uint32_t word,
                                    std::uint64_t mask, std::uint64_t value) {
  const std::size_t offset = sizeof(tsj_node) + sizeof(std::uint64_t) * (memo_words + word);
  llvm::Value* found = builder_.CreateLoad(builder_.getInt64Ty(), field(node, offset), "fluents");
  return builder_.CreateICmpEQ(builder_.CreateAnd(found, mask), builder_.getInt64(value));
}

void NodeEmitter::expand(llvm::Value* node) {
  llvm::BasicBlock* expand = block("expand");
  llvm::BasicBlock* expanded = block("expanded");
  branch_rarely(builder_.CreateIsNull(builder_.CreateAnd(flags(node), TSJ_NODE_EXPANDED)), expand,
                expanded);
  builder_.SetInsertPoint(expand);
  llvm::FunctionType* type = llvm::FunctionType::get(
      builder_.getInt32Ty(), {builder_.getPtrTy(), builder_.getPtrTy()}, false);
  exit_if_negative(builder_.CreateCall(type, host_pointer(offsetof(tsj_space, expand)),
                                       {function_.space, node}));
  builder_.CreateBr(expanded);
  builder_.SetInsertPoint(expanded);
}

llvm::Value* NodeEmitter::edge_count(llvm::Value* node) {
  return builder_.CreateLoad(builder_.getInt32Ty(), field(node, offsetof(tsj_node, edge_count)),
                             "edge_count");
}

void NodeEmitter::each_successor(llvm::Value* node, llvm::BasicBlock* done,
                                 const std::function<void(llvm::Value*, llvm::BasicBlock*)>& body) {
  poll();
  expand(node);
  llvm::Value* count = edge_count(node);
  llvm::Value* edges =
      builder_.CreateLoad(builder_.getPtrTy(), field(node, offsetof(tsj_node, edges)), "edges");
  llvm::BasicBlock* before = builder_.GetInsertBlock();
  llvm::BasicBlock* head = block("edge");
  llvm::BasicBlock* look = block("look");
  llvm::BasicBlock* visit = block("visit");
  llvm::BasicBlock* visited = block("visited");
  llvm::BasicBlock* failed = block("failed");
  llvm::BasicBlock* next = block("next");
  builder_.CreateBr(head);

  builder_.SetInsertPoint(head);
  llvm::PHINode* edge = builder_.CreatePHI(builder_.getInt32Ty(), 2, "i");
  edge->addIncoming(builder_.getInt32(0), before);
  builder_.CreateCondBr(builder_.CreateICmpULT(edge, count), look, done);

  builder_.SetInsertPoint(look);
  llvm::Value* offset = builder_.CreateMul(builder_.CreateZExt(edge, builder_.getInt64Ty()),
                                           builder_.getInt64(sizeof(tsj_edge)));
  llvm::Value* known = builder_.CreateLoad(
      builder_.getPtrTy(), field(builder_.CreateInBoundsGEP(builder_.getInt8Ty(), edges, offset),
                                 offsetof(tsj_edge, node)));
  branch_rarely(builder_.CreateIsNull(known), visit, visited);

  builder_.SetInsertPoint(visit);
  llvm::FunctionType* type = llvm::FunctionType::get(
      builder_.getPtrTy(), {builder_.getPtrTy(), builder_.getPtrTy(), builder_.getInt32Ty()},
      false);
  llvm::Value* found = builder_.CreateCall(type, host_pointer(offsetof(tsj_space, visit)),
                                           {function_.space, node, edge});
  branch_rarely(builder_.CreateIsNull(found), failed, visited);

  builder_.SetInsertPoint(failed);
  exit(builder_.CreateLoad(builder_.getInt32Ty(),
                           field(function_.space, offsetof(tsj_space, status))));

  builder_.SetInsertPoint(visited);
  llvm::PHINode* successor = builder_.CreatePHI(builder_.getPtrTy(), 2, "successor");
  successor->addIncoming(known, look);
  successor->addIncoming(found, visit);
  body(successor, next);

  builder_.SetInsertPoint(next);
  edge->addIncoming(builder_.CreateAdd(edge, builder_.getInt32(1)), next);
  builder_.CreateBr(head);
}

llvm::Value* NodeEmitter::memo_word(llvm::Value* node, std::uint32_t slot) {
  return field(node, sizeof(tsj_node) + 8 * (slot / 32));
}

llvm::Value* NodeEmitter::memo(llvm::Value* node, std::uint32_t slot) {
  llvm::Value* word = builder_.CreateLoad(builder_.getInt64Ty(), memo_word(node, slot), "memo");
  return builder_.CreateAnd(
      builder_.CreateTrunc(builder_.CreateLShr(word, 2 * (slot % 32)), builder_.getInt32Ty()), 3);
}

void NodeEmitter::set_memo(llvm::Value* node, std::uint32_t slot, llvm::Value* some) {
  const unsigned shift = 2 * (slot % 32);
  llvm::Value* value =
      builder_.CreateSelect(some, builder_.getInt64(std::uint64_t{TSJ_MEMO_SOME} << shift),
                            builder_.getInt64(std::uint64_t{TSJ_MEMO_NONE} << shift));
  llvm::Value* place = memo_word(node, slot);
  llvm::Value* word = builder_.CreateLoad(builder_.getInt64Ty(), place);
  builder_.CreateStore(builder_.CreateOr(word, value), place);
}

}  // namespace tesuji::llvm_backend
