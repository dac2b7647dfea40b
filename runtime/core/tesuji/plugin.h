/* A compiled game as a shared library: what `tesuji compile` writes and any host can load.
 *
 * C11; needs nothing of tesuji but this header, status.h and strategy_abi.h. A library exports one
 * symbol, TSJ_PLUGIN_SYMBOL, the constant `tsj_plugin`: tables and functions. To use it:
 *
 *   void* library = dlopen("./game.so", RTLD_NOW | RTLD_LOCAL);
 *   const tsj_plugin* game = dlsym(library, TSJ_PLUGIN_SYMBOL);
 *   if (memcmp(game->magic, TSJ_PLUGIN_MAGIC, 8) != 0 || game->abi != TSJ_PLUGIN_ABI) refuse
 *   if (game->missing_cpu_features(game) != 0) refuse
 *
 * The header only ever grows at the end of `tsj_plugin`: `size` says how much of it a library has.
 * A change that is not such, there, in strategy_abi.h or to what tables consist of, raises
 * TSJ_PLUGIN_ABI (layout.c asserts what is fixed). Libraries that were made before strategies end
 * at TSJ_PLUGIN_FIRST_SIZE, those before features behind `forget`, those before batches behind
 * `count_features`, those before dense numbers behind `playouts`, those before steps behind
 * `move_action`, those before kernels for GPUs behind `step_code`; TSJ_PLUGIN_HAS asks for one
 * field.
 *
 * Words. A state is `state_words` words; equal states are equal words, and they may be copied,
 * compared and kept like any bytes. A move is a number below `move_limit`; the same number is the
 * same move for every role. A joint move is one move for each role, in the order of `roles`.
 * Terms are KIF, lower case, one blank between arguments.
 *
 * Threads. Functions have no state of their own. What a call needs besides its arguments lies in
 * scratch memory that the caller owns: one for each thread, for one call at a time.
 *
 * Results. Functions of type int32_t return TSJ_OK (or what is said below), or a negative status of
 * status.h; then what they write to is not to be relied on, but state and scratch memory can be
 * used again. They never exit, print, or throw. Arguments are not checked: pointers have to point
 * to as many elements as said, scratch memory has to be open, states have to come from this game.
 */
#ifndef TESUJI_PLUGIN_H
#define TESUJI_PLUGIN_H

#include "status.h"
#include "strategy_abi.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TSJ_PLUGIN_SYMBOL "tesuji_plugin"
#define TSJ_PLUGIN_MAGIC "tesuji\r\n" /* eight bytes, without the zero behind them */
#define TSJ_PLUGIN_ABI 1U

/* What code needs of an x86-64 processor beyond those that every one has. */
enum {
  TSJ_CPU_SSE3 = 1U << 0,
  TSJ_CPU_SSSE3 = 1U << 1,
  TSJ_CPU_SSE4_1 = 1U << 2,
  TSJ_CPU_SSE4_2 = 1U << 3,
  TSJ_CPU_CX16 = 1U << 4,
  TSJ_CPU_SAHF = 1U << 5,
  TSJ_CPU_POPCNT = 1U << 6,
  TSJ_CPU_AVX = 1U << 7,
  TSJ_CPU_AVX2 = 1U << 8,
  TSJ_CPU_BMI = 1U << 9,
  TSJ_CPU_BMI2 = 1U << 10,
  TSJ_CPU_LZCNT = 1U << 11,
  TSJ_CPU_MOVBE = 1U << 12,
  TSJ_CPU_FMA = 1U << 13,
  TSJ_CPU_F16C = 1U << 14,
  TSJ_CPU_AVX512F = 1U << 15,
  TSJ_CPU_AVX512BW = 1U << 16,
  TSJ_CPU_AVX512CD = 1U << 17,
  TSJ_CPU_AVX512DQ = 1U << 18,
  TSJ_CPU_AVX512VL = 1U << 19,
  TSJ_CPU_AVX512VBMI = 1U << 20,
  TSJ_CPU_AVX512VBMI2 = 1U << 21,
  TSJ_CPU_AVX512BITALG = 1U << 22,
  TSJ_CPU_AVX512VPOPCNTDQ = 1U << 23,
  TSJ_CPU_GFNI = 1U << 24,
  TSJ_CPU_ADX = 1U << 25
};

