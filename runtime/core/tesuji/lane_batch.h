/* Plays random playouts in lanes: many games at a time; a lane whose game is over begins another.
 *
 * Playouts are numbered, and each block owns a range of numbers. It begins them in order and ends
 * all that it has begun, so that short and long games count equally. What a block does depends only
 * on the seed, its own number and its playouts; not on the width of words, nor on who runs the
 * other blocks.
 *
 * Games begin in the phase of their start state, so that lanes stay in step. Until then, a lane
 * whose game is over keeps its last state; when a new game begins in it, that state is *parked*. As
 * soon as a game ends in one of the parked lanes again, goals, lengths and other results are
 * computed for all parked lanes at once. */
#ifndef TESUJI_LANE_BATCH_H
#define TESUJI_LANE_BATCH_H

#include "game_data.h"
#include "lanes.h"
#include "plugin.h"
#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* With fewer playouts than this from each start state, every lane has a start state of its own.
 * Otherwise a block has one start state, and changes it seldom. */
#define TSJ_LANE_FEW_PLAYOUTS 48u

/* How a playout ended. */
enum { TSJ_LANE_TERMINAL = 0, TSJ_LANE_CUT = 1, TSJ_LANE_STUCK = 2 };

/* Sums over the playouts from one start state. */
typedef struct tsj_lane_sums {
  uint64_t ends[3];  /* playouts, by TSJ_LANE_.. */
  uint64_t steps;    /* joint moves of all of them */
  uint64_t shortest; /* joint moves; UINT64_MAX before any playout */
  uint64_t longest;
} tsj_lane_sums;

/* A playout that is over. */
typedef struct tsj_lane_end {
  uint64_t playout;
  uint64_t length; /* joint moves */
  uint32_t how;    /* TSJ_LANE_.. */
  /* Valid during the call only. */
  const uint64_t* state;   /* its last state */
  const uint64_t* answers; /* a bit for each answer of goals: whether it holds there; NULL without
                            * goals */
} tsj_lane_end;

/* What to play; the same for all blocks. */
typedef struct tsj_lane_order {
  const tsj_lane_code* code;
  uint64_t fluents;     /* of a state */
  uint64_t state_words; /* words of a state in `starts` */
  uint64_t answers;     /* of code->goals */
  /* Start states, none of them terminal. If phases have fluents, exactly one of those fluents holds
   * in each start state.
   */
  const uint64_t* starts;
  uint64_t start_count;
  uint64_t playouts_per_start; /* playout p starts from start state p / playouts_per_start */
  uint64_t step_limit;         /* joint moves, at least 1 */
  uint64_t seed;
  /* Called every 16 ticks, unless NULL. When it returns 0 or less, no more playouts begin. Running
   * ones are played on for 4,096 ticks, or until it returns less than 0; games that have not ended
   * by then are dropped and not counted. */
  int (*go_on)(void* env);
  /* Called for every playout that is over, in any order, unless NULL. */
  void (*ended)(void* env, const tsj_lane_end* end);
  void* env;
} tsj_lane_order;

/* Where a block adds its counts; an element for each start state. For one thread. */
typedef struct tsj_lane_results {
  tsj_lane_sums* sums;
  /* How often each answer of goals held in a terminal state: order->answers for each start state.
   */
  uint64_t* answers; /* may be NULL where order->answers is 0 */
} tsj_lane_results;

/* Returns the bytes of memory needed to play code->blocks blocks. */
uint64_t tsj_lane_bytes(const tsj_lane_order* order);

/* Plays playouts bounds[i] .. bounds[i + 1] - 1 in block `first_block` + i, for each of
 * code->blocks blocks. `memory` has tsj_lane_bytes bytes, aligned to 64. Never fails. */
void tsj_lanes_play(const tsj_lane_order* order, uint64_t first_block, const uint64_t* bounds,
                    const tsj_lane_results* results, void* memory);

/* Adds the counts of one start state. `counts`: how often each of `answers` held. `chance`: the
 * role that needs no goal, or TSJ_NONE. The last two arrays have an element for each role. */
void tsj_lane_add_sums(const tsj_lane_sums* sums, const tsj_lane_answer* answers,
                       const uint64_t* counts, uint64_t answer_count, uint32_t chance,
                       tsj_batch_sums* to, uint64_t* goal_sums, uint64_t* goal_counts);

#ifdef __cplusplus
}
#endif
#endif
