/* Plays a game of a propositional network: states are bits, and answers are bits. */
#include "random.h"
#include "tesuji/plugin_functions.h"
#include "work.h"

#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

static int is_set(const uint64_t* words, uint64_t bit) {
  return (int)(words[bit / 64] >> (bit % 64) & 1U);
}

/* --- What answers about a state ----------------------------------------------------------- */

static const tsj_circuit_case* case_of(const tsj_circuit* circuit, const uint64_t* state) {
  uint32_t found = 0;
  uint32_t set = 0;
  for (uint32_t i = 0; i < circuit->case_count; i++) {
    const int here = is_set(state, circuit->case_bits[i]);
    found = here ? i + 1 : found;
    set += (uint32_t)here;
  }
  return &circuit->cases[set == 1 ? found : 0];
}

static const uint64_t* ask(const tsj_circuit* circuit, tsj_circuit_function function,
                           tsj_work* work, const uint64_t* state, const uint32_t* moves) {
  function(circuit->self, state, moves, work->circuit_words, work->circuit_out);
  return work->circuit_out;
}

static const uint64_t* ask_legal(const tsj_circuit* circuit, const tsj_circuit_case* answering,
                                 tsj_work* work, const uint64_t* state) {
  const tsj_circuit_function function =
      answering->position != NULL ? answering->position : answering->legal;
  return ask(circuit, function, work, state, NULL);
}

static uint64_t move_bits(const tsj_circuit* circuit, uint32_t role_count) {
  return circuit->role_begins[role_count];
}

static int is_terminal(const tsj_circuit* circuit, const tsj_circuit_case* answering,
                       tsj_work* work, const uint64_t* state, uint32_t role_count) {
  if (answering->position != NULL)
    return is_set(ask(circuit, answering->position, work, state, NULL),
                  move_bits(circuit, role_count));
  return is_set(ask(circuit, answering->terminal, work, state, NULL), 0);
}

int32_t circuit_terminal(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                         uint32_t role_count) {
  const int holds = is_terminal(circuit, case_of(circuit, state), work, state, role_count);
  return holds ? TSJ_HOLDS : TSJ_OK;
}

/* --- Moves -------------------------------------------------------------------------------- */

/* Computes legal moves as bits; NULL if the state is terminal. `is_open`: the state is known not to
 * be terminal. */
static const uint64_t* ask_open_legal(const tsj_circuit* circuit, const tsj_circuit_case* answering,
                                      tsj_work* work, int is_open, const uint64_t* state,
                                      uint32_t role_count) {
  if (answering->position != NULL) {
    const uint64_t* words = ask(circuit, answering->position, work, state, NULL);
    return !is_open && is_set(words, move_bits(circuit, role_count)) ? NULL : words;
  }
  if (!is_open && answering->open != NULL) {
    const uint64_t* words = ask(circuit, answering->legal, work, state, NULL);
    const uint64_t count = (move_bits(circuit, role_count) + 63) / 64;
    for (uint64_t word = 0; word < count; word++)
      if ((words[word] & answering->open[word]) != 0) return words;
  }
  if (!is_open && is_terminal(circuit, answering, work, state, role_count)) return NULL;
  return ask(circuit, answering->legal, work, state, NULL);
}

/* Adds legal moves, given as bits, to the lists. */
static int32_t list_legal(const tsj_circuit* circuit, tsj_work* work, const uint64_t* words,
                          uint32_t role_count) {
  for (uint32_t role = 0; role < role_count; role++) {
    move_list* list = &work->lists[role];
    list->count = 0;
    const uint64_t begin = circuit->role_begins[role];
    const uint64_t end = circuit->role_begins[role + 1];
    if (begin == end) continue;
    const uint64_t first = circuit->role_moves[begin];
    const int in_a_row = circuit->role_moves[end - 1] - first == end - 1 - begin;
    if (!list_add_range(work, list, words, begin, end, in_a_row ? first - begin : 0))
      return TSJ_LIMIT;
    if (in_a_row) continue;
    for (uint64_t i = 0; i < list->count; i++) list->moves[i] = circuit->role_moves[list->moves[i]];
  }
  return TSJ_OK;
}

