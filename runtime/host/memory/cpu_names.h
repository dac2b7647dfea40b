// Names of the TSJ_CPU_.. constants of plugin.h: those of LLVM, and of /proc/cpuinfo except for
// dots and underlines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tesuji::runtime {

struct CpuFeature {
  std::uint64_t bit;
  std::string_view name;
};

/// All of them, in the order of their bits.
[[nodiscard]] std::span<const CpuFeature> cpu_feature_table();

/// Those of a set of bits, with blanks between them.
[[nodiscard]] std::string cpu_feature_names(std::uint64_t features);

}  // namespace tesuji::runtime
