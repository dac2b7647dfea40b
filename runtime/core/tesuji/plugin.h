/* A compiled game as a shared library: `tesuji compile` writes it and any host can load it.
 *
 * C11; needs only this header, status.h and strategy_abi.h of tesuji. A library exports one symbol,
 * TSJ_PLUGIN_SYMBOL, the constant `tsj_plugin`: tables and functions. To use it:
 *
 *   void* library = dlopen("./game.so", RTLD_NOW | RTLD_LOCAL);
 *   const tsj_plugin* game = dlsym(library, TSJ_PLUGIN_SYMBOL);
 *   if (memcmp(game->magic, TSJ_PLUGIN_MAGIC, 8) != 0 || game->abi != TSJ_PLUGIN_ABI) refuse
 *   if (game->missing_cpu_features(game) != 0) refuse
 *
 * `tsj_plugin` only ever grows at its end: `size` is the size that a library has. Any other change
 * to it, to strategy_abi.h or to the contents of tables raises TSJ_PLUGIN_ABI (layout.c asserts the
 * fixed offsets). Libraries made before strategies existed end at TSJ_PLUGIN_FIRST_SIZE; those made
 * before features, after `forget`; before batches, after `count_features`; before dense numbers,
 * after `playouts`; before steps, after `move_action`; before kernels for GPUs, after `step_code`.
 * TSJ_PLUGIN_HAS tests for one field.
 *
 * Words. A state is `state_words` words; equal states have equal words, which may be copied,
 * compared and stored like any bytes. A move is a number below `move_limit`; a number means the
 * same move for every role. A joint move is one move for each role, in the order of `roles`. Terms
 * are KIF, lower case, one blank between arguments.
 *
 * Threads. Functions have no state of their own. Besides its arguments, a call uses only scratch
 * memory, which the caller owns: one for each thread, for one call at a time.
 *
 * Results. Functions of type int32_t return TSJ_OK (or what their comment says), or a negative
 * status of status.h; after a failure the contents of their outputs are undefined, but state and
 * scratch memory remain usable. They never exit, print, or throw. They do not check arguments:
 * pointers must point to the documented number of elements, scratch memory must be open, states
 * must come from this game.
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
#define TSJ_PLUGIN_MAGIC "tesuji\r\n" /* eight bytes, without a final zero */
#define TSJ_PLUGIN_ABI 1U

/* Features that code requires of an x86-64 processor, beyond the baseline. */
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

/* Result of `draw`. */
enum {
  TSJ_DRAWN = 0,    /* a joint move */
  TSJ_TERMINAL = 1, /* no move: the state is terminal */
  TSJ_STUCK = 2     /* no move: the state is not terminal, but a role has no legal move */
};

typedef struct tsj_plugin tsj_plugin;

/* Kernels for GPUs (gpu_lanes.h of tesuji's sources). */
typedef struct tsj_gpu_kernels tsj_gpu_kernels;

/* Scratch memory of one thread: scratch_bytes() bytes, aligned to 64. */
typedef struct tsj_work tsj_work;

/* Where scratch memory allocates more, for relations that grow and for lists of moves. `resize`
 * works like realloc: `memory` may be NULL; if it fails, it returns NULL and leaves `memory`
 * unchanged; with `bytes` 0 it frees. The thread that uses the scratch memory calls it. */
typedef struct tsj_memory_source {
  void* (*resize)(void* context, void* memory, size_t bytes);
  void* context;
  /* Flag that requests a stop; NULL: none. When its lowest byte is not 0 (set it to 1 or 2),
   * playouts end with TSJ_STOPPED, batches as `playouts` says, and other functions may end so, even
   * within a question. Any thread may set it. */
  const volatile int* stop;
  uint64_t row_limit; /* of one relation; 0: fifty million */
  /* Limit for all relations together; 0: 4 GiB. Applies separately to the states that `choose`
   * visits; 0: 512 MiB. */
  uint64_t byte_limit;
} tsj_memory_source;

/* The legal moves of one role, ascending. They lie in scratch memory and are valid until the next
 * call with it.
 */
typedef struct tsj_moves {
  const uint64_t* moves;
  uint64_t count;
} tsj_moves;

/* State of a random generator, xoshiro256**; `seed` sets it. */
typedef struct tsj_random {
  uint64_t words[4];
} tsj_random;

/* Receives terms, one per call; `term` ends with a zero and is valid during the call only. Must not
 * throw, jump out, or call a function with the same scratch memory. */
typedef void (*tsj_found_term)(void* env, uint32_t role, const char* term);

