/* Plays many random playouts: in lanes if the game has code for lanes, else one by one. */
#include "tesuji/cpu.h"
#include "tesuji/lane_batch.h"
#include "tesuji/lane_division.h"
#include "tesuji/lane_start.h"
#include "tesuji/plugin_functions.h"
#include "work.h"

#include <string.h>

enum { alignment = 64 };

/* One call of tsj_plugin_playouts. */
typedef struct batch_run {
  const tsj_plugin* game;
  tsj_work* work;
  const tsj_batch* batch;
  const tsj_batch_results* results;
  const tsj_lane_code* code; /* NULL: one by one */
  int32_t status;            /* TSJ_OK, or why the run ended early */

  /* Allocated from the source. */
  uint64_t* last;    /* a state, for playouts one by one */
  int32_t* values;   /* a goal for each role */
  uint32_t* counts;  /* and how many goals it has */
  uint64_t* states;  /* start states of the lanes */
  uint64_t* numbers; /* numbers of these states in the batch */
  tsj_lane_sums* sums;
  uint64_t* answers;
  void* lanes;
} batch_run;

static int stopped(const batch_run* run) {
  return is_stopped(run->work);
}

/* --- What is counted ------------------------------------------------------------------------ */

static void clear_results(const batch_run* run) {
  const tsj_batch_results* results = run->results;
  const uint64_t roles = run->batch->state_count * run->game->role_count;
  for (uint64_t i = 0; i < run->batch->state_count; i++) {
    memset(&results->sums[i], 0, sizeof results->sums[i]);
    results->sums[i].shortest = UINT64_MAX;
  }
  memset(results->goal_sums, 0, roles * sizeof *results->goal_sums);
  memset(results->goal_counts, 0, roles * sizeof *results->goal_counts);
}

static void count_term(void* env, uint32_t role, const char* term) {
  (void)term;
  ((uint32_t*)env)[role]++;
}

/* Computes the goals of a terminal state into run->values, and counts them for the state with this
 * number. */
static int32_t find_goals(const batch_run* run, const uint64_t* state, uint64_t number) {
  const tsj_plugin* game = run->game;
  tsj_batch_sums* sums = &run->results->sums[number];
  int32_t status = game->goal_values(game, run->work, state, run->values);
  if (status < 0) return status;
  int all = 1;
  for (uint32_t role = 0; role < game->role_count; role++) {
    if (run->values[role] < 0) {
      all = 0;
      continue;
    }
    const uint64_t place = number * game->role_count + role;
    run->results->goal_sums[place] += (uint64_t)run->values[role];
    run->results->goal_counts[place]++;
  }
  if (all) return TSJ_OK;
  memset(run->counts, 0, game->role_count * sizeof *run->counts);
  status = game->goals(game, run->work, state, count_term, run->counts);
  if (status < 0) return status;
  for (uint32_t role = 0; role < game->role_count; role++) {
    if (run->values[role] >= 0) continue;
    sums->goals_missing += run->counts[role] == 0 && !is_chance(game, role);
    sums->goals_several += run->counts[role] > 1;
    sums->goals_no_integer += run->counts[role] == 1;
  }
  return TSJ_OK;
}

/* As find_goals, without the stop flag: goals of a game that is over are always counted. */
static int32_t count_goals(const batch_run* run, const uint64_t* state, uint64_t number) {
  tsj_work* work = run->work;
  const volatile int* const stop = work->source.stop;
  work->source.stop = NULL;
  if (work->block != NULL) work->block->stop = NULL;
  const int32_t status = find_goals(run, state, number);
  work->source.stop = stop;
  if (work->block != NULL) work->block->stop = stop;
  return status;
}

/* Writes the results of one playout except its goals. `end`: TSJ_DRAWN, .. */
static void write_playout(const batch_run* run, uint64_t playout, int32_t end, uint64_t length,
                          const uint64_t* state) {
  const tsj_batch_results* results = run->results;
  const uint64_t words = run->game->state_words;
  if (results->ends != NULL) results->ends[playout] = (uint8_t)end;
  if (results->lengths != NULL) results->lengths[playout] = length;
  if (results->last_states != NULL)
    memcpy(results->last_states + playout * words, state, words * sizeof *state);
}

