/* Steps of many games in lanes with given moves: legal moves, next states, ends and goals of all
 * games of a *group*, 64 games in each block of a word.
 *
 * Moves come as numbers, by *seat* (ir/nets/lane_steps.h) and game. A game that is over begins
 * again within the step in which it ended; what is told of its end is of the state that it ended
 * in, what is legal is of the new one.
 *
 * C11, freestanding. Functions have no state of their own; calls about different groups may run at
 * the same time, with scratch memory of their own. */
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
  const uint64_t* start_position; /* the same of what `position` finds in it */
  uint32_t role_count;
  uint32_t chance;       /* the role that moves at random, or TSJ_NONE */
  uint32_t chance_given; /* not 0: the caller gives its moves, too; else they are drawn */
} tsj_step_game;

/* Results by game, of all games one after the other; a group's are those from its first game on,
 * and whole groups are written. None is NULL but for percepts. */
typedef struct tsj_step_arrays {
  uint64_t* const* legal; /* by seat: a row for each game */
  uint8_t* movers;        /* the role whose turn it is; without turns it stays as it is */
  int32_t* rewards;       /* role_count for each: its goal where the game is over, -1 where that is
                           * none or several, or no integer in 0..100; 0 where the game goes on */
  uint8_t* terminated;    /* 1: the game is over */
  uint8_t* truncated;     /* 1: it was ended after step_limit moves, 2: a role has no legal move */
  uint8_t* faults;        /* 1: a move was not legal, and the game stays as it was */
  uint32_t* lengths;      /* joint moves of the game, of one that is over until its last one */
  uint64_t* percepts;     /* rows of the answers of percepts, or NULL */
} tsj_step_arrays;

/* Games that are over and whose goals have not been asked: room for those of two groups. */
typedef struct tsj_step_ended {
  uint64_t* states; /* tsj_steps_state_words for each */
  uint64_t* games;  /* their numbers */
  uint64_t count;
} tsj_step_ended;

/* Where a group is, and what a step of it is to know. */
typedef struct tsj_step_order {
  const tsj_step_game* game;
  uint64_t* state;    /* game->code.fluents words */
  uint64_t* position; /* game->code.position_words words */
  void* scratch;      /* tsj_steps_scratch_bytes */
  uint64_t first;     /* number of its first game */
  uint64_t games;     /* at most 64 * blocks; lanes behind them are of no account */
  const tsj_step_arrays* arrays;
  /* By seat: all games' numbers. Where the chance role's moves are drawn, from draw_seed, its own
   * seat's may be NULL. */
  const int32_t* const* moves;
  uint64_t draw_seed;
  uint32_t step_limit; /* joint moves; 0: no limit */
  /* With goals_apart: games that are over are added to it, and their rewards are those of
   * tsj_steps_tell_goals. Fewer than a group are there before. */
  tsj_step_ended* ended;
} tsj_step_order;

/* Added up over groups by the caller. */
typedef struct tsj_step_report {
  uint64_t ended;  /* games that are over now */
  uint64_t faults; /* games that made no move */
} tsj_step_report;

/* Words of a state: a bit for each fluent, and at least one word. */
static inline uint64_t tsj_steps_state_words(const tsj_step_game* game) {
  return game->code.fluents == 0 ? 1 : (game->code.fluents + 63) / 64;
}

/* Bytes of scratch memory, which is aligned to 64. */
uint64_t tsj_steps_scratch_bytes(const tsj_step_game* game);

/* Finds what `position` says of game->start, for game->start_position: a bit for each of its words.
 * Overwrites the state and the position of the group. */
void tsj_steps_find_start(const tsj_step_order* order, uint64_t* start_position);

/* A joint move in all games of a group. */
tsj_step_report tsj_steps_step(const tsj_step_order* order);

/* Asks the goals of the last games of `ended`, at most a group's number of them, takes them out,
 * and writes their rewards. Of the order only game, scratch and arrays matter. */
void tsj_steps_tell_goals(const tsj_step_order* order, tsj_step_ended* ended);

/* Games of the mask (blocks words, aligned) begin again; NULL: all. Nothing is over then. */
void tsj_steps_begin(const tsj_step_order* order, const uint64_t* mask);

/* Finds which of these states a game may not be set to, since it is over there or a role has no
 * legal move: `over` has a bit for each game, blocks words. Overwrites the state and the position
 * of the group, but nothing of the arrays. */
void tsj_steps_find_over(const tsj_step_order* order, const uint64_t* states, uint64_t* over);

/* Sets the states of all games of a group, tsj_steps_state_words words each. */
void tsj_steps_set_states(const tsj_step_order* order, const uint64_t* states);

/* Writes the states of a whole group of lanes, those behind the games, too. */
void tsj_steps_states(const tsj_step_order* order, uint64_t* states);

#ifdef __cplusplus
}
#endif
#endif
