// Trials and outcomes of a rule, counted in registers while it runs and added to the
// host's counts when it is left; and the trials that are left before the limit.
#pragma once

#include "backend/llvm/emitter.h"

#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

/// Order of the numbers in the generated function's `counters`.
enum class AgendaCounter : std::uint8_t { firings, productive, added, removed };
inline constexpr std::size_t agenda_counters = 4;

class CountEmitter {
 public:
  /// `places`: operations of the rule, with those inside `exists`. `trials`: whether these
  /// are counted; without, there are always enough left, and only outcomes are counted.
  CountEmitter(Emitter& emit, llvm::Value* memory, std::size_t places, bool trials);

  void add_trials(std::uint32_t place, llvm::Value* number);
  void add(AgendaCounter counter, llvm::Value* number);
  /// Takes one trial off those left; goes to `limit` where there is none.
  void spend_one(llvm::BasicBlock* limit);
  void spend(llvm::Value* number);
  [[nodiscard]] llvm::Value* left();
  /// The trials counted at these places so far.
  [[nodiscard]] llvm::Value* sum(const std::vector<std::uint32_t>& places);
  /// A firing is a trial of every conclusion.
  void store(const std::vector<std::uint32_t>& conclusions, llvm::Value* trials,
             llvm::Value* counters);

 private:
  llvm::AllocaInst* local(const char* name);
  void increase(llvm::AllocaInst* local, llvm::Value* number);
  llvm::Value* value(llvm::AllocaInst* local);
  void increase_in_memory(llvm::Value* array, std::size_t element, llvm::Value* number);

  Emitter& emit_;
  llvm::Value* memory_;
  bool counts_trials_;
  std::vector<llvm::AllocaInst*> trials_;
  std::vector<llvm::AllocaInst*> counters_;
  llvm::AllocaInst* left_;
};

}  // namespace tesuji::llvm_backend
