// Compiles kernels for questions about given states.
#include "backend/llvm/gpu/gpu_lanes.h"
#include "backend/llvm/gpu/gpu_target.h"
#include "backend/llvm/gpu/play_kernel.h"
#include "backend/llvm/lanes/lane_key.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/orc/pipeline.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace tesuji::llvm_backend {
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
