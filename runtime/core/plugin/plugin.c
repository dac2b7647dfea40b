/* The functions of plugin.h: each question goes to the engine that answers it. */
#include "random.h"
#include "tesuji/plugin_functions.h"
#include "work.h"

#include <string.h>

static int by_circuit(const tsj_game_data* data, uint32_t question) {
  return (data->by_circuit & question) != 0;
}

/* --- Moves as each engine numbers them ----------------------------------------------------- */

static const uint64_t no_move = UINT64_MAX;

static uint64_t key_of(const tsj_move_pair* pair, int circuit) {
  return circuit ? pair->circuit : pair->plans;
}

static uint64_t translated(const tsj_game_data* data, uint64_t move, int to_circuit) {
  const tsj_move_pair* pairs = to_circuit ? data->by_plans_number : data->by_circuit_number;
  uint32_t begin = 0;
  uint32_t end = data->pair_count;
  while (begin < end) {
    const uint32_t middle = begin + (end - begin) / 2;
    if (key_of(&pairs[middle], !to_circuit) < move) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == data->pair_count || key_of(&pairs[begin], !to_circuit) != move) return no_move;
  return key_of(&pairs[begin], to_circuit);
}

/* The joint move as the engine that answers the question numbers it. */
static const uint64_t* numbered_for(const tsj_plugin* game, tsj_work* work, const uint64_t* joint,
                                    uint32_t question) {
  const tsj_game_data* data = work->data;
  const int to_circuit = by_circuit(data, question);
  if (to_circuit == by_circuit(data, TSJ_ASK_LEGAL)) return joint;
  for (uint32_t role = 0; role < game->role_count; role++)
    work->joint[role] = translated(data, joint[role], to_circuit);
  return work->joint;
}

/* --- Questions ---------------------------------------------------------------------------- */

int32_t find_legal(const tsj_plugin* game, tsj_work* work, const uint64_t* state) {
  const tsj_game_data* data = work->data;
  return by_circuit(data, TSJ_ASK_LEGAL)
             ? circuit_legal(data->circuit, work, state, game->role_count)
             : plans_legal(data->plans, work, state, game->role_count);
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
  return by_circuit(data, TSJ_ASK_TERMINAL)
             ? circuit_terminal(data->circuit, work, state, game->role_count)
             : plans_terminal(data->plans, work, state);
}

/* As find_position, one question after the other. */
static inline int32_t ask_position(const tsj_plugin* game, tsj_work* work, const uint64_t* state) {
  const int32_t status = tsj_plugin_terminal(game, work, state);
  if (status != TSJ_OK) return status;
  const int by_plans = !by_circuit(work->data, TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL);
  return by_plans ? plans_legal_after_terminal(work->data->plans, work, state, game->role_count)
                  : find_legal(game, work, state);
}

int32_t find_position(const tsj_plugin* game, tsj_work* work, const uint64_t* state) {
  const tsj_game_data* data = work->data;
  return by_circuit(data, TSJ_ASK_LEGAL) && by_circuit(data, TSJ_ASK_TERMINAL)
             ? circuit_position(data->circuit, work, state, game->role_count)
             : ask_position(game, work, state);
}

int32_t tsj_plugin_next(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                        const uint64_t* joint, uint64_t* out) {
  const tsj_game_data* data = work->data;
  const uint64_t* numbered = numbered_for(game, work, joint, TSJ_ASK_NEXT);
  return by_circuit(data, TSJ_ASK_NEXT)
             ? circuit_next(data->circuit, work, state, numbered, game->role_count, out)
             : plans_next(data->plans, work, state, numbered, game->role_count, out);
}

int32_t tsj_plugin_goal_values(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                               int32_t* values) {
  const tsj_game_data* data = work->data;
  return by_circuit(data, TSJ_ASK_GOAL)
             ? circuit_goal_values(data->circuit, work, state, game->role_count, values)
             : plans_goal_values(data->plans, work, state, game->role_count, values);
}

int32_t tsj_plugin_goals(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                         tsj_found_term found, void* env) {
  (void)game;
  const tsj_game_data* data = work->data;
  return by_circuit(data, TSJ_ASK_GOAL) ? circuit_goals(data->circuit, work, state, found, env)
                                        : plans_goals(data->plans, work, state, found, env);
}