/* What `draw` found. */
enum {
  TSJ_DRAWN = 0,    /* a joint move */
  TSJ_TERMINAL = 1, /* none: the state is terminal */
  TSJ_STUCK = 2     /* none: it is not, but a role has no legal move */
};

typedef struct tsj_plugin tsj_plugin;

/* Kernels for GPUs (gpu_lanes.h of tesuji's sources). */
typedef struct tsj_gpu_kernels tsj_gpu_kernels;

/* Scratch memory of one thread: as many bytes as scratch_bytes() says, aligned to 64. */
typedef struct tsj_work tsj_work;

/* Where scratch memory gets more from, for relations that grow and for lists of moves. `resize` is
 * as realloc: `memory` may be NULL, the result is NULL where there is none to be had (and `memory`
 * is as it was); with `bytes` 0 it frees. Called by the thread that uses the scratch memory. */
typedef struct tsj_memory_source {
  void* (*resize)(void* context, void* memory, size_t bytes);
  void* context;
  /* Once its lowest byte is not 0 (set it to 1, or 2), playouts end with TSJ_STOPPED, those of a
   * batch as said there, and other functions may, within a question, too; NULL: never. Another
   * thread may set it. */
  const volatile int* stop;
  uint64_t row_limit; /* of one relation; 0: fifty million */
  /* Of all relations; 0: 4 GiB. And again of the states that `choose` looks at; 0: 512 MiB. */
  uint64_t byte_limit;
} tsj_memory_source;

/* The legal moves of one role, ascending. They lie in scratch memory, until the next call with it.
 */
typedef struct tsj_moves {
  const uint64_t* moves;
  uint64_t count;
} tsj_moves;

/* State of a generator of random numbers, xoshiro256**, set by `seed`. */
typedef struct tsj_random {
  uint64_t words[4];
} tsj_random;

/* Called with terms, one by one; `term` ends with a zero and is there during the call only. It may
 * not throw, jump out, or call a function with the same scratch memory. */
typedef void (*tsj_found_term)(void* env, uint32_t role, const char* term);

/* A predicate of a strategy. */
typedef struct tsj_predicate {
  const char* name;
  const char* reading; /* what it demands, in English; never NULL */
  uint32_t arity;      /* 2: P(A, B), from a state to a later one; 1: a property of a state */
  uint32_t memo_slot;  /* of "has a solution" in nodes (strategy_abi.h), or TSJ_NO_SLOT */
  tsj_search search;
  const void* self; /* first argument of `search` */
} tsj_predicate;

#define TSJ_NO_SLOT UINT32_MAX

/* What `choose` found. */
typedef struct tsj_choice {
  uint64_t move;      /* of the role that moves; with TSJ_HOLDS only */
  uint64_t waiting;   /* what the other role does meanwhile */
  uint32_t role;      /* who moves, 0 or 1; 2: nobody, the state is terminal or someone is stuck */
  uint32_t predicate; /* that chose it, by number; with TSJ_HOLDS only */
} tsj_choice;

/* Random playouts from several states (docs/engines/batches.md). Playout p begins with states
 * number p / playouts, so that there are state_count * playouts of them. */
typedef struct tsj_batch {
  const uint64_t* states; /* one after the other */
  uint64_t state_count;
  uint64_t playouts;   /* from each of them */
  uint64_t most_steps; /* joint moves of one playout */
  uint64_t seed;
  /* For threads: calls that differ in `part` alone, from 0 to parts - 1, play all of them once, and
   * what they count adds up to what one call with `parts` 1 counts. */
  uint64_t part;
  uint64_t parts; /* at least 1 */
  /* How many games to play at a time: 64, 256 or 512; 0: most_lanes(). The games are the same. */
  uint64_t lanes;
} tsj_batch;

