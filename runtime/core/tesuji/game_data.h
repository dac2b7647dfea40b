/* Tables of one game, which the functions of plugin.h read. runtime/host/game makes them in memory,
 * and the compiler writes the same as constants of a library (backend/llvm/plugin/plugin_data.h).
 * Internal: a library and the functions in it always come from the same build.
 *
 * C11, freestanding. Two engines: `tsj_plans` (matchers; states as ir/module/layout.h lays them
 * out) and `tsj_circuit` (a propositional network; a bit per fluent). A game has one or both; with
 * both, they share states, and each question goes to the one that answers it. */
#ifndef TESUJI_GAME_DATA_H
#define TESUJI_GAME_DATA_H

#include "abi.h"
#include "lanes.h"
#include "step_code.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No table, no role, no value. */
#define TSJ_NONE UINT32_MAX

/* Text number i is text[begins[i]] to text[begins[i + 1]]. */
typedef struct tsj_texts {
  const char* text;
  const uint32_t* begins; /* count + 1 */
  /* Where there are many, else NULL: a hash table of slot_mask + 1 numbers, TSJ_NONE where a slot
   * is free. A text's number is in the first slots from tsj_text_hash() & slot_mask on, cyclically,
   * that are not free; of equal texts the least is found first. */
  const uint32_t* slots;
  uint32_t count;
  uint32_t slot_mask; /* a power of two minus one */
} tsj_texts;

/* FNV-1a (Fowler, Noll, Vo), its high half folded into the low one. */
static inline uint32_t tsj_text_hash(const char* text, uint64_t length) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint64_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
  return (uint32_t)(hash ^ (hash >> 32));
}

/* Terms of one shape, such as `(cell ? ? ?)`: tuples of positions as numbers in mixed radix, the
 * first column most significant. */
typedef struct tsj_terms {
  tsj_texts pieces;         /* text before each `?`, and after the last: columns + 1 */
  const tsj_texts* columns; /* what may stand for each `?` */
  const uint64_t* strides;  /* per column */
  uint32_t column_count;
  uint64_t count; /* of tuples */
} tsj_terms;

/* Fluents of one relation, in states and in scratch memory. */
typedef struct tsj_fluent_rows {
  tsj_terms terms;
  uint32_t in_rows;    /* not 0: a count and sorted keys; 0: a bit per tuple */
  uint32_t has_next;   /* rows: whether any rule derives them */
  uint32_t rigid;      /* not 0: bits that are always what they are initially */
  uint64_t word;       /* where they begin in a state */
  uint32_t capacity;   /* rows: at most so many keys */
  uint32_t table;      /* rows: the table in scratch memory */
  uint32_t next_table; /* rows: that of the next state's */
} tsj_fluent_rows;

/* Legal moves of one role and shape as bits of scratch memory. */
typedef struct tsj_legal_bits {
  uint64_t word;  /* where the relation begins, from the head of scratch memory */
  uint64_t begin; /* bits of the relation */
  uint64_t count;
  uint64_t first; /* the move of bit `begin` */
  uint32_t role;
} tsj_legal_bits;

/* Moves of one shape: numbers from `first`, terms.count of them. */
typedef struct tsj_move_rows {
  tsj_terms terms;
  uint64_t first;
  uint32_t legal_table;        /* or TSJ_NONE: bits */
  uint32_t does_table;         /* or TSJ_NONE: no rule reads these moves */
  const uint32_t* legal_roles; /* position of legal's first column -> role, or TSJ_NONE */
  const uint32_t* does_roles;  /* role -> position in does' first column, or TSJ_NONE */
  /* Per column: position for legal -> position for does, or TSJ_NONE. */
  const uint32_t* const* arguments;
  /* Where there are few moves: the arguments of each, translated so, terms.column_count of them
   * (TSJ_NONE in the first place where the move makes no row); else NULL. */
  const uint32_t* translated;
  uint32_t legal_role_count; /* positions of legal's first column */
} tsj_move_rows;

/* Answers that give terms to roles: goals, percepts. Bits or rows of role and term. */
typedef struct tsj_role_rows {
  tsj_terms terms;       /* behind the role */
  const uint32_t* roles; /* position of the first column -> role, or TSJ_NONE */
  uint32_t role_count;   /* of its positions */
  uint32_t table;        /* or TSJ_NONE: bits */
  uint64_t word;         /* bits: where they begin in scratch memory */
  const int32_t* values; /* per term: its number in 0..100, or -1; NULL: -1 for all */
} tsj_role_rows;

