/* Declares the scratch memory that a game's functions share. Internal to this folder. */
#ifndef TESUJI_GAME_WORK_H
#define TESUJI_GAME_WORK_H

#include "tesuji/game_data.h"
#include "tesuji/plugin.h"
#include "tesuji/table_growth.h"

/* One role's legal moves. */
typedef struct move_list {
  uint64_t* moves; /* allocated from the source of memory */
  uint64_t count;
  uint64_t room;
} move_list;

/* Buffer for terms. */
typedef struct term_room {
  char* term;
  uint64_t bytes; /* tsj_game_data::longest_term */
} term_room;

/* The head of scratch memory; it points to what follows in the block, and to lists and tables that
 * grow. */
struct tsj_work {
  tsj_memory_source source;
  const tsj_game_data* data;
  move_list* lists; /* by role */
  uint64_t* joint;  /* one move per role: translated, or drawn */
  uint64_t* drawn;  /* one move per role */
  uint64_t* spare;  /* a state */
  uint32_t* row;    /* positions of the longest tuple, and one spare */
  char* term;       /* longest_term bytes */

  /* With plans. */
  const tsj_plan_code* code; /* the code that answered the plans' last question */
  tsj_scratch* block;
  tsj_table_source tables;
  uint64_t* loaded; /* words of the state whose rows are in the tables */
  uint64_t state_words;
  int has_loaded;
  /* The entry of work->code that computes the rest of `next` in the state `asked`; valid until
   * another question. NULL: no question has computed a part of it. */
  tsj_entry rest_of_next;
  uint64_t* asked;
  /* A state that was found to be terminal, and whether it is set. */
  uint64_t* end;
  int has_end;

  /* With a circuit. */
  uint64_t* circuit_words;
  uint64_t* circuit_out;
  uint32_t* places; /* per role: which of its legal moves it makes */
  int counts_bits;  /* the processor has POPCNT, BMI and BMI2 */

  struct tsj_state_space* space; /* tesuji/state_space.h; NULL without a strategy */

  void* batch; /* batch.c: memory allocated from the source, kept from call to call */
  uint64_t batch_bytes;
};

/* Returns whether the host requests a stop: the flag is the lowest byte, as generated code reads
 * it. */
static inline int is_stopped(const tsj_work* work) {
  const volatile unsigned char* flag = (const volatile unsigned char*)work->source.stop;
  return flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

/* Returns whether the host requests a stop that does not wait for games in lanes. */
static inline int is_stopped_at_once(const tsj_work* work) {
  const volatile unsigned char* flag = (const volatile unsigned char*)work->source.stop;
  return flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) > 1;
}

/* The role `random` stands for chance, which has no goals of its own (runtime/host/game/game.h,
 * chance_role).
 */
static inline int is_chance(const tsj_plugin* game, uint32_t role) {
  static const char name[] = "random";
  for (uint32_t i = 0; i < sizeof name; i++)
    if (game->roles[role][i] != name[i]) return 0;
  return 1;
}

/* Records that the state is terminal, because plans may be asked for its goals next. */
static inline void note_end(tsj_work* work, const uint64_t* state) {
  if (work->end == NULL) return;
  for (uint64_t word = 0; word < work->state_words; word++) work->end[word] = state[word];
  work->has_end = 1;
}

static inline const tsj_game_data* data_of(const tsj_plugin* game) {
  return (const tsj_game_data*)game->data;
}

/* scratch.c */
/* Makes room for 64 more moves; returns 0 if memory runs out. */
int list_grow(tsj_work* work, move_list* list);

/* Adds to a role's list; returns 0 if memory runs out. */
static inline int list_add(tsj_work* work, move_list* list, uint64_t move) {
  if (list->count == list->room && !list_grow(work, list)) return 0;
  list->moves[list->count++] = move;
  return 1;
}

/* Adds `base` plus the number of each set bit in [begin, end). Optimised for many moves, when most
 * words are zero. */
static inline int list_add_range(tsj_work* work, move_list* list, const uint64_t* words,
                                 uint64_t begin, uint64_t end, uint64_t base) {
  const uint64_t last = (end - 1) / 64;
  uint64_t w = begin / 64;
  uint64_t word = words[w] & (~UINT64_C(0) << (begin % 64));
  for (;; word = words[++w]) {
    if (w == last) word &= ~UINT64_C(0) >> (63 - (end - 1) % 64);
    if (word != 0) {
      if (list->room - list->count < 64 && !list_grow(work, list)) return 0;
      uint64_t* next = list->moves + list->count;
      for (; word != 0; word &= word - 1) *next++ = base + w * 64 + (uint64_t)__builtin_ctzll(word);
      list->count = (uint64_t)(next - list->moves);
    }
    if (w == last) return 1;
  }
}

/* plugin.c: returns whether the circuit answers all of these questions (TSJ_ASK_..) about the
 * state. */
int circuit_answers(const tsj_plugin* game, const tsj_game_data* data, uint32_t questions,
                    const uint64_t* state);
