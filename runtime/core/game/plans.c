/* Plays a game of plans: converts states and moves to the tables that entries use, and back. */
#include "tesuji/standby.h"
#include "work.h"

#include <string.h>

/* --- States ------------------------------------------------------------------------------- */

static uint64_t* words_of(tsj_scratch* block, uint64_t word) {
  return (uint64_t*)block + word;
}

/* Fills the tables of fluents in rows, unless they already hold this state's rows. */
static int32_t load(const tsj_plans* plans, tsj_work* work, const uint64_t* state) {
  const uint64_t first = plans->first_table_word;
  const uint64_t bytes = (work->state_words - first) * sizeof(uint64_t);
  if (bytes == 0) return TSJ_OK;
  if (work->has_loaded && memcmp(work->loaded, state + first, bytes) == 0) return TSJ_OK;
  work->has_loaded = 0;
  for (uint32_t f = 0; f < plans->fluent_count; f++) {
    const tsj_fluent_rows* fluent = &plans->fluents[f];
    if (!fluent->in_rows) continue;
    tsj_table* table = &work->block->tables[fluent->table];
    tsj_table_clear(table);
    const uint64_t* keys = state + fluent->word + 1;
    for (uint64_t i = 0; i < state[fluent->word]; i++) {
      work->row[0] = 0;
      term_unpack(&fluent->terms, keys[i], work->row);
      const int inserted = tsj_table_insert(table, work->row);
      const int32_t status = work->block->status;
      if (!inserted && status != TSJ_OK) {
        work->block->status = TSJ_OK;
        return status;
      }
    }
  }
  memcpy(work->loaded, state + first, bytes);
  work->has_loaded = 1;
  return TSJ_OK;
}

static void sift_down(uint64_t* keys, uint64_t root, uint64_t count) {
  for (uint64_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && keys[child] < keys[child + 1]) child++;
    if (keys[root] >= keys[child]) return;
    const uint64_t key = keys[root];
    keys[root] = keys[child];
    keys[child] = key;
    root = child;
  }
}

static void sort_by_heap(uint64_t* keys, uint64_t count) {
  for (uint64_t root = count / 2; root-- > 0;) sift_down(keys, root, count);
  for (uint64_t end = count; end-- > 1;) {
    const uint64_t key = keys[0];
    keys[0] = keys[end];
    keys[end] = key;
    sift_down(keys, 0, end);
  }
}

static void sort_by_insertion(uint64_t* keys, uint64_t count) {
  for (uint64_t i = 1; i < count; i++) {
    const uint64_t key = keys[i];
    uint64_t place = i;
    for (; place > 0 && keys[place - 1] > key; place--) keys[place] = keys[place - 1];
    keys[place] = key;
  }
}

static uint64_t median(uint64_t a, uint64_t b, uint64_t c) {
  if (a > b) {
    const uint64_t least = b;
    b = a;
    a = least;
  }
  return c <= a ? a : c >= b ? b : c;
}

/* Introsort (Musser 1997): in place, and never worse than n log n. */
static void sort(uint64_t* keys, uint64_t count) {
  for (unsigned depth = 2 * (64 - (unsigned)__builtin_clzll(count | 1)); count > 24; depth--) {
    if (depth == 0) {
      sort_by_heap(keys, count);
      return;
    }
    const uint64_t pivot = median(keys[0], keys[count / 2], keys[count - 1]);
    uint64_t low = 0;
    uint64_t high = count - 1;
    for (;; low++, high--) { /* Hoare's partition: no scan passes the pivot, or the other scan */
      while (keys[low] < pivot) low++;
      while (keys[high] > pivot) high--;
      if (low >= high) break;
      const uint64_t key = keys[low];
      keys[low] = keys[high];
      keys[high] = key;
    }
    const uint64_t left = high + 1;
    /* Recurses into the shorter part, so that the stack stays short. */
    if (left < count - left) {
      sort(keys, left);
      keys += left;
      count -= left;
    } else {
      sort(keys + left, count - left);
      count = left;
    }
  }
  sort_by_insertion(keys, count);
}

