/* Interface of games in lanes, between generated code and its host: one bit for each game, in
 * blocks of 64 games.
 *
 * An array of words has `blocks` times 64 bits for each of its elements: element i is
 * array[i * blocks .. i * blocks + blocks - 1]. Arrays are aligned to their words. All memory is
 * the caller's; functions have no state of their own, and do in each block what they would do if
 * it were alone. */
#ifndef TESUJI_LANES_H
#define TESUJI_LANES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Words of `control`. */
enum {
  TSJ_LANES_RUNNING = 0, /* lanes with a game that is not over; those that end are taken out */
  TSJ_LANES_HELD = 1,    /* read: of these, lanes that make no move any more */
  TSJ_LANES_ENDED = 2,   /* added to: lanes whose state is terminal now */
  TSJ_LANES_STUCK = 3, /* added to: lanes where a role has no legal move, in a state that is not */
  TSJ_LANES_CUT = 4,   /* added to: lanes that are held, in a state that is not terminal */
  TSJ_LANES_CARRY = 5, /* written: lanes whose counter of moves went from its last value to 0 */
  TSJ_LANES_GENERATOR = 6, /* four words: each block's generator of random numbers */
  TSJ_LANES_CONTROL = 10   /* words of `control` */
};

/* Bits of the counter of moves, which follows a state's fluents. */
#define TSJ_LANES_COUNTER 8u

/* A tick: one move in the running lanes of a phase. Or answers about states: from `state`, which
 * stays, to `answers`. What it does not take may be NULL. */
typedef void (*tsj_lane_function)(uint64_t* state, uint64_t* control, uint64_t* random,
                                  uint64_t* answers, uint64_t* scratch);

/* In the lanes of the mask, `to` becomes `from`: `words` words. */
typedef void (*tsj_lane_blend)(uint64_t* to, const uint64_t* from, const uint64_t* mask,
                               uint64_t words);

/* In the lanes of the mask, word i of `to` becomes values[i] in all blocks. */
typedef void (*tsj_lane_fill)(uint64_t* to, const uint64_t* values, const uint64_t* mask,
                              uint64_t words);

/* Adds to counts[i] of each block how many lanes of the mask have word i: `words` of them. */
typedef void (*tsj_lane_count)(const uint64_t* array, const uint64_t* mask, uint64_t* counts,
                               uint64_t words);

/* The functions of one game for words of so many blocks. */
typedef struct tsj_lane_code {
  uint32_t blocks;                /* 1, 4 or 8 */
  uint32_t phase_count;           /* 1 to 64 */
  const tsj_lane_function* ticks; /* by phase, in the order in which they are run */
  const uint64_t* phase_fluents;  /* the fluent that holds in the lanes of each; NULL: in all */
  tsj_lane_blend blend;
  tsj_lane_fill fill;
  tsj_lane_count count;
  tsj_lane_function goals; /* `state` to `answers`; NULL where lanes do not tell */
  /* What of a state goals read: words ranges[2 * i] to ranges[2 * i + 1] - 1. */
  const uint64_t* goal_ranges;
  uint64_t goal_range_count;
  uint64_t random_words;  /* of `random`: the most that a tick needs */
  uint64_t scratch_words; /* of `scratch` */
} tsj_lane_code;

/* Questions about given states. `next` takes the moves made in the place of random words, and
 * writes `state`. NULL where the rules do not ask it; `next`, where no state ever changes. */
typedef struct tsj_lane_questions {
  uint32_t blocks;
  tsj_lane_function legal;
  tsj_lane_function next;
  tsj_lane_function terminal;
  tsj_lane_function goals;
  tsj_lane_function percepts;
  uint64_t scratch_words;
} tsj_lane_questions;

/* tsj_lane_answer::kind */
enum {
  TSJ_GOAL_VALUE = 0,   /* the role has exactly one goal, `value` */
  TSJ_GOAL_MISSING = 1, /* it has none */
  TSJ_GOAL_SEVERAL = 2
};

/* What an answer of tsj_lane_code::goals says of a terminal state. */
typedef struct tsj_lane_answer {
  uint32_t role;
  uint32_t kind;
  int32_t value; /* in 0..100, or -1: no such integer */
} tsj_lane_answer;

#ifdef __cplusplus
}
#endif
#endif
