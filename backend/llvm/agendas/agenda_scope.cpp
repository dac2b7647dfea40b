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

namespace {

/// Rules with at most this many operations count in registers. Each such count needs a phi at every
/// join of the control flow, so the cost is quadratic in the number of operations.
constexpr std::size_t max_in_registers = 64;

}  // namespace

CountEmitter::CountEmitter(Emitter& emit, llvm::Value* memory, llvm::Value* trials,
                           std::size_t places, bool counts_trials)
    : emit_(emit),
      memory_(memory),
      counts_trials_(counts_trials),
      in_memory_(places > max_in_registers) {
  for (std::size_t i = 0; i < places; ++i) {
    trials_.push_back(in_memory_ ? emit_.at(trials, i * sizeof(std::uint64_t)) : local("trials"));
  }
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

llvm::Value* CountEmitter::value(llvm::Value* local) {
  return emit_.build.CreateLoad(emit_.module.i64, local);
}

void CountEmitter::increase(llvm::Value* local, llvm::Value* number) {
  emit_.build.CreateStore(emit_.build.CreateAdd(value(local), number), local);
}

llvm::Value* CountEmitter::trials_at(std::uint32_t place) {
  // Volatile: otherwise loop-invariant code motion would move the counts to registers.
  return emit_.build.CreateLoad(emit_.module.i64, trials_[place], /*isVolatile=*/in_memory_);
}

void CountEmitter::add_trials(std::uint32_t place, llvm::Value* number) {
  if (!counts_trials_) return;
  emit_.build.CreateStore(emit_.build.CreateAdd(trials_at(place), number), trials_[place],
                          /*isVolatile=*/in_memory_);
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
  for (const std::uint32_t place : places) sum = emit_.build.CreateAdd(sum, trials_at(place));
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
  for (std::uint32_t i = 0; !in_memory_ && i < trials_.size(); ++i) {
    increase_in_memory(trials, i, trials_at(i));
  }
  for (std::size_t i = 0; i < agenda_counters; ++i) {
    increase_in_memory(counters, i, value(counters_[i]));
  }
  emit_.store(value(left_), emit_.at(memory_, offsetof(tsj_memory, nodes)),
              emit_.module.alias_class("memory"));
}

}  // namespace tesuji::llvm_backend