/* Writes the rows of the next state's tables into it. */
static int32_t store(const tsj_plans* plans, const tsj_work* work, uint64_t* out) {
  for (uint32_t f = 0; f < plans->fluent_count; f++) {
    const tsj_fluent_rows* fluent = &plans->fluents[f];
    if (!fluent->in_rows || !fluent->has_next) continue;
    const tsj_table* table = &work->block->tables[fluent->next_table];
    if (table->count > fluent->capacity) return TSJ_LIMIT;
    uint64_t* keys = out + fluent->word + 1;
    for (uint32_t r = 0; r < table->count; r++)
      keys[r] = term_pack(&fluent->terms, table->rows + (uint64_t)r * table->arity);
    sort(keys, table->count);
    out[fluent->word] = table->count;
  }
  return TSJ_OK;
}

/* --- Entries ------------------------------------------------------------------------------ */

static void unmake(const tsj_plans* plans, tsj_work* work) {
  /* Lists have no indexes to clear. */
  for (uint32_t i = 0; i < plans->does_table_count; i++)
    work->block->tables[plans->does_tables[i]].count = 0;
}

/* Returns the code that answers this question. */
static const tsj_plan_code* code_for(const tsj_plans* plans, tsj_work* work) {
  const tsj_plan_code* code = __atomic_load_n(plans->code, __ATOMIC_ACQUIRE);
  if (code != work->code) work->rest_of_next = NULL;
  return work->code = code;
}

/* Runs `entry`, one of work->code. */
static int32_t run(const tsj_plans* plans, tsj_work* work, tsj_entry entry, const uint64_t* state,
                   uint64_t* out) {
  work->rest_of_next = NULL;
  const int32_t status = entry(work->code->self, work->block, state, out);
  if (status >= 0) return status;
  work->block->status = TSJ_OK;
  unmake(plans, work);
  return status;
}

/* Loads the state and runs the entry; returns TSJ_OK if it is NULL. */
static int32_t ask(const tsj_plans* plans, tsj_work* work, tsj_entry entry, const uint64_t* state) {
  if (entry == NULL) return TSJ_OK;
  const int32_t status = load(plans, work, state);
  return status < 0 ? status : run(plans, work, entry, state, NULL);
}

/* Returns the standby for a question that an entry of work->code has given up on. */
static const tsj_standby* standby_of(tsj_work* work) {
  const tsj_standby* standby = work->code->self;
  work->code = NULL; /* scratch memory has no results that rest entries could read */
  return standby;
}

int32_t plans_terminal(const tsj_plans* plans, tsj_work* work, const uint64_t* state) {
  for (;;) {
    int32_t status = ask(plans, work, code_for(plans, work)->terminal, state);
    if (status != TSJ_GIVEN_UP) return status;
    const tsj_standby* standby = standby_of(work);
    status = standby->terminal(standby, state);
    if (status != TSJ_GIVEN_UP) return status;
  }
}

/* --- Moves -------------------------------------------------------------------------------- */

static int add_bits(tsj_work* work, const tsj_legal_bits* range, move_list* list) {
  if (range->count == 0) return 1;
  return list_add_range(work, list, words_of(work->block, range->word), range->begin,
                        range->begin + range->count, range->first - range->begin);
}

static int add_rows(const tsj_move_rows* shape, tsj_work* work) {
  const tsj_table* table = &work->block->tables[shape->legal_table];
  for (uint32_t r = 0; r < table->count; r++) {
    const uint32_t* row = table->rows + (uint64_t)r * table->arity;
    const uint32_t role = shape->legal_roles[row[0]];
    if (role == TSJ_NONE) continue;
    if (!list_add(work, &work->lists[role], shape->first + term_pack(&shape->terms, row + 1)))
      return 0;
  }
  return 1;
}

static void sort_without_duplicates(move_list* list) {
  sort(list->moves, list->count);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < list->count; i++)
    if (kept == 0 || list->moves[kept - 1] != list->moves[i]) list->moves[kept++] = list->moves[i];
  list->count = kept;
}

