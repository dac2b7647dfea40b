/* libtesuji: compiles rulesheets in this process and plays them, one by one or many at once.
 *
 *   tsj_messages* messages = NULL;
 *   tsj_game* game = tsj_game_open("connect-four.kif", NULL, &messages);
 *   if (game == NULL) { fputs(tsj_messages_text(messages), stderr); .. }
 *   tsj_vector_options options = TSJ_VECTOR_OPTIONS;
 *   options.games = 4096;
 *   tsj_vector* vector = tsj_vector_open(game, &options, &messages);
 *   tsj_vector_draw(vector, 0, moves);               or moves of your own
 *   const int32_t* seats[] = {moves};
 *   tsj_vector_step(vector, seats, NULL, &messages);
 *
 * C11. Link with -ltesuji (pkg-config tesuji). docs/engines/steps.md says what vectors do,
 * docs/engines/plugins.md what the functions of a game's tables do.
 *
 * Memory. What a function returns as a new object is the caller's, who gives it back by the
 * function said there; pointers into an object are good as long as it is. NULL may be given back.
 *
 * Threads. A game may be used by any number of threads at once, messages and vectors by one at a
 * time. Threads of a vector are its own, and sleep between calls.
 *
 * Errors. Functions that can fail take `messages`, which may be NULL. Where it is not, *messages
 * becomes what there is to say, to be given back by tsj_messages_free, or NULL where there is
 * nothing. Warnings come where a function succeeds, too. Nothing is printed, nothing is thrown, and
 * the process is not ended.
 *
 * Versions. Functions stay as they are, with versions of their symbols; structs only grow at their
 * end. Options begin with their size, which the macros set. */
#ifndef TESUJI_TESUJI_H
#define TESUJI_TESUJI_H

#include "plugin.h"
#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As `tesuji --version` says it, of the library that is loaded. */
const char* tsj_library_version(void);

/* --- Messages --- */

enum { TSJ_NOTE = 0, TSJ_WARNING = 1, TSJ_ERROR = 2 };

typedef struct tsj_messages tsj_messages;

typedef struct tsj_message {
  uint32_t severity; /* TSJ_NOTE, .. */
  /* The place: lines and columns from 1, columns in bytes, `end` behind the last one; 0: none. */
  uint32_t line;
  uint32_t column;
  uint32_t end_line;
  uint32_t end_column;
  const char* file; /* "": none */
  const char* code; /* what kind it is: "parse", "unsafe", "limit", .. */
  const char* text; /* the message alone, one sentence */
  const char* full; /* as `tesuji` prints it: place, message, line, carets, notes */
} tsj_message;

size_t tsj_messages_count(const tsj_messages* messages);
/* `number` is less than their count. */
const tsj_message* tsj_messages_get(const tsj_messages* messages, size_t number);
/* All of them as `tesuji` prints them; "" of NULL. */
const char* tsj_messages_text(const tsj_messages* messages);
void tsj_messages_free(tsj_messages* messages);

/* --- Requests to stop --- */

/* A request to stop, which any thread may make, and a signal handler, too. */
typedef struct tsj_stop tsj_stop;

/* Not set. NULL where there is no memory. */
tsj_stop* tsj_stop_new(void);
void tsj_stop_set(tsj_stop* stop);
/* After the calls that were given it have returned. */
void tsj_stop_free(tsj_stop* stop);

/* --- Games --- */

typedef struct tsj_game tsj_game;

typedef struct tsj_game_options {
  size_t size;
  /* Games in one word of vectors: 64, 256 or 512; 0: the widest words that the processor has. */
  uint32_t lanes;
  /* Not 0: vectors have a seat for each role, also where the rules tell whose turn it is. */
  uint32_t joint;
  /* Not 0: the tables' functions are native code, too, which takes longer to make; else they are
   * evaluated node by node where vectors have lanes. */
  uint32_t native;
  /* NULL, or what ends the call soon once it is set (code "stopped"), unless native code is being
   * made just then. */
  const tsj_stop* stop;
  /* The folder in which what was compiled is kept, and looked for (docs/engines/cache.md); NULL:
   * that of `tesuji`, $TESUJI_CACHE or else ~/.cache/tesuji; "": nothing is kept. */
  const char* cache;
} tsj_game_options;
#define TSJ_GAME_OPTIONS {sizeof(tsj_game_options), 0, 0, 0, NULL, NULL}

