/* Transposition of bits, 64 rows of 64 at a time: halves are exchanged, then halves of halves (Knuth,
 * The Art of Computer Programming 4A, section 7.1.3). */
#include "lane_transpose.h"

static void transpose(uint64_t rows[64]) {
  uint64_t mask = 0x00000000FFFFFFFFu;
  for (uint32_t width = 32; width != 0; width >>= 1, mask ^= mask << width) {
    for (uint32_t i = 0; i < 64; i = ((i | width) + 1) & ~width) {
      const uint64_t moved = ((rows[i] >> width) ^ rows[i | width]) & mask;
      rows[i] ^= moved << width;
      rows[i | width] ^= moved;
    }
  }
}

void tsj_lanes_to_states(const uint64_t* lanes, uint64_t stride, uint64_t fluents,
                         uint64_t state_words, uint64_t* states) {
  for (uint64_t word = 0; word < state_words; ++word) {
    uint64_t rows[64];
    for (uint64_t i = 0; i < 64; ++i) {
      const uint64_t fluent = word * 64 + i;
      rows[i] = fluent < fluents ? lanes[fluent * stride] : 0;
    }
    transpose(rows);
    for (uint64_t i = 0; i < 64; ++i) states[i * state_words + word] = rows[i];
  }
}

void tsj_states_to_lanes(const uint64_t* states, uint64_t count, uint64_t state_words,
                         uint64_t fluents, uint64_t stride, uint64_t* lanes) {
  for (uint64_t word = 0; word < state_words; ++word) {
    uint64_t rows[64];
    for (uint64_t i = 0; i < 64; ++i) rows[i] = i < count ? states[i * state_words + word] : 0;
    transpose(rows);
    for (uint64_t i = 0; i < 64 && word * 64 + i < fluents; ++i) {
      lanes[(word * 64 + i) * stride] = rows[i];
    }
  }
}