static int32_t* goals_of(const batch_run* run, uint64_t playout) {
  if (run->results->goals == NULL) return NULL;
  int32_t* goals = run->results->goals + playout * run->game->role_count;
  for (uint32_t role = 0; role < run->game->role_count; role++) goals[role] = -1;
  return goals;
}

/* --- One by one ----------------------------------------------------------------------------- */

static int32_t play_one(const batch_run* run, uint64_t number, uint64_t playout, uint64_t stream) {
  const tsj_plugin* game = run->game;
  const tsj_batch* batch = run->batch;
  tsj_batch_sums* sums = &run->results->sums[number];
  uint64_t steps = 0;
  tsj_random random;
  memcpy(run->last, batch->states + number * game->state_words,
         game->state_words * sizeof *run->last);
  game->seed(&random, batch->seed, stream);
  const int32_t end = game->playout(game, run->work, &random, batch->most_steps, run->last, &steps);
  if (end < 0) return end;
  if (end == TSJ_TERMINAL) {
    const int32_t status = count_goals(run, run->last, number);
    if (status < 0) return status;
  }
  write_playout(run, playout, end, steps, run->last);
  int32_t* goals = goals_of(run, playout);
  if (goals != NULL && end == TSJ_TERMINAL)
    memcpy(goals, run->values, game->role_count * sizeof *goals);
  sums->playouts++;
  sums->steps += steps;
  if (sums->shortest > steps) sums->shortest = steps;
  if (sums->longest < steps) sums->longest = steps;
  sums->cut += end == TSJ_DRAWN;
  sums->stuck += end == TSJ_STUCK;
  sums->terminal += end == TSJ_TERMINAL;
  return TSJ_OK;
}

/* Plays all playouts from one state by code for many; TSJ_UNKNOWN if there is no such code, or if
 * more results than sums are wanted. */
static int32_t play_at_once(const batch_run* run, uint64_t number) {
  const tsj_batch* batch = run->batch;
  const tsj_batch_results* results = run->results;
  if (run->code != NULL || batch->parts != 1 || results->ends != NULL || results->lengths != NULL ||
      results->last_states != NULL || results->goals != NULL)
    return TSJ_UNKNOWN;
  const tsj_many many = {batch->states + number * run->game->state_words, batch->seed,
                         number * batch->playouts, batch->playouts, batch->most_steps};
  const uint64_t place = number * run->game->role_count;
  return tsj_play_many(run->game, run->work, &many, &results->sums[number],
                       results->goal_sums + place, results->goal_counts + place);
}

/* Plays the part's share of the playouts from one state. */
static int32_t play_singly(const batch_run* run, uint64_t number) {
  const tsj_batch* batch = run->batch;
  const int32_t at_once = play_at_once(run, number);
  if (at_once != TSJ_UNKNOWN) return at_once;
  for (uint64_t i = 0; i < batch->playouts; i++) {
    const uint64_t playout = number * batch->playouts + i;
    if (playout % batch->parts != batch->part) continue;
    if (stopped(run)) return TSJ_STOPPED;
    /* Streams from 0 on belong to blocks of lanes. */
    const int32_t status = play_one(run, number, playout, run->code != NULL ? ~playout : playout);
    if (status < 0) return status;
  }
  return TSJ_OK;
}

/* --- In lanes ------------------------------------------------------------------------------- */

/* As in tsj_lane_order. */
static int go_on(void* env) {
  batch_run* run = env;
  if (run->status == TSJ_OK && stopped(run)) run->status = TSJ_STOPPED;
  if (run->status == TSJ_OK) return 1;
  return is_stopped_at_once(run->work) ? -1 : 0;
}

