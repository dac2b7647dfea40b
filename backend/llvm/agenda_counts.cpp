#include "backend/llvm/agenda_counts.h"

#include "runtime/core/tesuji/memory_abi.h"

#include <cstddef>

namespace tesuji::llvm_backend {

CountEmitter::CountEmitter(Emitter& emit, llvm::Value* memory, std::size_t places, bool trials)
    : emit_(emit), memory_(memory), counts_trials_(trials) {
  for (std::size_t i = 0; i < places; ++i) trials_.push_back(local("trials"));
  for (std::size_t i = 0; i < agenda_counters; ++i) counters_.push_back(local("counter"));
  left_ = local("left");
  emit_.build.CreateStore(
      emit_.load(emit_.module.i64, emit_.at(memory_, offsetof(tsj_memory, nodes)),
                 emit_.module.alias_class("memory")),
      left_);
}

llvm::AllocaInst* CountEmitter::local(const char* name) {
  llvm::AllocaInst* slot = emit_.build.CreateAlloca(emit_.module.i64, nullptr, name);
  emit_.build.CreateStore(emit_.number64(0), slot);
  return slot;
}

llvm::Value* CountEmitter::value(llvm::AllocaInst* local) {
  return emit_.build.CreateLoad(emit_.module.i64, local);
}

void CountEmitter::increase(llvm::AllocaInst* local, llvm::Value* number) {
  emit_.build.CreateStore(emit_.build.CreateAdd(value(local), number), local);
}

void CountEmitter::add_trials(std::uint32_t place, llvm::Value* number) {
  if (counts_trials_) increase(trials_[place], number);
}

void CountEmitter::add(AgendaCounter counter, llvm::Value* number) {
  increase(counters_[static_cast<std::size_t>(counter)], number);
}

void CountEmitter::spend_one(llvm::BasicBlock* limit) {
  if (!counts_trials_) return;
  llvm::Value* left = value(left_);
  emit_.require(emit_.build.CreateIsNotNull(left), limit);
  emit_.build.CreateStore(emit_.build.CreateSub(left, emit_.number64(1)), left_);
}

void CountEmitter::spend(llvm::Value* number) {
  if (!counts_trials_) return;
  emit_.build.CreateStore(emit_.build.CreateSub(value(left_), number), left_);
}

llvm::Value* CountEmitter::left() {
  return counts_trials_ ? value(left_) : emit_.number64(~std::uint64_t{0});
}

llvm::Value* CountEmitter::sum(const std::vector<std::uint32_t>& places) {
  llvm::Value* sum = emit_.number64(0);
  for (const std::uint32_t place : places) sum = emit_.build.CreateAdd(sum, value(trials_[place]));
  return sum;
}

void CountEmitter::increase_in_memory(llvm::Value* array, std::size_t element,
                                      llvm::Value* number) {
  llvm::Value* address = emit_.at(array, element * sizeof(std::uint64_t));
  llvm::MDNode* tag = emit_.module.alias_class("counts");
  emit_.store(emit_.build.CreateAdd(emit_.load(emit_.module.i64, address, tag), number), address,
              tag);
}

void CountEmitter::store(const std::vector<std::uint32_t>& conclusions, llvm::Value* trials,
                         llvm::Value* counters) {
  for (const std::uint32_t place : conclusions) {
    add_trials(place, value(counters_[static_cast<std::size_t>(AgendaCounter::firings)]));
  }
  for (std::size_t i = 0; i < trials_.size(); ++i) increase_in_memory(trials, i, value(trials_[i]));
  for (std::size_t i = 0; i < agenda_counters; ++i) {
    increase_in_memory(counters, i, value(counters_[i]));
  }
  emit_.store(value(left_), emit_.at(memory_, offsetof(tsj_memory, nodes)),
              emit_.module.alias_class("memory"));
}

}  // namespace tesuji::llvm_backend
