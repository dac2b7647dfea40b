#include "backend/llvm/gpu/gpu_lanes.h"

#include "backend/llvm/gpu/gpu_target.h"
#include "backend/llvm/gpu/play_kernel.h"
#include "backend/llvm/lanes/lane_key.h"
#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/code_thread.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/orc/pipeline.h"

#include <llvm/IR/LLVMContext.h>

#include <cstddef>
#include <optional>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

constexpr const char* kernel_name = "tesuji_play";

StatePlace place_of(const ir::LaneGame& game, runtime::GpuStates states) {
  switch (states) {
    case runtime::GpuStates::in_registers:
      return StatePlace::registers;
    case runtime::GpuStates::on_stack:
      return StatePlace::stack;
    case runtime::GpuStates::in_tiles:
      return StatePlace::tiles;
    case runtime::GpuStates::chosen:
      break;
  }
  return choose_place(game);
}

struct KernelModule {
  CompiledCode code;
  std::uint64_t tile_words = 0;
};

KernelModule make_kernel(const ir::LaneGame& game, bool many_starts, runtime::GpuStates states,
                         KernelTarget target, const JitOptions& options) {
  KernelModule made;
  with_large_stack([&] {
    llvm::LLVMContext context;
    const auto machine =
        target == KernelTarget::gpu ? make_gpu_machine() : make_target_machine(options);
    llvm::Module module(kernel_name, context);
    prepare(module, *machine);
    PlayKernelShape shape;
    shape.target = target;
    shape.many_starts = many_starts;
    shape.place = place_of(game, states);
    if (const char* parts = getenv("PARTS")) shape.operations_per_part = atoi(parts);
    made.tile_words = emit_play_kernel(module, game, kernel_name, shape);
    if (options.verify) verify_or_throw(module);
    if (!is_as_generated(options)) optimise_kernels(module, *machine);
    if (options.verify) verify_or_throw(module);
    const CodeForm form = target == KernelTarget::processor ? CodeForm::object
                          : options.form == CodeForm::llvm  ? CodeForm::llvm
                                                            : CodeForm::assembly;
    made.code.files.push_back(emit_object(module, *machine, kernel_name, form));
  });
  made.code.numbers.push_back(made.tile_words);
  return made;
}

runtime::GpuCode gpu_code(const ir::LaneGame& game, bool many_starts, const CompiledCode& code) {
  runtime::GpuCode gpu;
  const std::vector<char>& text = code.files.at(0).bytes;
  gpu.ptx.assign(text.begin(), text.end());
  gpu.kernel = kernel_name;
  gpu.tile_words = code.numbers.at(0);
  gpu.pattern_words = many_starts ? 0 : game.fluents + ir::lane_counter_bits;
  return gpu;
}

}  // namespace

runtime::GpuCode compile_gpu_lanes(const ir::LaneGame& game, bool many_starts,
                                   const JitOptions& options, const std::string& name,
                                   runtime::GpuStates states) {
  const CachedCode place(options, "gpu lanes", name, [&](CacheKeyHash& hash) {
    hash.add(std::uint64_t{many_starts});
    hash.add(static_cast<std::uint64_t>(states));
    add_to_key(hash, game);
  });
  if (const auto found = place.find()) return gpu_code(game, many_starts, *found);
  const KernelModule made = make_kernel(game, many_starts, states, KernelTarget::gpu, options);
  place.store(made.code);
  return gpu_code(game, many_starts, made.code);
}

EmulatedKernel emulate_gpu_lanes(const ir::LaneGame& game, bool many_starts,
                                 runtime::GpuStates states) {
  JitOptions options;
  options.verify = true;
  const KernelModule made =
      make_kernel(game, many_starts, states, KernelTarget::processor, options);
  auto session = std::make_shared<ObjectSession>(made.code.files.at(0), abi_functions());
  EmulatedKernel kernel;
  kernel.play = session->lookup<EmulatedKernel::Function>(kernel_name);
  if (!many_starts) {
    kernel.pattern_words = game.fluents + ir::lane_counter_bits;
    kernel.pattern = session->lookup<std::uint32_t*>(std::string(kernel_name) + "_pattern");
  }
  kernel.tile_words = made.tile_words;
  kernel.keep = std::move(session);
  return kernel;
}

}  // namespace tesuji::llvm_backend
