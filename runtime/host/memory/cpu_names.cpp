#include "runtime/host/memory/cpu_names.h"

#include "runtime/core/tesuji/plugin.h"

#include <array>

namespace tesuji::runtime {

std::span<const CpuFeature> cpu_feature_table() {
  static constexpr std::array features = {
      CpuFeature{TSJ_CPU_SSE3, "sse3"},
      CpuFeature{TSJ_CPU_SSSE3, "ssse3"},
      CpuFeature{TSJ_CPU_SSE4_1, "sse4.1"},
      CpuFeature{TSJ_CPU_SSE4_2, "sse4.2"},
      CpuFeature{TSJ_CPU_CX16, "cx16"},
      CpuFeature{TSJ_CPU_SAHF, "sahf"},
      CpuFeature{TSJ_CPU_POPCNT, "popcnt"},
      CpuFeature{TSJ_CPU_AVX, "avx"},
      CpuFeature{TSJ_CPU_AVX2, "avx2"},
      CpuFeature{TSJ_CPU_BMI, "bmi"},
      CpuFeature{TSJ_CPU_BMI2, "bmi2"},
      CpuFeature{TSJ_CPU_LZCNT, "lzcnt"},
      CpuFeature{TSJ_CPU_MOVBE, "movbe"},
      CpuFeature{TSJ_CPU_FMA, "fma"},
      CpuFeature{TSJ_CPU_F16C, "f16c"},
      CpuFeature{TSJ_CPU_AVX512F, "avx512f"},
      CpuFeature{TSJ_CPU_AVX512BW, "avx512bw"},
      CpuFeature{TSJ_CPU_AVX512CD, "avx512cd"},
      CpuFeature{TSJ_CPU_AVX512DQ, "avx512dq"},
      CpuFeature{TSJ_CPU_AVX512VL, "avx512vl"},
      CpuFeature{TSJ_CPU_AVX512VBMI, "avx512vbmi"},
      CpuFeature{TSJ_CPU_AVX512VBMI2, "avx512vbmi2"},
      CpuFeature{TSJ_CPU_AVX512BITALG, "avx512bitalg"},
      CpuFeature{TSJ_CPU_AVX512VPOPCNTDQ, "avx512vpopcntdq"},
      CpuFeature{TSJ_CPU_GFNI, "gfni"},
      CpuFeature{TSJ_CPU_ADX, "adx"},
  };
  return features;
}

std::string cpu_feature_names(std::uint64_t features) {
  std::string text;
  for (const CpuFeature& feature : cpu_feature_table()) {
    if ((features & feature.bit) == 0) continue;
    if (!text.empty()) text += ' ';
    text += feature.name;
  }
  return text;
}

}  // namespace tesuji::runtime