int32_t circuit_legal(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                      uint32_t role_count) {
  const uint64_t* words = ask_legal(circuit, case_of(circuit, state), work, state);
  return list_legal(circuit, work, words, role_count);
}

int32_t circuit_position(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                         uint32_t role_count) {
  const tsj_circuit_case* answering = case_of(circuit, state);
  const uint64_t* words = ask_open_legal(circuit, answering, work, 0, state, role_count);
  if (words == NULL) return TSJ_HOLDS;
  return list_legal(circuit, work, words, role_count);
}

/* Returns the set bit of `word` that has `rank` set bits below it. */
typedef uint64_t (*select_function)(uint64_t word, uint64_t rank);

static inline uint64_t select_by_halves(uint64_t word, uint64_t rank) {
  uint64_t bit = 0;
  for (unsigned width = 32; width > 0; width /= 2) {
    const uint64_t half = word >> bit & ((UINT64_C(1) << width) - 1);
    const uint64_t low = (uint64_t)__builtin_popcountll(half);
    const uint64_t above = rank >= low ? 1 : 0;
    rank -= above * low;
    bit += above * width;
  }
  return bit;
}

/* Implements choose_bit with this `select`, a constant, so that all of it is compiled for one
 * processor. */
static inline __attribute__((always_inline)) uint64_t choose_with(select_function select,
                                                                  const uint64_t* words,
                                                                  uint64_t begin, uint64_t end,
                                                                  tsj_random* random) {
  const uint64_t first = begin / 64;
  const uint64_t last = (end - 1) / 64;
  const uint64_t first_mask = ~UINT64_C(0) << (begin % 64);
  const uint64_t last_mask = ~UINT64_C(0) >> (63 - (end - 1) % 64);
  uint64_t word = words[first] & first_mask;
  if (first == last) {
    word &= last_mask;
    const uint64_t count = (uint64_t)__builtin_popcountll(word);
    if (count == 0) return end;
    if (count == 1) return first * 64 + (uint64_t)__builtin_ctzll(word);
    return first * 64 + select(word, random_below(random, count));
  }
  const uint64_t last_word = words[last] & last_mask;
  uint64_t count = (uint64_t)__builtin_popcountll(word) + (uint64_t)__builtin_popcountll(last_word);
  for (uint64_t w = first + 1; w < last; w++) count += (uint64_t)__builtin_popcountll(words[w]);
  if (count == 0) return end;
  uint64_t rank = count == 1 ? 0 : random_below(random, count);
  for (uint64_t w = first;;) {
    const uint64_t here = (uint64_t)__builtin_popcountll(word);
    if (rank < here) return w * 64 + select(word, rank);
    rank -= here;
    w++;
    word = w == last ? last_word : words[w];
  }
}

#ifdef __x86_64__
/* Counts and spreads bits with instructions that the processor may lack. */
__attribute__((target("popcnt,bmi,bmi2"))) static inline uint64_t select_by_spreading(
    uint64_t word, uint64_t rank) {
  return (uint64_t)__builtin_ctzll(_pdep_u64(UINT64_C(1) << rank, word));
}

__attribute__((target("popcnt,bmi,bmi2"), flatten)) static uint64_t choose_by_instructions(
    const uint64_t* words, uint64_t begin, uint64_t end, tsj_random* random) {
  return choose_with(select_by_spreading, words, begin, end, random);
}
#endif

/* Chooses one of the set bits in [begin, end), each with equal probability; returns `end` if no bit
 * is set. Draws no number if only one is set. */
static uint64_t choose_bit(const tsj_work* work, const uint64_t* words, uint64_t begin,
                           uint64_t end, tsj_random* random) {
  if (begin == end) return end;
#ifdef __x86_64__
  if (work->counts_bits) return choose_by_instructions(words, begin, end, random);
#endif
  (void)work;
  return choose_with(select_by_halves, words, begin, end, random);
}

