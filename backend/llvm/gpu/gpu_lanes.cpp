#include "backend/llvm/gpu/gpu_lanes.h"

#include "backend/llvm/gpu/gpu_target.h"
#include "backend/llvm/gpu/play_kernel.h"
#include "backend/llvm/lanes/lane_codegen.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/orc/pipeline.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/on_threads.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <thread>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

constexpr const char* kernel_name = "tesuji_play";

/// Number of kernels in one module: drivers compile one module at a time per thread, several in
/// parallel.
constexpr std::size_t kernels_per_module = 2;

void place(runtime::GpuStates states, const ir::LaneGame& game, PlayKernelShape& shape) {
  switch (states) {
    case runtime::GpuStates::chosen:
      choose_place(game, shape);
      break;
    case runtime::GpuStates::in_registers:
      shape.place = StatePlace::registers;
      break;
    case runtime::GpuStates::on_stack:
      shape.place = StatePlace::stack;
      break;
    case runtime::GpuStates::in_tiles:
      shape.place = StatePlace::tiles;
      break;
  }
}

/// Generates the modules of a game's kernels.
class KernelCompiler {
 public:
  KernelCompiler(const ir::LaneGame& game, bool many_starts, runtime::GpuStates states,
                 KernelTarget target, const JitOptions& options)
      : game_(game), options_(options) {
    shape_.target = target;
    shape_.many_starts = many_starts;
    place(states, game, shape_);
    code_.kernel = kernel_name;
    code_.pattern_words = many_starts ? 0 : game.fluents + ir::lane_counter_bits;
    code_.compiled_quickly = is_compiled_quickly(game, shape_.place);
    if (shape_.place == StatePlace::tiles) divide();
  }

  CompiledCode compile() {
    std::vector<ObjectFile> files(1 +
                                  (parts_.size() + kernels_per_module - 1) / kernels_per_module);
    files[0] = make_module([&](llvm::Module& module) {
      emit_play_kernel(module, game_, kernel_name, shape_, layout_);
    });
    std::atomic<std::size_t> next{1};
    const auto work = [&](std::size_t) {
      for (std::size_t i = next++; i < files.size(); i = next++) files[i] = make_parts(i - 1);
    };
    const std::size_t threads =
        std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, files.size());
    runtime::on_threads(threads, work, [&] { next = files.size(); });
    code_.tile_words = layout_.words;
    CompiledCode compiled;
    compiled.files = std::move(files);
    return compiled;
  }

  [[nodiscard]] runtime::GpuCode& code() { return code_; }

 private:
  struct Part {
    std::size_t phase;
    std::size_t number;
  };

  [[nodiscard]] static std::string symbol(const Part& part) {
    return "tesuji_tick" + std::to_string(part.phase) + "_" + std::to_string(part.number);
  }

  void divide() {
    code_.parts.resize(game_.phases.size());
    programs_.reserve(game_.phases.size());
    for (std::size_t phase = 0; phase < game_.phases.size(); ++phase) {
      const LaneParts& program =
          programs_.emplace_back(game_.phases[phase].tick, lane_shape(shape_));
      layout_.scratch_words =
          std::max<std::uint64_t>(layout_.scratch_words, program.scratch_words());
      for (std::size_t number = 0; number < program.count(); ++number) {
        const auto module = static_cast<std::uint32_t>(1 + parts_.size() / kernels_per_module);
        parts_.push_back({phase, number});
        code_.parts[phase].push_back({module, symbol(parts_.back())});
      }
    }
  }

  ObjectFile make_parts(std::size_t group) const {
    return make_module([&](llvm::Module& module) {
      const std::size_t first = group * kernels_per_module;
      const std::size_t end = std::min(parts_.size(), first + kernels_per_module);
      for (std::size_t i = first; i < end; ++i) {
        const Part& part = parts_[i];
        emit_part_kernel(module, game_, programs_[part.phase], part.number, symbol(part), shape_,
                         layout_);
      }
    });
  }

  template <typename Emit>
  ObjectFile make_module(Emit emit) const {
    if (options_.stop.stop_requested()) throw runtime::Stopped();
    ObjectFile file;
    with_large_stack([&] {
      llvm::LLVMContext context;
      const bool on_gpu = shape_.target == KernelTarget::gpu;
      const auto machine = on_gpu ? make_gpu_machine() : make_target_machine(options_);
      llvm::Module module(kernel_name, context);
      prepare(module, *machine);
      emit(module);
      if (options_.verify) verify_or_throw(module);
      if (!is_as_generated(options_)) optimise_kernels(module, *machine);
      if (options_.verify) verify_or_throw(module);
      const CodeForm form = !on_gpu                           ? CodeForm::object
                            : options_.form == CodeForm::llvm ? CodeForm::llvm
                                                              : CodeForm::assembly;
      file = emit_object(module, *machine, kernel_name, form);
    });
    return file;
  }

  const ir::LaneGame& game_;
  const JitOptions& options_;
  PlayKernelShape shape_;
  TileLayout layout_;
  std::vector<LaneParts> programs_;  ///< by phase; only if states are in tiles
  std::vector<Part> parts_;
  runtime::GpuCode code_;
};

