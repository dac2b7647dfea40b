/* Declares code that steps many games at once; a host runs it (lane_steps.h,
 * docs/engines/steps.md).
 *
 * A game is a bit of a word; words have `blocks` times 64 bits. A state has a word for each fluent,
 * by its dense number (plugin.h): these are not the words of a tsj_plugin's state.
 *
 * C11, freestanding. */
#ifndef TESUJI_STEP_CODE_H
#define TESUJI_STEP_CODE_H

#include "lanes.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A seat (ir/nets/lane_steps.h): an input of moves. */
typedef struct tsj_step_seat {
  uint32_t role;        /* UINT32_MAX: the role whose turn it is */
  uint32_t width;       /* numbers below it can be moves: the role's actions (plugin.h) */
  uint32_t first_plane; /* of the position: the first of `width` planes of legal moves */
  uint32_t first_index; /* of `control`: the first of the bits of the move's number, lowest first */
  uint32_t index_bits;
  uint32_t row_words; /* of a row of its legal moves */
} tsj_step_seat;

/* What a role may perceive (GDL-II). */
typedef struct tsj_step_percept {
  const char* term;
  uint32_t role;
  uint32_t reserved;
} tsj_step_percept;

/* Fluents that lie one after the other in a state of tsj_plugin, from this bit on. */
typedef struct tsj_step_range {
  uint64_t fluent;
  uint64_t bit;
  uint64_t count;
} tsj_step_range;

/* Code for words of this many blocks. The struct only grows at its end. */
typedef struct tsj_step_code {
  uint32_t size;   /* size of this struct in bytes when it was made */
  uint32_t blocks; /* 1, 4 or 8 */
  /* Programs as in ir::LaneSteps. */
  tsj_lane_function advance; /* NULL: no state ever changes */
  tsj_lane_function position;
  tsj_lane_function goals;    /* or NULL */
  tsj_lane_function percepts; /* or NULL */
  const tsj_step_seat* seats;
  const tsj_lane_answer* answers; /* of goals */
  const tsj_step_percept* percept_names;
  const uint64_t* control; /* fluents of which exactly one holds in every state; may be empty */
  const uint64_t* fixed;   /* a bit for each fluent: whether it never differs from its initial
                            * value */
  /* Where fluents lie in the game's states; NULL: fluent i is bit i. */
  const tsj_step_range* ranges;
  uint64_t range_count;
  uint64_t fluents;
  uint64_t scratch_words;
  uint32_t seat_count;
  uint32_t control_count;
  uint32_t control_words;
  uint32_t position_words;
  uint32_t terminal;
  uint32_t stuck;
  uint32_t mover;
  uint32_t mover_bits;
  uint32_t answer_count;
  uint32_t percept_count;
  /* Not 0: goals are evaluated for games from several groups together (tsj_step_ended), which pays
   * if their program takes longer than a step's. */
  uint32_t goals_apart;
  uint32_t reserved;
} tsj_step_code;

#ifdef __cplusplus
}
#endif
#endif
