/* Random playouts in lanes: many games at a time, each lane filled again as soon as its game is
 * over.
 *
 * Playouts are numbered, and each block is given numbers of its own. It begins them in order, and
 * ends all that it has begun, so that games of all lengths count alike. What a block does depends
 * on the seed, its own number and its playouts, on nothing else: neither on how wide words are nor
 * on who runs the other blocks.
 *
 * Games begin in the phase of their start state, so that lanes stay in step. Until then lanes whose
 * games are over keep their last states; then they are *parked*, until one of them ends again:
 * goals, lengths and whatever else is told of them is found for all parked lanes at once. */
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

/* From each start state fewer playouts than this: then every lane has a start state of its own.
 * Otherwise a block has one, and changes it seldom. */
#define TSJ_LANE_FEW_PLAYOUTS 48u

/* How a playout ended. */
enum { TSJ_LANE_TERMINAL = 0, TSJ_LANE_CUT = 1, TSJ_LANE_STUCK = 2 };

/* Sums over the playouts from one start state. */
typedef struct tsj_lane_sums {
  uint64_t ends[3];  /* playouts, by TSJ_LANE_.. */
  uint64_t steps;    /* joint moves of all of them */
  uint64_t shortest; /* joint moves; UINT64_MAX before there are any playouts */
  uint64_t longest;
} tsj_lane_sums;

/* One playout that is over. */
typedef struct tsj_lane_end {
  uint64_t playout;
  uint64_t length; /* joint moves */
  uint32_t how;    /* TSJ_LANE_.. */
  /* There during the call only. */
  const uint64_t* state;   /* its last one */
  const uint64_t* answers; /* which answers of goals hold there, a bit each; NULL without goals */
} tsj_lane_end;

/* What is to be played: the same for all blocks. */
typedef struct tsj_lane_order {
  const tsj_lane_code* code;
  uint64_t fluents;     /* of a state */
  uint64_t state_words; /* words of a state in `starts` */
  uint64_t answers;     /* of code->goals */
  /* Start states, none of them terminal; in each one fluent holds for whose lanes there is a phase.
   */
  const uint64_t* starts;
  uint64_t start_count;
  uint64_t playouts_per_start; /* playout p begins with start state p / playouts_per_start */
  uint64_t step_limit;         /* joint moves, at least 1 */
  uint64_t seed;
  /* Asked every 16 ticks, unless NULL: once it returns 0, no playout is begun any more. Those that
   * run are played on for 4,096 ticks, or until it returns less than 0; games that are longer are
   * given up then, and count nowhere. */
  int (*go_on)(void* env);
  /* Called for every playout that is over, in no particular order, unless NULL. */
  void (*ended)(void* env, const tsj_lane_end* end);
  void* env;
} tsj_lane_order;

/* Where it is counted, added to what is there: an element for each start state. For one thread. */
typedef struct tsj_lane_results {
  tsj_lane_sums* sums;
  /* How often each answer of goals held in a terminal state: order->answers for each start state.
   */
  uint64_t* answers; /* may be NULL where order->answers is 0 */
} tsj_lane_results;

/* Bytes of memory that playing code->blocks blocks takes. */
uint64_t tsj_lane_bytes(const tsj_lane_order* order);

/* Plays playouts bounds[i] .. bounds[i + 1] - 1 in block `first_block` + i, for each of
 * code->blocks blocks. `memory`: tsj_lane_bytes, aligned to 64. Never fails. */
void tsj_lanes_play(const tsj_lane_order* order, uint64_t first_block, const uint64_t* bounds,
                    const tsj_lane_results* results, void* memory);

/* Adds what was counted of one start state. `counts`: how often each of `answers` held. `chance`:
 * the role that needs no goal, or TSJ_NONE. The last two have an element for each role. */
void tsj_lane_add_sums(const tsj_lane_sums* sums, const tsj_lane_answer* answers,
                       const uint64_t* counts, uint64_t answer_count, uint32_t chance,
                       tsj_batch_sums* to, uint64_t* goal_sums, uint64_t* goal_counts);

#ifdef __cplusplus
}
#endif
#endif