/* Runs the entry and builds the lists from the rows that it leaves in scratch memory. */
static int32_t list_moves(const tsj_plans* plans, tsj_work* work, tsj_entry entry,
                          const uint64_t* state, uint32_t role_count) {
  for (uint32_t role = 0; role < role_count; role++) work->lists[role].count = 0;
  if (entry == NULL) return TSJ_OK;
  const int32_t status = ask(plans, work, entry, state);
  if (status < 0) return status;
  for (uint32_t i = 0; i < plans->legal_bits_count; i++) {
    const tsj_legal_bits* range = &plans->legal_bits[i];
    if (!add_bits(work, range, &work->lists[range->role])) return TSJ_LIMIT;
  }
  if (!plans->legal_in_rows) return TSJ_OK;
  for (uint32_t m = 0; m < plans->move_count; m++)
    if (plans->moves[m].legal_table != TSJ_NONE && !add_rows(&plans->moves[m], work))
      return TSJ_LIMIT;
  for (uint32_t role = 0; role < role_count; role++)
    if (work->lists[role].count > 1) sort_without_duplicates(&work->lists[role]);
  return TSJ_OK;
}

/* Records the entry that computes the rest of `next` after this question about the state, by
 * work->code; may be NULL. */
static void remember(tsj_work* work, tsj_entry rest, const uint64_t* state) {
  work->rest_of_next = rest;
  if (rest != NULL) memcpy(work->asked, state, work->state_words * sizeof(uint64_t));
}

/* Computes legal moves by the standby, and makes its lists the game's. */
static int32_t legal_by_standby(tsj_work* work, const uint64_t* state, uint32_t role_count) {
  const tsj_standby* standby = standby_of(work);
  const tsj_moves* found = NULL;
  const int32_t status = standby->legal(standby, state, &found);
  if (status < 0) return status;
  for (uint32_t role = 0; role < role_count; role++) {
    work->lists[role].count = 0;
    for (uint64_t i = 0; i < found[role].count; i++)
      if (!list_add(work, &work->lists[role], found[role].moves[i])) return TSJ_LIMIT;
  }
  return TSJ_OK;
}

int32_t plans_legal(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                    uint32_t role_count) {
  for (;;) {
    const tsj_plan_code* code = code_for(plans, work);
    int32_t status = list_moves(plans, work, code->legal, state, role_count);
    if (status >= 0 && code->legal != NULL) remember(work, code->next_after_legal, state);
    if (status != TSJ_GIVEN_UP) return status;
    status = legal_by_standby(work, state, role_count);
    if (status != TSJ_GIVEN_UP) return status;
  }
}

int32_t plans_legal_after_terminal(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                                   uint32_t role_count) {
  const tsj_plan_code* code = work->code; /* the code that answered `terminal` */
  if (code == NULL) return plans_legal(plans, work, state, role_count);
  const tsj_entry entry =
      code->legal_after_terminal != NULL ? code->legal_after_terminal : code->legal;
  int32_t status = list_moves(plans, work, entry, state, role_count);
  if (status != TSJ_GIVEN_UP) return status;
  status = legal_by_standby(work, state, role_count);
  return status != TSJ_GIVEN_UP ? status : plans_legal(plans, work, state, role_count);
}

static const tsj_move_rows* shape_of(const tsj_plans* plans, uint64_t move) {
  /* There are few shapes, and the first usually has most of the moves. */
  for (uint32_t m = 0; m < plans->move_count; m++)
    if (move - plans->moves[m].first < plans->moves[m].terms.count) return &plans->moves[m];
  return NULL;
}

/* Writes the arguments of the shape's move as a row of `does`; returns 0 if the number is not one
 * of its moves. */
static int write_arguments(const tsj_move_rows* shape, uint64_t number, uint32_t* row) {
  const uint32_t columns = shape->terms.column_count;
  if (columns == 0) return 1;
  if (shape->translated != NULL) {
    const uint32_t* arguments = shape->translated + number * columns;
    for (uint32_t c = 0; c < columns; c++) row[c] = arguments[c];
    return row[0] != TSJ_NONE;
  }
  term_unpack(&shape->terms, number, row);
  for (uint32_t c = 0; c < columns; c++) {
    row[c] = shape->arguments[c][row[c]];
    if (row[c] == TSJ_NONE) return 0;
  }
  return 1;
}

