// Holds the state of code generation inside a rule: its function, the variables bound so far, and
// the addresses of the memory's relations.
#pragma once

#include "backend/agenda/agenda_program.h"
#include "backend/llvm/emit/emitter.h"

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

}  // namespace tesuji::llvm_backend