/// Stores the data about the code besides its modules: `numbers` and `names`.
void describe(const runtime::GpuCode& code, CompiledCode& compiled) {
  compiled.numbers = {code.tile_words, code.pattern_words,
                      static_cast<std::uint64_t>(code.compiled_quickly), code.parts.size()};
  for (const auto& phase : code.parts) {
    compiled.numbers.push_back(phase.size());
    for (const runtime::GpuPart& part : phase) {
      compiled.numbers.push_back(part.module);
      compiled.names.push_back(part.kernel);
    }
  }
}

runtime::GpuCode gpu_code(const CompiledCode& compiled) {
  runtime::GpuCode code;
  code.kernel = kernel_name;
  for (const ObjectFile& file : compiled.files) {
    code.modules.emplace_back(file.bytes.begin(), file.bytes.end());
  }
  std::size_t number = 0;
  std::size_t name = 0;
  code.tile_words = compiled.numbers.at(number++);
  code.pattern_words = compiled.numbers.at(number++);
  code.compiled_quickly = compiled.numbers.at(number++) != 0;
  code.parts.resize(compiled.numbers.at(number++));
  for (auto& phase : code.parts) {
    phase.resize(compiled.numbers.at(number++));
    for (runtime::GpuPart& part : phase) {
      part.module = static_cast<std::uint32_t>(compiled.numbers.at(number++));
      part.kernel = compiled.names.at(name++);
    }
  }
  return code;
}

}  // namespace

runtime::GpuCode compile_gpu_lanes(const ir::LaneGame& game, bool many_starts,
                                   const JitOptions& options, const std::string& name,
                                   runtime::GpuStates states) {
  const CachedCode place(options, "gpu kernels", name, [&](CacheKeyHash& hash) {
    hash.add(std::uint64_t{many_starts});
    hash.add(static_cast<std::uint64_t>(states));
    add_to_key(hash, game);
  });
  if (const auto found = place.find()) return gpu_code(*found);
  KernelCompiler compiler(game, many_starts, states, KernelTarget::gpu, options);
  CompiledCode compiled = compiler.compile();
  describe(compiler.code(), compiled);
  place.store(compiled);
  return gpu_code(compiled);
}

EmulatedKernels emulate_gpu_lanes(const ir::LaneGame& game, bool many_starts,
                                  runtime::GpuStates states) {
  JitOptions options;
  options.verify = true;
  KernelCompiler compiler(game, many_starts, states, KernelTarget::processor, options);
  const CompiledCode compiled = compiler.compile();
  auto session = std::make_shared<ObjectSession>(compiled.files.at(0), abi_functions());
  for (std::size_t i = 1; i < compiled.files.size(); ++i) session->add(compiled.files[i]);
  EmulatedKernels kernels;
  kernels.code = compiler.code();
  kernels.code.modules.resize(compiled.files.size());
  if (!many_starts) {
    kernels.pattern = session->lookup<std::uint32_t*>(std::string(kernel_name) + "_pattern");
  }
  kernels.find = [session](const std::string& kernel) {
    return session->lookup<EmulatedKernels::Kernel>(kernel);
  };
  return kernels;
}

// Kernels for questions about given states.

