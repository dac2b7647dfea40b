// Holds the state of code generation inside a rule: its function, the variables bound so far, the
// addresses of the memory's relations, and the counts of its trials and outcomes.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "backend/llvm/emit/emitter.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// A variable of a rule: its value is a position in the domain of the column that binds it.
struct BoundVariable {
  llvm::Value* value = nullptr;  ///< i32; null while unbound
  ir::DomainId domain = ir::no_id;
};

/// A rule while its function is generated. The variables' domains are known from the start.
struct AgendaScope {
  AgendaScope(Emitter& emit_in, const agenda::AgendaProgram& program_in,
              const agenda::AgendaCode& code, llvm::Value* memory_in, std::vector<bool>& in_memory);

  Emitter& emit;
  const agenda::AgendaProgram& program;
  std::vector<BoundVariable> variables;
  llvm::Value* memory = nullptr;     ///< tsj_memory
  llvm::Value* relations = nullptr;  ///< tsj_memory::relations

  /// Binds all of the step's variables to arbitrary values: for unreachable code.
  void bind_nothing(const agenda::AgendaStep& step);
  /// Returns the relation's tsj_facts and marks it in `in_memory`.
  [[nodiscard]] llvm::Value* facts(ir::RelationId relation);
  std::vector<bool>& in_memory;  ///< by relation: whether code reads its facts from the memory

  [[nodiscard]] const ir::Relation& relation(const agenda::AgendaStep& step) const {
    return program.module().relations[step.relation];
  }
  /// Returns the values of the given columns, in the order of step.given, as positions in the
  /// columns' domains. Branches to `fail` if one has no position there.
  [[nodiscard]] std::vector<llvm::Value*> given(const agenda::AgendaStep& step,
                                                llvm::BasicBlock* fail);
};

// Counts trials and outcomes of a rule in registers, adds them to the host's counts at the rule's
// end, and checks the limit of trials. Rules with many operations count trials directly in the
// host's memory: the code is a little slower, but compile time is not quadratic in their length.

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
