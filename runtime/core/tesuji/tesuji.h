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
 * C11. Link with -ltesuji (pkg-config tesuji). docs/engines/steps.md describes vectors,
 * docs/engines/plugins.md the functions of a game's tables.
 *
 * Memory. The caller owns each new object that a function returns, and frees it with the function
 * named here; pointers into an object are valid as long as the object. The functions that free
 * accept NULL.
 *
 * Threads. Any number of threads may use a game at once; one thread at a time may use a messages
 * object or a vector. A vector owns its threads, which sleep between calls.
 *
 * Errors. Functions that can fail take `messages`, which may be NULL. If it is not NULL, they set
 * *messages to the messages of the call, which the caller frees with tsj_messages_free, or to NULL
 * without any. Successful calls may return warnings. The library never prints, throws, or ends the
 * process.
 *
 * Versions. Functions never change, and their symbols have versions; structs only grow at their
 * end. Option structs begin with their size, which the macros set. */
#ifndef TESUJI_TESUJI_H
#define TESUJI_TESUJI_H

#include "plugin.h"
#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the version of the loaded library, as `tesuji --version` prints it. */
const char* tsj_library_version(void);

/* --- Messages --- */

enum { TSJ_NOTE = 0, TSJ_WARNING = 1, TSJ_ERROR = 2 };

typedef struct tsj_messages tsj_messages;

typedef struct tsj_message {
  uint32_t severity; /* TSJ_NOTE, TSJ_WARNING or TSJ_ERROR */
  /* The place: lines and columns from 1, columns in bytes, `end` after the last one; 0: no
   * place. */
  uint32_t line;
  uint32_t column;
  uint32_t end_line;
  uint32_t end_column;
  const char* file; /* "": no file */
  const char* code; /* what kind of message it is: "parse", "unsafe", "limit", .. */
  const char* text; /* the message alone, one sentence */
  const char* full; /* as `tesuji` prints it: place, message, line, carets, notes */
} tsj_message;

size_t tsj_messages_count(const tsj_messages* messages);
/* Returns a message; `number` must be less than their count. */
const tsj_message* tsj_messages_get(const tsj_messages* messages, size_t number);
/* Returns all messages as `tesuji` prints them; "" if `messages` is NULL. */
const char* tsj_messages_text(const tsj_messages* messages);
void tsj_messages_free(tsj_messages* messages);

/* --- Requests to stop --- */

/* A request to stop; any thread or a signal handler may set it. */
typedef struct tsj_stop tsj_stop;

/* Creates a request that is not set. Returns NULL if memory runs out. */
tsj_stop* tsj_stop_new(void);
void tsj_stop_set(tsj_stop* stop);
/* Call it only after the calls that use the request have returned. */
void tsj_stop_free(tsj_stop* stop);

/* --- Games --- */

typedef struct tsj_game tsj_game;

typedef struct tsj_game_options {
  size_t size;
  /* Games in one word of vectors: 64, 256 or 512; 0: the widest words that the processor has. */
  uint32_t lanes;
  /* Not 0: vectors have a seat for each role, even if the rules show whose turn it is. */
  uint32_t joint;
  /* Not 0: the tables' functions are native code, too, which takes longer to compile; else games
   * with lanes evaluate them node by node. */
  uint32_t native;
  /* NULL, or a request that ends the call soon after it is set (code "stopped"), except while
   * native code is being compiled. */
  const tsj_stop* stop;
  /* The folder of the compile cache (docs/engines/cache.md). NULL: that of `tesuji`, which is
   * $TESUJI_CACHE or else ~/.cache/tesuji; "": no cache. */
  const char* cache;
} tsj_game_options;
#define TSJ_GAME_OPTIONS {sizeof(tsj_game_options), 0, 0, 0, NULL, NULL}

/* Opens a rulesheet (.kif, .gdl), IR text (.tir), or a plugin (.so). `options` may be NULL. Returns
 * NULL if the game cannot be played. */
tsj_game* tsj_game_open(const char* path, const tsj_game_options* options, tsj_messages** messages);
/* Opens a game from a text in memory, and copies the text. Messages call it `name`, whose extension
 * gives the kind of text, as for a file. */