/* Makes the tables of `does` hold exactly the rows of this joint move. */
static int32_t make(const tsj_plans* plans, tsj_work* work, const uint64_t* joint,
                    uint32_t role_count) {
  unmake(plans, work);
  for (uint32_t role = 0; role < role_count; role++) {
    const tsj_move_rows* shape = shape_of(plans, joint[role]);
    if (shape == NULL || shape->does_table == TSJ_NONE || shape->does_roles[role] == TSJ_NONE)
      continue;
    /* Rows of different roles differ, so no lookup is needed. */
    tsj_table* table = &work->block->tables[shape->does_table];
    if (table->count == table->capacity && !work->block->grow(table)) {
      const int32_t status = work->block->status;
      work->block->status = TSJ_OK;
      unmake(plans, work);
      return status;
    }
    uint32_t* row = table->rows + (uint64_t)table->count * table->arity;
    row[0] = shape->does_roles[role];
    if (write_arguments(shape, joint[role] - shape->first, row + 1)) table->count++;
  }
  return TSJ_OK;
}

/* Computes the next state by `entry`. `ended`: NULL, or the entry that is run after it to test
 * whether the next state is terminal: then TSJ_HOLDS if it is; becomes NULL if that entry gave
 * up. */
static int32_t find_next(const tsj_plans* plans, tsj_work* work, tsj_entry entry, tsj_entry* ended,
                         const uint64_t* state, const uint64_t* joint, uint32_t role_count,
                         uint64_t* out) {
  /* The entry clears the bits; this function clears the places of absent rows. */
  const int has_tables = plans->first_table_word < work->state_words;
  if (entry == NULL || has_tables) memset(out, 0, work->state_words * sizeof(uint64_t));
  if (entry == NULL) return TSJ_OK;
  int32_t status = load(plans, work, state);
  if (status >= 0) status = make(plans, work, joint, role_count);
  if (status >= 0) status = run(plans, work, entry, state, out);
  if (status >= 0 && *ended != NULL) {
    status = run(plans, work, *ended, state, out);
    if (status == TSJ_GIVEN_UP) {
      *ended = NULL;
      status = TSJ_OK;
    }
  }
  if (status < 0) return status;
  unmake(plans, work);
  const int32_t stored = has_tables ? store(plans, work, out) : TSJ_OK;
  return stored < 0 ? stored : status;
}

/* As find_next, with the standby if entries give up. `entry` and `ended` belong to plans_next or
 * plans_step. */
static int32_t next_or_standby(const tsj_plans* plans, tsj_work* work, tsj_entry entry,
                               tsj_entry* ended, const uint64_t* state, const uint64_t* joint,
                               uint32_t role_count, uint64_t* out) {
  for (;;) {
    int32_t status = find_next(plans, work, entry, ended, state, joint, role_count, out);
    if (status != TSJ_GIVEN_UP) return status;
    const tsj_standby* standby = standby_of(work);
    *ended = NULL;
    status = standby->next(standby, state, joint, out);
    if (status != TSJ_GIVEN_UP) return status;
    entry = code_for(plans, work)->next;
  }
}

int32_t plans_next(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                   const uint64_t* joint, uint32_t role_count, uint64_t* out) {
  const tsj_plan_code* code = code_for(plans, work);
  const int is_known = work->rest_of_next != NULL &&
                       memcmp(work->asked, state, work->state_words * sizeof(uint64_t)) == 0;
  tsj_entry ended = NULL;
  const int32_t status =
      next_or_standby(plans, work, is_known ? work->rest_of_next : code->next, &ended, state, joint,
                      role_count, out);
  if (status < 0 || code->next == NULL || code != work->code) return status;
  if (is_known)
    work->rest_of_next = code->next_for_other_moves; /* `asked` holds this state */
  else
    remember(work, code->next_for_other_moves, state);
  return status;
}