typedef struct tsj_index_columns {
  const uint32_t* columns;
  uint32_t count;
} tsj_index_columns;

typedef struct tsj_table_shape {
  uint32_t arity;
  uint32_t index_count;
  const tsj_index_columns* indexes;
} tsj_table_shape;

/* Rows of a part of a feature (runtime/host/game/feature_counter.h) in scratch memory. */
typedef struct tsj_feature_part {
  uint64_t word;  /* bits: where they begin */
  uint32_t words; /* bits: how many words they are */
  uint32_t table; /* or TSJ_NONE: bits */
} tsj_feature_part;

/* Entries of plans; NULL: the empty set, false. */
typedef struct tsj_plan_code {
  const void* self; /* first argument of all entries */
  tsj_entry legal;
  tsj_entry next;
  tsj_entry terminal;
  tsj_entry goal;
  tsj_entry sees;
  tsj_entry legal_after_terminal; /* ir/module/entries.h; NULL: `legal` is to be asked */
  tsj_entry next_after_legal;     /* the same; NULL: `next` */
  tsj_entry next_for_other_moves; /* the same */
  tsj_entry feature;
  tsj_entry ended_after_next; /* the same; NULL: `terminal` of the next state */
  tsj_entry goal_at_end;      /* the same, of a terminal state; NULL: `goal` */
} tsj_plan_code;

typedef struct tsj_plans {
  /* The code in use. The host may exchange it at any time for other code of the same module and
   * layout: each question reads it once, atomically. */
  const tsj_plan_code* const* code;
  const tsj_fluent_rows* fluents;
  const tsj_move_rows* moves;       /* ascending by `first` */
  const tsj_legal_bits* legal_bits; /* by role, then ascending */
  const uint32_t* does_tables;      /* each once */
  const tsj_role_rows* goals;
  const tsj_role_rows* percepts;
  const tsj_table_shape* tables;
  /* Feature f is the product of feature_parts[feature_begins[f]] to [feature_begins[f + 1]]. */
  const tsj_feature_part* feature_parts;
  const uint32_t* feature_begins;
  uint64_t block_bytes;      /* of tsj_scratch and what lies behind it */
  uint64_t first_table_word; /* of a state: where fluents in rows begin */
  uint32_t fluent_count;
  uint32_t move_count;
  uint32_t legal_bits_count;
  uint32_t does_table_count;
  uint32_t goal_count;
  uint32_t percept_count;
  uint32_t table_count;
  uint32_t legal_in_rows; /* not 0: some shape's legal moves are rows */
} tsj_plans;

/* Writes `out` whole. `moves`: for each role which of its moves it makes (tsj_circuit::role_moves),
 * or their number for none of them; NULL where the question does not depend on moves. No two arrays
 * overlap. */
typedef void (*tsj_circuit_function)(const void* self, const uint64_t* state, const uint32_t* moves,
                                     uint64_t* scratch, uint64_t* out);

/* Moves at random in `state`, which the circuit answers all questions about, as tsj_plugin's
 * playout, but does not ask whether a game is over after `most_steps`: TSJ_DRAWN, TSJ_TERMINAL,
 * TSJ_STUCK, or TSJ_STOPPED once `*stop` is not 0. `random`: the words of a tsj_random. `out`:
 * tsj_circuit::out_words. No two arrays overlap. */
typedef int32_t (*tsj_circuit_playout)(const void* self, uint64_t* state, uint64_t* scratch,
                                       uint64_t* out, uint64_t* random, uint64_t most_steps,
                                       const volatile unsigned char* stop, uint64_t* steps);

/* Many playouts from one state, and what becomes of them. */
typedef struct tsj_circuit_run {
  const uint64_t* start;
  uint64_t seed;
  uint64_t first; /* playout number i of these draws from the seed's stream i, .. */
  uint64_t end;   /* .. until before this one; more than `first` */
  uint64_t most_steps;
  const volatile unsigned char* stop; /* those that are not over once it is not 0 do not count */
  uint64_t playouts;                  /* how many have ended; set */
  /* Of these, added to: */
  uint64_t steps;
  uint64_t shortest;
  uint64_t longest;
  uint64_t stuck;
  uint64_t* goals; /* by first word of `goals` in a terminal state: how many ended so */
} tsj_circuit_run;

/* With so many goals at most there are functions that count answers. */
enum { TSJ_MOST_COUNTED_GOALS = 10 };

