#include "backend/plugins/make/code_text.h"

#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/lanes.h"
#include "backend/llvm/gpu/gpu_lanes.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "backend/llvm/nets/net_jit.h"

#include <vector>

namespace tesuji::driver {
namespace {

using llvm_backend::JitOptions;
using llvm_backend::Text;

JitOptions text_options(Text what, const Options& options) {
  JitOptions jit = jit_options(options);
  const bool assembly = what == Text::assembly;
  jit.form = assembly ? llvm_backend::CodeForm::assembly : llvm_backend::CodeForm::llvm;
  jit.tier = what == Text::llvm ? JitOptions::Tier::fast : JitOptions::Tier::optimised;
  return jit;
}

std::string joined(const std::vector<llvm_backend::ObjectFile>& files, Text what) {
  std::string text;
  for (const llvm_backend::ObjectFile& file : files) {
    text += (what == Text::assembly ? "# module " : "; module ") + file.name + "\n";
    text.append(file.bytes.begin(), file.bytes.end());
  }
  return text;
}

}  // namespace

std::string net_code_text(GroundGame ground, Text what, const Options& options) {
  specialise(ground, options);
  return joined(
      llvm_backend::make_net_objects(*ground.net, text_options(what, options), {}, *ground.cases)
          .files,
      what);
}

std::string lane_code_text(const ir::LaneGame& lanes, std::uint32_t blocks, Text what,
                           const Options& options) {
  if (blocks == gpu_blocks) {
    JitOptions jit = text_options(what, options);
    jit.cache = nullptr;
    std::string text;
    for (const std::string& module : llvm_backend::compile_gpu_lanes(lanes, false, jit).modules) {
      text += module;
    }
    return text;
  }
  llvm_backend::LaneJitShape shape;
  shape.blocks = blocks;
  return joined(
      llvm_backend::make_lane_objects(lanes, text_options(what, options), shape, "").files, what);
}

}  // namespace tesuji::driver
