/* Declares what generated code and its host share for games in lanes: one bit for each game, in
 * blocks of 64 games.
 *
 * An array of words has `blocks` times 64 bits for each of its elements: element i is
 * array[i * blocks .. i * blocks + blocks - 1]. Arrays are aligned to their words. The caller owns
 * all memory; functions have no state of their own, and treat each block independently of the
 * others. */
#ifndef TESUJI_LANES_H
#define TESUJI_LANES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Words of `control`. */
enum {
  TSJ_LANES_RUNNING = 0, /* lanes whose game is not over; a function clears those that end */
  TSJ_LANES_HELD = 1,    /* read: the running lanes that make no more moves */
  TSJ_LANES_ENDED = 2,   /* ORed in: lanes whose state is terminal now */
  TSJ_LANES_STUCK = 3,   /* ORed in: lanes where a role has no legal move in a state that is not
                          * terminal */
  TSJ_LANES_CUT = 4,     /* ORed in: held lanes whose state is not terminal */
  TSJ_LANES_CARRY = 5, /* written: lanes whose counter of moves wrapped from its last value to 0 */
  TSJ_LANES_GENERATOR = 6, /* four words: the state of each block's random generator */
  TSJ_LANES_CONTROL = 10   /* words of `control` */
};

/* Bits of the counter of moves, which follows the fluents of a state. */
#define TSJ_LANES_COUNTER 8u

/* Either a tick, which makes one move in the running lanes of a phase, or a question, which reads
 * `state` and writes `answers`. Pointers that a function does not use may be NULL. */
typedef void (*tsj_lane_function)(uint64_t* state, uint64_t* control, uint64_t* random,
                                  uint64_t* answers, uint64_t* scratch);

/* Copies `words` words from `from` to `to` in the lanes of the mask. */
typedef void (*tsj_lane_blend)(uint64_t* to, const uint64_t* from, const uint64_t* mask,
                               uint64_t words);

/* Sets word i of `to` to values[i] in the lanes of the mask, in all blocks. */
typedef void (*tsj_lane_fill)(uint64_t* to, const uint64_t* values, const uint64_t* mask,
                              uint64_t words);

/* Adds to counts[i] of each block the number of lanes of the mask in which word i is set: `words`
 * counts. */
typedef void (*tsj_lane_count)(const uint64_t* array, const uint64_t* mask, uint64_t* counts,
                               uint64_t words);

/* The functions of one game for words of this many blocks. */
typedef struct tsj_lane_code {
  uint32_t blocks;                /* 1, 4 or 8 */
  uint32_t phase_count;           /* 1 to 64 */
  const tsj_lane_function* ticks; /* by phase, in the order in which they are run */
  const uint64_t* phase_fluents;  /* for each phase, the fluent that holds in its lanes; NULL: every
                                   * lane is in every phase */
  tsj_lane_blend blend;
  tsj_lane_fill fill;
  tsj_lane_count count;
  tsj_lane_function goals; /* reads `state`, writes `answers`; NULL if goals are not computed in
                            * lanes */
  /* The parts of a state that goals read: words ranges[2 * i] to ranges[2 * i + 1] - 1. */
  const uint64_t* goal_ranges;
  uint64_t goal_range_count;
  uint64_t random_words;  /* of `random`: the most that one tick uses */
  uint64_t scratch_words; /* of `scratch` */
} tsj_lane_code;

/* Questions about given states. `next` reads the joint move in place of random words, and writes
 * `state`. NULL if the rules do not use the relation; `next` is NULL if no state ever changes. */
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
  TSJ_GOAL_MISSING = 1, /* it has no goal */
  TSJ_GOAL_SEVERAL = 2
};

/* Meaning of one answer of tsj_lane_code::goals in a terminal state. */
typedef struct tsj_lane_answer {
  uint32_t role;
  uint32_t kind;
  int32_t value; /* in 0..100, or -1: not such an integer */
} tsj_lane_answer;

#ifdef __cplusplus
}
#endif
#endif
