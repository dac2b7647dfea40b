/* Computes dense numbers: of fluents, by relation or by bit, and of each role's moves. Also checks
 * whether words are a state. */
#include "tesuji/plugin_functions.h"
#include "work.h"

#include <string.h>

static uint64_t unknown_name(char* name, uint64_t room) {
  if (room > 1) *name++ = '?';
  if (room > 0) *name = '\0';
  return 1;
}

static void set_bit(uint64_t* bits, uint64_t number) {
  bits[number / 64] |= UINT64_C(1) << (number % 64);
}

/* --- Fluents. Where there are both engines, plans have places for all. -------------------- */

uint64_t tsj_plugin_fluent_name(const tsj_plugin* game, uint64_t fluent, char* name, size_t room) {
  const tsj_game_data* data = data_of(game);
  if (fluent >= game->fluent_count) return unknown_name(name, room);
  if (data->plans == NULL) return text_write(&data->circuit->fluents, (uint32_t)fluent, name, room);
  const tsj_fluent_rows* rows = data->plans->fluents;
  for (; fluent >= rows->terms.count; rows++) fluent -= rows->terms.count;
  return term_write(&rows->terms, fluent, name, room);
}

static void plans_fluent_bits(const tsj_plans* plans, const uint64_t* state, uint64_t* bits) {
  uint64_t begin = 0;
  for (uint32_t f = 0; f < plans->fluent_count; f++) {
    const tsj_fluent_rows* fluent = &plans->fluents[f];
    const uint64_t* words = state + fluent->word;
    if (fluent->in_rows) {
      for (uint64_t i = 0; i < words[0]; i++) set_bit(bits, begin + words[1 + i]);
    } else {
      for (uint64_t w = 0; w * 64 < fluent->terms.count; w++)
        for (uint64_t word = words[w]; word != 0; word &= word - 1)
          set_bit(bits, begin + w * 64 + (uint64_t)__builtin_ctzll(word));
    }
    begin += fluent->terms.count;
  }
}

int32_t tsj_plugin_fluent_bits(const tsj_plugin* game, const uint64_t* state, uint64_t* bits) {
  const tsj_game_data* data = data_of(game);
  const uint64_t words = (game->fluent_count + 63) / 64;
  if (data->plans == NULL) {
    memcpy(bits, state, words * sizeof(uint64_t));
    return TSJ_OK;
  }
  if (words == 0) return TSJ_OK;
  memset(bits, 0, words * sizeof(uint64_t));
  plans_fluent_bits(data->plans, state, bits);
  return TSJ_OK;
}

/* --- States ------------------------------------------------------------------------------- */

/* Checks that no bit from `count` on is set, up to the end of the word. */
static int ends_at(const uint64_t* words, uint64_t count) {
  return count % 64 == 0 || words[count / 64] >> (count % 64) == 0;
}

static int rows_are_sound(const tsj_fluent_rows* fluent, const uint64_t* words) {
  if (words[0] > fluent->capacity) return 0;
  for (uint64_t i = 0; i < words[0]; i++) {
    if (words[1 + i] >= fluent->terms.count) return 0;
    if (i > 0 && words[1 + i] <= words[i]) return 0;
  }
  /* Words after the rows are zero, so that equal states are equal words. */
  for (uint64_t i = words[0]; i < fluent->capacity; i++)
    if (words[1 + i] != 0) return 0;
  return 1;
}

const tsj_fact* violated_fact(const tsj_game_data* data, const uint64_t* state) {
  for (uint64_t f = 0; f < data->fact_count; f++) {
    const tsj_fact* fact = &data->facts[f];
    uint64_t held = 0;
    for (uint64_t i = 0; i < fact->bit_count; i++)
      held += state[fact->bits[i] / 64] >> (fact->bits[i] % 64) & 1;
    const int holds = fact->equal != 0 ? held == 0 || held == fact->bit_count
                                       : held >= fact->least && held <= fact->most;
    if (!holds) return fact;
  }
  return NULL;
}

int32_t tsj_plugin_check_state(const tsj_plugin* game, const uint64_t* state) {
  const tsj_game_data* data = data_of(game);
  const tsj_plans* plans = data->plans;
  if (violated_fact(data, state) != NULL) return TSJ_UNKNOWN;
  for (uint32_t f = 0; plans != NULL && f < plans->fluent_count; f++) {
    const tsj_fluent_rows* fluent = &plans->fluents[f];
    const uint64_t* words = state + fluent->word;
    if (fluent->in_rows ? !rows_are_sound(fluent, words) : !ends_at(words, fluent->terms.count))
      return TSJ_UNKNOWN;
  }
  uint64_t key = 0;
  if (plans != NULL && plans_changed(plans, game->initial, state, &key) != NULL) return TSJ_UNKNOWN;
  if (data->circuit == NULL || data->known != NULL) return TSJ_OK;
  if (plans == NULL && !ends_at(state, game->fluent_count)) return TSJ_UNKNOWN;
  for (uint64_t word = 0; word < game->state_words; word++)
    if (((state[word] ^ game->initial[word]) & data->circuit->fixed[word]) != 0) return TSJ_UNKNOWN;
  return TSJ_OK;
}

/* --- Actions ------------------------------------------------------------------------------ */

/* Finds the last range that begins at or before `number`, by `first` or by `before`; NULL if none
 * exists. */
static const tsj_action_range* range_of(const tsj_actions* actions, uint64_t number, int by_first) {
  uint64_t begin = 0;
  uint64_t end = actions->range_count;
  while (begin < end) {
    const uint64_t middle = begin + (end - begin) / 2;
    const tsj_action_range* range = &actions->ranges[middle];
    if ((by_first ? range->first : range->before) <= number) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin == 0 ? NULL : &actions->ranges[begin - 1];
}

uint64_t tsj_plugin_action_count(const tsj_plugin* game, uint32_t role) {
  return role < game->role_count ? data_of(game)->actions[role].count : 0;
}

uint64_t tsj_plugin_action_move(const tsj_plugin* game, uint32_t role, uint64_t action) {
  if (action >= tsj_plugin_action_count(game, role)) return UINT64_MAX;
  const tsj_action_range* range = range_of(&data_of(game)->actions[role], action, 0);
  return range->first + (action - range->before);
}

uint64_t tsj_plugin_move_action(const tsj_plugin* game, uint32_t role, uint64_t move) {
  if (role >= game->role_count) return UINT64_MAX;
  const tsj_action_range* range = range_of(&data_of(game)->actions[role], move, 1);
  if (range == NULL || move - range->first >= range->count) return UINT64_MAX;
  return range->before + (move - range->first);
}