int32_t plans_step(const tsj_plans* plans, tsj_work* work, int after_legal, const uint64_t* state,
                   const uint64_t* joint, uint32_t role_count, uint64_t* out, int* knows_end) {
  const int is_known = after_legal && work->code != NULL;
  const tsj_plan_code* code = is_known ? work->code : code_for(plans, work);
  const int only_rest = is_known && code->next_after_legal != NULL;
  tsj_entry ended = code->ended_after_next;
  const int32_t status =
      next_or_standby(plans, work, only_rest ? code->next_after_legal : code->next, &ended, state,
                      joint, role_count, out);
  *knows_end = ended != NULL;
  return status;
}

/* --- Features ----------------------------------------------------------------------------- */

static uint64_t rows_of(const tsj_feature_part* part, tsj_work* work) {
  if (part->table != TSJ_NONE) return work->block->tables[part->table].count;
  const uint64_t* words = words_of(work->block, part->word);
  uint64_t rows = 0;
  for (uint32_t w = 0; w < part->words; w++) rows += (uint64_t)__builtin_popcountll(words[w]);
  return rows;
}

int32_t plans_count_features(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                             uint32_t count, uint64_t* values) {
  const tsj_entry feature = code_for(plans, work)->feature;
  const int32_t status = ask(plans, work, feature, state);
  if (status < 0) return status;
  for (uint32_t f = 0; f < count; f++) {
    uint64_t value = feature != NULL;
    for (uint32_t p = plans->feature_begins[f]; p < plans->feature_begins[f + 1] && value > 0; p++)
      if (__builtin_mul_overflow(value, rows_of(&plans->feature_parts[p], work), &value))
        value = UINT64_MAX;
    values[f] = value;
  }
  return TSJ_OK;
}

uint64_t plans_move_name(const tsj_plans* plans, uint64_t move, char* name, uint64_t room) {
  const tsj_move_rows* shape = shape_of(plans, move);
  if (shape != NULL) return term_write(&shape->terms, move - shape->first, name, room);
  for (uint64_t i = 0; i < room && i < 2; i++) name[i] = i == 0 && room > 1 ? '?' : '\0';
  return 1;
}

int32_t plans_find_move(const tsj_plans* plans, const char* name, uint64_t* move) {
  for (uint32_t m = 0; m < plans->move_count; m++) {
    uint64_t number = 0;
    if (term_read(&plans->moves[m].terms, name, &number) != TSJ_OK) continue;
    *move = plans->moves[m].first + number;
    return TSJ_OK;
  }
  return TSJ_UNKNOWN;
}

/* --- Goals and percepts ------------------------------------------------------------------- */

typedef struct answer_sink {
  tsj_work* work;
  tsj_found_term found; /* NULL: values are wanted */
  void* env;
  int32_t* values;
} answer_sink;

enum { no_value = -1, unset = -2 }; /* distinct from a goal that is not a number */

static void add_answer(const tsj_role_rows* rows, uint32_t position, uint64_t number,
                       const answer_sink* sink) {
  const uint32_t role = rows->roles[position];
  if (role == TSJ_NONE) return;
  if (sink->found == NULL) {
    int32_t* value = &sink->values[role];
    const int32_t number_of_term = rows->values != NULL ? rows->values[number] : no_value;
    *value = *value == unset ? number_of_term : no_value;
    return;
  }
  term_write(&rows->terms, number, sink->work->term, sink->work->data->longest_term);
  sink->found(sink->env, role, sink->work->term);
}

/* Passes on the rows that an entry left in scratch memory. */
static void collect(const tsj_role_rows* rows, const answer_sink* sink) {
  tsj_scratch* block = sink->work->block;
  if (rows->table != TSJ_NONE) {
    const tsj_table* table = &block->tables[rows->table];
    for (uint32_t r = 0; r < table->count; r++) {
      const uint32_t* row = table->rows + (uint64_t)r * table->arity;
      add_answer(rows, row[0], term_pack(&rows->terms, row + 1), sink);
    }
    return;
  }
  const uint64_t* words = words_of(block, rows->word);
  const uint64_t bits = rows->role_count * rows->terms.count;
  for (uint64_t w = 0; w * 64 < bits; w++)
    for (uint64_t word = words[w]; word != 0; word &= word - 1) {
      const uint64_t bit = w * 64 + (uint64_t)__builtin_ctzll(word);
      if (bit >= bits) break;
      add_answer(rows, (uint32_t)(bit / rows->terms.count), bit % rows->terms.count, sink);
    }
}

