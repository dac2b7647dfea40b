/* Converts between planes, arrays of words of lanes as in tesuji/lanes.h, and arrays by game: rows
 * of bits, numbers, bytes. Each conversion has versions for several processors. */
#ifndef TESUJI_LANE_PLANES_H
#define TESUJI_LANE_PLANES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions for one kind of processor. `blocks`: 1, 4 or 8, how many 64 games a word of planes
 * holds; planes are aligned to their words. */
typedef struct tsj_plane_kernels {
  /* Copies bit p of a game's row from the game's bit of plane p, and clears bits from `count` on:
   * 64 * blocks rows of row_words words, at least (count + 63) / 64. */
  void (*to_rows)(const uint64_t* planes, uint64_t blocks, uint64_t count, uint64_t row_words,
                  uint64_t* rows);
  /* Copies rows of the first `games` games to planes; clears the bits of other games. */
  void (*from_rows)(const uint64_t* rows, uint64_t games, uint64_t blocks, uint64_t count,
                    uint64_t row_words, uint64_t* planes);
  /* Writes `bits` planes: the number of each game in binary, lowest bit first; all ones if it is
   * negative, or at least `limit`. Only the first `games` games are defined. */
  void (*from_numbers)(const int32_t* numbers, uint64_t games, uint64_t blocks, uint32_t bits,
                       uint32_t limit, uint64_t* planes);
  /* Writes the first `games` bits of a plane as bytes, 0 or `value`; ORs them in if `more` is not
   * 0. */
  void (*to_bytes)(const uint64_t* plane, uint64_t games, uint8_t value, int more, uint8_t* bytes);
  /* Writes the first `count` bits of each row as bytes, 0 or 1, one row after the other. */
  void (*rows_to_bytes)(const uint64_t* rows, uint64_t games, uint64_t row_words, uint64_t count,
                        uint8_t* bytes);
  /* Sets plane p to bit p of `bits` in the lanes of the mask: `count` planes. */
  void (*fill)(uint64_t* planes, uint64_t blocks, uint64_t count, const uint64_t* bits,
               const uint64_t* mask);
  /* Draws for each game one of the set bits of its row, all equally likely, or -1 if none is set.
   * Game g's number depends only on the row and on `seed` + g. */
  void (*draw)(const uint64_t* rows, uint64_t games, uint64_t row_words, uint64_t seed,
               int32_t* numbers);
} tsj_plane_kernels;

/* Returns the fastest functions for a processor with these features (TSJ_CPU_..). Constant. */
const tsj_plane_kernels* tsj_plane_kernels_for(uint64_t features);

/* Returns a new seed for `draw`, independent of those of other steps as far as SplitMix64's numbers
 * are. */
uint64_t tsj_draw_seed(uint64_t seed, uint64_t step);

#ifdef __cplusplus
}
#endif
#endif
