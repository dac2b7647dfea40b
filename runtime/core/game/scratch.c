/* Lays out scratch memory: one block of the caller, with tables and lists that grow from its
 * source. */
#include "tesuji/cpu.h"
#include "tesuji/plugin_functions.h"
#include "tesuji/state_space.h"
#include "work.h"

#include <string.h>

enum { alignment = 64 };
static const uint64_t default_rows = 50000000;
static const uint64_t default_bytes = UINT64_C(4) << 30;
static const uint64_t default_state_bytes = UINT64_C(512) << 20;

/* Takes `bytes` from the block at `base`; if that is NULL, only counts them and returns NULL. */
static void* take(unsigned char* base, uint64_t* used, uint64_t bytes) {
  void* memory = base == NULL ? NULL : base + *used;
  *used += (bytes + alignment - 1) / alignment * alignment;
  return memory;
}

static uint32_t widest(const tsj_plans* plans) {
  uint32_t columns = 0;
  for (uint32_t f = 0; f < plans->fluent_count; f++)
    if (plans->fluents[f].terms.column_count > columns)
      columns = plans->fluents[f].terms.column_count;
  for (uint32_t m = 0; m < plans->move_count; m++)
    if (plans->moves[m].terms.column_count > columns) columns = plans->moves[m].terms.column_count;
  return columns;
}

/* Lays everything out from the block's first byte, and sets the pointers into it, unless base is
 * NULL. Sets `tables` to the tables, `indexes` to all their indexes. Returns the bytes needed. */
static uint64_t arrange(const tsj_plugin* game, unsigned char* base, tsj_work* work,
                        tsj_table** tables, tsj_index** indexes) {
  const tsj_game_data* data = data_of(game);
  uint64_t used = 0;
  take(base, &used, sizeof(tsj_work));
  work->lists = take(base, &used, game->role_count * sizeof(move_list));
  work->joint = take(base, &used, game->role_count * sizeof(uint64_t));
  work->drawn = take(base, &used, game->role_count * sizeof(uint64_t));
  work->spare = take(base, &used, game->state_words * sizeof(uint64_t));
  work->term = take(base, &used, data->longest_term);
  if (data->turns != NULL) work->space = take(base, &used, sizeof(tsj_state_space));
  if (data->plans != NULL) {
    const tsj_plans* plans = data->plans;
    uint64_t index_count = 0;
    for (uint32_t t = 0; t < plans->table_count; t++) index_count += plans->tables[t].index_count;
    work->row = take(base, &used, (widest(plans) + 1) * sizeof(uint32_t));
    work->loaded = take(base, &used, game->state_words * sizeof(uint64_t));
    work->asked = take(base, &used, game->state_words * sizeof(uint64_t));
    if ((data->by_circuit & TSJ_ASK_GOAL) == 0 || data->known != NULL)
      work->end = take(base, &used, game->state_words * sizeof(uint64_t));
    *tables = take(base, &used, plans->table_count * sizeof(tsj_table));
    *indexes = take(base, &used, index_count * sizeof(tsj_index));
    work->block = take(base, &used, plans->block_bytes);
  }
  if (data->circuit != NULL) {
    work->circuit_words = take(base, &used, data->circuit->scratch_words * sizeof(uint64_t));
    work->circuit_out = take(base, &used, data->circuit->out_words * sizeof(uint64_t));
    work->places = take(base, &used, game->role_count * sizeof(uint32_t));
  }
  return used;
}

uint64_t tsj_plugin_scratch_bytes(const tsj_plugin* game) {
  tsj_work work;
  tsj_table* tables = NULL;
  tsj_index* indexes = NULL;
  return arrange(game, NULL, &work, &tables, &indexes);
}

static void* resize(tsj_work* work, void* memory, uint64_t bytes) {
  return work->source.resize(work->source.context, memory, bytes);
}

int list_grow(tsj_work* work, move_list* list) {
  const uint64_t room = list->room == 0 ? 128 : 2 * list->room;
  uint64_t* moves = resize(work, list->moves, room * sizeof(uint64_t));
  if (moves == NULL) return 0;
  list->moves = moves;
  list->room = room;
  return 1;
}

int32_t tsj_plugin_open_scratch(const tsj_plugin* game, tsj_work* work,
                                const tsj_memory_source* source) {
  memset(work, 0, tsj_plugin_scratch_bytes(game));
  tsj_table* tables = NULL;
  tsj_index* indexes = NULL;
  arrange(game, (unsigned char*)work, work, &tables, &indexes);
  work->source = *source;
  if (work->source.row_limit == 0) work->source.row_limit = default_rows;
  if (work->source.row_limit > UINT32_MAX - 1) work->source.row_limit = UINT32_MAX - 1;
  if (work->source.byte_limit == 0) work->source.byte_limit = default_bytes;
  work->data = data_of(game);
  if (work->space != NULL)
    work->space->limit = source->byte_limit == 0 ? default_state_bytes : source->byte_limit;
  work->state_words = game->state_words;
  const uint64_t counting = TSJ_CPU_POPCNT | TSJ_CPU_BMI | TSJ_CPU_BMI2;
  if (work->data->circuit != NULL) work->counts_bits = (~tsj_cpu_features() & counting) == 0;
  if (work->block == NULL) return TSJ_OK;
  const tsj_plans* plans = work->data->plans;
  work->tables.memory = &work->source;
  if (tsj_open_tables(work->block, &work->tables, plans->tables, plans->table_count, tables,
                      indexes))
    return TSJ_OK;
  tsj_plugin_close_scratch(game, work);
  return TSJ_LIMIT;
}

void tsj_watch(tsj_work* work, const volatile int* stop) {
  work->source.stop = stop;
  if (work->block != NULL) work->block->stop = stop;
}

void tsj_plugin_close_scratch(const tsj_plugin* game, tsj_work* work) {
  for (uint32_t role = 0; role < game->role_count; role++) {
    if (work->lists[role].moves != NULL) resize(work, work->lists[role].moves, 0);
    work->lists[role] = (move_list){NULL, 0, 0};
  }
  if (work->space != NULL) tsj_space_release(work->space);
  if (work->batch != NULL) resize(work, work->batch, 0);
  work->batch = NULL;
  if (work->block != NULL) tsj_close_tables(work->block);
}