/* Chooses the entry by whether the state is known to be terminal. */
static tsj_entry goal_entry(const tsj_plans* plans, tsj_work* work, const uint64_t* state) {
  const tsj_plan_code* code = code_for(plans, work);
  const int is_end = code->goal_at_end != NULL && work->has_end &&
                     memcmp(work->end, state, work->state_words * sizeof(uint64_t)) == 0;
  return is_end ? code->goal_at_end : code->goal;
}

int32_t plans_goal_values(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                          uint32_t role_count, int32_t* values) {
  for (uint32_t role = 0; role < role_count; role++) values[role] = no_value;
  int32_t status = TSJ_OK;
  do {
    const tsj_entry goal = goal_entry(plans, work, state);
    if (goal == NULL) return TSJ_OK;
    status = ask(plans, work, goal, state);
    if (status != TSJ_GIVEN_UP) break;
    const tsj_standby* standby = standby_of(work);
    status = standby->goal_values(standby, state, values);
    if (status >= 0) return status;
  } while (status == TSJ_GIVEN_UP);
  if (status < 0) return status;
  for (uint32_t role = 0; role < role_count; role++) values[role] = unset;
  const answer_sink sink = {work, NULL, NULL, values};
  for (uint32_t g = 0; g < plans->goal_count; g++) collect(&plans->goals[g], &sink);
  for (uint32_t role = 0; role < role_count; role++)
    if (values[role] == unset) values[role] = no_value;
  return TSJ_OK;
}

int32_t plans_goals(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                    tsj_found_term found, void* env) {
  int32_t status = TSJ_OK;
  do {
    const tsj_entry goal = goal_entry(plans, work, state);
    if (goal == NULL) return TSJ_OK;
    status = ask(plans, work, goal, state);
    if (status != TSJ_GIVEN_UP) break;
    const tsj_standby* standby = standby_of(work);
    status = standby->goals(standby, state, found, env);
    if (status >= 0) return status;
  } while (status == TSJ_GIVEN_UP);
  if (status < 0) return status;
  const answer_sink sink = {work, found, env, NULL};
  for (uint32_t g = 0; g < plans->goal_count; g++) collect(&plans->goals[g], &sink);
  return TSJ_OK;
}

int32_t plans_percepts(const tsj_plans* plans, tsj_work* work, const uint64_t* state,
                       const uint64_t* joint, uint32_t role_count, tsj_found_term found,
                       void* env) {
  int32_t status = TSJ_OK;
  do {
    const tsj_entry sees = code_for(plans, work)->sees;
    if (sees == NULL) return TSJ_OK;
    status = load(plans, work, state);
    if (status >= 0) status = make(plans, work, joint, role_count);
    if (status >= 0) status = run(plans, work, sees, state, NULL);
    if (status != TSJ_GIVEN_UP) break;
    const tsj_standby* standby = standby_of(work);
    status = standby->percepts(standby, state, joint, found, env);
    if (status >= 0) return status;
  } while (status == TSJ_GIVEN_UP);
  if (status < 0) return status;
  unmake(plans, work);
  const answer_sink sink = {work, found, env, NULL};
  for (uint32_t p = 0; p < plans->percept_count; p++) collect(&plans->percepts[p], &sink);
  return TSJ_OK;
}

/* --- Names of fluents --------------------------------------------------------------------- */

static void name_fluent(const tsj_fluent_rows* fluent, uint64_t key, const term_room* room,
                        tsj_found_term found, void* env) {
  term_write(&fluent->terms, key, room->term, room->bytes);
  found(env, 0, room->term);
}

