/* Draws random numbers by xoshiro256** (Blackman and Vigna 2018), the same as
 * runtime/host/memory/rng.h. Internal to this folder; inline, because playing a game may take no
 * longer than drawing a number. */
#ifndef TESUJI_GAME_RANDOM_H
#define TESUJI_GAME_RANDOM_H

#include "tesuji/plugin.h"

static inline uint64_t rotate(uint64_t x, unsigned k) {
  return (x << k) | (x >> (64 - k));
}

static inline uint64_t random_next(tsj_random* random) {
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

/* Returns a number uniform in [0, bound), without bias: multiply and reject (Lemire 2019). */
static inline uint64_t random_below(tsj_random* random, uint64_t bound) {
  unsigned __int128 product = (unsigned __int128)random_next(random) * bound;
  if ((uint64_t)product < bound) {
    const uint64_t threshold = (0 - bound) % bound;
    while ((uint64_t)product < threshold) product = (unsigned __int128)random_next(random) * bound;
  }
  return (uint64_t)(product >> 64);
}

#endif
