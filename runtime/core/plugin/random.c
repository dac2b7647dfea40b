/* xoshiro256** (Blackman and Vigna 2018), seeded by SplitMix64 (Steele, Lea, Flood 2014): the
 * numbers of runtime/host/rng.h. */
#include "tesuji/plugin_functions.h"
#include "work.h"

static uint64_t splitmix64(uint64_t* state) {
  uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, unsigned k) {
  return (x << k) | (x >> (64 - k));
}

void tsj_plugin_seed(tsj_random* random, uint64_t seed, uint64_t stream) {
  uint64_t mix = seed;
  mix = splitmix64(&mix) ^ stream;
  mix = splitmix64(&mix);
  for (int i = 0; i < 4; i++) random->words[i] = splitmix64(&mix);
}

static uint64_t random_next(tsj_random* random) {
  uint64_t* s = random->words;
  const uint64_t result = rotate(s[1] * 5, 7) * 9;
  const uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return result;
}

/* Multiply and reject (Lemire 2019): uniform, without bias. */
uint64_t random_below(tsj_random* random, uint64_t bound) {
  unsigned __int128 product = (unsigned __int128)random_next(random) * bound;
  if ((uint64_t)product < bound) {
    const uint64_t threshold = (0 - bound) % bound;
    while ((uint64_t)product < threshold) product = (unsigned __int128)random_next(random) * bound;
  }
  return (uint64_t)(product >> 64);
}
