#include "backend/llvm/nets/goal_cost_jit.h"

#include "backend/llvm/nets/goal_cost_codegen.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace tesuji::llvm_backend {

namespace {

constexpr const char* one_goal_symbol = "goal.one";
constexpr const char* many_goals_symbol = "goal.many";

void add_costs(CacheKeyHash& hash, const ir::GoalCosts& costs,
               const std::vector<std::uint64_t>& places) {
  hash.add(costs.literals.size());
  for (const ir::CostLiteral& literal : costs.literals) {
    hash.add(literal.fluent);
    hash.add(literal.value ? 1 : 0);
    hash.add(literal.otherwise);
    hash.add(literal.from.size());
    for (const auto& [fluent, cost] : literal.from) {
      hash.add(fluent);
      hash.add(cost);
    }
  }
  hash.add(costs.nodes.size());
  for (const ir::CostNode& node : costs.nodes) {
    hash.add(static_cast<std::uint64_t>(node.kind));
    hash.add(node.first);
    hash.add(node.count);
  }
  hash.add(costs.inputs);
  hash.add(costs.parts.size());
  for (const ir::GoalPart& part : costs.parts) {
    hash.add(part.ways);
    hash.add(part.most);
  }
  hash.add(costs.contents.size());
  for (const ir::ContentCount& content : costs.contents) hash.add(content.fluents);
  for (const std::uint64_t place : places) hash.add(place);
}

CompiledCode make_code(const ir::GoalCosts& costs, const std::vector<std::uint64_t>& places,
                       GoalFeatureForm form, const JitOptions& options) {
  CompiledCode code;
  with_large_stack([&] {
    const auto machine = make_target_machine(options);
    llvm::LLVMContext context;
    llvm::Module module("goal", context);
    prepare(module, *machine);
    std::size_t words = emit_goal_features(module, costs, places, 1, one_goal_symbol);
    if (form == GoalFeatureForm::one_and_many) {
      words = std::max(words, emit_goal_features(module, costs, places, runtime::feature_lanes,
                                                 many_goals_symbol));
    }
    if (options.verify) verify_or_throw(module);
    optimise_straight_line(module, *machine);
    code.numbers.push_back(words);
    code.files.push_back(emit_object(module, *machine, "goal"));
  });
  return code;
}

}  // namespace

runtime::GoalFeatureCode compile_goal_costs(const ir::GoalCosts& costs,
                                            const std::vector<std::uint64_t>& places,
                                            GoalFeatureForm form, const JitOptions& options,
                                            const std::string& name) {
  const CachedCode place(options, "goal", name, [&](CacheKeyHash& hash) {
    hash.add(static_cast<std::uint64_t>(form));
    add_costs(hash, costs, places);
  });
  auto found = place.find();
  const CompiledCode code = found ? std::move(*found) : make_code(costs, places, form, options);
  if (!found) place.store(code);
  const auto session =
      std::make_shared<const ObjectSession>(code.files.front(), std::span<const AbiFunction>{});
  runtime::GoalFeatureCode loaded;
  loaded.one = session->lookup<runtime::GoalFeatureFunction>(one_goal_symbol);
  if (form == GoalFeatureForm::one_and_many) {
    loaded.many = session->lookup<runtime::GoalFeatureFunction>(many_goals_symbol);
  }
  loaded.scratch_words = code.numbers.at(0);
  loaded.keep = session;
  return loaded;
}

}  // namespace tesuji::llvm_backend