int32_t circuit_draw(const tsj_circuit* circuit, tsj_work* work, int is_open, const uint64_t* state,
                     uint32_t role_count, tsj_random* random, uint64_t* joint) {
  const tsj_circuit_case* answering = case_of(circuit, state);
  const uint64_t* words = ask_open_legal(circuit, answering, work, is_open, state, role_count);
  if (words == NULL) return TSJ_TERMINAL;
  for (uint32_t role = 0; role < role_count; role++) {
    const uint64_t begin = circuit->role_begins[role];
    const uint64_t end = circuit->role_begins[role + 1];
    uint64_t bit = begin + answering->only_moves[role];
    if (answering->only_moves[role] == TSJ_NONE) {
      bit = choose_bit(work, words, begin, end, random);
      if (bit == end) return TSJ_STUCK;
    }
    joint[role] = circuit->role_moves[bit];
  }
  return TSJ_DRAWN;
}

int32_t tsj_plugin_draw_by_circuit(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                                   tsj_random* random, uint64_t* joint) {
  return circuit_draw(work->data->circuit, work, 0, state, game->role_count, random, joint);
}

static void make(const tsj_circuit* circuit, tsj_work* work, const uint64_t* joint,
                 uint32_t role_count) {
  const uint64_t moves = circuit->move_names.count;
  for (uint32_t role = 0; role < role_count; role++) {
    const uint64_t move = joint[role] < moves ? joint[role] : moves;
    work->places[role] = circuit->move_places[role * (moves + 1) + move];
  }
}

/* Checks that each role makes a move of its own, and its only one if it has just one. */
static int makes_only_moves(const tsj_circuit* circuit, const tsj_circuit_case* answering,
                            const tsj_work* work, uint32_t role_count) {
  int as_known = 1;
  for (uint32_t role = 0; role < role_count; role++) {
    const uint32_t only = answering->only_moves[role];
    const uint32_t moves = circuit->role_begins[role + 1] - circuit->role_begins[role];
    as_known &= only == TSJ_NONE ? work->places[role] < moves : work->places[role] == only;
  }
  return as_known;
}

int32_t circuit_next(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                     const uint64_t* joint, uint32_t role_count, uint64_t* out) {
  make(circuit, work, joint, role_count);
  tsj_circuit_function function = circuit->cases[0].next;
  if (circuit->next_by_cases) {
    const tsj_circuit_case* answering = case_of(circuit, state);
    if (makes_only_moves(circuit, answering, work, role_count)) function = answering->next;
  }
  function(circuit->self, state, work->places, work->circuit_words, out);
  return TSJ_OK;
}

int32_t tsj_plugin_next_by_circuit(const tsj_plugin* game, tsj_work* work, const uint64_t* state,
                                   const uint64_t* joint, uint64_t* out) {
  return circuit_next(work->data->circuit, work, state, joint, game->role_count, out);
}

/* --- Goals and percepts ------------------------------------------------------------------- */

enum { no_value = -1, unset = -2 }; /* distinct from a goal that is not a number */

int32_t circuit_goal_values(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                            uint32_t role_count, int32_t* values) {
  const uint64_t* words = ask(circuit, circuit->goals, work, state, NULL);
  for (uint32_t role = 0; role < role_count; role++) values[role] = unset;
  for (uint32_t g = 0; g < circuit->goal_count; g++) {
    if (!is_set(words, g)) continue;
    int32_t* value = &values[circuit->goal_answers[g].role];
    *value = *value == unset ? circuit->goal_answers[g].value : no_value;
  }
  for (uint32_t role = 0; role < role_count; role++)
    if (values[role] == unset) values[role] = no_value;
  return TSJ_OK;
}

