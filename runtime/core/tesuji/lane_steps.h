/* Steps many games in lanes with given moves. Computes legal moves, next states, ends and goals of
 * all games of a *group*: 64 games in each block of a word.
 *
 * Moves are numbers, by *seat* (ir/nets/lane_steps.h) and game. A game that is over begins again
 * within the step in which it ended; results about its end describe the state that it ended in,
 * legal moves those of the new state.
 *
 * C11, freestanding. Functions have no state of their own; calls for different groups may run at
 * the same time, each with its own scratch memory. */
#ifndef TESUJI_LANE_STEPS_H
#define TESUJI_LANE_STEPS_H

#include "game_data.h"
#include "step_code.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tsj_plane_kernels;

/* A game and how it is played. */
typedef struct tsj_step_game {
  tsj_step_code code;
  const struct tsj_plane_kernels* kernels;
  const uint64_t* start;          /* the initial state: a bit for each fluent */
  const uint64_t* start_position; /* the same for the words that `position` computes from it */
  uint32_t role_count;
  uint32_t chance;       /* the role that moves at random, or TSJ_NONE */
  uint32_t chance_given; /* not 0: the caller gives the chance role's moves, too; else they are
                          * drawn */
} tsj_step_game;

/* Results by game, for all games one after the other; a group writes those from its first game on,
 * always for a whole group. Only percepts and last_states may be NULL. */
typedef struct tsj_step_arrays {
  uint64_t* const* legal; /* by seat: a row for each game */
  uint8_t* movers;        /* the role whose turn it is; never written if the game has no turns */
  int32_t* rewards;       /* role_count for each game: 0 while the game goes on; when it is over,
                           * the role's goal, or -1 if it has none, several, or no integer in
                           * 0..100 */
  uint8_t* terminated;    /* 1: the game is over */
  uint8_t* truncated;     /* 1: ended after step_limit moves, 2: a role has no legal move */
  uint8_t* faults;        /* 1: a move was not legal, and the game's state is unchanged */
  uint32_t* lengths;      /* joint moves of the game; of a game that is over, up to its last move */
  uint64_t* percepts;     /* rows of the answers of percepts, or NULL */
  uint64_t* last_states;  /* tsj_steps_state_words for each game, of which a step writes those that
                           * it ends; or NULL */
} tsj_step_arrays;

/* Games that are over and whose goals are not evaluated yet; has room for two groups. */
typedef struct tsj_step_ended {
  uint64_t* states; /* tsj_steps_state_words for each */
  uint64_t* games;  /* their numbers */
  uint64_t count;
} tsj_step_ended;

/* A group's memory, and the input of a step. */
typedef struct tsj_step_order {
  const tsj_step_game* game;
  uint64_t* state;    /* game->code.fluents words */
  uint64_t* position; /* game->code.position_words words */
  void* scratch;      /* tsj_steps_scratch_bytes */
  uint64_t first;     /* number of its first game */
  uint64_t games;     /* at most 64 * blocks; lanes after them are ignored */
  const tsj_step_arrays* arrays;
  /* By seat: the numbers of all games. If the chance role's moves are drawn (from draw_seed), its
   * seat may be NULL. */
  const int32_t* const* moves;
  uint64_t draw_seed;
  uint32_t step_limit; /* joint moves; 0: no limit */
  /* With goals_apart: the step adds games that are over to it, and tsj_steps_tell_goals writes
   * their rewards. Must hold fewer games than a group before the call. */
  tsj_step_ended* ended;
} tsj_step_order;

/* Counts of one group; the caller adds them up. */
typedef struct tsj_step_report {
  uint64_t ended;  /* games that this step ended */
  uint64_t faults; /* games in which no move was made */
} tsj_step_report;

/* Returns the words of a state: a bit for each fluent, and at least one word. */
static inline uint64_t tsj_steps_state_words(const tsj_step_game* game) {
  return game->code.fluents == 0 ? 1 : (game->code.fluents + 63) / 64;
}

/* Returns the bytes of scratch memory, which must be aligned to 64. */
uint64_t tsj_steps_scratch_bytes(const tsj_step_game* game);

/* Runs `position` on game->start and writes the result for game->start_position: a bit for each of
 * its words. Overwrites the group's state and position. */
void tsj_steps_find_start(const tsj_step_order* order, uint64_t* start_position);

/* Makes a joint move in all games of a group. */
tsj_step_report tsj_steps_step(const tsj_step_order* order);

/* Evaluates the goals of the last games of `ended`, at most as many as a group has, removes them,
 * and writes their rewards. Uses only the order's game, scratch and arrays. */
void tsj_steps_tell_goals(const tsj_step_order* order, tsj_step_ended* ended);

/* Restarts the games of the mask (blocks words, aligned), or all if it is NULL. No game is over
 * afterwards. */
void tsj_steps_begin(const tsj_step_order* order, const uint64_t* mask);

/* Finds the states to which a game may not be set, because they are terminal or a role has no legal
 * move. Writes a bit for each game to `over`, blocks words. Overwrites the group's state and
 * position, but not the arrays. */
void tsj_steps_find_over(const tsj_step_order* order, const uint64_t* states, uint64_t* over);

/* Sets the states of all games of a group, tsj_steps_state_words words each. */
void tsj_steps_set_states(const tsj_step_order* order, const uint64_t* states);

/* Writes the states of all lanes of a group, including lanes without a game. */
void tsj_steps_states(const tsj_step_order* order, uint64_t* states);

#ifdef __cplusplus
}
#endif
#endif