/* Plays all of them, or as many as end before it is stopped: TSJ_OK or TSJ_STOPPED. */
typedef int32_t (*tsj_circuit_playouts)(const void* self, uint64_t* scratch, uint64_t* out,
                                        tsj_circuit_run* run);

/* Code for many playouts, which may be made when it is first wanted. */
typedef struct tsj_circuit_many {
  tsj_circuit_playouts playouts; /* or NULL: it is not made yet; read by tsj_many_code */
  /* Makes it, once for all threads that call; may throw C++ exceptions. NULL: it is made. */
  void (*make)(struct tsj_circuit_many* many);
} tsj_circuit_many;

/* The functions for all states, or for those in which of the bits of all cases only one is set. */
typedef struct tsj_circuit_case {
  tsj_circuit_function legal;    /* out: a bit per move of each role */
  tsj_circuit_function position; /* the same and a bit for terminal; or NULL, then there are .. */
  tsj_circuit_function terminal; /* .. legal and terminal */
  tsj_circuit_function next;
  /* By role: which of its moves is its only legal one, or TSJ_NONE. */
  const uint32_t* only_moves;
  /* As `legal`: with one of these moves that is legal the state is not terminal; or NULL. */
  const uint64_t* open;
} tsj_circuit_case;

/* When a fluent without a bit of its own holds. */
enum {
  TSJ_HIDDEN_ALWAYS = 0,
  TSJ_HIDDEN_NEVER = 1,
  TSJ_HIDDEN_WITH = 2,    /* where its first bit is set */
  TSJ_HIDDEN_WITHOUT = 3, /* where none of its bits is */
  TSJ_HIDDEN_CODED = 4    /* where its bits, the lowest first, are its code */
};

typedef struct tsj_hidden_fluent {
  uint32_t kind;
  uint32_t bit_count;
  const uint32_t* bits; /* of a state */
  uint32_t code;
} tsj_hidden_fluent;

/* Fluents that follow from others in every state of play (docs/proving/saving.md). */
typedef struct tsj_hidden_fluents {
  tsj_texts names;
  const tsj_hidden_fluent* fluents; /* by name */
} tsj_hidden_fluents;

typedef struct tsj_circuit_answer {
  uint32_t role;
  uint32_t name; /* in tsj_circuit::answer_names */
  int32_t value; /* in 0..100, or -1 */
} tsj_circuit_answer;

typedef struct tsj_circuit {
  const void* self;              /* first argument of all functions */
  const tsj_circuit_case* cases; /* that for all states, then case_count others */
  const uint32_t* case_bits;     /* of a state: cases[1 + i] is for those with case_bits[i] */
  tsj_circuit_function goals;    /* out: a bit per goal */
  tsj_circuit_function percepts; /* out: a bit per percept; or NULL */
  tsj_circuit_playout playout;   /* or NULL: a playout asks one question after the other */
  tsj_circuit_many* many;        /* or NULL: many playouts are played one by one */
  tsj_texts fluents;             /* by bit of a state; empty: of none */
  const uint32_t* by_name;       /* these bits, in the order of their names */
  const uint64_t* fixed;         /* bits that are always what they are initially */
  tsj_texts move_names;          /* by move */
  /* Each role's moves, ascending: role_moves[role_begins[r]] to [role_begins[r + 1]]; these places
   * are also their bits. */
  const uint32_t* role_moves;
  const uint32_t* role_begins;
  /* By role, then move: which of the role's moves it is, or how many the role has; a row of
   * move_names.count for each role. */
  const uint32_t* move_places;
  const tsj_circuit_answer* goal_answers;
  const tsj_circuit_answer* percept_answers;
  tsj_texts answer_names;
  uint64_t scratch_words;
  uint64_t out_words; /* enough for every function but next */
  uint32_t case_count;
  uint32_t next_by_cases; /* not 0: some case has a `next` of its own */
  uint32_t goal_count;
  uint32_t percept_count;
  const tsj_hidden_fluents* hidden; /* or NULL: every fluent has a bit */
} tsj_circuit;

/* The function for many playouts; NULL where there is none, or none yet. */
static inline tsj_circuit_playouts tsj_many_code(const tsj_circuit* circuit) {
  return circuit->many == NULL ? NULL : __atomic_load_n(&circuit->many->playouts, __ATOMIC_ACQUIRE);
}

/* Where states keep whether a fluent holds. */
enum {
  TSJ_PLACE_BIT = 0,
  TSJ_PLACE_ALWAYS = 1,   /* it holds in every state of play */
  TSJ_PLACE_NEVER = 2,    /* it holds in none, or is not a fluent of the game */
  TSJ_PLACE_ELSEWHERE = 3 /* in rows, or as a code of several bits */
};