/* Writes the results of a playout in lanes that is over. */
static void ended(void* env, const tsj_lane_end* end) {
  batch_run* run = env;
  const tsj_lane_tables* lanes = run->work->data->lanes;
  static const int32_t ends[] = {TSJ_TERMINAL, TSJ_DRAWN, TSJ_STUCK}; /* by TSJ_LANE_.. */
  const uint64_t number = run->numbers[end->playout / run->batch->playouts];
  const uint64_t playout = number * run->batch->playouts + end->playout % run->batch->playouts;
  write_playout(run, playout, ends[end->how], end->length, end->state);
  int32_t* goals = goals_of(run, playout);
  if (end->how != TSJ_LANE_TERMINAL) return;
  if (end->answers == NULL) {
    const int32_t status = count_goals(run, end->state, number);
    if (status < 0 && run->status == TSJ_OK) run->status = status;
    if (status == TSJ_OK && goals != NULL)
      memcpy(goals, run->values, run->game->role_count * sizeof *goals);
    return;
  }
  for (uint32_t i = 0; goals != NULL && i < lanes->answer_count; i++) {
    const tsj_lane_answer* answer = &lanes->answers[i];
    if (answer->kind == TSJ_GOAL_VALUE && tsj_lane_holds(end->answers, i))
      goals[answer->role] = answer->value;
  }
}

/* Adds the counts of the lanes' start state i. */
static void add_sums(const batch_run* run, uint64_t i) {
  const tsj_lane_tables* lanes = run->work->data->lanes;
  const tsj_lane_sums* from = &run->sums[i];
  const uint64_t number = run->numbers[i];
  const uint64_t place = number * run->game->role_count;
  const uint64_t answers = run->code->goals != NULL ? lanes->answer_count : 0;
  uint32_t chance = 0;
  while (chance < run->game->role_count && !is_chance(run->game, chance)) chance++;
  tsj_lane_add_sums(from, lanes->answers, run->answers + i * answers, answers, chance,
                    &run->results->sums[number], run->results->goal_sums + place,
                    run->results->goal_counts + place);
}

static tsj_lane_order order_of(batch_run* run, uint64_t start_count) {
  const tsj_lane_tables* lanes = run->work->data->lanes;
  const tsj_batch_results* results = run->results;
  tsj_lane_order order;
  memset(&order, 0, sizeof order);
  order.code = run->code;
  order.fluents = lanes->fluents;
  order.state_words = run->game->state_words;
  order.answers = run->code->goals != NULL ? lanes->answer_count : 0;
  order.starts = run->states;
  order.start_count = start_count;
  order.playouts_per_start = run->batch->playouts;
  order.step_limit = run->batch->most_steps;
  order.seed = run->batch->seed;
  order.go_on = go_on;
  order.env = run;
  if (order.answers == 0 || results->ends != NULL || results->lengths != NULL ||
      results->last_states != NULL || results->goals != NULL)
    order.ended = ended;
  return order;
}

/* Plays the part's share of the playouts from the lanes' start states. */
static void play_in_lanes(batch_run* run, uint64_t start_count) {
  const tsj_lane_order order = order_of(run, start_count);
  const uint64_t answers = start_count * order.answers;
  for (uint64_t i = 0; i < start_count; i++) {
    memset(&run->sums[i], 0, sizeof run->sums[i]);
    run->sums[i].shortest = UINT64_MAX;
  }
  memset(run->answers, 0, answers * sizeof *run->answers);
  const tsj_lane_results results = {run->sums, run->answers};
  const tsj_lane_division division = tsj_lane_divide(start_count, run->batch->playouts);
  const uint64_t blocks = run->code->blocks;
  for (uint64_t block = run->batch->part * blocks; block < division.blocks && go_on(run) > 0;
       block += run->batch->parts * blocks) {
    uint64_t bounds[TSJ_LANE_GROUP + 1];
    tsj_lane_bounds(&division, block, run->code->blocks, bounds);
    tsj_lanes_play(&order, block, bounds, &results, run->lanes);
  }
  for (uint64_t i = 0; i < start_count; i++) add_sums(run, i);
}

/* Whether lanes can start from this state; as runtime/host/playouts/lane_playouts.cpp. */
static int32_t is_for_lanes(const batch_run* run, const uint64_t* state) {
  const tsj_lane_tables* lanes = run->work->data->lanes;
  if (run->batch->most_steps == 0 ||
      !tsj_lane_suits(state, run->game->initial, lanes->fixed, run->game->state_words,
                      lanes->control, lanes->control_count))
    return 0;
  const int32_t terminal = run->game->terminal(run->game, run->work, state);
  return terminal < 0 ? terminal : terminal != TSJ_HOLDS;
}

