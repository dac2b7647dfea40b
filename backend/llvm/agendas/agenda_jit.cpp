#include "backend/llvm/agendas/agenda_jit.h"

#include "backend/llvm/agendas/agenda_codegen.h"
#include "backend/llvm/agendas/agenda_scope.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/plans/generated.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

/// Rules with more operations are compiled in the fast tier: O2 takes time quadratic in the depth
/// of loops, and seconds from this size on.
constexpr std::size_t max_optimised_operations = 256;

JitOptions with_tier(const agenda::AgendaProgram& program, JitOptions options) {
  const bool large = std::any_of(
      program.agendas().begin(), program.agendas().end(),
      [](const agenda::AgendaCode& code) { return code.places > max_optimised_operations; });
  if (large) options.tier = JitOptions::Tier::fast;
  return options;
}

/// Compiles the rules to an object file; `numbers` are AgendaModule::in_memory.
CompiledCode compile_rules(const agenda::AgendaProgram& program, const JitOptions& options) {
  CompiledCode compiled;
  with_large_stack([&] {
    const auto generate = [&](llvm::LLVMContext& context) {
      AgendaModule agendas = generate_agendas(context, program, options.count_trials);
      compiled.numbers.assign(agendas.in_memory.begin(), agendas.in_memory.end());
      return std::move(agendas.module);
    };
    Generated code(options, generate);
    code.optimise(options);
    compiled.files.push_back(emit_object(*code.module, *code.machine, "agendas"));
  });
  return compiled;
}

class NativeRules final : public agenda::RuleRunner {
 public:
  NativeRules(std::shared_ptr<const ir::Module> module, const JitOptions& options)
      : program_(std::move(module)) {
    const JitOptions chosen = with_tier(program_, options);
    const CachedCode place(chosen, "rules", program_.module().game, [&](CacheKeyHash& hash) {
      hash.add(options.count_trials ? 1 : 0);
      hash.add(program_.module());
    });
    std::optional<CompiledCode> compiled = place.find();
    if (!compiled) {
      compiled = compile_rules(program_, chosen);
      place.store(*compiled);
    }
    session_.emplace(compiled->files.at(0), abi_functions());
    const std::vector<std::uint64_t>& in_memory = compiled->numbers;
    const ir::Relations& relations = program_.module().relations;
    for (ir::RelationId r = 0; r < relations.size(); ++r) {
      if (relations[r].kind == ir::RelationKind::fixed && in_memory.at(r) == 0)
        program_.forget_fixed(r);
    }
    for (std::size_t i = 0; i < program_.agendas().size(); ++i) {
      rules_.push_back(session_->lookup<AgendaFunction>(agenda_symbol(program_, i)));
    }
  }

  [[nodiscard]] const agenda::AgendaProgram& program() const override { return program_; }

  void run(std::size_t rule, runtime::WorkingMemory& memory,
           runtime::AgendaCounts& counts) const override {
    std::array<std::uint64_t, agenda_counters> counters{};
    rules_[rule](nullptr, memory.abi(), counts.trials.data(), counters.data());
    const auto counted = [&](AgendaCounter counter) {
      return counters[static_cast<std::size_t>(counter)];
    };
    counts.firings += counted(AgendaCounter::firings);
    counts.productive += counted(AgendaCounter::productive);
    counts.added += counted(AgendaCounter::added);
    counts.removed += counted(AgendaCounter::removed);
  }

 private:
  agenda::AgendaProgram program_;
  std::optional<ObjectSession> session_;
  std::vector<AgendaFunction> rules_;
};

}  // namespace

std::unique_ptr<runtime::ProductionSystem> make_agenda_jit(std::shared_ptr<const ir::Module> module,
                                                           const JitOptions& options) {
  return agenda::make_production_system(make_rule_jit(std::move(module), options));
}

std::unique_ptr<agenda::RuleRunner> make_rule_jit(std::shared_ptr<const ir::Module> module,
                                                  const JitOptions& options) {
  return std::make_unique<NativeRules>(std::move(module), options);
}

std::string emit_agenda_text(std::shared_ptr<const ir::Module> module, Text what,
                             const JitOptions& options) {
  const agenda::AgendaProgram program(std::move(module));
  std::string text;
  with_large_stack([&] {
    const JitOptions chosen = with_tier(program, options);
    Generated code(chosen, [&](llvm::LLVMContext& context) {
      return generate_agendas(context, program, chosen.count_trials).module;
    });
    text = code.text(what, chosen);
  });
  return text;
}

}  // namespace tesuji::llvm_backend
