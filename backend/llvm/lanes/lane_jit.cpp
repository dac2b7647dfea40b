#include "backend/llvm/lanes/lane_jit.h"

#include "backend/llvm/lanes/lane_codegen.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/cpu_features.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/orc/pipeline.h"
#include "backend/llvm/orc/target_cpu.h"

#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

// Programs, generated code and host number these words alike.
static_assert(ir::lane_control::running == TSJ_LANES_RUNNING);
static_assert(ir::lane_control::held == TSJ_LANES_HELD);
static_assert(ir::lane_control::ended == TSJ_LANES_ENDED);
static_assert(ir::lane_control::stuck == TSJ_LANES_STUCK);
static_assert(ir::lane_control::cut == TSJ_LANES_CUT);
static_assert(ir::lane_control::carry == TSJ_LANES_CARRY);
static_assert(ir::lane_control::generator == TSJ_LANES_GENERATOR);
static_assert(ir::lane_control::count == TSJ_LANES_CONTROL);
static_assert(ir::lane_counter_bits == TSJ_LANES_COUNTER);

LaneShape code_shape(const llvm::TargetMachine& machine, const LaneJitShape& shape) {
  const llvm::MCSubtargetInfo& has = *machine.getMCSubtargetInfo();
  const bool ternary = shape.blocks == 8   ? has_x86_features(has, "+avx512f")
                       : shape.blocks == 4 ? has_x86_features(has, "+avx512vl")
                                           : false;
  LaneShape made;
  made.blocks = shape.blocks;
  made.ternary = ternary ? TernaryLogic::vpternlog : TernaryLogic::none;
  made.operations_per_part = shape.operations_per_function;
  return made;
}

/// Two modules: of optimised code, and of code that is compiled fast.
class LaneCompiler {
 public:
  LaneCompiler(const JitOptions& options, const LaneJitShape& shape)
      : options_(options),
        optimised_(make_target_machine(options), context_, "lanes"),
        quick_(make_quick_target_machine(options), context_, "lanes.quick"),
        shape_(code_shape(*optimised_.machine, shape)),
        most_optimised_(shape.most_optimised_operations) {}

  void add(const ir::LutProgram& program, const std::string& symbol,
           std::uint32_t random_words = 0) {
    const bool is_quick = program.operations.size() > most_optimised_;
    Part& part = is_quick ? quick_ : optimised_;
    part.used = true;
    scratch_ = std::max(scratch_, emit_lane_function(part.module, program, random_words, symbol,
                                                     shape_of(is_quick)));
  }

  void add_helpers(const LaneSymbols& symbols) {
    optimised_.used = true;
    emit_lane_blend(optimised_.module, symbols.blend, shape_);
    emit_lane_fill(optimised_.module, symbols.fill, shape_);
    emit_lane_count(optimised_.module, symbols.count, shape_);
  }

