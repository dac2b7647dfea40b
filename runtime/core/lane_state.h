/* State of playouts in lanes, for lane_batch.c and lane_tell.c only. */
#ifndef TESUJI_LANE_STATE_H
#define TESUJI_LANE_STATE_H

#include "tesuji/lane_batch.h"

/* The most blocks that a word has. */
#define TSJ_LANE_BLOCKS 8u

/* A word that is processed block by block. */
typedef uint64_t tsj_lane_word[TSJ_LANE_BLOCKS];

typedef struct tsj_lane_work {
  const tsj_lane_order* order;
  const tsj_lane_results* results;
  uint32_t blocks;
  int tracked; /* whether the playout in each lane is recorded */
  int apart;   /* whether each lane has its own start state; then blocks have none */

  /* Arrays of words. */
  uint64_t* state;
  uint64_t* pattern; /* start states of lanes; plain numbers if all start alike */
  uint64_t* parked;  /* last states */
  uint64_t* control;
  uint64_t* random;
  uint64_t* answers;
  uint64_t* scratch;
  uint64_t* masks;
  /* Counts of each block, for its start state, not yet added to the results. */
  uint64_t* answer_counts;
  uint64_t* length_counts; /* by bit of the counter */
  uint64_t* end_counts;    /* by TSJ_LANE_.. */
  uint64_t* ends;          /* parked lanes, by TSJ_LANE_.. */

  tsj_lane_word next; /* the next playout to begin; see `plenty` */
  tsj_lane_word end;
  tsj_lane_word start;       /* the start state in the pattern */
  tsj_lane_word high_counts; /* sum of the lengths' parts above the counter */
  tsj_lane_word overflowed;  /* lanes whose length exceeds the counter */
  tsj_lane_word parked_overflowed;
  tsj_lane_word last; /* lanes whose high part equals the limit's */
  tsj_lane_word old;  /* running lanes of an earlier start state than `start` */
  tsj_lane_word parked_old;
  /* Until parked lanes are next counted, each block has a playout of its start state left for every
   * lane that ends. `next` then lags by the number of parked lanes. */
  int plenty;
  int some_overflowed; /* 0: no lane is in `overflowed` or `last` */

  /* By lane. */
  uint64_t* high; /* the length's part above the counter, for lanes in `overflowed` */
  uint64_t* parked_high;
  uint64_t* old_start; /* the start state, for lanes in `old` */
  uint64_t* parked_start;
  uint64_t* playout;
  uint64_t* parked_playout;
  uint64_t* last_states;  /* of one block, also used for start states: order->state_words a lane */
  uint64_t* last_answers; /* of one block: tsj_lanes_answer_words a lane */

  uint64_t limit_low;
  uint64_t limit_high;
} tsj_lane_work;

/* Returns the parked lanes of a block. */
static inline uint64_t tsj_lanes_parked(const tsj_lane_work* work, uint32_t block) {
  return work->ends[block] | work->ends[work->blocks + block] |
         work->ends[2 * work->blocks + block];
}

/* Returns the words needed for a bit for each answer of goals. */
static inline uint64_t tsj_lanes_answer_words(const tsj_lane_order* order) {
  return (order->answers + 63) / 64;
}

/* Counts bits without the instruction, which some processors lack, and faster than a library
 * call. */
static inline uint64_t tsj_lane_popcount(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return word * 0x0101010101010101u >> 56;
}

static inline uint32_t tsj_lane_lowest(uint64_t word) {
  return (uint32_t)__builtin_ctzll(word);
}

/* Counts and reports the parked lanes; afterwards no lane is parked. */
void tsj_lanes_tell(tsj_lane_work* work);

/* Adds a block's counts to the results of its start state. */
void tsj_lanes_settle(tsj_lane_work* work, uint32_t block);

#endif
