/* Assigns random playouts to blocks of 64 lanes by their numbers alone. So every width of words and
 * every player plays the same games. */
#ifndef TESUJI_LANE_DIVISION_H
#define TESUJI_LANE_DIVISION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks that begin together, called a group. */
#define TSJ_LANE_GROUP 8u

typedef struct tsj_lane_division {
  uint64_t playouts;
  uint64_t blocks;
} tsj_lane_division;

/* Divides playouts into groups: small groups if there are few playouts, so that several threads
 * have work; large ones otherwise, because most lanes idle during a group's last games. */
static inline tsj_lane_division tsj_lane_divide(uint64_t starts, uint64_t playouts_each) {
  uint64_t playouts = 0;
  if (__builtin_mul_overflow(starts, playouts_each, &playouts)) playouts = UINT64_MAX;
  const uint64_t least = 8192;
  const uint64_t most = 65536;
  uint64_t of_group = playouts / 16;
  if (of_group < least) of_group = least;
  if (of_group > most) of_group = most;
  tsj_lane_division division;
  division.playouts = playouts;
  if (playouts <= of_group) {
    const uint64_t blocks = (playouts + 63) / 64;
    division.blocks = blocks < TSJ_LANE_GROUP ? blocks : TSJ_LANE_GROUP;
  } else {
    division.blocks = TSJ_LANE_GROUP * (playouts / of_group + (playouts % of_group != 0));
  }
  return division;
}

/* Returns the first playout of a block; for a block past the last one, the number of all
 * playouts. */
static inline uint64_t tsj_lane_first_playout(const tsj_lane_division* division, uint64_t block) {
  if (block >= division->blocks) return division->playouts;
  const uint64_t rest = division->playouts % division->blocks;
  return division->playouts / division->blocks * block + (block < rest ? block : rest);
}

/* Writes the blocks + 1 bounds that tsj_lanes_play needs for `blocks` blocks from this one. */
static inline void tsj_lane_bounds(const tsj_lane_division* division, uint64_t first_block,
                                   uint32_t blocks, uint64_t* bounds) {
  for (uint32_t i = 0; i <= blocks; ++i) {
    bounds[i] = tsj_lane_first_playout(division, first_block + i);
  }
}

#ifdef __cplusplus
}
#endif
#endif
