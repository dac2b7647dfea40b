/* Transposes bits, 64 rows of 64 at a time: exchanges halves, then halves of halves (Knuth, The Art
 * of Computer Programming 4A, section 7.1.3). */
#include "lane_transpose.h"

/* Exchanges halves of blocks of 2 * width rows; rows of a half next to each other, several at a
 * time. */
static inline void exchange(uint64_t rows[64], const uint32_t width, const uint64_t mask) {
  for (uint32_t block = 0; block < 64; block += 2 * width) {
    uint64_t* const low = rows + block;
    uint64_t* const high = low + width;
    for (uint32_t i = 0; i < width; ++i) {
      const uint64_t moved = ((low[i] >> width) ^ high[i]) & mask;
      low[i] ^= moved << width;
      high[i] ^= moved;
    }
  }
}

static void transpose(uint64_t rows[64]) {
  exchange(rows, 32, 0x00000000FFFFFFFFu);
  exchange(rows, 16, 0x0000FFFF0000FFFFu);
  exchange(rows, 8, 0x00FF00FF00FF00FFu);
  exchange(rows, 4, 0x0F0F0F0F0F0F0F0Fu);
  exchange(rows, 2, 0x3333333333333333u);
  exchange(rows, 1, 0x5555555555555555u);
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