/* What is counted of the playouts from one state. */
typedef struct tsj_batch_sums {
  uint64_t playouts;
  uint64_t terminal; /* of these, how many ended in a terminal state, .. */
  uint64_t cut;      /* .. were cut after most_steps, .. */
  uint64_t stuck;    /* .. or ended where somebody had no legal move */
  uint64_t steps;    /* joint moves of all */
  uint64_t shortest; /* joint moves; UINT64_MAX where there are no playouts */
  uint64_t longest;
  /* Terminal states with a role, other than `random`, that has no goal; with one that has several;
   * with one whose only goal is no integer in 0..100. */
  uint64_t goals_missing;
  uint64_t goals_several;
  uint64_t goals_no_integer;
} tsj_batch_sums;

/* Where it goes: the caller's arrays. What was in the first three does not matter; all others may
 * be NULL, and of these only what belongs to the part's playouts is written. */
typedef struct tsj_batch_results {
  tsj_batch_sums* sums; /* by state */
  /* By state and role, role_count for each state: the sum of its goals in terminal states where it
   * has exactly one, an integer in 0..100, and how many these were. */
  uint64_t* goal_sums;
  uint64_t* goal_counts;
  /* By playout. */
  uint8_t* ends;         /* TSJ_TERMINAL, TSJ_STUCK, or TSJ_DRAWN: it was cut */
  uint64_t* lengths;     /* joint moves */
  uint64_t* last_states; /* state_words for each */
  int32_t* goals;        /* role_count for each: as goal_values; -1 if not terminal */
} tsj_batch_results;

struct tsj_plugin {
  char magic[8];         /* TSJ_PLUGIN_MAGIC */
  uint32_t abi;          /* TSJ_PLUGIN_ABI */
  uint32_t size;         /* of this struct in bytes, for whoever made the library */
  uint64_t cpu_features; /* TSJ_CPU_.. of all that the code uses */

  /* What it is; texts end with a zero. */
  const char* name;        /* the rulesheet's file name without its ending */
  const char* compiler;    /* who made it, as `tesuji --version` says it */
  const char* source_hash; /* of the rulesheet's bytes: SHA-256, 64 hexadecimal digits */
  const char* cpu;         /* which processor the code was made for, as LLVM calls it */
  const char* engine;      /* jit: plans; net-jit: a propositional network; auto: both */
  /* Which questions a propositional network answers, by blanks: of `legal next terminal goal
   * percepts`. Plans answer the others. */
  const char* net_answers;

  uint32_t role_count;
  uint32_t has_percepts; /* GDL-II: not 0 where roles do not see each other's moves */
  const char* const* roles;
  uint64_t state_words;
  uint64_t move_limit;
  const uint64_t* initial; /* the initial state */
  /* Of games of turns, as far as the rules tell, for each role (else NULL): the move that it makes
   * while it is not its turn, and the fluent that holds when it is. */
  const char* const* waiting_moves;
  const char* const* control_fluents;
  const void* data; /* the functions' own */

  /* Features of cpu_features that this processor lacks. May be called on every x86-64. */
  uint64_t (*missing_cpu_features)(const tsj_plugin* game);

  /* Bytes of scratch memory. */
  uint64_t (*scratch_bytes)(const tsj_plugin* game);
  /* Makes scratch memory ready. `source` is copied. After TSJ_LIMIT there is nothing to close. */
  int32_t (*open_scratch)(const tsj_plugin* game, tsj_work* scratch,
                          const tsj_memory_source* source);
  /* Gives back what was taken from the source; the scratch memory itself stays the caller's. */
  void (*close_scratch)(const tsj_plugin* game, tsj_work* scratch);