/* Opens a rulesheet (.kif, .gdl), IR text (.tir), or a plugin (.so). `options` may be NULL. NULL
 * where it cannot be played. */
tsj_game* tsj_game_open(const char* path, const tsj_game_options* options, tsj_messages** messages);
/* The same of a text in memory, which is copied; `name` is what messages call it, and ends as a
 * file of its kind would. */
tsj_game* tsj_game_read(const char* name, const char* text, size_t length,
                        const tsj_game_options* options, tsj_messages** messages);
/* Vectors that are open keep what they need of it. */
void tsj_game_close(tsj_game* game);

/* Its tables and functions: roles, states, moves and their names (plugin.h). */
const tsj_plugin* tsj_game_tables(const tsj_game* game);
/* Games in one word of its vectors, or 0: they are asked one after the other. */
uint32_t tsj_game_lanes(const tsj_game* game);
/* Why there are none; "" where there are. */
const char* tsj_game_why_no_lanes(const tsj_game* game);

/* --- Vectors: many games at once --- */

typedef struct tsj_vector tsj_vector;

typedef struct tsj_vector_options {
  size_t size;
  uint64_t games;        /* at least 1 */
  uint64_t seed;         /* of numbers that are drawn */
  uint32_t threads;      /* at least 1; what comes out does not depend on it */
  uint32_t step_limit;   /* joint moves after which a game is ended; 0: none */
  uint32_t chance_given; /* not 0: the role `random` has its moves given, too; else drawn */
} tsj_vector_options;
#define TSJ_VECTOR_OPTIONS {sizeof(tsj_vector_options), 1, 0, 1, 0, 0}

#define TSJ_NO_ROLE UINT32_MAX

/* Where moves come in: a number for each game. */
typedef struct tsj_vector_seat {
  uint32_t role;      /* TSJ_NO_ROLE: the one whose turn it is */
  uint32_t width;     /* numbers below it may be moves: the role's actions (plugin.h) */
  uint64_t row_words; /* 64-bit words of a game's row of legal moves */
} tsj_vector_seat;

typedef struct tsj_vector_percept {
  uint32_t role;
  const char* term;
} tsj_vector_percept;

typedef struct tsj_vector_shape {
  uint64_t games;
  uint32_t role_count;
  uint32_t seat_count;
  const tsj_vector_seat* seats;
  uint32_t turns;         /* not 0: there is one seat for all roles */
  uint32_t chance;        /* the number of the role `random`, or TSJ_NO_ROLE */
  uint32_t lanes;         /* games in one word; 0: one after the other */
  uint32_t percept_count; /* of GDL-II, with lanes */
  uint64_t fluent_count;  /* of an observation */
  uint64_t fluent_words;  /* 64-bit words of its bits, at least 1 */
  uint64_t state_words;   /* of a state, as of the tables */
  uint64_t percept_words; /* of a row of percepts */
  const tsj_vector_percept* percepts;
} tsj_vector_shape;

/* What the last call has found, by game, one after the other. The arrays stay where they are as
 * long as the vector is open, and are written by each of its functions that is not const. */
typedef struct tsj_vector_results {
  const uint64_t* const* legal; /* by seat: row_words for each game, action a at bit a */
  const uint8_t* movers;        /* the role whose turn it is; NULL without turns */
  const int32_t* rewards;       /* role_count for each game: 0 where it goes on, else its goals; -1
                                 * is none in 0..100, or several (of `random`: 0) */
  const uint8_t* terminated;    /* 1: the game is over, and has begun again */
  const uint8_t* truncated;     /* the same, 1: after step_limit moves, 2: a role has no move */
  const uint8_t* faults;        /* 1: a move was not legal, and the game stays as it was */
  const uint32_t* lengths;      /* joint moves of the game, of one that is over until its end */
  const uint64_t* percepts;     /* percept_words for each game, of the last step; or NULL */
} tsj_vector_results;

