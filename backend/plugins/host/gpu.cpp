#include "backend/plugins/host/gpu.h"

#include "backend/plugins/host/game.h"
#include "runtime/core/tesuji/cpu.h"
#include "runtime/core/tesuji/gpu_lanes.h"

#include <cstddef>
#include <cstdint>

namespace tesuji::plugin {
namespace {

/// Returns the code for the widest words that this processor has, or null.
const tsj_lane_code* widest(const tsj_lane_tables& tables) {
  const std::uint64_t missing = ~tsj_cpu_features();
  for (std::uint32_t i = tables.code_count; i-- > 0;) {
    if ((tables.cpu_features[i] & missing) == 0) return &tables.codes[i];
  }
  return nullptr;
}

}  // namespace

std::optional<runtime::LanePlayer> gpu_player(const std::shared_ptr<const runtime::Game>& game,
                                              std::string& reason) {
  const tsj_plugin* const plugin = plugin_of(*game);
  if (plugin == nullptr || !TSJ_PLUGIN_HAS(plugin, gpu)) {
    reason = "the plugin has no kernels for GPUs: compile it with --batch --gpu";
    return std::nullopt;
  }
  if (plugin->gpu->version != TSJ_GPU_VERSION) {
    reason = "the plugin's kernels are of version " + std::to_string(plugin->gpu->version) +
             ", this program's of version " + std::to_string(TSJ_GPU_VERSION) +
             ": compile it again";
    return std::nullopt;
  }
  const tsj_lane_tables& tables = *plugin->gpu->lanes;
  const tsj_lane_code* const code = widest(tables);
  if (code == nullptr) {
    reason = "the plugin has no code for lanes of this processor";
    return std::nullopt;
  }
  runtime::LanePlayer player;
  player.game = game;
  player.fluents = tables.fluents;
  player.code = *code;
  player.answers.assign(tables.answers, tables.answers + tables.answer_count);
  player.control.assign(tables.control, tables.control + tables.control_count);
  player.fixed.assign(tables.fixed, tables.fixed + plugin->state_words);
  player.keep = game;
  return player;
}

runtime::GpuCode gpu_code(const runtime::Game& game, bool many_starts) {
  const tsj_gpu_program& program = plugin_of(game)->gpu->programs[many_starts ? 1 : 0];
  runtime::GpuCode code;
  code.modules.assign(program.modules, program.modules + program.module_count);
  code.kernel = program.kernel;
  code.tile_words = program.tile_words;
  code.pattern_words = program.pattern_words;
  code.compiled_quickly = program.compiled_quickly != 0;
  const tsj_gpu_part* part = program.parts;
  for (std::uint32_t phase = 0; phase < program.phase_count; ++phase) {
    std::vector<runtime::GpuPart>& parts = code.parts.emplace_back();
    for (std::uint32_t i = 0; i < program.part_counts[phase]; ++i, ++part) {
      parts.push_back({part->module, part->kernel});
    }
  }
  return code;
}

}  // namespace tesuji::plugin
