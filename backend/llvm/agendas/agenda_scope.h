// State of code generation at a place inside a rule: its function, the variables bound so far, and
// the addresses of the memory's relations.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "backend/llvm/emit/emitter.h"

#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// A variable of a rule: its value is a position in the domain of the column that
/// binds it.
struct BoundVariable {
  llvm::Value* value = nullptr;  ///< i32; null while it is not bound
  ir::DomainId domain = ir::no_id;
};

/// A rule while its function is written. Knows the variables' domains from the start.
struct AgendaScope {
  AgendaScope(Emitter& emit_in, const agenda::AgendaProgram& program_in,
              const agenda::AgendaCode& code, llvm::Value* memory_in, std::vector<bool>& in_memory);

  Emitter& emit;
  const agenda::AgendaProgram& program;
  std::vector<BoundVariable> variables;
  llvm::Value* memory = nullptr;     ///< tsj_memory
  llvm::Value* relations = nullptr;  ///< tsj_memory::relations

  /// Binds all of the step's variables to nothing in particular: for code that is
  /// never reached.
  void bind_nothing(const agenda::AgendaStep& step);
  /// The relation's tsj_facts; marks it in `in_memory`.
  [[nodiscard]] llvm::Value* facts(ir::RelationId relation);
  std::vector<bool>& in_memory;  ///< by relation: whether code asks the memory for its facts

  [[nodiscard]] const ir::Relation& relation(const agenda::AgendaStep& step) const {
    return program.module().relations[step.relation];
  }
  /// Values of the given columns, in the order of step.given, as positions in the
  /// columns' domains. Goes to `fail` where one is no position there.
  [[nodiscard]] std::vector<llvm::Value*> given(const agenda::AgendaStep& step,
                                                llvm::BasicBlock* fail);
};

}  // namespace tesuji::llvm_backend
