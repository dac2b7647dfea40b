/* What playing in lanes keeps track of; for lane_batch.c and lane_tell.c only. */
#ifndef TESUJI_LANE_STATE_H
#define TESUJI_LANE_STATE_H

#include "tesuji/lane_batch.h"

/* The most that a word has. */
#define TSJ_LANE_COLUMNS 8u

typedef struct tsj_lane_work {
  const tsj_lane_order* order;
  const tsj_lane_results* results;
  uint32_t columns;
  int tracked; /* whether playouts have to be told apart */

  /* Arrays of words. */
  uint64_t* state;
  uint64_t* next_state;
  uint64_t* pattern; /* what lanes begin with */
  uint64_t* parked;  /* last states */
  uint64_t* control;
  uint64_t* random;
  uint64_t* answers;
  uint64_t* scratch;
  uint64_t* masks;

  /* By column. */
  uint64_t next[TSJ_LANE_COLUMNS]; /* the next playout to begin */
  uint64_t end[TSJ_LANE_COLUMNS];
  uint64_t pattern_start[TSJ_LANE_COLUMNS]; /* which start state the pattern is */
  uint64_t ends[3][TSJ_LANE_COLUMNS];       /* parked lanes, by TSJ_LANE_.. */
  uint64_t overflowed[TSJ_LANE_COLUMNS];    /* lanes with a high part */
  uint64_t parked_overflowed[TSJ_LANE_COLUMNS];
  uint64_t last[TSJ_LANE_COLUMNS]; /* lanes whose high part is that of the limit */
  uint64_t fresh;                  /* all lanes while nothing has begun, else none */

  /* By lane. A length is the counter in the lane's state, and the high part above it. */
  uint64_t* high;
  uint64_t* parked_high;
  uint64_t* playout;
  uint64_t* parked_playout;
  uint64_t* last_states; /* of one column: order->state_words a lane */

  uint64_t limit_low;
  uint64_t limit_high;
} tsj_lane_work;

/* Counts what is parked, and tells of it; then nothing is. */
void tsj_lanes_tell(tsj_lane_work* work);

#endif
