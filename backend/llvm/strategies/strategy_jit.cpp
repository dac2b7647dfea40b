#include "backend/llvm/strategies/strategy_jit.h"

#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/plans/generated.h"
#include "backend/llvm/strategies/strategy_codegen.h"
#include "ir/module/proc_program.h"

namespace tesuji::llvm_backend {

namespace {

Generated generated(const ir::ProcProgram& program, const JitOptions& options) {
  return {options, [&](llvm::LLVMContext& context) { return generate_strategy(context, program); }};
}

/// Returns a module that contains only these procs.
ir::Module only(std::span<const ir::Proc> procs) {
  ir::Module module;
  module.level = ir::Level::plans;
  module.procs.assign(procs.begin(), procs.end());
  return module;
}

}  // namespace

runtime::StrategyCode compile_strategy(std::span<const ir::Proc> procs,
                                       std::span<const std::string> order,
                                       const JitOptions& options) {
  const ir::ProcProgram program = ir::resolve(procs);
  const CachedCode place(options, "strategy", "", [&](CacheKeyHash& hash) {
    hash.add(only(procs));
    for (const ir::ProcFluent& fluent : program.fluents) {
      const ir::FluentBit bit = fluent.bit.value_or(ir::FluentBit{});
      for (const std::uint64_t part : {std::uint64_t{bit.word}, bit.mask, bit.value}) {
        hash.add(part);
      }
    }
  });
  std::optional<CompiledCode> compiled = place.find();
  if (!compiled) {
    compiled.emplace();
    with_large_stack([&] {
      Generated code = generated(program, options);
      code.optimise(options);
      compiled->files.push_back(emit_object(*code.module, *code.machine, "strategy"));
    });
    place.store(*compiled);
  }
  const auto session =
      std::make_shared<const ObjectSession>(compiled->files.at(0), abi_functions());
  runtime::StrategyCode code;
  for (const ir::ProcUnit& unit : program.procs)
    code.predicates.push_back({unit.name, unit.arity, unit.slot,
                               session->lookup<tsj_search>(search_symbol(unit)), nullptr});
  code.order = runtime::find_order(code.predicates, order);
  code.memo_slots = program.memo_slots;
  code.keep = session;
  return code;
}

StrategyObject make_strategy_object(std::span<const ir::Proc> procs, const JitOptions& options) {
  const ir::ProcProgram program = ir::resolve(procs);
  StrategyObject object;
  object.memo_slots = program.memo_slots;
  for (const ir::ProcUnit& unit : program.procs) {
    // Named by number, since predicates may have any name.
    object.predicates.push_back({unit.name, unit.arity, unit.slot,
                                 "strategy.search." + std::to_string(object.predicates.size())});
  }
  with_large_stack([&] {
    Generated code = generated(program, options);
    for (std::size_t p = 0; p < program.procs.size(); ++p) {
      llvm::Function* search = code.module->getFunction(search_symbol(program.procs[p]));
      search->setName(object.predicates[p].symbol);
      search->setVisibility(llvm::GlobalValue::HiddenVisibility);
    }
    code.optimise(options);
    object.file = emit_object(*code.module, *code.machine, "strategy", options.form);
  });
  return object;
}

std::string emit_strategy_text(std::span<const ir::Proc> procs, Text what,
                               const JitOptions& options) {
  const ir::ProcProgram program = ir::resolve(procs);
  std::string text;
  with_large_stack([&] { text = generated(program, options).text(what, options); });
  return text;
}

}  // namespace tesuji::llvm_backend
