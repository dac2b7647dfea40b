// Counts trials and outcomes of a rule in registers, adds them to the host's counts at the rule's
// end, and checks the limit of trials. Rules with many operations count trials directly in the
// host's memory: the code is a little slower, but compile time is not quadratic in their length.
#pragma once

#include "backend/llvm/emit/emitter.h"

#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {

/// Order of the numbers in the generated function's `counters`.
enum class AgendaCounter : std::uint8_t { firings, productive, added, removed };
inline constexpr std::size_t agenda_counters = 4;

class CountEmitter {
 public:
  /// `trials`: the host's counts. `places`: operations of the rule, with those inside `exists`.
  /// `counts_trials`: if false, trials are unlimited, and only outcomes are counted.
  CountEmitter(Emitter& emit, llvm::Value* memory, llvm::Value* trials, std::size_t places,
               bool counts_trials);

  void add_trials(std::uint32_t place, llvm::Value* number);
  void add(AgendaCounter counter, llvm::Value* number);
  /// Subtracts one trial; branches to `limit` if none is left.
  void spend_one(llvm::BasicBlock* limit);
  void spend(llvm::Value* number);
  [[nodiscard]] llvm::Value* left();
  /// Returns the trials counted at these places so far.
  [[nodiscard]] llvm::Value* sum(const std::vector<std::uint32_t>& places);
  /// Counts each firing as a trial of every conclusion.
  void store(const std::vector<std::uint32_t>& conclusions, llvm::Value* trials,
             llvm::Value* counters);

 private:
  llvm::AllocaInst* local(const char* name);
  void increase(llvm::Value* local, llvm::Value* number);
  llvm::Value* value(llvm::Value* local);
  llvm::Value* trials_at(std::uint32_t place);
  void increase_in_memory(llvm::Value* array, std::size_t element, llvm::Value* number);

  Emitter& emit_;
  llvm::Value* memory_;
  bool counts_trials_;
  bool in_memory_;                    ///< trials are counted in the host's memory
  std::vector<llvm::Value*> trials_;  ///< addresses
  std::vector<llvm::AllocaInst*> counters_;
  llvm::AllocaInst* left_;
};

}  // namespace tesuji::llvm_backend
