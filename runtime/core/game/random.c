/* Seeds streams of random numbers by SplitMix64 (Steele, Lea, Flood 2014), as
 * runtime/host/memory/rng.h.
 */
#include "tesuji/plugin_functions.h"

static uint64_t splitmix64(uint64_t* state) {
  uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

void tsj_plugin_seed(tsj_random* random, uint64_t seed, uint64_t stream) {
  uint64_t mix = seed;
  mix = splitmix64(&mix) ^ stream;
  mix = splitmix64(&mix);
  for (int i = 0; i < 4; i++) random->words[i] = splitmix64(&mix);
}
