// Maps the TSJ_CPU_.. constants of plugin.h to names: those of LLVM, which are those of
// /proc/cpuinfo except for dots and underscores.
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

/// Returns all features, in the order of their bits.
[[nodiscard]] std::span<const CpuFeature> cpu_feature_table();

/// Returns the names of a set of bits, separated by blanks.
[[nodiscard]] std::string cpu_feature_names(std::uint64_t features);

}  // namespace tesuji::runtime