/* tsj_game_data::by_circuit */
enum {
  TSJ_ASK_LEGAL = 1,
  TSJ_ASK_NEXT = 2,
  TSJ_ASK_TERMINAL = 4,
  TSJ_ASK_GOAL = 8,
  TSJ_ASK_PERCEPTS = 16
};

/* A move as each engine numbers it. */
typedef struct tsj_move_pair {
  uint64_t plans;
  uint64_t circuit;
} tsj_move_pair;

/* Whose turn it is, as runtime::TurnRule (runtime/host/game/turns.h). */
typedef struct tsj_turns {
  /* By role: the role is in control if `(state[word] & mask) == value`. The masks are 0 if the
   * rules do not say who is in control. */
  uint64_t control_word[2];
  uint64_t control_mask[2];
  uint64_t control_value[2];
  uint64_t waiting[2]; /* by role: the move that it makes while it waits, or UINT64_MAX */
} tsj_turns;

/* Code for many games at a time. A state is bits, fluent i at bit i. Hosts of other builds read it
 * beside kernels for GPUs: TSJ_GPU_VERSION (gpu_lanes.h). */
typedef struct tsj_lane_tables {
  const tsj_lane_code* codes;   /* ascending by blocks */
  const uint64_t* cpu_features; /* TSJ_CPU_.. that each of them needs */
  const tsj_lane_answer* answers;
  const uint64_t* control; /* fluents of which exactly one holds in every state, or none */
  const uint64_t* fixed;   /* state_words: bits that are always what they are initially */
  uint64_t fluents;
  uint32_t code_count;
  uint32_t answer_count;
  uint32_t control_count;
} tsj_lane_tables;

/* Code for steps of many games at a time. */
typedef struct tsj_step_tables {
  const tsj_step_code* codes;   /* ascending by blocks */
  const uint64_t* cpu_features; /* TSJ_CPU_.. that each of them needs */
  uint64_t code_count;
} tsj_step_tables;

/* Moves that follow each other: a role's actions from number `before` on. */
typedef struct tsj_action_range {
  uint64_t first;
  uint64_t count;
  uint64_t before;
} tsj_action_range;

/* A role's actions. */
typedef struct tsj_actions {
  const tsj_action_range* ranges; /* ascending */
  uint64_t range_count;
  uint64_t count;
} tsj_actions;

/* What holds in every state of every play, and the circuit's code takes for granted: of these
 * fluents `least` to `most` hold, or where `equal` is not 0, all or none. */
typedef struct tsj_fact {
  const uint64_t* bits; /* of a state, one for each fluent, ascending */
  uint64_t bit_count;
  uint32_t least;
  uint32_t most;
  uint32_t equal;
  uint32_t reserved;
  const char* text; /* in words */
} tsj_fact;

typedef struct tsj_game_data {
  const tsj_plans* plans;     /* or NULL */
  const tsj_circuit* circuit; /* or NULL */
  uint32_t by_circuit;        /* the questions that the circuit answers */
  /* With both: not 0: moves are numbered as the plans do; else as the one that answers `legal`. */
  uint32_t numbered_by_plans;
  /* With both: the plans' number of each of the circuit's moves, or UINT64_MAX. */
  const uint64_t* plans_numbers;
  /* The inverse of plans_numbers: indexed by the plans' number, the circuit's number or TSJ_NONE.
   * NULL if that array would be too long: then `pairs` has the same map, sorted by the plans'
   * numbers. */
  const uint32_t* circuit_numbers;
  uint64_t circuit_number_count;
  const tsj_move_pair* pairs;
  uint64_t pair_count;
  /* With both: the fluents that the circuit knows. In states in which others hold, or not the fixed
   * ones, plans answer whatever they are asked. NULL: the circuit knows all states. */
  const uint64_t* known;
  uint64_t longest_term;        /* bytes, of all terms of the game, with the zero at their end */
  const tsj_turns* turns;       /* of plugins with a strategy, else NULL */
  const tsj_lane_tables* lanes; /* or NULL */
  const tsj_actions* actions;   /* by role */
  const tsj_fact* facts;        /* fact_count; or NULL */
  uint64_t fact_count;
  const tsj_step_tables* steps; /* or NULL */
} tsj_game_data;

#ifdef __cplusplus
}
#endif
#endif
