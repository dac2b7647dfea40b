#include "backend/llvm/gpu/play_kernel.h"

#include "backend/llvm/gpu/play_emitter.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "runtime/core/tesuji/gpu_lanes.h"

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

/// Number of words that fit into registers: with more, the driver's compiler spills and takes a
/// minute instead of a second.
constexpr std::uint64_t most_register_words = 100;

/// Maximum number of operations of a phase that is not split: more become many kernels, which
/// drivers compile in parallel, and which fit into an instruction cache.
constexpr std::size_t most_whole_operations = 4'000;

/// Maximum size of a thread's stack, which is allocated for all threads that may ever run.
constexpr std::uint64_t most_stack_words = 2'000;

/// Number of operations of a function or kernel that is part of a program. The driver's compiler
/// takes four times as long for a function twice as long; shorter parts pass more values through
/// memory.
constexpr std::size_t operations_of_part = 2'000;

/// Number of operations of a function of a question's kernel, which seldom runs.
constexpr std::size_t operations_of_question = 500;

/// Operations of a phase from which on optimising takes the driver longer than it saves.
constexpr std::size_t most_optimised_operations = 1'000;

std::uint64_t words_read(const ir::LutProgram& program) {
  const std::vector<std::uint64_t> ranges = ranges_read(program);
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < ranges.size(); i += 2) words += ranges[i + 1] - ranges[i];
  return words;
}

/// Returns the number of operations of the longest phase.
std::size_t longest_phase(const ir::LaneGame& game) {
  std::size_t most = 0;
  for (const ir::LanePhase& phase : game.phases) {
    most = std::max(most, phase.tick.operations.size());
  }
  return most;
}

}  // namespace

void choose_place(const ir::LaneGame& game, PlayKernelShape& shape) {
  const std::uint64_t words = game.fluents + ir::lane_counter_bits;
  const std::size_t most = longest_phase(game);
  const std::uint64_t kept = words_read(game.goals) + ir::lane_counter_bits;
  if (words > most_stack_words || most > most_whole_operations) {
    shape.place = StatePlace::tiles;
  } else {
    shape.place = words + kept <= most_register_words ? StatePlace::registers : StatePlace::stack;
  }
}

bool is_compiled_quickly(const ir::LaneGame& game, StatePlace place) {
  // If kernels are split, optimised ones are up to a third faster.
  const std::size_t operations = longest_phase(game);
  return place == StatePlace::stack && operations > most_optimised_operations &&
         operations <= operations_of_part;
}

bool puts_off_goals(const ir::LaneGame& game, StatePlace place) {
  // Costs in instructions per tick.
  const std::uint64_t kept = words_read(game.goals) + ir::lane_counter_bits;
  const std::uint64_t to_keep = kept * (place == StatePlace::registers ? 2 : 10);
  const std::uint64_t to_ask = 2 * game.goals.operations.size() + 12 * game.answers.size() + 300;
  constexpr std::uint64_t asked_together = 5;  // ticks, or more
  return to_keep + to_ask / asked_together < to_ask;
}

std::vector<llvm::Type*> kernel_parameters(llvm::LLVMContext& context, KernelTarget target) {
  llvm::Type* pointer = llvm::PointerType::get(context, global_space(target));
  return {pointer, pointer, pointer, llvm::Type::getInt32Ty(context)};
}

LaneShape lane_shape(const PlayKernelShape& shape) {
  LaneShape lanes;
  lanes.blocks = 1;
  lanes.ternary = shape.target == KernelTarget::gpu ? TernaryLogic::lop3 : TernaryLogic::none;
  lanes.operations_per_part = operations_of_part;
  lanes.half = shape.place != StatePlace::registers;
  lanes.one_function = shape.place == StatePlace::registers;
  if (shape.place == StatePlace::stack) lanes.space = stack_space(shape.target);
  if (shape.place == StatePlace::tiles) {
    lanes.stride = TSJ_GPU_STRIDE / 2;
    lanes.space = global_space(shape.target);
  }
  return lanes;
}

void emit_play_kernel(llvm::Module& module, const ir::LaneGame& game, const std::string& symbol,
                      const PlayKernelShape& shape, TileLayout& layout) {
  PlayEmitter(module, game, symbol, shape, layout).emit();
}

void emit_part_kernel(llvm::Module& module, const ir::LaneGame& game, const LaneParts& parts,
                      std::size_t part, const std::string& symbol, const PlayKernelShape& shape,
                      const TileLayout& layout) {
  llvm::Function* function = parts.emit(module, part, symbol + ".part");
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::Function* kernel = new_kernel(
      module, symbol, kernel_parameters(module.getContext(), shape.target), shape.target);
  KernelBuilder build(*kernel, shape.target);
  Tile tile;
  tile.enter(build, *kernel, layout, shape.target);
  const auto array = [&](std::uint64_t at, std::uint64_t words) {
    return tile.halves(build, at, std::max<std::uint64_t>(words, 1));
  };
  const WordArray arrays[] = {
      array(layout.state, game.fluents + ir::lane_counter_bits),
      array(layout.control, ir::lane_control::count), array(layout.random, layout.random_words),
      array(layout.answers, game.answers.size()), array(layout.scratch, layout.scratch_words)};
  build.for_numbers(2, [&](llvm::Value* half) {
    std::vector<llvm::Value*> arguments;
    for (const WordArray& of : arrays) {
      arguments.push_back(build.CreateInBoundsGEP(build.getInt8Ty(), of.base,
                                                  build.CreateMul(half, build.getInt64(of.upper))));
    }
    build.CreateCall(function, arguments);
  });
  build.CreateRetVoid();
}

void emit_question_kernel(llvm::Module& module, const ir::LutProgram& program,
                          const std::string& symbol, KernelTarget target, TileLayout& layout) {
  LaneShape lanes;
  lanes.blocks = 1;
  lanes.ternary = target == KernelTarget::gpu ? TernaryLogic::lop3 : TernaryLogic::none;
  lanes.operations_per_part = operations_of_question;
  lanes.stride = TSJ_GPU_STRIDE;
  lanes.space = global_space(target);
  const std::string name = symbol + ".program";
  layout.scratch = layout.take(emit_lane_function(module, program, 0, name, lanes));
  llvm::Function* function = module.getFunction(name);
  function->setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::Function* kernel =
      new_kernel(module, symbol, kernel_parameters(module.getContext(), target), target);
  KernelBuilder build(*kernel, target);
  Tile tile;
  tile.enter(build, *kernel, layout, target);
  const auto array = [&](std::uint64_t at) { return tile.words(build, at).base; };
  build.CreateCall(function, {array(layout.state), array(layout.control), array(layout.random),
                              array(layout.answers), array(layout.scratch)});
  build.CreateRetVoid();
}

}  // namespace tesuji::llvm_backend