/* A predicate of a strategy. */
typedef struct tsj_predicate {
  const char* name;
  const char* reading; /* its meaning in English; never NULL */
  uint32_t arity;      /* 2: P(A, B), from a state to a later one; 1: a property of a state */
  uint32_t memo_slot;  /* memo slot of "has a solution" in nodes (strategy_abi.h), or TSJ_NO_SLOT */
  tsj_search search;
  const void* self; /* first argument of `search` */
} tsj_predicate;

#define TSJ_NO_SLOT UINT32_MAX

/* Result of `choose`. */
typedef struct tsj_choice {
  uint64_t move;      /* of the role that moves; only with TSJ_HOLDS */
  uint64_t waiting;   /* the other role's move meanwhile */
  uint32_t role;      /* who moves, 0 or 1; 2: neither, the state is terminal or a role has no legal
                       * move */
  uint32_t predicate; /* number of the predicate that chose it; only with TSJ_HOLDS */
} tsj_choice;

/* Random playouts from several states (docs/engines/batches.md). Playout p starts from states
 * number p / playouts; there are state_count * playouts in all. */
typedef struct tsj_batch {
  const uint64_t* states; /* one after the other */
  uint64_t state_count;
  uint64_t playouts;   /* from each of them */
  uint64_t most_steps; /* joint moves of one playout */
  uint64_t seed;
  /* For threads: calls that differ only in `part`, from 0 to parts - 1, together play every playout
   * once; the sum of their counts equals the counts of one call with `parts` 1. */
  uint64_t part;
  uint64_t parts; /* at least 1 */
  /* How many games to play at a time: 64, 256 or 512; 0: most_lanes(). Does not change the
   * games. */
  uint64_t lanes;
} tsj_batch;

/* Counts of the playouts from one state. */
typedef struct tsj_batch_sums {
  uint64_t playouts;
  uint64_t terminal; /* of these, how many ended in a terminal state, .. */
  uint64_t cut;      /* .. were cut after most_steps, .. */
  uint64_t stuck;    /* .. or ended where a role had no legal move */
  uint64_t steps;    /* joint moves of all */
  uint64_t shortest; /* joint moves; UINT64_MAX without playouts */
  uint64_t longest;
  /* Terminal states in which a role other than `random` has no goal; has several; has one that is
   * not an integer in 0..100. */
  uint64_t goals_missing;
  uint64_t goals_several;
  uint64_t goals_no_integer;
} tsj_batch_sums;

/* The caller's arrays for results. A call overwrites the first three; the others may be NULL, and
 * it writes only the elements of the part's playouts. */
typedef struct tsj_batch_results {
  tsj_batch_sums* sums; /* by state */
  /* By state and role, role_count for each state: the sum of the role's goals in terminal states
   * where it has exactly one goal, an integer in 0..100, and the number of these states. */
  uint64_t* goal_sums;
  uint64_t* goal_counts;
  /* By playout. */
  uint8_t* ends;         /* TSJ_TERMINAL, TSJ_STUCK, or TSJ_DRAWN: it was cut */
  uint64_t* lengths;     /* joint moves */
  uint64_t* last_states; /* state_words for each */
  int32_t* goals;        /* role_count for each playout: as goal_values; -1 if not terminal */
} tsj_batch_results;

struct tsj_plugin {
  char magic[8];         /* TSJ_PLUGIN_MAGIC */
  uint32_t abi;          /* TSJ_PLUGIN_ABI */
  uint32_t size;         /* size of this struct in bytes when the library was made */
  uint64_t cpu_features; /* TSJ_CPU_.. of all features that the code uses */

  /* Where the library comes from; texts end with a zero. */
  const char* name;        /* the rulesheet's file name without its extension */
  const char* compiler;    /* the compiler's version, as `tesuji --version` prints it */
  const char* source_hash; /* of the rulesheet's bytes: SHA-256, 64 hexadecimal digits */
  const char* cpu;         /* the processor that the code was made for, by LLVM's name */
  const char* engine;      /* jit: plans; net-jit: a propositional network; auto: both */
  /* The questions that a propositional network answers, separated by blanks: a subset of
   * `legal next terminal goal percepts`. Plans answer the others. */
  const char* net_answers;

  uint32_t role_count;
  uint32_t has_percepts; /* GDL-II: not 0 where roles do not see each other's moves */
  const char* const* roles;
  uint64_t state_words;
  uint64_t move_limit;
  const uint64_t* initial; /* the initial state */
  /* For games with turns, as far as the rules show, for each role (else NULL): the move that it
   * makes when it is not its turn, and the fluent that holds when it is. */
  const char* const* waiting_moves;
  const char* const* control_fluents;
  const void* data; /* private data of the functions */

  /* Returns the features of cpu_features that this processor lacks. Safe to call on every
   * x86-64. */
  uint64_t (*missing_cpu_features)(const tsj_plugin* game);

