#include "backend/llvm/agendas/agenda_scope.h"

#include "backend/llvm/emit/domain_translation.h"
#include "runtime/core/tesuji/memory_abi.h"

#include <cstddef>

namespace tesuji::llvm_backend {
namespace {

void find_domains(const ir::Module& module, const std::vector<agenda::AgendaStep>& steps,
                  std::vector<BoundVariable>& variables) {
  for (const agenda::AgendaStep& step : steps) {
    for (const agenda::BoundColumn& bound : step.bound) {
      if (step.kind == ir::Operation::Kind::compute) {
        variables[bound.variable].domain = module.open_domain();
        continue;
      }
      variables[bound.variable].domain = module.relations[step.relation].columns[bound.column];
    }
    find_domains(module, step.body, variables);
  }
}

}  // namespace

AgendaScope::AgendaScope(Emitter& emit_in, const agenda::AgendaProgram& program_in,
                         const agenda::AgendaCode& code, llvm::Value* memory_in,
                         std::vector<bool>& in_memory_out)
    : emit(emit_in),
      program(program_in),
      variables(code.variables),
      memory(memory_in),
      in_memory(in_memory_out) {
  find_domains(program.module(), code.steps, variables);
  relations = emit.load(emit.module.pointer, emit.at(memory, offsetof(tsj_memory, relations)),
                        emit.module.alias_class("memory"));
}

void AgendaScope::bind_nothing(const agenda::AgendaStep& step) {
  for (const agenda::BoundColumn& bound : step.bound) {
    variables[bound.variable].value = llvm::PoisonValue::get(emit.module.i32);
  }
}

llvm::Value* AgendaScope::facts(ir::RelationId relation) {
  in_memory[relation] = true;
  return emit.at(relations, std::uint64_t{relation} * sizeof(tsj_facts));
}

std::vector<llvm::Value*> AgendaScope::given(const agenda::AgendaStep& step,
                                             llvm::BasicBlock* fail) {
  std::vector<llvm::Value*> values;
  for (const agenda::GivenColumn& given : step.given) {
    if (given.constant) {
      values.push_back(emit.number32(given.value));
      continue;
    }
    const BoundVariable& variable = variables[given.value];
    const ir::DomainId column = relation(step).columns[given.column];
    if (column != variable.domain && program.module().domains[variable.domain].open) {
      // Computed numbers have no position in other domains.
      llvm::Value* constants = emit.number32(emit.module.domain_size(variable.domain));
      emit.require(emit.build.CreateICmpULT(variable.value, constants), fail);
    }
    values.push_back(emit_translated(emit, variable.value, variable.domain, column, fail));
  }
  return values;
}

}  // namespace tesuji::llvm_backend