  [[nodiscard]] CompiledCode finish() {
    CompiledCode code;
    for (Part* part : {&optimised_, &quick_}) {
      if (!part->used) continue;
      if (options_.verify) verify_or_throw(part->module);
      if (part == &optimised_ && !is_as_generated(options_)) {
        optimise_straight_line(part->module, *part->machine);
      }
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

  /// Returns the shape of a program's code. A processor without AVX-512 computes one half of a wide
  /// word after the other: LLVM takes three times as long to split its vectors, and its fast
  /// selector of instructions refuses them.
  [[nodiscard]] LaneShape shape_of(bool is_quick) const {
    LaneShape shape = shape_;
    const llvm::MCSubtargetInfo& has = *optimised_.machine->getMCSubtargetInfo();
    const bool is_x86 = optimised_.machine->getTargetTriple().isX86();
    if (is_x86 && shape_.blocks == 8 && !has_x86_features(has, "+avx512f")) {
      shape.stride = shape_.blocks * sizeof(std::uint64_t);
      shape.blocks = 4;
      shape.words_of_stride = 2;
    }
    shape.quick = is_quick && is_x86 && shape.blocks > 1 && shape.ternary == TernaryLogic::none;
    return shape;
  }

  const JitOptions& options_;
  llvm::LLVMContext context_;
  Part optimised_;
  Part quick_;
  LaneShape shape_;
  std::size_t most_optimised_;  ///< operations of an optimised program
  std::size_t scratch_ = 0;
};

LaneSymbols name_functions(const ir::LaneGame& game, const std::string& prefix) {
  LaneSymbols symbols;
  for (std::size_t i = 0; i < game.phases.size(); ++i) {
    symbols.ticks.push_back(prefix + "tick" + std::to_string(i));
  }
  if (!game.answers.empty()) symbols.goals = prefix + "goals";
  symbols.blend = prefix + "blend";
  symbols.fill = prefix + "fill";
  symbols.count = prefix + "count";
  return symbols;
}

CompiledCode make_code(const ir::LaneGame& game, const LaneSymbols& symbols,
                       const JitOptions& options, const LaneJitShape& shape) {
  CompiledCode code;
  with_large_stack([&] {
    LaneCompiler compiler(options, shape);
    for (std::size_t i = 0; i < game.phases.size(); ++i) {
      compiler.add(game.phases[i].tick, symbols.ticks[i], game.phases[i].random_words);
    }
    if (!symbols.goals.empty()) compiler.add(game.goals, symbols.goals);
    compiler.add_helpers(symbols);
    code = compiler.finish();
  });
  return code;
}

std::string program_symbol(std::size_t number) {
  return "program" + std::to_string(number);
}

CompiledCode make_code(const std::vector<const ir::LutProgram*>& programs,
                       const JitOptions& options, const LaneJitShape& shape,
                       const std::string& prefix = {}) {
  CompiledCode code;
  with_large_stack([&] {
    LaneCompiler compiler(options, shape);
    for (std::size_t i = 0; i < programs.size(); ++i) {
      if (!programs[i]->outputs.empty()) compiler.add(*programs[i], prefix + program_symbol(i));
    }
    code = compiler.finish();
  });
  return code;
}

std::unique_ptr<ObjectSession> open_session(const CompiledCode& code) {
  auto session = std::make_unique<ObjectSession>(code.files.front(), abi_functions());
  for (std::size_t i = 1; i < code.files.size(); ++i) session->add(code.files[i]);
  return session;
}

/// The data that CompiledLanes::keep owns.
struct LoadedLanes {
  std::unique_ptr<ObjectSession> session;
  std::vector<tsj_lane_function> ticks;
  LaneNumbers numbers;
};

/// Returns options for an x86-64 processor with words of this many blocks, if theirs has none.
JitOptions for_words(JitOptions options, std::uint32_t blocks) {
  if (blocks == 1) return options;
  const auto machine = make_target_machine(options);
  const char* const needed = blocks == 4 ? "+avx2" : "+avx512f,+avx512vl";
  if (machine->getTargetTriple().isX86() &&
      !has_x86_features(*machine->getMCSubtargetInfo(), needed)) {
    options.cpu = blocks == 4 ? "x86-64-v3" : "x86-64-v4";
  }
  return options;
}

LaneNumbers number(const ir::LaneGame& game, const LaneJitShape& shape,
                   std::uint64_t scratch_words) {
  LaneNumbers numbers;
  numbers.blocks = shape.blocks;
  for (const ir::LanePhase& phase : game.phases) {
    if (phase.fluent != ir::no_id) numbers.phase_fluents.push_back(phase.fluent);
    numbers.random_words = std::max<std::uint64_t>(numbers.random_words, phase.random_words);
  }
  numbers.goal_ranges = ranges_read(game.goals);
  numbers.scratch_words = scratch_words;
  return numbers;
}

CompiledLanes load(const CompiledCode& code, const LaneSymbols& symbols, LaneNumbers numbers) {
  auto loaded = std::make_shared<LoadedLanes>();
  loaded->session = open_session(code);
  const ObjectSession& session = *loaded->session;
  for (const std::string& tick : symbols.ticks) {
    loaded->ticks.push_back(session.lookup<tsj_lane_function>(tick));
  }
  loaded->numbers = std::move(numbers);
  CompiledLanes lanes;
  lanes.code = lane_code(symbols, loaded->numbers, [&](const std::string& symbol) {
    return symbol.empty() ? nullptr : session.lookup<void*>(symbol);
  });
  lanes.code.ticks = loaded->ticks.data();
  lanes.keep = std::move(loaded);
  return lanes;
}

void add_to_key(CacheKeyHash& hash, const ir::LaneGame& game, const LaneJitShape& shape) {
  hash.add(shape.blocks);
  hash.add(shape.operations_per_function);
  hash.add(shape.most_optimised_operations);
  add_to_key(hash, game);
}

}  // namespace

tsj_lane_code lane_code(const LaneSymbols& symbols, const LaneNumbers& numbers,
                        const std::function<void*(const std::string& symbol)>& address) {
  tsj_lane_code code{};
  code.blocks = numbers.blocks;
  code.phase_count = static_cast<std::uint32_t>(symbols.ticks.size());
  if (!numbers.phase_fluents.empty()) code.phase_fluents = numbers.phase_fluents.data();
  code.blend = reinterpret_cast<tsj_lane_blend>(address(symbols.blend));
  code.fill = reinterpret_cast<tsj_lane_fill>(address(symbols.fill));
  code.count = reinterpret_cast<tsj_lane_count>(address(symbols.count));
  code.goals = reinterpret_cast<tsj_lane_function>(address(symbols.goals));
  code.goal_ranges = numbers.goal_ranges.data();
  code.goal_range_count = numbers.goal_ranges.size() / 2;
  code.random_words = numbers.random_words;
  code.scratch_words = numbers.scratch_words;
  return code;
}

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

std::vector<std::uint32_t> lane_blocks() {
  const auto machine = make_target_machine({});
  if (!machine->getTargetTriple().isX86()) return {1, 4};
  std::vector<std::uint32_t> blocks{1};
  if (has_x86_features(*machine->getMCSubtargetInfo(), "+avx2")) blocks.push_back(4);
  if (has_x86_features(*machine->getMCSubtargetInfo(), "+avx512f")) blocks.push_back(8);
  return blocks;
}

CompiledLanes compile_lanes(const ir::LaneGame& game, const JitOptions& options,
                            const LaneJitShape& shape, const std::string& name) {
  const CachedCode place(options, "lanes", name,
                         [&](CacheKeyHash& hash) { add_to_key(hash, game, shape); });
  const LaneSymbols symbols = name_functions(game, {});
  if (auto found = place.find()) {
    return load(*found, symbols, number(game, shape, found->numbers.at(0)));
  }
  const CompiledCode code = make_code(game, symbols, options, shape);
  CompiledLanes loaded = load(code, symbols, number(game, shape, code.numbers.at(0)));
  place.store(code);
  return loaded;
}

LaneObjects make_lane_objects(const ir::LaneGame& game, const JitOptions& options,
                              const LaneJitShape& shape, const std::string& prefix) {
  LaneObjects objects;
  objects.symbols = name_functions(game, prefix);
  const JitOptions wide = for_words(options, shape.blocks);
  CompiledCode code = make_code(game, objects.symbols, wide, shape);
  for (ObjectFile& file : code.files) file.name = prefix + file.name;
  objects.files = std::move(code.files);
  objects.numbers = number(game, shape, code.numbers.at(0));
  objects.cpu_features = cpu_features(wide);
  return objects;
}

CompiledLanePrograms compile_lane_programs(const std::vector<const ir::LutProgram*>& programs,
                                           const JitOptions& options, const LaneJitShape& shape,
                                           const std::string& kind, const std::string& name) {
  CompiledLanePrograms compiled;
  const CachedCode place(options, kind, name, [&](CacheKeyHash& hash) {
    hash.add(shape.blocks);
    hash.add(shape.operations_per_function);
    hash.add(shape.most_optimised_operations);
    hash.add(programs.size());
    for (const ir::LutProgram* program : programs) add_to_key(hash, *program);
  });
  std::optional<CompiledCode> code = place.find();
  const bool is_new = !code;
  if (is_new) code = make_code(programs, options, shape);
  std::shared_ptr<ObjectSession> session = open_session(*code);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    compiled.functions.push_back(programs[i]->outputs.empty()
                                     ? nullptr
                                     : session->lookup<tsj_lane_function>(program_symbol(i)));
  }
  compiled.scratch_words = code->numbers.at(0);
  compiled.keep = std::move(session);
  if (is_new) place.store(*code);
  return compiled;
}