static void collect(const tsj_circuit* circuit, const tsj_circuit_answer* answers, uint32_t count,
                    tsj_work* work, tsj_found_term found, void* env) {
  for (uint32_t i = 0; i < count; i++) {
    if (!is_set(work->circuit_out, i)) continue;
    text_write(&circuit->answer_names, answers[i].name, work->term, work->data->longest_term);
    found(env, answers[i].role, work->term);
  }
}

int32_t circuit_goals(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                      tsj_found_term found, void* env) {
  ask(circuit, circuit->goals, work, state, NULL);
  collect(circuit, circuit->goal_answers, circuit->goal_count, work, found, env);
  return TSJ_OK;
}

int32_t circuit_percepts(const tsj_circuit* circuit, tsj_work* work, const uint64_t* state,
                         const uint64_t* joint, uint32_t role_count, tsj_found_term found,
                         void* env) {
  if (circuit->percepts == NULL) return TSJ_OK;
  make(circuit, work, joint, role_count);
  ask(circuit, circuit->percepts, work, state, work->places);
  collect(circuit, circuit->percept_answers, circuit->percept_count, work, found, env);
  return TSJ_OK;
}

/* --- Names of fluents --------------------------------------------------------------------- */

static int hidden_holds(const tsj_hidden_fluent* fluent, const uint64_t* state) {
  switch (fluent->kind) {
    case TSJ_HIDDEN_ALWAYS:
      return 1;
    case TSJ_HIDDEN_WITH:
      return is_set(state, fluent->bits[0]);
    case TSJ_HIDDEN_WITHOUT:
      for (uint32_t i = 0; i < fluent->bit_count; i++)
        if (is_set(state, fluent->bits[i])) return 0;
      return 1;
    case TSJ_HIDDEN_CODED:
      for (uint32_t i = 0; i < fluent->bit_count; i++)
        if ((uint32_t)is_set(state, fluent->bits[i]) != (fluent->code >> i & 1U)) return 0;
      return 1;
    default:
      return 0;
  }
}

int32_t circuit_fluents(const tsj_circuit* circuit, const uint64_t* state, const term_room* room,
                        tsj_found_term found, void* env) {
  for (uint32_t i = 0; i < circuit->fluents.count; i++) {
    const uint32_t bit = circuit->by_name[i];
    /* Bits that hold numbers have no names. */
    if (!is_set(state, bit) || circuit->fluents.begins[bit] == circuit->fluents.begins[bit + 1])
      continue;
    text_write(&circuit->fluents, bit, room->term, room->bytes);
    found(env, 0, room->term);
  }
  const tsj_hidden_fluents* hidden = circuit->hidden;
  for (uint32_t i = 0; hidden != NULL && i < hidden->names.count; i++) {
    if (!hidden_holds(&hidden->fluents[i], state)) continue;
    text_write(&hidden->names, i, room->term, room->bytes);
    found(env, 0, room->term);
  }
  return TSJ_OK;
}

/* Compares texts bytewise: returns less than, equal to, or greater than 0. */
static int compare_texts(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    a++;
    b++;
  }
  return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

/* Checks the given fluents that have no bit. Returns TSJ_UNKNOWN if one was given that does not
 * follow from the others, or one follows from them and was not given. Takes linear time if the
 * result is TSJ_OK and the fluents are sorted by their texts, as the host's are: then none is given
 * twice, and counting them is enough. */