/* --- Memory --------------------------------------------------------------------------------- */

/* Takes bytes from the block at `base`; if that is NULL, only counts them and returns NULL. */
static void* take(unsigned char* base, uint64_t* used, uint64_t bytes) {
  void* memory = base == NULL ? NULL : base + *used;
  *used += (bytes + alignment - 1) / alignment * alignment;
  return memory;
}

/* Lays everything out from the block's first byte; returns the bytes needed. */
static uint64_t arrange(batch_run* run, unsigned char* base) {
  const tsj_plugin* game = run->game;
  uint64_t used = 0;
  run->last = take(base, &used, game->state_words * sizeof *run->last);
  run->values = take(base, &used, game->role_count * sizeof *run->values);
  run->counts = take(base, &used, game->role_count * sizeof *run->counts);
  if (run->code == NULL) return used;
  const uint64_t count = run->batch->state_count;
  const tsj_lane_order order = order_of(run, count);
  run->states = take(base, &used, count * game->state_words * sizeof *run->states);
  run->numbers = take(base, &used, count * sizeof *run->numbers);
  run->sums = take(base, &used, count * sizeof *run->sums);
  run->answers = take(base, &used, count * order.answers * sizeof *run->answers);
  run->lanes = take(base, &used, tsj_lane_bytes(&order));
  return used;
}

/* Allocates the block; returns 0 if memory runs out. */
static int take_memory(batch_run* run) {
  tsj_work* work = run->work;
  const uint64_t bytes = arrange(run, NULL) + alignment - 1;
  if (work->batch_bytes < bytes) {
    /* Frees before it allocates: the old contents need not be copied. */
    if (work->batch != NULL) work->source.resize(work->source.context, work->batch, 0);
    work->batch = work->source.resize(work->source.context, NULL, bytes);
    work->batch_bytes = work->batch != NULL ? bytes : 0;
  }
  if (work->batch == NULL) return 0;
  const uintptr_t address = (uintptr_t)work->batch + alignment - 1;
  arrange(run, (unsigned char*)(address / alignment * alignment));
  return 1;
}

/* --- Which code ----------------------------------------------------------------------------- */

/* Returns the code for this many lanes, or with 0 for the most available; NULL if none exists. */
static const tsj_lane_code* code_for(const tsj_plugin* game, uint64_t lanes) {
  const tsj_lane_tables* tables = data_of(game)->lanes;
  if (tables == NULL) return NULL;
  const uint64_t has = tsj_cpu_features();
  for (uint32_t i = tables->code_count; i-- > 0;) {
    if ((tables->cpu_features[i] & ~has) != 0) continue;
    if (lanes == 0 || lanes == 64 * (uint64_t)tables->codes[i].blocks) return &tables->codes[i];
  }
  return NULL;
}

uint32_t tsj_plugin_most_lanes(const tsj_plugin* game) {
  const tsj_lane_code* code = code_for(game, 0);
  return code == NULL ? 0 : 64 * code->blocks;
}

int32_t tsj_plugin_playouts(const tsj_plugin* game, tsj_work* work, const tsj_batch* batch,
                            const tsj_batch_results* results) {
  batch_run run;
  memset(&run, 0, sizeof run);
  run.game = game;
  run.work = work;
  run.batch = batch;
  run.results = results;
  run.code = code_for(game, batch->lanes);
  if (run.code == NULL && batch->lanes != 0) return TSJ_UNKNOWN;
  clear_results(&run);
  if (!take_memory(&run)) return TSJ_LIMIT;
  uint64_t in_lanes = 0;
  for (uint64_t i = 0; i < batch->state_count; i++) {
    const uint64_t* state = batch->states + i * game->state_words;
    const int32_t suits = run.code != NULL ? is_for_lanes(&run, state) : 0;
    if (suits < 0) return suits;
    if (suits) {
      memcpy(run.states + in_lanes * game->state_words, state, game->state_words * sizeof *state);
      run.numbers[in_lanes++] = i;
      continue;
    }
    const int32_t status = play_singly(&run, i);
    if (status < 0) return status;
  }
  if (in_lanes != 0) play_in_lanes(&run, in_lanes);
  return run.status;
}