tsj_game* tsj_game_read(const char* name, const char* text, size_t length,
                        const tsj_game_options* options, tsj_messages** messages);
/* Frees the game. Open vectors keep what they need of it. */
void tsj_game_close(tsj_game* game);

/* Returns its tables and functions: roles, states, moves and their names (plugin.h). */
const tsj_plugin* tsj_game_tables(const tsj_game* game);
/* Returns how many games fit in one word of its vectors; 0: vectors step games one after the
 * other. */
uint32_t tsj_game_lanes(const tsj_game* game);
/* Returns why the game has no lanes; "" if it has lanes. */
const char* tsj_game_why_no_lanes(const tsj_game* game);

/* --- Vectors: many games at once --- */

typedef struct tsj_vector tsj_vector;

typedef struct tsj_vector_options {
  size_t size;
  uint64_t games;        /* at least 1 */
  uint64_t seed;         /* of the random moves */
  uint32_t threads;      /* at least 1; does not change results */
  uint32_t step_limit;   /* joint moves after which a game is ended; 0: no limit */
  uint32_t chance_given; /* not 0: the caller gives the moves of the role `random`, too; else they
                          * are drawn */
  uint64_t last_states;  /* not 0: steps write the last states of games (tsj_vector_results) */
} tsj_vector_options;
#define TSJ_VECTOR_OPTIONS {sizeof(tsj_vector_options), 1, 0, 1, 0, 0, 0}

#define TSJ_NO_ROLE UINT32_MAX

/* An input of moves: a number for each game. */
typedef struct tsj_vector_seat {
  uint32_t role;      /* TSJ_NO_ROLE: the role whose turn it is */
  uint32_t width;     /* numbers below it can be moves: the role's actions (plugin.h) */
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
  uint32_t turns;         /* not 0: all roles share one seat */
  uint32_t chance;        /* the number of the role `random`, or TSJ_NO_ROLE */
  uint32_t lanes;         /* games in one word; 0: games are stepped one after the other */
  uint32_t percept_count; /* of GDL-II, with lanes */
  uint64_t fluent_count;  /* of an observation */
  uint64_t fluent_words;  /* 64-bit words of its bits, at least 1 */
  uint64_t state_words;   /* of a state, as in the tables */
  uint64_t percept_words; /* of a row of percepts */
  const tsj_vector_percept* percepts;
} tsj_vector_shape;

/* Results of the last call, by game, one after the other. The arrays stay at their addresses while
 * the vector is open; each function that takes a non-const vector overwrites them. */
typedef struct tsj_vector_results {
  const uint64_t* const* legal; /* by seat: row_words for each game, action a at bit a */
  const uint8_t* movers;        /* the role whose turn it is; NULL without turns */
  const int32_t* rewards;       /* role_count for each game: 0 while it goes on, else the goals; -1
                                 * if not exactly one goal in 0..100 (of `random`: 0) */
  const uint8_t* terminated;    /* 1: the game ended in this step, and has begun again */
  const uint8_t* truncated;     /* the same, 1: after step_limit moves, 2: a role has no move */
  const uint8_t* faults;        /* 1: a move was not legal, and the game's state is unchanged */
  const uint32_t* lengths;      /* joint moves of the game; of a game that is over, until its end */
  const uint64_t* percepts;     /* percept_words for each game, from the last step; may be NULL */
  /* With the option last_states, else NULL: fluent_words for each game, as of tsj_vector_observe:
   * the state in which it ended last, before it began again; undefined until its first end. */
  const uint64_t* last_states;
} tsj_vector_results;

/* The planes that lanes compute with, for callers that can use bits directly: game 64 * (blocks * g
 * + c) + i is bit i of word c of a plane of group g, which begins at
 * words[group_words * g + blocks * p] for plane p, where `words` is `fluents` or one of `legal`.
 * Bits after the last game are undefined. */