int32_t tsj_plugin_percepts(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                            const uint64_t* joint, tsj_found_term found, void* env) {
  const tsj_game_data* data = work->data;
  const uint64_t* numbered = numbered_for(game, work, joint, TSJ_ASK_PERCEPTS);
  return by_circuit(data, TSJ_ASK_PERCEPTS)
             ? circuit_percepts(data->circuit, work, state, numbered, game->role_count, found, env)
             : plans_percepts(data->plans, work, state, numbered, game->role_count, found, env);
}

/* --- Random play -------------------------------------------------------------------------- */

int32_t tsj_plugin_draw(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                        tsj_random* random, uint64_t* joint) {
  const int32_t status = ask_position(game, work, state);
  if (status != TSJ_OK) return status == TSJ_HOLDS ? TSJ_TERMINAL : status;
  for (uint32_t role = 0; role < game->role_count; role++) {
    const move_list* list = &work->lists[role];
    if (list->count == 0) return TSJ_STUCK;
    joint[role] = list->moves[list->count == 1 ? 0 : random_below(random, list->count)];
  }
  return TSJ_DRAWN;
}

/* The next state, where `draw` was the last question, about the same state. */
static int32_t next_after_draw(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                               const uint64_t* joint, uint64_t* out) {
  const tsj_game_data* data = work->data;
  if (by_circuit(data, TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL | TSJ_ASK_NEXT))
    return game->next(game, work, state, joint, out);
  return plans_next_after_legal(data->plans, work, state, joint, game->role_count, out);
}

int32_t tsj_plugin_playout(const tsj_plugin* game, tsj_work* work, tsj_random* random,
                           uint64_t most_steps, uint64_t* state, uint64_t* steps) {
  const uint64_t bytes = game->state_words * sizeof(uint64_t);
  uint64_t* here = state;
  uint64_t* there = work->spare;
  int32_t status = TSJ_DRAWN;
  for (*steps = 0; *steps < most_steps; ++*steps) {
    if (is_stopped(work)) {
      status = TSJ_STOPPED;
      break;
    }
    status = game->draw(game, work, here, random, work->drawn);
    if (status != TSJ_DRAWN) break;
    status = next_after_draw(game, work, here, work->drawn, there);
    if (status < 0) break;
    status = TSJ_DRAWN;
    uint64_t* const before = here;
    here = there;
    there = before;
  }
  if (here != state) memcpy(state, here, bytes);
  /* A game that is over after its last move is not cut. */
  if (status == TSJ_DRAWN) {
    const int32_t over = tsj_plugin_terminal(game, work, state);
    status = over == TSJ_HOLDS ? TSJ_TERMINAL : over;
  }
  return status;
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
  /* Where there are both, plans have places for all. */
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
  /* What the circuit has no place for, it does not know how to answer for. */
  return data->circuit != NULL ? circuit_state_of(game, &room, terms, count, state, wrong)
                               : plans_state_of(data->plans, terms, count, state, wrong);
}

int32_t tsj_plugin_state_of(const tsj_plugin* game, tsj_work* work, const char* const* terms,
                            size_t count, uint64_t* state, const char** wrong) {
  return tsj_read_state(game, work->term, terms, count, state, wrong);
}

static uint64_t unknown_name(char* name, uint64_t room) {
  if (room > 1) *name++ = '?';
  if (room > 0) *name = '\0';
  return 1;
}

uint64_t tsj_plugin_move_name(const tsj_plugin* game, uint64_t move, char* name, size_t room) {
  const tsj_game_data* data = data_of(game);
  if (move >= game->move_limit) return unknown_name(name, room);
  return by_circuit(data, TSJ_ASK_LEGAL)
             ? text_write(&data->circuit->move_names, (uint32_t)move, name, room)
             : plans_move_name(data->plans, move, name, room);
}

int32_t tsj_plugin_find_move(const tsj_plugin* game, const char* name, uint64_t* move) {
  const tsj_game_data* data = data_of(game);
  if (!by_circuit(data, TSJ_ASK_LEGAL)) return plans_find_move(data->plans, name, move);
  const uint32_t found = text_find(&data->circuit->move_names, name);
  if (found == TSJ_NONE) return TSJ_UNKNOWN;
  *move = found;
  return TSJ_OK;
}
