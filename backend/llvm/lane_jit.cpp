#include "backend/llvm/lane_jit.h"

#include "backend/llvm/abi_functions.h"
#include "backend/llvm/cached_code.h"
#include "backend/llvm/code_thread.h"
#include "backend/llvm/lane_codegen.h"
#include "backend/llvm/object_session.h"
#include "backend/llvm/pipeline.h"

#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

// What programs call a word, and where generated code and its host have it.
static_assert(ir::lane_control::running == TSJ_LANES_RUNNING);
static_assert(ir::lane_control::held == TSJ_LANES_HELD);
static_assert(ir::lane_control::ended == TSJ_LANES_ENDED);
static_assert(ir::lane_control::stuck == TSJ_LANES_STUCK);
static_assert(ir::lane_control::cut == TSJ_LANES_CUT);
static_assert(ir::lane_control::carry == TSJ_LANES_CARRY);
static_assert(ir::lane_control::generator == TSJ_LANES_GENERATOR);
static_assert(ir::lane_control::count == TSJ_LANES_CONTROL);
static_assert(ir::lane_counter_bits == TSJ_LANES_COUNTER);

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

/// Programs of more operations are compiled without optimisation, in a tenth of the time: goals
/// that count what is on a board, and are asked seldom.
constexpr std::size_t most_optimised_operations = 20'000;

/// Two modules: code that is optimised, and code that is compiled quickly.
class LaneCompiler {
 public:
  LaneCompiler(const JitOptions& options, const LaneJitShape& shape)
      : options_(options),
        optimised_(make_target_machine(options), context_, "lanes"),
        quick_(make_quick_target_machine(options), context_, "lanes.quick"),
        shape_(code_shape(*optimised_.machine, shape)) {}

  void add(const ir::LutProgram& program, const std::string& symbol,
           std::uint32_t random_words = 0) {
    Part& part = program.operations.size() > most_optimised_operations ? quick_ : optimised_;
    part.used = true;
    scratch_ =
        std::max(scratch_, emit_lane_function(part.module, program, random_words, symbol, shape_));
  }

  void add_helpers() {
    optimised_.used = true;
    emit_lane_blend(optimised_.module, blend_symbol, shape_);
    emit_lane_fill(optimised_.module, fill_symbol, shape_);
    emit_lane_count(optimised_.module, count_symbol, shape_);
  }

  [[nodiscard]] CompiledCode finish() {
    CompiledCode code;
    for (Part* part : {&optimised_, &quick_}) {
      if (!part->used) continue;
      if (options_.verify) verify_or_throw(part->module);
      if (part == &optimised_) optimise_straight_line(part->module, *part->machine);
      if (options_.verify) verify_or_throw(part->module);
      code.files.push_back(
          emit_object(part->module, *part->machine, part->module.getName().str(), options_.form));
    }
    code.numbers.push_back(scratch_);
    return code;
  }

 private:
  struct Part {
    Part(std::unique_ptr<llvm::TargetMachine> target, llvm::LLVMContext& context, const char* name)
        : machine(std::move(target)), module(name, context) {
      prepare(module, *machine);
    }
    std::unique_ptr<llvm::TargetMachine> machine;
    llvm::Module module;
    bool used = false;
  };

  const JitOptions& options_;
  llvm::LLVMContext context_;
  Part optimised_;
  Part quick_;
  LaneShape shape_;
  std::size_t scratch_ = 0;
};

CompiledCode make_code(const ir::LaneGame& game, const JitOptions& options,
                       const LaneJitShape& shape) {
  CompiledCode code;
  with_large_stack([&] {
    LaneCompiler compiler(options, shape);
    for (std::size_t i = 0; i < game.phases.size(); ++i) {
      compiler.add(game.phases[i].tick, tick_symbol(i), game.phases[i].random_words);
    }
    if (!game.answers.empty()) compiler.add(game.goals, goals_symbol);
    compiler.add_helpers();
    code = compiler.finish();
  });
  return code;
}

/// visit(name, program, function) of each question.
template <typename Questions, typename Code, typename Visit>
void each_question(Questions& questions, Code& code, Visit visit) {
  visit("legal", questions.legal, code.legal);
  visit("next", questions.next, code.next);
  visit("terminal", questions.terminal, code.terminal);
  visit("goals", questions.goals, code.goals);
  visit("percepts", questions.percepts, code.percepts);
}

CompiledCode make_code(const ir::LaneQuestions& questions, const JitOptions& options,
                       const LaneJitShape& shape) {
  CompiledCode code;
  with_large_stack([&] {
    LaneCompiler compiler(options, shape);
    tsj_lane_questions none{};
    each_question(questions, none, [&](const char* name, const ir::LutProgram& program, auto&) {
      if (!program.outputs.empty()) compiler.add(program, name);
    });
    code = compiler.finish();
  });
  return code;
}

std::unique_ptr<ObjectSession> open_session(const CompiledCode& code) {
  auto session = std::make_unique<ObjectSession>(code.files.front(), abi_functions());
  for (std::size_t i = 1; i < code.files.size(); ++i) session->add(code.files[i]);
  return session;
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
  loaded->session = open_session(code);
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

CompiledLaneQuestions compile_lane_questions(const ir::LaneQuestions& questions,
                                             const JitOptions& options, const LaneJitShape& shape,
                                             const std::string& name) {
  CompiledLaneQuestions compiled;
  const CachedCode place(options, "lane questions", name, [&](CacheKeyHash& hash) {
    hash.add(shape.columns);
    hash.add(shape.operations_per_function);
    each_question(questions, compiled.code, [&](const char*, const ir::LutProgram& program, auto&) {
      add_to_key(hash, program);
    });
  });
  std::optional<CompiledCode> code = place.find();
  const bool is_new = !code;
  if (is_new) code = make_code(questions, options, shape);
  std::shared_ptr<ObjectSession> session = open_session(*code);
  each_question(questions, compiled.code,
                [&](const char* symbol, const ir::LutProgram& program, auto& function) {
                  if (program.outputs.empty()) return;
                  function = session->lookup<tsj_lane_function>(symbol);
                });
  compiled.code.columns = shape.columns;
  compiled.code.scratch_words = code->numbers.at(0);
  compiled.keep = std::move(session);
  if (is_new) place.store(*code);
  return compiled;
}

}  // namespace tesuji::llvm_backend