typedef struct tsj_vector_planes {
  uint64_t groups;
  uint64_t blocks;
  uint64_t group_words;
  const uint64_t* fluents;      /* fluent_count planes */
  const uint64_t* const* legal; /* by seat: width planes */
} tsj_vector_planes;

typedef struct tsj_vector_counts {
  uint64_t ended;  /* games that ended and have begun again */
  uint64_t faults; /* games in which no move was made */
} tsj_vector_counts;

/* Opens a vector with all games in their initial states. `options` may be NULL. Returns NULL on
 * failure. */
tsj_vector* tsj_vector_open(const tsj_game* game, const tsj_vector_options* options,
                            tsj_messages** messages);
void tsj_vector_close(tsj_vector* vector);

const tsj_vector_shape* tsj_vector_shape_of(const tsj_vector* vector);
const tsj_vector_results* tsj_vector_results_of(const tsj_vector* vector);
/* Returns NULL without lanes. The planes stay at their addresses, as results do. */
const tsj_vector_planes* tsj_vector_planes_of(const tsj_vector* vector);

/* The following return TSJ_OK or, with a reason in messages, a negative status: TSJ_LIMIT if memory
 * ran out or a limit of rows was reached, else TSJ_UNKNOWN. */

/* Restarts all games and the random numbers. */
int32_t tsj_vector_reset(tsj_vector* vector, uint64_t seed, tsj_messages** messages);
/* Restarts the games whose byte is not 0: a byte for each game. */
int32_t tsj_vector_reset_games(tsj_vector* vector, const uint8_t* which, tsj_messages** messages);
/* Makes a joint move in every game. `moves` has for each seat a number for each game. With a seat
 * for each role, -1 stands for the only legal move of a role that has just one. `counts` may be
 * NULL, and so may the seat of the role `random` if its moves are drawn. */
int32_t tsj_vector_step(tsj_vector* vector, const int32_t* const* moves, tsj_vector_counts* counts,
                        tsj_messages** messages);
/* Draws a legal move for each game, all equally likely; -1 if there is no legal move. Returns the
 * same numbers until the next step. */
int32_t tsj_vector_draw(tsj_vector* vector, uint32_t seat, int32_t* moves, tsj_messages** messages);
/* Sets all games' states, state_words each, as written by tsj_vector_states. Returns TSJ_UNKNOWN
 * and changes nothing if a state is over (terminal, or a role has no legal move), or cannot be
 * reached, as far as is known. */
int32_t tsj_vector_set_states(tsj_vector* vector, const uint64_t* states, tsj_messages** messages);

/* Writes a seat's legal moves as bytes 0 or 1: `width` for each game. */
void tsj_vector_legal_bytes(const tsj_vector* vector, uint32_t seat, uint8_t* bytes);
/* Write the fluents that hold, as fluent_words words for each game, or as fluent_count bytes 0 or
 * 1. */
void tsj_vector_observe(const tsj_vector* vector, uint64_t* bits);
void tsj_vector_observe_bytes(const tsj_vector* vector, uint8_t* bytes);
/* Writes the games' states, for the tables' functions and tsj_vector_set_states: state_words for
 * each. */
void tsj_vector_states(const tsj_vector* vector, uint64_t* states);

/* Save and restore the whole state of a vector, as tsj_vector_saved_words words: states, results of
 * the last step, and the position in the random numbers. A vector of the same game with as many
 * games that restores them behaves from then on as this one does; its number of threads may differ.
 * Restoring returns TSJ_UNKNOWN and changes nothing if the words are not a saved vector. The words
 * are valid only for the same version of the library. */
uint64_t tsj_vector_saved_words(const tsj_vector* vector);
int32_t tsj_vector_save(const tsj_vector* vector, uint64_t* words, tsj_messages** messages);
int32_t tsj_vector_restore(tsj_vector* vector, const uint64_t* words, uint64_t count,
                           tsj_messages** messages);

/* --- Random playouts from many states (docs/engines/batches.md) --- */

/* A game prepared for playouts; for one thread at a time. */
typedef struct tsj_playouts tsj_playouts;

