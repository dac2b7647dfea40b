/* Reads the processor's features with CPUID, whose leaves Intel's and AMD's manuals define. */
#include "tesuji/cpu.h"

#include "tesuji/plugin.h"

#ifdef __x86_64__
#include <cpuid.h>

typedef struct feature {
  uint64_t name; /* TSJ_CPU_.. */
  unsigned bit;
} feature;

static uint64_t named(const feature* features, unsigned count, unsigned bits) {
  uint64_t names = 0;
  for (unsigned i = 0; i < count; i++)
    if ((bits >> features[i].bit & 1U) != 0) names |= features[i].name;
  return names;
}
#define NAMED(features, bits) named(features, sizeof(features) / sizeof(features)[0], bits)

static const feature leaf1_ecx[] = {
    {TSJ_CPU_SSE3, 0},  {TSJ_CPU_SSSE3, 9},  {TSJ_CPU_SSE4_1, 19}, {TSJ_CPU_SSE4_2, 20},
    {TSJ_CPU_CX16, 13}, {TSJ_CPU_MOVBE, 22}, {TSJ_CPU_POPCNT, 23},
};
static const feature leaf1_ecx_wide[] = {{TSJ_CPU_FMA, 12}, {TSJ_CPU_AVX, 28}, {TSJ_CPU_F16C, 29}};
static const feature leaf7_ebx[] = {{TSJ_CPU_BMI, 3}, {TSJ_CPU_BMI2, 8}, {TSJ_CPU_ADX, 19}};
static const feature leaf7_ebx_wide[] = {{TSJ_CPU_AVX2, 5}};
static const feature leaf7_ebx_widest[] = {
    {TSJ_CPU_AVX512F, 16},  {TSJ_CPU_AVX512DQ, 17}, {TSJ_CPU_AVX512CD, 28},
    {TSJ_CPU_AVX512BW, 30}, {TSJ_CPU_AVX512VL, 31},
};
static const feature leaf7_ecx[] = {{TSJ_CPU_GFNI, 8}};
static const feature leaf7_ecx_widest[] = {
    {TSJ_CPU_AVX512VBMI, 1},
    {TSJ_CPU_AVX512VBMI2, 6},
    {TSJ_CPU_AVX512BITALG, 12},
    {TSJ_CPU_AVX512VPOPCNTDQ, 14},
};
static const feature extended_ecx[] = {{TSJ_CPU_SAHF, 0}, {TSJ_CPU_LZCNT, 5}};

/* Reads XCR0: which registers the system saves. */
static uint64_t saved_registers(void) {
  uint32_t low = 0;
  uint32_t high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t)high << 32 | low;
}

uint64_t tsj_cpu_features(void) {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return 0;
  const unsigned has_xgetbv = ecx >> 27 & 1U;
  const uint64_t saved = has_xgetbv ? saved_registers() : 0;
  const int wide = (saved & 0x6) == 0x6;     /* XMM, YMM */
  const int widest = (saved & 0xE6) == 0xE6; /* and all of AVX-512 */
  uint64_t names = NAMED(leaf1_ecx, ecx);
  if (wide) names |= NAMED(leaf1_ecx_wide, ecx);
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
    names |= NAMED(leaf7_ebx, ebx) | NAMED(leaf7_ecx, ecx);
    if (wide) names |= NAMED(leaf7_ebx_wide, ebx);
    if (widest) names |= NAMED(leaf7_ebx_widest, ebx) | NAMED(leaf7_ecx_widest, ecx);
  }
  if (__get_cpuid(0x80000001U, &eax, &ebx, &ecx, &edx)) names |= NAMED(extended_ecx, ecx);
  return names;
}
#else
uint64_t tsj_cpu_features(void) {
  return 0;
}
#endif