LaneProgramObjects make_lane_program_objects(const std::vector<const ir::LutProgram*>& programs,
                                             const JitOptions& options, const LaneJitShape& shape,
                                             const std::string& prefix) {
  LaneProgramObjects objects;
  const JitOptions wide = for_words(options, shape.blocks);
  CompiledCode code = make_code(programs, wide, shape, prefix);
  for (ObjectFile& file : code.files) file.name = prefix + file.name;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    objects.symbols.push_back(programs[i]->outputs.empty() ? "" : prefix + program_symbol(i));
  }
  objects.files = std::move(code.files);
  objects.scratch_words = code.numbers.at(0);
  objects.cpu_features = cpu_features(wide);
  return objects;
}

CompiledLaneQuestions compile_lane_questions(const ir::LaneQuestions& questions,
                                             const JitOptions& options, const LaneJitShape& shape,
                                             const std::string& name) {
  CompiledLanePrograms programs =
      compile_lane_programs({&questions.legal, &questions.next, &questions.terminal,
                             &questions.goals, &questions.percepts},
                            options, shape, "lane questions", name);
  CompiledLaneQuestions compiled;
  compiled.code.blocks = shape.blocks;
  compiled.code.legal = programs.functions[0];
  compiled.code.next = programs.functions[1];
  compiled.code.terminal = programs.functions[2];
  compiled.code.goals = programs.functions[3];
  compiled.code.percepts = programs.functions[4];
  compiled.code.scratch_words = programs.scratch_words;
  compiled.keep = std::move(programs.keep);
  return compiled;
}

}  // namespace tesuji::llvm_backend