typedef struct tsj_playouts_options {
  size_t size;
  /* Games at a time in each thread: 64, 256 or 512; 0: the widest words that the processor has. */
  uint32_t lanes;
  /* Not 0: play on an NVIDIA GPU (docs/engines/gpu.md), whose driver starts to compile at once. The
   * processor plays until the GPU is ready, and if there is no GPU or it fails; the counts are the
   * same. */
  uint32_t on_gpu;
} tsj_playouts_options;
#define TSJ_PLAYOUTS_OPTIONS {sizeof(tsj_playouts_options), 0, 0}

typedef struct tsj_playouts_order {
  size_t size;
  uint64_t playouts;   /* from each state */
  uint64_t most_steps; /* joint moves of one playout */
  uint64_t seed;
  double seconds;       /* time after which no playout begins; 0: no limit */
  const tsj_stop* stop; /* NULL, or a request that ends the call soon after it is set; finished
                         * playouts count */
  uint32_t threads;     /* of the processor, at least 1 */
} tsj_playouts_order;
#define TSJ_PLAYOUTS_ORDER {sizeof(tsj_playouts_order), 1000, 10000, 1, 0, NULL, 1}

/* Arrays of the caller for the counts; their contents are overwritten. */
typedef struct tsj_playouts_results {
  tsj_batch_sums* sums;  /* by state */
  uint64_t* goal_sums;   /* role_count for each state, as in tsj_batch_results */
  uint64_t* goal_counts; /* the same */
  uint64_t* on_gpu;      /* by state: how many of its playouts the GPU played; may be NULL */
} tsj_playouts_results;

/* Prepares a game for playouts, and keeps what it needs of it. `options` may be NULL. Returns NULL
 * on failure. */
tsj_playouts* tsj_playouts_open(const tsj_game* game, const tsj_playouts_options* options,
                                tsj_messages** messages);
/* Frees it. If a GPU's driver is compiling, waits for the current step, some seconds for large
 * games. Must be called before the process ends. */
void tsj_playouts_close(tsj_playouts* playouts);

/* Returns how many games each thread plays at a time; 0: one by one. */
uint32_t tsj_playouts_lanes(const tsj_playouts* playouts);
/* Plays from each of `count` states of the game, which lie one after the other, state_words each.
 * `order` may be NULL. The counts depend only on seed, states and order, and on whether there are
 * lanes. Returns TSJ_OK, TSJ_LIMIT, or TSJ_UNKNOWN if a state is not one of the game. */
int32_t tsj_playouts_play(tsj_playouts* playouts, const tsj_playouts_order* order,
                          const uint64_t* states, size_t count, const tsj_playouts_results* results,
                          tsj_messages** messages);
/* Returns the name of the GPU that plays or will play; "" if none. Valid until the next call. */
const char* tsj_playouts_gpu(tsj_playouts* playouts);
/* Returns why the requested GPU does not play or has failed; "" if it plays or was not requested.
 * Valid until the next call. */
const char* tsj_playouts_why_no_gpu(tsj_playouts* playouts);

/* --- Questions about a game: JSON in, JSON out (docs/engines/library.md) --- */

typedef struct tsj_answer tsj_answer;

/* Answers `question`: "board", "solve", "mcts", "move", "verify" and others. `options` is a
 * JSON object, or NULL for all defaults; docs/engines/library.md describes its members and those of
 * answers. `stop` may be NULL; after it is set, the call returns soon, but first finishes compiling
 * a game. Returns NULL without an answer; then the message's code is "usage" if the question or an
 * option is wrong, "stopped" after a stop, "limit" if time or memory did not suffice, "turns" or
 * "unfit" if the game is not of the required kind, and others as for games. Any number of threads
 * may ask about one game at once. */
tsj_answer* tsj_game_ask(const tsj_game* game, const char* question, const char* options,
                         const tsj_stop* stop, tsj_messages** messages);
/* Returns its JSON document, in UTF-8 and followed by a newline and a 0. */
const char* tsj_answer_text(const tsj_answer* answer);
void tsj_answer_free(tsj_answer* answer);

#ifdef __cplusplus
}
#endif
#endif