/* What lanes work on, for those who can use bits as they are: game 64 * (blocks * g + c) + i is bit
 * i of word c of a plane of group g, which begins at words[group_words * g + blocks * p] for plane
 * p, `words` being `fluents` or one of `legal`. Bits of games behind the last one mean nothing. */
typedef struct tsj_vector_planes {
  uint64_t groups;
  uint64_t blocks;
  uint64_t group_words;
  const uint64_t* fluents;      /* fluent_count planes */
  const uint64_t* const* legal; /* by seat: width planes */
} tsj_vector_planes;

typedef struct tsj_vector_counts {
  uint64_t ended;  /* games that are over, and have begun again */
  uint64_t faults; /* games that made no move */
} tsj_vector_counts;

/* All games at their beginning. `options` may be NULL. NULL where it fails. */
tsj_vector* tsj_vector_open(const tsj_game* game, const tsj_vector_options* options,
                            tsj_messages** messages);
void tsj_vector_close(tsj_vector* vector);

const tsj_vector_shape* tsj_vector_shape_of(const tsj_vector* vector);
const tsj_vector_results* tsj_vector_results_of(const tsj_vector* vector);
/* NULL without lanes. The planes stay where they are, as results do. */
const tsj_vector_planes* tsj_vector_planes_of(const tsj_vector* vector);

/* The following return TSJ_OK or, where they say so in messages, a negative status: TSJ_LIMIT where
 * memory or a limit of rows ran out, else TSJ_UNKNOWN. */

/* All games begin again, and so do random numbers. */
int32_t tsj_vector_reset(tsj_vector* vector, uint64_t seed, tsj_messages** messages);
/* Games whose byte is not 0 begin again: a byte for each game. */
int32_t tsj_vector_reset_games(tsj_vector* vector, const uint8_t* which, tsj_messages** messages);
/* A joint move in every game. `moves`: for each seat a number for each game; with a seat for each
 * role, -1 where the role has one legal move, which it then makes. `counts` may be NULL, and so may
 * the seat of the role `random` where its moves are drawn. */
int32_t tsj_vector_step(tsj_vector* vector, const int32_t* const* moves, tsj_vector_counts* counts,
                        tsj_messages** messages);
/* Draws a legal move for each game, all equally likely; -1: there is none. The same numbers until
 * the next step. */
int32_t tsj_vector_draw(tsj_vector* vector, uint32_t seat, int32_t* moves, tsj_messages** messages);
/* Sets all games' states, state_words each, as tsj_vector_states has them. TSJ_UNKNOWN, and nothing
 * is changed, where one is over (terminal, or a role has no legal move), or no state that a play
 * may lead to, as far as is known. */
int32_t tsj_vector_set_states(tsj_vector* vector, const uint64_t* states, tsj_messages** messages);

/* A seat's legal moves as bytes 0 or 1: `width` for each game. */
void tsj_vector_legal_bytes(const tsj_vector* vector, uint32_t seat, uint8_t* bytes);
/* Fluents that hold, as fluent_words words for each game, or as fluent_count bytes 0 or 1. */
void tsj_vector_observe(const tsj_vector* vector, uint64_t* bits);
void tsj_vector_observe_bytes(const tsj_vector* vector, uint8_t* bytes);
/* The games' states, for the tables' functions and tsj_vector_set_states: state_words for each. */
void tsj_vector_states(const tsj_vector* vector, uint64_t* states);

/* All that later calls depend on, as tsj_vector_saved_words words: states, results of the last
 * step, and the place in the random numbers. A vector of the same game, with as many games, that
 * restores them goes on as this one does; its threads may be others. TSJ_UNKNOWN, and nothing is
 * changed, where they are not such words. They are for the same version of the library. */
uint64_t tsj_vector_saved_words(const tsj_vector* vector);
int32_t tsj_vector_save(const tsj_vector* vector, uint64_t* words, tsj_messages** messages);
int32_t tsj_vector_restore(tsj_vector* vector, const uint64_t* words, uint64_t count,
                           tsj_messages** messages);

/* --- Random playouts from many states (docs/engines/batches.md) --- */

