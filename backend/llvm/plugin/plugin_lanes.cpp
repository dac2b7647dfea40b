// The part of a plugin's tables that is for many games at a time.
#include "backend/llvm/plugin/plugin_tables.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/gpu_lanes.h"

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;

/// tsj_lane_code
Constant* lane_code(DataWriter& data, const PluginLanes::Code& code) {
  std::vector<Constant*> ticks;
  for (const std::string& tick : code.symbols.ticks) ticks.push_back(data.function(tick));
  const LaneNumbers& numbers = code.numbers;
  return data.record<tsj_lane_code>(
      {data.i32(numbers.blocks), data.i32(count_of(ticks.size())), data.array(ticks),
       data.words64(numbers.phase_fluents), data.function(code.symbols.blend),
       data.function(code.symbols.fill), data.function(code.symbols.count),
       data.function(code.symbols.goals), data.words64(numbers.goal_ranges),
       data.i64(numbers.goal_ranges.size() / 2), data.i64(numbers.random_words),
       data.i64(numbers.scratch_words)});
}

/// tsj_gpu_program
Constant* gpu_program(DataWriter& data, const runtime::GpuCode& code) {
  std::vector<Constant*> modules;
  for (const std::string& module : code.modules) modules.push_back(data.text(module));
  std::vector<Constant*> parts;
  std::vector<std::uint32_t> counts;
  for (const std::vector<runtime::GpuPart>& phase : code.parts) {
    counts.push_back(static_cast<std::uint32_t>(phase.size()));
    for (const runtime::GpuPart& part : phase) {
      parts.push_back(data.record<tsj_gpu_part>({data.i32(part.module), data.text(part.kernel)}));
    }
  }
  return data.record<tsj_gpu_program>(
      {data.array(modules), data.text(code.kernel), data.array(parts), data.words32(counts),
       data.i64(code.tile_words), data.i64(code.pattern_words), data.i32(count_of(modules.size())),
       data.i32(count_of(counts.size())), data.i32(code.compiled_quickly ? 1 : 0), data.i32(0)});
}

}  // namespace

Constant* gpu_kernels(DataWriter& data, const PluginLanes& lanes, Constant* tables) {
  std::vector<Constant*> programs;
  for (const runtime::GpuCode& code : lanes.gpu) programs.push_back(gpu_program(data, code));
  return data.address(data.record<tsj_gpu_kernels>(
      {data.i32(TSJ_GPU_VERSION), data.i32(0), data.array(programs), tables}));
}

Constant* lane_tables(DataWriter& data, const PluginLanes& lanes) {
  std::vector<Constant*> codes;
  std::vector<std::uint64_t> features;
  for (const PluginLanes::Code& code : lanes.codes) {
    codes.push_back(lane_code(data, code));
    features.push_back(code.cpu_features);
  }
  std::vector<Constant*> answers;
  for (const tsj_lane_answer& answer : lanes.answers) {
    answers.push_back(data.record<tsj_lane_answer>(
        {data.i32(answer.role), data.i32(answer.kind), data.i32(answer.value)}));
  }
  return data.address(data.record<tsj_lane_tables>(
      {data.array(codes), data.words64(features), data.array(answers), data.words64(lanes.control),
       data.words64(lanes.fixed), data.i64(lanes.fluents), data.i32(count_of(codes.size())),
       data.i32(count_of(answers.size())), data.i32(count_of(lanes.control.size()))}));
}

}  // namespace tesuji::llvm_backend