  /* Returns the bytes of scratch memory. */
  uint64_t (*scratch_bytes)(const tsj_plugin* game);
  /* Makes scratch memory ready. Copies `source`. After TSJ_LIMIT it need not be closed. */
  int32_t (*open_scratch)(const tsj_plugin* game, tsj_work* scratch,
                          const tsj_memory_source* source);
  /* Frees what scratch memory has allocated from the source; the caller frees the scratch memory
   * itself. */
  void (*close_scratch)(const tsj_plugin* game, tsj_work* scratch);

  /* Computes the legal moves of every role: role_count elements. */
  int32_t (*legal)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                   tsj_moves* moves);
  /* Returns TSJ_HOLDS if the state is terminal, else TSJ_OK. */
  int32_t (*terminal)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state);
  /* Computes the state after a joint move. The joint move need not be legal; a number that is not a
   * move stands for no move. `state` and `out` must not overlap. */
  int32_t (*next)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                  const uint64_t* joint, uint64_t* out);
  /* Computes a goal value for each role: its goal if it has exactly one and that is an integer in
   * 0..100, else -1. */
  int32_t (*goal_values)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                         int32_t* values);
  /* Lists every goal of every role, as terms, in any order. */
  int32_t (*goals)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                   tsj_found_term found, void* env);
  /* Lists what every role perceives when a joint move is made (GDL-II), in any order. */
  int32_t (*percepts)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                      const uint64_t* joint, tsj_found_term found, void* env);

  /* Starts stream number `stream` of a seed's random numbers; streams are independent. */
  void (*seed)(tsj_random* random, uint64_t seed, uint64_t stream);
  /* Unless the state is terminal, draws a legal move for every role, each with equal probability.
   * Returns TSJ_DRAWN, TSJ_TERMINAL or TSJ_STUCK. Uses one random number for each role that has
   * more than one move. */
  int32_t (*draw)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                  tsj_random* random, uint64_t* joint);
  /* Makes random moves from `state`, and writes each next state to it, until it is terminal, a role
   * has no legal move, or `most_steps` joint moves have been made. Returns how it ended, as draw
   * does; TSJ_DRAWN if it was cut. Sets `steps` to the number of joint moves. */
  int32_t (*playout)(const tsj_plugin* game, tsj_work* scratch, tsj_random* random,
                     uint64_t most_steps, uint64_t* state, uint64_t* steps);

  /* Lists the fluents that hold, in any order; their role is 0. */
  int32_t (*fluents)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                     tsj_found_term found, void* env);
  /* Computes the state in which these fluents hold. Returns TSJ_UNKNOWN if one is not a fluent of
   * the game, or if one that holds in every state is missing; it then sets `wrong`, unless NULL, to
   * the term, which lies with the caller or in scratch memory. If the fluents violate a proved fact
   * about all states (docs/proving/saving.md) that the code relies on, it sets `wrong` to that fact
   * in words, which lie in the library. */
  int32_t (*state_of)(const tsj_plugin* game, tsj_work* scratch, const char* const* fluents,
                      size_t count, uint64_t* state, const char** wrong);
  /* Writes the move's term, zero-terminated and cut to `room` bytes (at least 1); returns its full
   * length. The name of a number that is not a move is `?`. */
  uint64_t (*move_name)(const tsj_plugin* game, uint64_t move, char* name, size_t room);
  /* Finds a move by name; returns TSJ_OK or TSJ_UNKNOWN. */
  int32_t (*find_move)(const tsj_plugin* game, const char* name, uint64_t* move);

  /* --- A strategy that was compiled with the game (docs/languages/strategies.md); else all are 0.
   * --- */

  const char* strategy;            /* the name of its file without the extension */
  const char* strategy_hash;       /* like source_hash, of the strategy's bytes */
  const tsj_predicate* predicates; /* in the order of the file */
  const uint32_t* order;           /* order of execution: numbers of predicates, of arity 2 */
  uint32_t predicate_count;
  uint32_t order_count;
  uint32_t memo_slots; /* memo slots that nodes need for the predicates, for a host that searches by
                        * itself */

  /* Chooses the strategy's move. Returns TSJ_HOLDS if a predicate has a solution that is one move
   * away; the choice is the first such solution of the first such predicate in the order of
   * execution. TSJ_OK if none has: docs/languages/strategies.md then plays at random. TSJ_UNKNOWN
   * if it is not clear whose turn it is in this state or in one that a predicate visits: both roles
   * have a choice, or both have one move and no rule says who waits; other states may be clear.
   * TSJ_LIMIT if it needs to store more states than the source of memory or byte_limit allows; then
   * all are forgotten. TSJ_STOPPED soon after the lowest byte of `*stop` becomes non-zero.
   *
   * Scratch memory stores states from call to call, which does not change results: it stores
   * properties of states. When it is more than half full, a call forgets them first. Uses stack in
   * proportion to how deep predicates call each other, about 250 bytes a level if clauses are
   * short; there are at most 1000 levels. */
  int32_t (*choose)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                    tsj_choice* choice);
  /* Forgets the stored states, but keeps their memory for the next ones: up to byte_limit, so that
   * a source with no more memory than that may have none left for other functions. */
  void (*forget)(const tsj_plugin* game, tsj_work* scratch);

  /* --- Logical features that were compiled into it (docs/learning/features.md); else all are 0.
   * --- */

  const char* const* features; /* their names */
  uint32_t feature_count;
  /* Counts the solutions of each feature in a state: feature_count values, which saturate at
   * UINT64_MAX. A library made from a domain theory alone is not a game: it has no roles, and its
   * states are positions, whose fluents are the facts, `(owns x d5)`. */
  int32_t (*count_features)(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                            uint64_t* values);

  /* --- Many random playouts at once (docs/engines/batches.md). NULL if the library does not
   * contain a game. --- */

  /* Returns the most games at a time that this processor can play with the library's code: 512, 256
   * or 64; 0: the library has no code for lanes, and plays games one by one. */
  uint32_t (*most_lanes)(const tsj_plugin* game);
  /* Plays the batch. Returns TSJ_OK; TSJ_STOPPED or TSJ_LIMIT if it ended early: then the results
   * cover the playouts that were played, and `lengths` does not show which; TSJ_UNKNOWN if there is
   * no code for so many lanes, or the processor lacks such words. After a stop no more playouts
   * begin; lanes play on for at most 4,096 ticks, so that games of usual length are counted fairly,
   * and drop longer games; if the flag is 2, they drop all at once. The same batch plays the same
   * games for any number of lanes and parts; without code for lanes, playout p draws from stream p.
   * Keeps memory from the source for the next call, in proportion to state_count and to what a
   * state and the rules need. */
  int32_t (*playouts)(const tsj_plugin* game, tsj_work* scratch, const tsj_batch* batch,
                      const tsj_batch_results* results);

  /* --- Dense numbers of fluents and of each role's moves, for tables and networks of players. ---
   */

  /* Number of fluents that can hold, as far as is known; they are numbered from 0. It is 0 if there
   * are more than 2^31, which are then not numbered. */
  uint64_t fluent_count;
  /* As move_name, for a fluent; the name of a number that is not a fluent is `?`. */
  uint64_t (*fluent_name)(const tsj_plugin* game, uint64_t fluent, char* name, size_t room);
  /* Writes which fluents hold: fluent f in bit f % 64 of bits[f / 64]; writes all bits of
   * (fluent_count + 63) / 64 words. Returns TSJ_OK. */
  int32_t (*fluent_bits)(const tsj_plugin* game, const uint64_t* state, uint64_t* bits);
  /* Returns TSJ_OK if these words can be a state of the game, as far as functions rely on it; else
   * TSJ_UNKNOWN. For states from outside. */
  int32_t (*check_state)(const tsj_plugin* game, const uint64_t* state);
  /* Returns the number of a role's actions: the moves that can be legal for it in a reachable
   * state, as far as is known, ascending and numbered from 0. */
  uint64_t (*action_count)(const tsj_plugin* game, uint32_t role);
  /* Returns the move that is this action of the role; UINT64_MAX if the role has no such action. */
  uint64_t (*action_move)(const tsj_plugin* game, uint32_t role, uint64_t action);
  /* Returns the role's action that is this move; UINT64_MAX if the move is not one of its
   * actions. */
  uint64_t (*move_action)(const tsj_plugin* game, uint32_t role, uint64_t move);

  /* --- Steps of many games at once with moves that the caller chooses (docs/engines/steps.md);
   * 0 where it is no game. --- */

  /* Returns code for words of this many lanes, 64, 256 or 512, or, with 0, of the most that this
   * processor has; NULL if the library has no such code. A host runs it, as libtesuji.so does
   * (tesuji.h: tsj_vector_open); step_code.h defines it. */
  const struct tsj_step_code* (*step_code)(const tsj_plugin* game, uint64_t lanes);

  /* --- Kernels for GPUs (docs/engines/gpu.md); NULL: none. --- */

  /* Kernels for programs that play by tesuji's own library; they have a version of their own.
   */
  const tsj_gpu_kernels* gpu;
};

#define TSJ_PLUGIN_FIRST_SIZE offsetof(tsj_plugin, strategy)
/* Whether the library has this field and the field is not 0. */
#define TSJ_PLUGIN_HAS(game, field) \
  ((game)->size >= offsetof(tsj_plugin, field) + sizeof((game)->field) && !!(game)->field)

#ifdef __cplusplus
}
#endif
#endif
