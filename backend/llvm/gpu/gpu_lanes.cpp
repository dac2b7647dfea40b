#include "backend/llvm/gpu/gpu_lanes.h"

#include "backend/llvm/gpu/gpu_target.h"
#include "backend/llvm/gpu/play_kernel.h"
#include "backend/llvm/lanes/lane_key.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/orc/pipeline.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/on_threads.h"

#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>

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

}  // namespace tesuji::llvm_backend