namespace {

using runtime::GpuQuestionCode;

constexpr const char* question_name = "tesuji_ask";

std::array<const ir::LutProgram*, GpuQuestionCode::count> programs_of(
    const ir::LaneQuestions& questions) {
  std::array<const ir::LutProgram*, GpuQuestionCode::count> programs{};
  programs[GpuQuestionCode::legal] = &questions.legal;
  programs[GpuQuestionCode::next] = &questions.next;
  programs[GpuQuestionCode::terminal] = &questions.terminal;
  programs[GpuQuestionCode::goals] = &questions.goals;
  programs[GpuQuestionCode::percepts] = &questions.percepts;
  return programs;
}

/// Returns how many words of an array the programs read or write.
std::uint64_t words_of(const ir::LaneQuestions& questions, std::uint32_t array) {
  std::uint64_t words = 0;
  const auto note = [&](const ir::LaneWord& word) {
    if (word.array == array) words = std::max<std::uint64_t>(words, word.index + 1);
  };
  for (const ir::LutProgram* program : programs_of(questions)) {
    for (const ir::LaneWord& word : program->inputs) note(word);
    for (const ir::LutOutput& output : program->outputs) note(output.word);
  }
  return words;
}

/// Returns texts or, for the processor, object files; empty for a program without outputs.
std::vector<ObjectFile> make_modules(const ir::LaneQuestions& questions, KernelTarget target,
                                     const JitOptions& options, GpuQuestionCode& code) {
  namespace array = ir::lane_array;
  code.kernel = question_name;
  code.state_words = words_of(questions, array::state);
  code.move_words = words_of(questions, array::moves);
  TileLayout arrays;
  arrays.state = code.state = arrays.take(code.state_words);
  arrays.random = code.moves = arrays.take(code.move_words);
  arrays.answers = code.answers = arrays.take(words_of(questions, array::answers));
  arrays.control = arrays.take(1);
  std::vector<ObjectFile> files(GpuQuestionCode::count);
  const auto programs = programs_of(questions);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (programs[i]->outputs.empty()) continue;
    for (const ir::LutOutput& output : programs[i]->outputs) {
      if (output.word.array != array::answers) continue;
      code.answer_words[i] = std::max<std::uint64_t>(code.answer_words[i], output.word.index + 1);
    }
    TileLayout layout = arrays;
    with_large_stack([&] {
      llvm::LLVMContext context;
      const bool on_gpu = target == KernelTarget::gpu;
      const auto machine = on_gpu ? make_gpu_machine() : make_target_machine(options);
      llvm::Module module(question_name, context);
      prepare(module, *machine);
      // On the processor, all kernels are in one session.
      const std::string symbol =
          on_gpu ? std::string(question_name) : question_name + std::to_string(i);
      emit_question_kernel(module, *programs[i], symbol, target, layout);
      if (options.verify) verify_or_throw(module);
      optimise_kernels(module, *machine);
      files[i] = emit_object(module, *machine, question_name,
                             on_gpu ? CodeForm::assembly : CodeForm::object);
    });
    code.tile_words = std::max(code.tile_words, layout.words);
  }
  return files;
}

}  // namespace

runtime::GpuQuestionCode compile_gpu_questions(const ir::LaneQuestions& questions,
                                               const JitOptions& options, const std::string& name) {
  GpuQuestionCode code;
  const CachedCode place(options, "gpu questions", name, [&](CacheKeyHash& hash) {
    for (const ir::LutProgram* program : programs_of(questions)) add_to_key(hash, *program);
  });
  CompiledCode compiled;
  if (auto found = place.find()) {
    compiled = std::move(*found);
    code.kernel = question_name;
    auto number = compiled.numbers.begin();
    for (std::uint64_t* to : {&code.tile_words, &code.state, &code.state_words, &code.moves,
                              &code.move_words, &code.answers}) {
      *to = *number++;
    }
    std::copy_n(number, code.answer_words.size(), code.answer_words.begin());
  } else {
    compiled.files = make_modules(questions, KernelTarget::gpu, options, code);
    compiled.numbers = {code.tile_words, code.state,      code.state_words,
                        code.moves,      code.move_words, code.answers};
    compiled.numbers.insert(compiled.numbers.end(), code.answer_words.begin(),
                            code.answer_words.end());
    place.store(compiled);
  }
  for (std::size_t i = 0; i < code.modules.size(); ++i) {
    const std::vector<char>& text = compiled.files.at(i).bytes;
    code.modules[i].assign(text.begin(), text.end());
  }
  return code;
}

std::vector<EmulatedKernels::Kernel> emulate_gpu_questions(const ir::LaneQuestions& questions,
                                                           GpuQuestionCode& code,
                                                           std::shared_ptr<const void>& keep) {
  JitOptions options;
  options.verify = true;
  const std::vector<ObjectFile> files =
      make_modules(questions, KernelTarget::processor, options, code);
  std::vector<EmulatedKernels::Kernel> kernels(files.size());
  std::shared_ptr<ObjectSession> session;
  for (const ObjectFile& file : files) {
    if (file.bytes.empty()) continue;
    if (session == nullptr) {
      session = std::make_shared<ObjectSession>(file, abi_functions());
    } else {
      session->add(file);
    }
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].bytes.empty()) continue;
    code.modules[i] = std::to_string(i);
    kernels[i] = session->lookup<EmulatedKernels::Kernel>(question_name + std::to_string(i));
  }
  keep = std::move(session);
  return kernels;
}

}  // namespace tesuji::llvm_backend