  /* The legal moves of every role: role_count elements. */
  int32_t (*legal)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                   tsj_moves* moves);
  /* TSJ_HOLDS or TSJ_OK. */
  int32_t (*terminal)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state);
  /* The state after a joint move. It need not be legal; a number that is no move is none. `state`
   * and `out` may not overlap. */
  int32_t (*next)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                  const uint64_t* joint, uint64_t* out);
  /* A goal value for each role: where it has exactly one and that is an integer in 0..100, else
   * -1. */
  int32_t (*goal_values)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                         int32_t* values);
  /* Every goal of every role, as terms, in no particular order. */
  int32_t (*goals)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                   tsj_found_term found, void* env);
  /* What every role perceives when a joint move is made (GDL-II), in no particular order. */
  int32_t (*percepts)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                      const uint64_t* joint, tsj_found_term found, void* env);

  /* Starts stream number `stream` of the random numbers of a seed: streams are unrelated. */
  void (*seed)(tsj_random* random, uint64_t seed, uint64_t stream);
  /* Unless the state is terminal, a legal move for every role, each with equal probability:
   * TSJ_DRAWN, TSJ_TERMINAL or TSJ_STUCK. One number is drawn for each role that has more than one
   * move. */
  int32_t (*draw)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                  tsj_random* random, uint64_t* joint);
  /* Random moves from `state`, which becomes the last state, until that is terminal, or nobody can
   * move, or `most_steps` joint moves have been made. How it ended as of draw, TSJ_DRAWN where it
   * was cut; `steps` becomes the number of joint moves. */
  int32_t (*playout)(const tsj_plugin* game, tsj_work* scratch, tsj_random* random,
                     uint64_t most_steps, uint64_t* state, uint64_t* steps);

  /* The fluents that hold, in no particular order; their role is 0. */
  int32_t (*fluents)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                     tsj_found_term found, void* env);
  /* The state of these fluents. TSJ_UNKNOWN where one is none of the game, or one is missing that
   * holds in every state: then `wrong`, unless NULL, becomes the term, which is the caller's or in
   * scratch memory. Where they violate what was proved of every state (docs/proving/saving.md) and
   * the code takes for granted, it becomes that, in words, which are the library's. */
  int32_t (*state_of)(const tsj_plugin* game, tsj_work* scratch, const char* const* fluents,
                      size_t count, uint64_t* state, const char** wrong);
  /* The move's term, ended by a zero and cut to `room` bytes (at least 1); its full length. A
   * number that is no move is `?`. */
  uint64_t (*move_name)(const tsj_plugin* game, uint64_t move, char* name, size_t room);
  /* TSJ_OK or TSJ_UNKNOWN. */
  int32_t (*find_move)(const tsj_plugin* game, const char* name, uint64_t* move);

  /* --- A strategy that was compiled with the game (docs/languages/strategies.md); else all are 0.
   * --- */

  const char* strategy;            /* the name of its file without the ending */
  const char* strategy_hash;       /* as source_hash, of the strategy's bytes */
  const tsj_predicate* predicates; /* in the order of the file */
  const uint32_t* order;           /* of execution: numbers of predicates, of arity 2 */
  uint32_t predicate_count;
  uint32_t order_count;
  uint32_t memo_slots; /* that nodes need for the predicates, should a host search by itself */

  /* The strategy's move: TSJ_HOLDS where a predicate has a solution that is one move away; it is
   * the first one of the first such predicate in the order of execution. TSJ_OK where none has:
   * docs/languages/strategies.md plays at random then. TSJ_UNKNOWN where this state, or one that a
   * predicate looks at, does not tell whose turn it is: both roles have a choice, or both have one
   * move and nothing says who waits. Other states may tell. TSJ_LIMIT where more states would have
   * to be kept than the source of memory gives, or than byte_limit allows; then all are forgotten.
   * TSJ_STOPPED, as said there, soon if the lowest byte of `*stop` is not 0.
   *
   * Scratch memory remembers states from call to call, which is exact: what it remembers are
   * properties of states. When it is more than half full it forgets them first. Takes stack in
   * proportion to how deep predicates call each other, about 250 bytes a level where clauses are
   * short; there are at most 1000 levels. */
  int32_t (*choose)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                    tsj_choice* choice);
  /* Drops what scratch memory remembers of states, and keeps the memory for the next ones: up to
   * byte_limit, so that a source that has no more than that to give may leave other functions
   * without. */
  void (*forget)(const tsj_plugin* game, tsj_work* scratch);

  /* --- Logical features that were compiled into it (docs/learning/features.md); else all are 0.
   * --- */

  const char* const* features; /* their names */
  uint32_t feature_count;
  /* The number of solutions of each feature in a state: feature_count values, which stop at
   * UINT64_MAX. A library of a domain theory alone is no game: it has no roles, and states are
   * positions, whose fluents are the facts, `(owns x d5)`. */
  int32_t (*count_features)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                            uint64_t* values);

  /* --- Many random playouts at once (docs/engines/batches.md); 0 where it is no game. --- */

  /* The most games at a time that this processor plays with what is in the library: 512, 256 or 64;
   * 0: there is no code for that, and they are played one by one. */
  uint32_t (*most_lanes)(const tsj_plugin* game);
  /* Plays. TSJ_OK; TSJ_STOPPED or TSJ_LIMIT where it ended before: then the results are of the
   * playouts that were played, and `lengths` do not tell which; TSJ_UNKNOWN where there is no code
   * for so many lanes, or the processor has no such words. Once it is stopped, no more are begun;
   * what lanes play then goes on for 4,096 ticks at most, so that games of usual lengths count
   * alike, and longer ones are given up; all are where the flag is 2. The same batch, the same
   * games, however many lanes and parts; without code for lanes, playout p is that of stream p.
   * Keeps memory of the source for the next call, in proportion to what a state and the rules need,
   * and state_count. */
  int32_t (*playouts)(const tsj_plugin* game, tsj_work* scratch, const tsj_batch* batch,
                      const tsj_batch_results* results);

  /* --- Dense numbers of fluents and of each role's moves, for tables and networks of players. ---
   */

  /* Fluents are numbered from 0, those that can hold as far as is known: fluent_count of them. 0
   * where there are more than 2^31, which are not numbered. */
  uint64_t fluent_count;
  /* As move_name; a number that is no fluent is `?`. */
  uint64_t (*fluent_name)(const tsj_plugin* game, uint64_t fluent, char* name, size_t room);
  /* Which fluents hold, fluent f in bit f % 64 of bits[f / 64]: (fluent_count + 63) / 64 words, of
   * which all bits are written. TSJ_OK. */
  int32_t (*fluent_bits)(const tsj_plugin* game, const uint64_t* state, uint64_t* bits);
  /* TSJ_OK where these words may be a state of the game, as far as functions rely on it; else
   * TSJ_UNKNOWN. For states that come from elsewhere. */
  int32_t (*check_state)(const tsj_plugin* game, const uint64_t* state);
  /* A role's actions are the moves that can be legal for it in a state that play can reach, as far
   * as is known, ascending and numbered from 0: action_count of them. */
  uint64_t (*action_count)(const tsj_plugin* game, uint32_t role);
  /* The move that is this action of the role; UINT64_MAX where there is none. */
  uint64_t (*action_move)(const tsj_plugin* game, uint32_t role, uint64_t action);
  /* The reverse; UINT64_MAX where the move is none of the role's actions. */
  uint64_t (*move_action)(const tsj_plugin* game, uint32_t role, uint64_t move);

  /* --- Steps of many games at once with moves that the caller chooses (docs/engines/steps.md);
   * 0 where it is no game. --- */

  /* Code for words of so many lanes, 64, 256 or 512, or with 0 of the most that this processor has;
   * NULL where there is none. A host runs it, as libtesuji.so does (tesuji.h: tsj_vector_open);
   * step_code.h says what it is. */
  const struct tsj_step_code* (*step_code)(const tsj_plugin* game, uint64_t lanes);

  /* --- Kernels for GPUs (docs/engines/gpu.md); NULL: none. --- */

  /* For programs that play by tesuji's own library: what it consists of has a version of its own.
   */
  const tsj_gpu_kernels* gpu;
};

#define TSJ_PLUGIN_FIRST_SIZE offsetof(tsj_plugin, strategy)
/* Not 0 where the library has this field and it is not 0. */
#define TSJ_PLUGIN_HAS(game, field) \
  ((game)->size >= offsetof(tsj_plugin, field) + sizeof((game)->field) && !!(game)->field)

#ifdef __cplusplus
}
#endif
#endif
