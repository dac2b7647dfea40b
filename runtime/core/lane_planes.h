/* Conversions between planes, arrays of words of lanes as in tesuji/lanes.h, and arrays by game:
 * rows of bits, numbers, bytes. Each is there for several processors. */
#ifndef TESUJI_LANE_PLANES_H
#define TESUJI_LANE_PLANES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions for one kind of processor. `blocks`: 64 games each, of a word of planes, 1, 4 or 8;
 * planes are aligned to their words. */
typedef struct tsj_plane_kernels {
  /* Bit p of a game's row becomes the game's bit of plane p, bits from `count` on become 0: 64 *
   * blocks rows of row_words words, (count + 63) / 64 or more. */
  void (*to_rows)(const uint64_t* planes, uint64_t blocks, uint64_t count, uint64_t row_words,
                  uint64_t* rows);
  /* The other way: rows of the first `games` games; the bits of others become 0. */
  void (*from_rows)(const uint64_t* rows, uint64_t games, uint64_t blocks, uint64_t count,
                    uint64_t row_words, uint64_t* planes);
  /* Writes `bits` planes: the number of each game in binary, lowest bit first; all ones where it is
   * negative, or `limit` or more. Of the first `games` games; others have any number. */
  void (*from_numbers)(const int32_t* numbers, uint64_t games, uint64_t blocks, uint32_t bits,
                       uint32_t limit, uint64_t* planes);
  /* The first `games` bits of a plane as bytes, 0 or `value`, added by OR where `more` is not 0. */
  void (*to_bytes)(const uint64_t* plane, uint64_t games, uint8_t value, int more, uint8_t* bytes);
  /* The first `count` bits of each row as bytes, 0 or 1, one row after the other. */
  void (*rows_to_bytes)(const uint64_t* rows, uint64_t games, uint64_t row_words, uint64_t count,
                        uint8_t* bytes);
  /* In the lanes of the mask, plane p becomes bit p of `bits`: `count` planes. */
  void (*fill)(uint64_t* planes, uint64_t blocks, uint64_t count, const uint64_t* bits,
               const uint64_t* mask);
  /* For each game one of the bits of its row that are set, all equally likely, or -1 where none is.
   * Game g's number depends on the row and on `seed` + g alone. */
  void (*draw)(const uint64_t* rows, uint64_t games, uint64_t row_words, uint64_t seed,
               int32_t* numbers);
} tsj_plane_kernels;

/* The fastest for a processor with these features (TSJ_CPU_..). Constant. */
const tsj_plane_kernels* tsj_plane_kernels_for(uint64_t features);

/* A new seed for `draw`, as unrelated to those of other steps as numbers from SplitMix64 are. */
uint64_t tsj_draw_seed(uint64_t seed, uint64_t step);

#ifdef __cplusplus
}
#endif
#endif