/* Computes the legal moves into the lists. */
int32_t find_legal(const tsj_plugin* game, tsj_work* work, const uint64_t* state);
/* Returns TSJ_HOLDS if the state is terminal; else TSJ_OK, with the legal moves in the lists. */
int32_t find_position(const tsj_plugin* game, tsj_work* work, const uint64_t* state);

/* terms.c: packs a tuple into its number; `row` has a position for each column. */
uint64_t term_pack(const tsj_terms* terms, const uint32_t* row);
void term_unpack(const tsj_terms* terms, uint64_t number, uint32_t* row);
/* Writes the term of a tuple, zero-terminated and cut to `room` bytes (none if 0); returns its
 * length.
 */
uint64_t term_write(const tsj_terms* terms, uint64_t number, char* text, uint64_t room);
/* Returns TSJ_OK and the tuple's number if `text` is a term of this shape, else TSJ_UNKNOWN. */
int32_t term_read(const tsj_terms* terms, const char* text, uint64_t* number);
uint64_t text_write(const tsj_texts* texts, uint32_t number, char* text, uint64_t room);
/* Returns the number of the text that equals `text`, or TSJ_NONE. */
uint32_t text_find(const tsj_texts* texts, const char* text);

/* plans.c: each function answers a question; joint moves have the plans' numbers. */
int32_t plans_legal(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                    uint32_t role_count);
/* As plans_legal, if plans_terminal was the last question, about the same state, and did not
 * hold. */
int32_t plans_legal_after_terminal(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                                   uint32_t role_count);
int32_t plans_terminal(const tsj_plans* plans, tsj_work* work, const uint64_t* state);
int32_t plans_next(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                   const uint64_t* joint, uint32_t role_count, uint64_t* out);
/* As plans_next, for a state that is not terminal. Sets `knows_end` to 1 if the code can tell
 * whether the next state is terminal: then TSJ_HOLDS if it is. `after_legal`: the last question
 * computed the legal moves of the same state. */
int32_t plans_step(const tsj_plans* plans, tsj_work* work, int after_legal, const uint64_t* state,
                   const uint64_t* joint, uint32_t role_count, uint64_t* out, int* knows_end);
int32_t plans_goal_values(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                          uint32_t role_count, int32_t* values);
int32_t plans_goals(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                    tsj_found_term found, void* env);
int32_t plans_percepts(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                       const uint64_t* joint, uint32_t role_count, tsj_found_term found, void* env);
int32_t plans_fluents(const tsj_plans* plans, const uint64_t* state, const term_room* room,
                      tsj_found_term found, void* env);
/* `initial`: the game's initial state; fluents that never change must be as there. */
int32_t plans_state_of(const tsj_plans* plans, const uint64_t* initial, const term_room* room,
                       const char* const* fluents, size_t count, uint64_t* state,
                       const char** wrong);
/* As tsj_place_of. */
int32_t plans_place_of(const tsj_plans* plans, const uint64_t* initial, const char* name,
                       uint64_t* bit);
/* Returns the number of the first tuple of a rigid fluent that differs from the initial state, and
 * the fluent; NULL if none exists. */
const tsj_fluent_rows* plans_changed(const tsj_plans* plans, const uint64_t* initial,
                                     const uint64_t* state, uint64_t* key);
int32_t plans_count_features(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                             uint32_t count, uint64_t* values);
uint64_t plans_move_name(const tsj_plans* plans, uint64_t move, char* name, uint64_t room);
int32_t plans_find_move(const tsj_plans* plans, const char* name, uint64_t* move);

/* Returns the first fact that the state violates; NULL if it violates none. */
const tsj_fact* violated_fact(const tsj_game_data* data, const uint64_t* state);

/* circuit.c: the same functions; joint moves have the circuit's numbers. */
int32_t circuit_legal(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                      uint32_t role_count);
/* Returns TSJ_HOLDS if the state is terminal, else as circuit_legal; in one evaluation if that is
 * less work. */
int32_t circuit_position(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                         uint32_t role_count);
/* Draws a joint move, as tsj_plugin_draw. `is_open`: the state is known not to be terminal. */
int32_t circuit_draw(const tsj_circuit* circuit, tsj_work* work, int is_open, const uint64_t* state,
                     uint32_t role_count, tsj_random* random, uint64_t* joint);
int32_t circuit_terminal(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                         uint32_t role_count);
int32_t circuit_next(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                     const uint64_t* joint, uint32_t role_count, uint64_t* out);
int32_t circuit_goal_values(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                            uint32_t role_count, int32_t* values);
int32_t circuit_goals(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                      tsj_found_term found, void* env);
int32_t circuit_percepts(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                         const uint64_t* joint, uint32_t role_count, tsj_found_term found,
                         void* env);
int32_t circuit_fluents(const tsj_circuit* circuit, const uint64_t* state, const term_room* room,
                        tsj_found_term found, void* env);
int32_t circuit_place_of(const tsj_circuit* circuit, const uint64_t* initial, const char* name,
                         uint64_t* bit);
int32_t circuit_state_of(const tsj_plugin* game, const term_room* room, const char* const* fluents,
                         size_t count, uint64_t* state, const char** wrong);

#endif
