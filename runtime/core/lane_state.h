/* State of playing in lanes, for lane_batch.c and lane_tell.c only. */
#ifndef TESUJI_LANE_STATE_H
#define TESUJI_LANE_STATE_H

#include "tesuji/lane_batch.h"

/* The most blocks that a word has. */
#define TSJ_LANE_BLOCKS 8u

/* A word that is looked at block by block. */
typedef uint64_t tsj_lane_word[TSJ_LANE_BLOCKS];

typedef struct tsj_lane_work {
  const tsj_lane_order* order;
  const tsj_lane_results* results;
  uint32_t blocks;
  int tracked; /* whether it is known which playout each lane plays */
  int apart;   /* whether each lane has a start state of its own; then no block has one */

  /* Arrays of words. */
  uint64_t* state;
  uint64_t* pattern; /* what lanes begin with; plain numbers where all begin alike */
  uint64_t* parked;  /* last states */
  uint64_t* control;
  uint64_t* random;
  uint64_t* answers;
  uint64_t* scratch;
  uint64_t* masks;
  /* Counts of each block, for its start state; not yet part of the results. */
  uint64_t* answer_counts;
  uint64_t* length_counts; /* by bit of the counter */
  uint64_t* end_counts;    /* by TSJ_LANE_.. */
  uint64_t* ends;          /* parked lanes, by TSJ_LANE_.. */

  tsj_lane_word next; /* the next playout to begin; see `plenty` */
  tsj_lane_word end;
  tsj_lane_word start;       /* which start state the pattern is */
  tsj_lane_word high_counts; /* of what lengths have above the counter */
  tsj_lane_word overflowed;  /* lanes whose length has such a part */
  tsj_lane_word parked_overflowed;
  tsj_lane_word last; /* lanes for which it is that of the limit */
  tsj_lane_word old;  /* running lanes of an earlier start state than `start` */
  tsj_lane_word parked_old;
  /* Until the next time that is told of parked lanes, each block has a playout of its start state
   * for every lane that ends. Then `next` is behind by as many as are parked. */
  int plenty;
  int some_overflowed; /* 0: neither `overflowed` nor `last` has any lane */

  /* By lane. */
  uint64_t* high; /* of the length, above the counter; of lanes that have `overflowed` */
  uint64_t* parked_high;
  uint64_t* old_start; /* of lanes that are `old`: their start state */
  uint64_t* parked_start;
  uint64_t* playout;
  uint64_t* parked_playout;
  uint64_t* last_states;  /* of one block, also start states: order->state_words a lane */
  uint64_t* last_answers; /* the same: tsj_lanes_answer_words a lane */

  uint64_t limit_low;
  uint64_t limit_high;
} tsj_lane_work;

/* Parked lanes of a block. */
static inline uint64_t tsj_lanes_parked(const tsj_lane_work* work, uint32_t block) {
  return work->ends[block] | work->ends[work->blocks + block] |
         work->ends[2 * work->blocks + block];
}

/* Words for a bit of each answer of goals. */
static inline uint64_t tsj_lanes_answer_words(const tsj_lane_order* order) {
  return (order->answers + 63) / 64;
}

/* Instructions that count bits are not everywhere, and a call for it takes longer. */
static inline uint64_t tsj_lane_popcount(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return word * 0x0101010101010101u >> 56;
}

static inline uint32_t tsj_lane_lowest(uint64_t word) {
  return (uint32_t)__builtin_ctzll(word);
}

/* Counts what is parked, and tells of it; then nothing is. */
void tsj_lanes_tell(tsj_lane_work* work);

/* Adds a block's counts to the results of its start state. */
void tsj_lanes_settle(tsj_lane_work* work, uint32_t block);

#endif
