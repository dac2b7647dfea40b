/* Implements the functions of plugin.h: passes each question to the engine that answers it. */
#include "random.h"
#include "tesuji/plugin_functions.h"
#include "work.h"

#include <string.h>

/* Whether the circuit answers all of these questions about states that it knows. */
static int by_circuit(const tsj_game_data* data, uint32_t questions) {
  return (data->by_circuit & questions) == questions;
}

static int knows(const tsj_plugin* game, const tsj_game_data* data, const uint64_t* state) {
  uint64_t wrong = 0;
  for (uint64_t w = 0; w < game->state_words; w++)
    wrong |=
        (state[w] & ~data->known[w]) | ((state[w] ^ game->initial[w]) & data->circuit->fixed[w]);
  return wrong == 0;
}

int circuit_answers(const tsj_plugin* game, const tsj_game_data* data, uint32_t questions,
                    const uint64_t* state) {
  return by_circuit(data, questions) && (data->known == NULL || knows(game, data, state));
}

/* --- Moves as each engine numbers them ----------------------------------------------------- */

static const uint64_t no_move = UINT64_MAX;

static int numbered_by_circuit(const tsj_game_data* data) {
  return by_circuit(data, TSJ_ASK_LEGAL) && !data->numbered_by_plans;
}

static uint64_t circuit_number(const tsj_game_data* data, uint64_t move) {
  if (data->circuit_numbers != NULL) {
    const uint32_t number =
        move < data->circuit_number_count ? data->circuit_numbers[move] : TSJ_NONE;
    return number == TSJ_NONE ? no_move : number;
  }
  uint64_t begin = 0;
  uint64_t end = data->pair_count;
  while (begin < end) {
    const uint64_t middle = begin + (end - begin) / 2;
    if (data->pairs[middle].plans < move) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  const int found = begin < data->pair_count && data->pairs[begin].plans == move;
  return found ? data->pairs[begin].circuit : no_move;
}

static uint64_t plans_number(const tsj_game_data* data, uint64_t move) {
  return move < data->circuit->move_names.count ? data->plans_numbers[move] : no_move;
}

/* Translates the joint move to the plans' numbers. */
static const uint64_t* numbered_for_plans(const tsj_plugin* game, tsj_work* work,
                                          const uint64_t* joint) {
  if (!numbered_by_circuit(work->data)) return joint;
  for (uint32_t role = 0; role < game->role_count; role++)
    work->joint[role] = plans_number(work->data, joint[role]);
  return work->joint;
}

/* Translates the joint move to the circuit's numbers. Returns NULL if the circuit lacks one of the
 * moves and plans can answer instead. */
static const uint64_t* numbered_for_circuit(const tsj_plugin* game, tsj_work* work,
                                            const uint64_t* joint) {
  const tsj_game_data* data = work->data;
  if (data->plans == NULL || numbered_by_circuit(data)) return joint;
  for (uint32_t role = 0; role < game->role_count; role++) {
    work->joint[role] = circuit_number(data, joint[role]);
    if (work->joint[role] == no_move && data->numbered_by_plans) return NULL;
  }
  return work->joint;
}

/* Translates legal moves found by the circuit to the game's numbers. A move without a number in the
 * plans is never legal: the circuit's bounds on moves that can be legal are looser. */
static void number_lists(const tsj_plugin* game, tsj_work* work) {
  if (!work->data->numbered_by_plans) return;
  for (uint32_t role = 0; role < game->role_count; role++) {
    move_list* list = &work->lists[role];
    uint64_t kept = 0;
    for (uint64_t i = 0; i < list->count; i++) {
      const uint64_t move = work->data->plans_numbers[list->moves[i]];
      list->moves[kept] = move;
      kept += move != no_move;
    }
    list->count = kept;
  }
}

/* --- Questions ---------------------------------------------------------------------------- */

int32_t find_legal(const tsj_plugin* game, tsj_work* work, const uint64_t* state) {
  const tsj_game_data* data = work->data;
  if (!circuit_answers(game, data, TSJ_ASK_LEGAL, state))
    return plans_legal(data->plans, work, state, game->role_count);
  const int32_t status = circuit_legal(data->circuit, work, state, game->role_count);
  number_lists(game, work);
  return status;
}

int32_t tsj_plugin_legal(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                         tsj_moves* moves) {
  const int32_t status = find_legal(game, work, state);
  for (uint32_t role = 0; role < game->role_count; role++)
    moves[role] = (tsj_moves){work->lists[role].moves, work->lists[role].count};
  return status;
}

int32_t tsj_plugin_terminal(const tsj_plugin* game, tsj_work* work, const uint64_t* state) {
  const tsj_game_data* data = work->data;
  const int32_t status = circuit_answers(game, data, TSJ_ASK_TERMINAL, state)
                             ? circuit_terminal(data->circuit, work, state, game->role_count)
                             : plans_terminal(data->plans, work, state);
  if (status == TSJ_HOLDS) note_end(work, state);
  return status;
}

/* As find_position, but runs one question after the other. */
static inline int32_t ask_position(const tsj_plugin* game, tsj_work* work, const uint64_t* state) {
  const tsj_game_data* data = work->data;
  if (circuit_answers(game, data, TSJ_ASK_TERMINAL, state)) {
    const int32_t status = circuit_terminal(data->circuit, work, state, game->role_count);
    return status != TSJ_OK ? status : find_legal(game, work, state);
  }
  const int32_t status = plans_terminal(data->plans, work, state);
  if (status != TSJ_OK) return status;
  return circuit_answers(game, data, TSJ_ASK_LEGAL, state)
             ? find_legal(game, work, state)
             : plans_legal_after_terminal(data->plans, work, state, game->role_count);
}

int32_t find_position(const tsj_plugin* game, tsj_work* work, const uint64_t* state) {
  const tsj_game_data* data = work->data;
  if (!circuit_answers(game, data, TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL, state))
    return ask_position(game, work, state);
  const int32_t status = circuit_position(data->circuit, work, state, game->role_count);
  if (status == TSJ_OK) number_lists(game, work);
  return status;
}

int32_t tsj_find_position(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                          tsj_moves* moves) {
  const int32_t status = find_position(game, work, state);
  if (status == TSJ_HOLDS) note_end(work, state);
  for (uint32_t role = 0; role < game->role_count; role++)
    moves[role] = (tsj_moves){work->lists[role].moves, work->lists[role].count};
  return status;
}

int32_t tsj_plugin_next(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                        const uint64_t* joint, uint64_t* out) {
  const tsj_game_data* data = work->data;
  if (circuit_answers(game, data, TSJ_ASK_NEXT, state)) {
    const uint64_t* numbered = numbered_for_circuit(game, work, joint);
    if (numbered != NULL)
      return circuit_next(data->circuit, work, state, numbered, game->role_count, out);
  }
  const uint64_t* numbered = numbered_for_plans(game, work, joint);
  return plans_next(data->plans, work, state, numbered, game->role_count, out);
}

int32_t tsj_plugin_goal_values(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                               int32_t* values) {
  const tsj_game_data* data = work->data;
  return circuit_answers(game, data, TSJ_ASK_GOAL, state)
             ? circuit_goal_values(data->circuit, work, state, game->role_count, values)
             : plans_goal_values(data->plans, work, state, game->role_count, values);
}

int32_t tsj_plugin_goals(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                         tsj_found_term found, void* env) {
  const tsj_game_data* data = work->data;
  return circuit_answers(game, data, TSJ_ASK_GOAL, state)
             ? circuit_goals(data->circuit, work, state, found, env)
             : plans_goals(data->plans, work, state, found, env);
}

int32_t tsj_plugin_percepts(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                            const uint64_t* joint, tsj_found_term found, void* env) {
  const tsj_game_data* data = work->data;
  const uint32_t roles = game->role_count;
  if (circuit_answers(game, data, TSJ_ASK_PERCEPTS, state)) {
    const uint64_t* numbered = numbered_for_circuit(game, work, joint);
    if (numbered != NULL)
      return circuit_percepts(data->circuit, work, state, numbered, roles, found, env);
  }
  const uint64_t* numbered = numbered_for_plans(game, work, joint);
  return plans_percepts(data->plans, work, state, numbered, roles, found, env);
}

/* --- Random play -------------------------------------------------------------------------- */

/* `is_open`: the state is known not to be terminal. */
static int32_t draw(const tsj_plugin* game, tsj_work* work, int is_open, const uint64_t* state,
                    tsj_random* random, uint64_t* joint) {
  const tsj_game_data* data = work->data;
  if (circuit_answers(game, data, TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL, state)) {
    const int32_t drawn =
        circuit_draw(data->circuit, work, is_open, state, game->role_count, random, joint);
    if (drawn == TSJ_DRAWN && data->numbered_by_plans)
      for (uint32_t role = 0; role < game->role_count; role++)
        joint[role] = data->plans_numbers[joint[role]];
    return drawn;
  }
  const int32_t status = is_open ? find_legal(game, work, state) : ask_position(game, work, state);
  if (status != TSJ_OK) return status == TSJ_HOLDS ? TSJ_TERMINAL : status;
  for (uint32_t role = 0; role < game->role_count; role++) {
    const move_list* list = &work->lists[role];
    if (list->count == 0) return TSJ_STUCK;
    joint[role] = list->moves[list->count == 1 ? 0 : random_below(random, list->count)];
  }
  return TSJ_DRAWN;
}

int32_t tsj_plugin_draw(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                        tsj_random* random, uint64_t* joint) {
  return draw(game, work, 0, state, random, joint);
}

/* Which engine answers a playout's questions. If the circuit knows a state, it knows all later
 * ones. */
typedef enum playing { plans_play, circuit_plays, both_play } playing;

static playing playing_of(const tsj_plugin* game, const tsj_game_data* data,
                          const uint64_t* state) {
  const uint32_t asked = TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL | TSJ_ASK_NEXT;
  if ((data->by_circuit & asked) == 0) return plans_play;
  return circuit_answers(game, data, asked, state) ? circuit_plays : both_play;
}

/* Makes a step of a playout: draws as draw does, and then computes the next state; sets `moved` to
 * 1 if it did. `is_open`: whether the state is known not to be terminal, before and after. Returns
 * TSJ_TERMINAL also if the next state is known to be terminal. */
static int32_t step(const tsj_plugin* game, tsj_work* work, playing by, int* is_open,
                    const uint64_t* state, tsj_random* random, uint64_t* out, int* moved) {
  const tsj_game_data* data = work->data;
  const uint32_t roles = game->role_count;
  const int32_t drawn =
      by == circuit_plays
          ? circuit_draw(data->circuit, work, *is_open, state, roles, random, work->drawn)
          : draw(game, work, *is_open, state, random, work->drawn);
  *is_open = 0;
  if (drawn != TSJ_DRAWN) return drawn;
  int32_t status = TSJ_OK;
  if (by == circuit_plays) {
    status = circuit_next(data->circuit, work, state, work->drawn, roles, out);
  } else if (by == plans_play) {
    status = plans_step(data->plans, work, 1, state, work->drawn, roles, out, is_open);
  } else if (circuit_answers(game, data, TSJ_ASK_NEXT, state)) {
    status = tsj_plugin_next(game, work, state, work->drawn, out);
  } else {
    const uint64_t* numbered = numbered_for_plans(game, work, work->drawn);
    status = plans_step(data->plans, work, 0, state, numbered, roles, out, is_open);
  }
  if (status < 0) return status;
  *moved = 1;
  return status == TSJ_HOLDS ? TSJ_TERMINAL : TSJ_DRAWN;
}

/* As tsj_plugin_playout, but does not check whether a game that is cut is over. */
static int32_t play(const tsj_plugin* game, tsj_work* work, tsj_random* random, uint64_t most_steps,
                    uint64_t* state, uint64_t* steps) {
  static const unsigned char never = 0;
  const uint64_t bytes = game->state_words * sizeof(uint64_t);
  const tsj_circuit* const circuit = work->data->circuit;
  const playing by = playing_of(game, work->data, state);
  if (by == circuit_plays && circuit->playout != NULL) {
    const volatile unsigned char* stop = (const volatile unsigned char*)work->source.stop;
    return circuit->playout(circuit->self, state, work->circuit_words, work->circuit_out,
                            random->words, most_steps, stop != NULL ? stop : &never, steps);
  }
  uint64_t* here = state;
  uint64_t* there = work->spare;
  int32_t status = TSJ_DRAWN;
  int is_open = 0;
  *steps = 0;
  while (status == TSJ_DRAWN && *steps < most_steps) {
    if (is_stopped(work)) {
      status = TSJ_STOPPED;
      break;
    }
    int moved = 0;
    status = step(game, work, by, &is_open, here, random, there, &moved);
    if (!moved) break;
    ++*steps;
    uint64_t* const before = here;
    here = there;
    there = before;
  }
  if (here != state) memcpy(state, here, bytes);
  return status;
}

int32_t tsj_plugin_playout(const tsj_plugin* game, tsj_work* work, tsj_random* random,
                           uint64_t most_steps, uint64_t* state, uint64_t* steps) {
  const int32_t status = play(game, work, random, most_steps, state, steps);
  if (status == TSJ_TERMINAL) note_end(work, state);
  if (status != TSJ_DRAWN) return status;
  /* A game whose last move ended it is not cut. */
  const int32_t over = tsj_plugin_terminal(game, work, state);
  return over == TSJ_HOLDS ? TSJ_TERMINAL : over;
}

/* --- Features ----------------------------------------------------------------------------- */

int32_t tsj_plugin_count_features(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                                  uint64_t* values) {
  return plans_count_features(work->data->plans, work, state, game->feature_count, values);
}

/* --- Names -------------------------------------------------------------------------------- */

int32_t tsj_find_fluents(const tsj_plugin* game, char* term, const uint64_t* state,
                         tsj_found_term found, void* env) {
  const tsj_game_data* data = data_of(game);
  const term_room room = {term, data->longest_term};
  /* If a game has both, the plans have places for all fluents. */
  return data->plans != NULL ? plans_fluents(data->plans, state, &room, found, env)
                             : circuit_fluents(data->circuit, state, &room, found, env);
}

int32_t tsj_plugin_fluents(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                           tsj_found_term found, void* env) {
  return tsj_find_fluents(game, work->term, state, found, env);
}

int32_t tsj_read_state(const tsj_plugin* game, char* term, const char* const* terms, size_t count,
                       uint64_t* state, const char** wrong) {
  const tsj_game_data* data = data_of(game);
  const term_room room = {term, data->longest_term};
  memset(state, 0, game->state_words * sizeof(uint64_t));
  /* The circuit cannot answer for states with fluents that it has no bits for. */
  const int32_t found =
      data->circuit != NULL && data->known == NULL
          ? circuit_state_of(game, &room, terms, count, state, wrong)
          : plans_state_of(data->plans, game->initial, &room, terms, count, state, wrong);
  if (found != TSJ_OK) return found;
  const tsj_fact* violated = violated_fact(data, state);
  if (violated == NULL) return TSJ_OK;
  if (wrong != NULL) *wrong = violated->text;
  return TSJ_UNKNOWN;
}

int32_t tsj_plugin_state_of(const tsj_plugin* game, tsj_work* work, const char* const* terms,
                            size_t count, uint64_t* state, const char** wrong) {
  return tsj_read_state(game, work->term, terms, count, state, wrong);
}

int32_t tsj_place_of(const tsj_plugin* game, const char* fluent, uint64_t* bit) {
  const tsj_game_data* data = data_of(game);
  return data->circuit != NULL && data->known == NULL
             ? circuit_place_of(data->circuit, game->initial, fluent, bit)
             : plans_place_of(data->plans, game->initial, fluent, bit);
}

static uint64_t unknown_name(char* name, uint64_t room) {
  if (room > 1) *name++ = '?';
  if (room > 0) *name = '\0';
  return 1;
}

uint64_t tsj_plugin_move_name(const tsj_plugin* game, uint64_t move, char* name, size_t room) {
  const tsj_game_data* data = data_of(game);
  if (move >= game->move_limit) return unknown_name(name, room);
  return numbered_by_circuit(data)
             ? text_write(&data->circuit->move_names, (uint32_t)move, name, room)
             : plans_move_name(data->plans, move, name, room);
}

int32_t tsj_plugin_find_move(const tsj_plugin* game, const char* name, uint64_t* move) {
  const tsj_game_data* data = data_of(game);
  if (!numbered_by_circuit(data)) return plans_find_move(data->plans, name, move);
  const uint32_t found = text_find(&data->circuit->move_names, name);
  if (found == TSJ_NONE) return TSJ_UNKNOWN;
  *move = found;
  return TSJ_OK;
}