static int32_t hidden_agree(const tsj_circuit* circuit, const term_room* room,
                            const char* const* fluents, size_t count, const uint64_t* state,
                            const char** wrong) {
  const tsj_hidden_fluents* hidden = circuit->hidden;
  if (hidden == NULL) return TSJ_OK;
  uint64_t given = 0; /* given fluents without a bit; all of them hold */
  int ascending = 1;
  for (size_t i = 0; i < count; i++) {
    ascending = ascending && (i == 0 || compare_texts(fluents[i - 1], fluents[i]) < 0);
    const uint32_t number = text_find(&hidden->names, fluents[i]);
    if (number == TSJ_NONE) continue;
    given++;
    if (hidden_holds(&hidden->fluents[number], state)) continue;
    if (wrong != NULL) *wrong = fluents[i];
    return TSJ_UNKNOWN;
  }
  uint64_t held = 0;
  for (uint32_t number = 0; number < hidden->names.count; number++)
    held += (uint64_t)hidden_holds(&hidden->fluents[number], state);
  if (ascending && given == held) return TSJ_OK;
  for (uint32_t number = 0; number < hidden->names.count; number++) {
    if (!hidden_holds(&hidden->fluents[number], state)) continue;
    text_write(&hidden->names, number, room->term, room->bytes);
    size_t i = 0;
    while (i < count && compare_texts(fluents[i], room->term) != 0) i++;
    if (i < count) continue;
    if (wrong != NULL) *wrong = room->term;
    return TSJ_UNKNOWN;
  }
  return TSJ_OK;
}

static void set_code(const tsj_hidden_fluent* fluent, uint64_t* state) {
  if (fluent->kind != TSJ_HIDDEN_CODED) return;
  for (uint32_t i = 0; i < fluent->bit_count; i++)
    state[fluent->bits[i] / 64] |= (uint64_t)(fluent->code >> i & 1U) << (fluent->bits[i] % 64);
}

int32_t circuit_place_of(const tsj_circuit* circuit, const uint64_t* initial, const char* name,
                         uint64_t* bit) {
  /* The empty text is the name of bits that no fluent has. */
  if (name[0] == '\0') return TSJ_PLACE_NEVER;
  const uint32_t number = text_find(&circuit->fluents, name);
  if (number != TSJ_NONE) {
    *bit = number;
    if (!is_set(circuit->fixed, number)) return TSJ_PLACE_BIT;
    return is_set(initial, number) ? TSJ_PLACE_ALWAYS : TSJ_PLACE_NEVER;
  }
  const uint32_t hidden =
      circuit->hidden == NULL ? TSJ_NONE : text_find(&circuit->hidden->names, name);
  if (hidden == TSJ_NONE) return TSJ_PLACE_NEVER;
  *bit = UINT64_MAX;
  switch (circuit->hidden->fluents[hidden].kind) {
    case TSJ_HIDDEN_ALWAYS:
      return TSJ_PLACE_ALWAYS;
    case TSJ_HIDDEN_NEVER:
      return TSJ_PLACE_NEVER;
    default:
      return TSJ_PLACE_ELSEWHERE;
  }
}

int32_t circuit_state_of(const tsj_plugin* game, const term_room* room, const char* const* fluents,
                         size_t count, uint64_t* state, const char** wrong) {
  const tsj_circuit* circuit = data_of(game)->circuit;
  for (size_t i = 0; i < count; i++) {
    /* Bits that no fluent has are named by the empty text. */
    const uint32_t bit =
        fluents[i][0] == '\0' ? TSJ_NONE : text_find(&circuit->fluents, fluents[i]);
    if (bit == TSJ_NONE) {
      /* Whether this fluent agrees with the others can only be checked once all have been read. */
      const uint32_t number =
          circuit->hidden == NULL ? TSJ_NONE : text_find(&circuit->hidden->names, fluents[i]);
      if (number != TSJ_NONE) {
        set_code(&circuit->hidden->fluents[number], state);
        continue;
      }
      if (wrong != NULL) *wrong = fluents[i];
      return TSJ_UNKNOWN;
    }
    state[bit / 64] |= UINT64_C(1) << (bit % 64);
  }
  for (uint64_t word = 0; word < game->state_words; word++) {
    const uint64_t missing = (state[word] ^ game->initial[word]) & circuit->fixed[word];
    if (missing == 0) continue;
    const uint64_t bit = word * 64 + (uint64_t)__builtin_ctzll(missing);
    text_write(&circuit->fluents, (uint32_t)bit, room->term, room->bytes);
    if (wrong != NULL) *wrong = room->term;
    return TSJ_UNKNOWN;
  }
  return hidden_agree(circuit, room, fluents, count, state, wrong);
}