/* A game that is ready for them; for one thread at a time. */
typedef struct tsj_playouts tsj_playouts;

typedef struct tsj_playouts_options {
  size_t size;
  /* Games at a time in each thread: 64, 256 or 512; 0: the widest words that the processor has. */
  uint32_t lanes;
  /* Not 0: on an NVIDIA GPU (docs/engines/gpu.md), whose driver compiles from now on. The processor
   * plays until it is ready, and where there is none or it fails: what is counted is the same. */
  uint32_t on_gpu;
} tsj_playouts_options;
#define TSJ_PLAYOUTS_OPTIONS {sizeof(tsj_playouts_options), 0, 0}

typedef struct tsj_playouts_order {
  size_t size;
  uint64_t playouts;   /* from each state */
  uint64_t most_steps; /* joint moves of one playout */
  uint64_t seed;
  double seconds;       /* after which no playout begins; 0: no limit */
  const tsj_stop* stop; /* NULL, or what ends them soon once it is set; what is over counts */
  uint32_t threads;     /* of the processor, at least 1 */
} tsj_playouts_order;
#define TSJ_PLAYOUTS_ORDER {sizeof(tsj_playouts_order), 1000, 10000, 1, 0, NULL, 1}

/* Where it is counted: arrays of the caller, whose contents are replaced. */
typedef struct tsj_playouts_results {
  tsj_batch_sums* sums;  /* by state */
  uint64_t* goal_sums;   /* role_count for each state, as of tsj_batch_results */
  uint64_t* goal_counts; /* the same */
  uint64_t* on_gpu;      /* by state: of its playouts, how many the GPU played; may be NULL */
} tsj_playouts_results;

/* `options` may be NULL. NULL where it fails. It keeps what it needs of the game. */
tsj_playouts* tsj_playouts_open(const tsj_game* game, const tsj_playouts_options* options,
                                tsj_messages** messages);
/* Where a GPU's driver compiles, it waits for what that has at hand, some seconds in large games.
 * To be called before the process ends. */
void tsj_playouts_close(tsj_playouts* playouts);

/* Games at a time in each thread; 0: they are played one by one. */
uint32_t tsj_playouts_lanes(const tsj_playouts* playouts);
/* Plays from each of `count` states of the game, which lie one after the other, state_words each.
 * `order` may be NULL. What is counted depends on seed, states and order alone, and on lanes as far
 * as there are some. TSJ_OK, TSJ_LIMIT, or TSJ_UNKNOWN where a state is none of the game. */
int32_t tsj_playouts_play(tsj_playouts* playouts, const tsj_playouts_order* order,
                          const uint64_t* states, size_t count, const tsj_playouts_results* results,
                          tsj_messages** messages);
/* The GPU that plays, or is to play; "" where there is none. Until the next call. */
const char* tsj_playouts_gpu(tsj_playouts* playouts);
/* Why the GPU that was asked for does not play, or has failed; "" where it plays, or is not asked
 * for. Until the next call. */
const char* tsj_playouts_why_no_gpu(tsj_playouts* playouts);

/* --- Questions about a game: JSON in, JSON out (docs/engines/library.md) --- */

typedef struct tsj_answer tsj_answer;

/* Answers `question`: "board", "solve", "mcts", "verify", "features" or "learn". `options` is a
 * JSON object, or NULL for all defaults; its members and those of answers are told by
 * docs/engines/library.md. `stop` may be NULL; once it is set, the call returns soon, but not
 * before a game that is being compiled is compiled. NULL where there is no answer: then the
 * message's code is "usage" where the question or an option is wrong, "stopped" where it was
 * stopped, "limit" where time or memory did not suffice, "turns" or "unfit" where the game is not
 * of the kind, and others as of games. Any number of threads may ask about one game at once. */
tsj_answer* tsj_game_ask(const tsj_game* game, const char* question, const char* options,
                         const tsj_stop* stop, tsj_messages** messages);
/* Its JSON document, in UTF-8 and ended by a line end and a 0. */
const char* tsj_answer_text(const tsj_answer* answer);
void tsj_answer_free(tsj_answer* answer);

#ifdef __cplusplus
}
#endif
#endif
