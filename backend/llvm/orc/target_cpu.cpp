#include "backend/llvm/orc/target_cpu.h"

#include "backend/llvm/orc/cpu_features.h"
#include "backend/llvm/orc/pipeline.h"
#include "runtime/host/memory/cpu_names.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>

namespace tesuji::llvm_backend {
namespace {

/// Features of every x86-64 or aarch64 processor, and one that only limits the width of avx512f
/// vectors.
constexpr std::array<std::string_view, 11> common_features = {
    "64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87", "evex512", "fp-armv8", "neon"};

/// Returns the bit of TSJ_CPU_..; 0 if plugin.h has no name for it.
std::uint64_t bit_of(std::string_view name) {
  for (const runtime::CpuFeature& feature : runtime::cpu_feature_table()) {
    if (feature.name == name) return feature.bit;
  }
  return 0;
}

std::unique_ptr<llvm::MCSubtargetInfo> subtarget(const std::string& cpu) {
  const std::string triple = llvm::sys::getProcessTriple();
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      native_target().createMCSubtargetInfo(triple, cpu, ""));
}

/// Returns the instruction sets of a processor, by LLVM's names; for `native`, those of this
/// machine.
std::set<std::string> instruction_sets(const std::string& cpu) {
  std::set<std::string> sets;
  const auto info = cpu == "native" ? nullptr : subtarget(cpu);
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
    const std::string name = feature.first().str();
    const bool has = info ? info->checkFeatures("+" + name) : feature.second;
    if (has) sets.insert(name);
  }
  return sets;
}

std::string host_features() {
  llvm::SubtargetFeatures features;
  for (const auto& feature : llvm::sys::getHostCPUFeatures()) {
    features.AddFeature(feature.first(), feature.second);
  }
  return features.getString();
}

void check(const std::string& cpu) {
  if (cpu == "native") return;
  const std::vector<std::string> names = cpu_names();
  if (std::binary_search(names.begin(), names.end(), cpu)) return;
  throw std::invalid_argument("unknown processor `" + cpu + "`");
}

}  // namespace

TargetCpu target_cpu(const std::string& cpu) {
  if (cpu.empty()) return {llvm::sys::getHostCPUName().str(), host_features()};
  check(cpu);
  llvm::SubtargetFeatures features;
  for (const std::string& set : instruction_sets(cpu)) {
    const bool common =
        std::find(common_features.begin(), common_features.end(), set) != common_features.end();
    if (common || bit_of(set) != 0) {
      if (cpu == "native") features.AddFeature(set, true);
    } else {
      features.AddFeature(set, false);
    }
  }
  return {cpu == "native" ? llvm::sys::getHostCPUName().str() : cpu, features.getString()};
}

bool has_x86_features(const llvm::MCSubtargetInfo& processor, const char* features) {
  return processor.getTargetTriple().isX86() && processor.checkFeatures(features);
}

std::uint64_t cpu_features(const JitOptions& options) {
  std::uint64_t bits = 0;
  for (const std::string& set : instruction_sets(options.cpu.empty() ? "native" : options.cpu)) {
    bits |= bit_of(set);
  }
  return bits;
}

std::vector<std::string> cpu_names() {
  std::vector<std::string> names;
  const auto info = subtarget("");
  const bool has_32_bit_processors = info->getTargetTriple().isX86();
  for (const llvm::SubtargetSubTypeKV& processor : info->getAllProcessorDescriptions()) {
    if (has_32_bit_processors && !subtarget(processor.Key)->checkFeatures("+64bit")) continue;
    names.emplace_back(processor.Key);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tesuji::llvm_backend