int32_t plans_fluents(const tsj_plans* plans, const uint64_t* state, const term_room* room,
                      tsj_found_term found, void* env) {
  for (uint32_t f = 0; f < plans->fluent_count; f++) {
    const tsj_fluent_rows* fluent = &plans->fluents[f];
    const uint64_t* words = state + fluent->word;
    if (fluent->in_rows) {
      for (uint64_t i = 0; i < words[0]; i++) name_fluent(fluent, words[1 + i], room, found, env);
      continue;
    }
    for (uint64_t w = 0; w * 64 < fluent->terms.count; w++)
      for (uint64_t word = words[w]; word != 0; word &= word - 1)
        name_fluent(fluent, w * 64 + (uint64_t)__builtin_ctzll(word), room, found, env);
  }
  return TSJ_OK;
}

/* Inserts the key into the sorted keys, unless it is present. */
static int32_t insert_key(const tsj_fluent_rows* fluent, uint64_t* words, uint64_t key) {
  uint64_t* keys = words + 1;
  uint64_t place = words[0];
  while (place > 0 && keys[place - 1] > key) place--;
  if (place > 0 && keys[place - 1] == key) return TSJ_OK;
  if (words[0] == fluent->capacity) return TSJ_LIMIT;
  memmove(keys + place + 1, keys + place, (words[0] - place) * sizeof(uint64_t));
  keys[place] = key;
  words[0]++;
  return TSJ_OK;
}

const tsj_fluent_rows* plans_changed(const tsj_plans* plans, const uint64_t* initial,
                                     const uint64_t* state, uint64_t* key) {
  for (uint32_t f = 0; f < plans->fluent_count; f++) {
    const tsj_fluent_rows* fluent = &plans->fluents[f];
    if (!fluent->rigid) continue;
    for (uint64_t w = 0; w * 64 < fluent->terms.count; w++) {
      const uint64_t changed = state[fluent->word + w] ^ initial[fluent->word + w];
      if (changed == 0) continue;
      *key = w * 64 + (uint64_t)__builtin_ctzll(changed);
      return fluent;
    }
  }
  return NULL;
}

int32_t plans_place_of(const tsj_plans* plans, const uint64_t* initial, const char* name,
                       uint64_t* bit) {
  for (uint32_t f = 0; f < plans->fluent_count; f++) {
    const tsj_fluent_rows* fluent = &plans->fluents[f];
    uint64_t key = 0;
    if (term_read(&fluent->terms, name, &key) != TSJ_OK) continue;
    if (fluent->in_rows) return TSJ_PLACE_ELSEWHERE;
    *bit = fluent->word * 64 + key;
    if (!fluent->rigid) return TSJ_PLACE_BIT;
    return initial[*bit / 64] >> (*bit % 64) & 1 ? TSJ_PLACE_ALWAYS : TSJ_PLACE_NEVER;
  }
  return TSJ_PLACE_NEVER;
}

int32_t plans_state_of(const tsj_plans* plans, const uint64_t* initial, const term_room* room,
                       const char* const* fluents, size_t count, uint64_t* state,
                       const char** wrong) {
  for (size_t i = 0; i < count; i++) {
    int32_t status = TSJ_UNKNOWN;
    for (uint32_t f = 0; f < plans->fluent_count && status == TSJ_UNKNOWN; f++) {
      const tsj_fluent_rows* fluent = &plans->fluents[f];
      uint64_t key = 0;
      if (term_read(&fluent->terms, fluents[i], &key) != TSJ_OK) continue;
      status = TSJ_OK;
      if (fluent->in_rows) {
        status = insert_key(fluent, state + fluent->word, key);
      } else {
        state[fluent->word + key / 64] |= UINT64_C(1) << (key % 64);
      }
    }
    if (status == TSJ_UNKNOWN && wrong != NULL) *wrong = fluents[i];
    if (status < 0) return status;
  }
  uint64_t key = 0;
  const tsj_fluent_rows* changed = plans_changed(plans, initial, state, &key);
  if (changed == NULL) return TSJ_OK;
  term_write(&changed->terms, key, room->term, room->bytes);
  if (wrong != NULL) *wrong = room->term;
  return TSJ_UNKNOWN;
}
