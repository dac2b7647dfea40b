#include "backend/llvm/lane_jit.h"

#include "backend/llvm/abi_functions.h"
#include "backend/llvm/cached_code.h"
#include "backend/llvm/code_thread.h"
#include "backend/llvm/lane_codegen.h"
#include "backend/llvm/object_session.h"
#include "backend/llvm/pipeline.h"

#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

constexpr const char* blend_symbol = "blend";
constexpr const char* fill_symbol = "fill";
constexpr const char* count_symbol = "count";
constexpr const char* goals_symbol = "goals";

std::string tick_symbol(std::size_t phase) {
  return "tick" + std::to_string(phase);
}

LaneShape code_shape(const llvm::TargetMachine& machine, const LaneJitShape& shape) {
  const llvm::MCSubtargetInfo& has = *machine.getMCSubtargetInfo();
  const bool ternary = shape.columns == 8   ? has.checkFeatures("+avx512f")
                       : shape.columns == 4 ? has.checkFeatures("+avx512vl")
                                            : false;
  return {shape.columns, ternary, shape.operations_per_function};
}

CompiledCode make_code(const ir::LaneGame& game, const JitOptions& options,
                       const LaneJitShape& shape) {
  CompiledCode code;
  with_large_stack([&] {
    const auto machine = make_target_machine(options);
    const LaneShape lanes = code_shape(*machine, shape);
    llvm::LLVMContext context;
    llvm::Module module("lanes", context);
    prepare(module, *machine);
    std::size_t scratch = 0;
    for (std::size_t i = 0; i < game.phases.size(); ++i) {
      const ir::LanePhase& phase = game.phases[i];
      scratch = std::max(scratch, emit_lane_function(module, phase.tick, phase.random_words,
                                                     tick_symbol(i), lanes));
    }
    if (!game.answers.empty()) {
      scratch = std::max(scratch, emit_lane_function(module, game.goals, 0, goals_symbol, lanes));
    }
    emit_lane_blend(module, blend_symbol, lanes);
    emit_lane_fill(module, fill_symbol, lanes);
    emit_lane_count(module, count_symbol, lanes);
    if (options.verify) verify_or_throw(module);
    optimise_straight_line(module, *machine);
    if (options.verify) verify_or_throw(module);
    code.files.push_back(emit_object(module, *machine, "lanes", options.form));
    code.numbers.push_back(scratch);
  });
  return code;
}

/// What CompiledLanes::keep owns.
struct LoadedLanes {
  std::unique_ptr<ObjectSession> session;
  std::vector<tsj_lane_function> ticks;
  std::vector<std::uint64_t> phase_fluents;
  std::vector<std::uint64_t> goal_ranges;
};

/// What of a state a program reads, as tsj_lane_code has it.
std::vector<std::uint64_t> ranges_read(const ir::LutProgram& program) {
  std::vector<std::uint64_t> words;
  for (const ir::LaneWord& word : program.inputs) {
    if (word.array == ir::lane_array::state) words.push_back(word.index);
  }
  std::sort(words.begin(), words.end());
  std::vector<std::uint64_t> ranges;
  for (const std::uint64_t word : words) {
    if (!ranges.empty() && ranges.back() == word) {
      ++ranges.back();
    } else {
      ranges.insert(ranges.end(), {word, word + 1});
    }
  }
  return ranges;
}

CompiledLanes load(const CompiledCode& code, const ir::LaneGame& game, const LaneJitShape& shape) {
  auto loaded = std::make_shared<LoadedLanes>();
  loaded->session = std::make_unique<ObjectSession>(code.files.front(), abi_functions());
  const ObjectSession& session = *loaded->session;
  CompiledLanes lanes;
  lanes.code.columns = shape.columns;
  for (std::size_t i = 0; i < game.phases.size(); ++i) {
    loaded->ticks.push_back(session.lookup<tsj_lane_function>(tick_symbol(i)));
    if (game.phases[i].fluent != ir::no_id) loaded->phase_fluents.push_back(game.phases[i].fluent);
    lanes.code.random_words =
        std::max<std::uint64_t>(lanes.code.random_words, game.phases[i].random_words);
  }
  lanes.code.phase_count = static_cast<std::uint32_t>(game.phases.size());
  lanes.code.ticks = loaded->ticks.data();
  lanes.code.blend = session.lookup<tsj_lane_blend>(blend_symbol);
  lanes.code.fill = session.lookup<tsj_lane_fill>(fill_symbol);
  lanes.code.count = session.lookup<tsj_lane_count>(count_symbol);
  if (!game.answers.empty()) lanes.code.goals = session.lookup<tsj_lane_function>(goals_symbol);
  loaded->goal_ranges = ranges_read(game.goals);
  lanes.code.goal_ranges = loaded->goal_ranges.data();
  lanes.code.goal_range_count = loaded->goal_ranges.size() / 2;
  if (!loaded->phase_fluents.empty()) lanes.code.phase_fluents = loaded->phase_fluents.data();
  lanes.code.scratch_words = code.numbers.at(0);
  lanes.keep = std::move(loaded);
  return lanes;
}

void add_to_key(CacheKeyHash& hash, const ir::LutProgram& program) {
  hash.add(program.inputs.size());
  for (const ir::LaneWord& word : program.inputs) {
    hash.add(std::uint64_t{word.array} << 32U | word.index);
  }
  hash.add(program.operations.size());
  for (const ir::LutOperation& operation : program.operations) {
    hash.add(std::uint64_t{operation.table} << 32U | operation.operands[0]);
    hash.add(std::uint64_t{operation.operands[1]} << 32U | operation.operands[2]);
  }
  hash.add(program.outputs.size());
  for (const ir::LutOutput& output : program.outputs) {
    hash.add(std::uint64_t{output.word.array} << 32U | output.word.index);
    hash.add(static_cast<std::uint64_t>(output.kind) << 32U | output.value);
  }
}

void add_to_key(CacheKeyHash& hash, const ir::LaneGame& game, const LaneJitShape& shape) {
  hash.add(shape.columns);
  hash.add(shape.operations_per_function);
  hash.add(game.phases.size());
  for (const ir::LanePhase& phase : game.phases) {
    hash.add(phase.random_words);
    add_to_key(hash, phase.tick);
  }
  hash.add(game.answers.size());
  add_to_key(hash, game.goals);
}

}  // namespace

std::vector<std::uint32_t> lane_columns() {
  const auto machine = make_target_machine({});
  std::vector<std::uint32_t> columns{1};
  if (machine->getMCSubtargetInfo()->checkFeatures("+avx2")) columns.push_back(4);
  if (machine->getMCSubtargetInfo()->checkFeatures("+avx512f")) columns.push_back(8);
  return columns;
}

CompiledLanes compile_lanes(const ir::LaneGame& game, const JitOptions& options,
                            const LaneJitShape& shape, const std::string& name) {
  const CachedCode place(options, "lanes", name,
                         [&](CacheKeyHash& hash) { add_to_key(hash, game, shape); });
  if (auto found = place.find()) return load(*found, game, shape);
  const CompiledCode code = make_code(game, options, shape);
  CompiledLanes loaded = load(code, game, shape);
  place.store(code);
  return loaded;
}

}  // namespace tesuji::llvm_backend
