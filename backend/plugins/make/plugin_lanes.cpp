#include "backend/plugins/make/plugin_lanes.h"

#include "backend/driver/games/lanes.h"
#include "backend/llvm/gpu/gpu_lanes.h"
#include "backend/llvm/lanes/lane_jit.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace tesuji::driver {

llvm_backend::PluginLanes make_plugin_lanes(const GroundGame& ground, const runtime::Game& game,
                                            const llvm_backend::JitOptions& options,
                                            std::optional<runtime::GpuStates> gpu,
                                            std::vector<llvm_backend::ObjectFile>& objects) {
  const ir::LaneGame lanes = make_lane_game(ground);
  llvm_backend::PluginLanes made;
  for (const std::uint32_t blocks : llvm_backend::plugin_lane_blocks) {
    llvm_backend::LaneJitShape shape;
    shape.blocks = blocks;
    llvm_backend::LaneObjects code = llvm_backend::make_lane_objects(
        lanes, options, shape, "lanes_" + std::to_string(64 * blocks) + "_");
    std::move(code.files.begin(), code.files.end(), std::back_inserter(objects));
    made.codes.push_back({std::move(code.symbols), std::move(code.numbers), code.cpu_features});
  }
  if (gpu && ground.net->knows(ir::NetQuestion::goal)) {
    llvm_backend::JitOptions kernels = options;
    if (options.form == llvm_backend::CodeForm::llvm) kernels.form = llvm_backend::CodeForm::object;
    for (const bool many_starts : {false, true}) {
      made.gpu.push_back(
          llvm_backend::compile_gpu_lanes(lanes, many_starts, kernels, ground.module->game, *gpu));
    }
  }
  made.fluents = lanes.fluents;
  made.answers = lane_answers(ground, lanes);
  made.control = lane_control(ground, lanes);
  made.fixed = make_net_tables(ground).fixed;
  made.fixed.resize(game.state_words());
  return made;
}

}  // namespace tesuji::driver
