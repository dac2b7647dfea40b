/* Scratch memory: one block of the caller's, and tables and lists that grow from its source. */
#include "space.h"
#include "tesuji/cpu.h"
#include "tesuji/plugin_functions.h"

#include <string.h>

enum { alignment = 64, first_rows = 16 };
static const uint64_t default_rows = 50000000;
static const uint64_t default_bytes = UINT64_C(4) << 30;
static const uint64_t default_state_bytes = UINT64_C(512) << 20;

static uint64_t at_least_one(uint64_t count) {
  return count == 0 ? 1 : count;
}

/* Takes `bytes` from the block at `base`; NULL, and only counted, where there is none yet. */
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

/* Where everything lies, from the block's first byte: pointers into it, unless base is NULL.
 * `tables` becomes the tables, `indexes` all their indexes. The bytes that it takes. */
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
  if (data->turns != NULL) work->space = take(base, &used, sizeof(state_space));
  if (data->plans != NULL) {
    const tsj_plans* plans = data->plans;
    uint64_t index_count = 0;
    for (uint32_t t = 0; t < plans->table_count; t++) index_count += plans->tables[t].index_count;
    work->row = take(base, &used, (widest(plans) + 1) * sizeof(uint32_t));
    work->loaded = take(base, &used, game->state_words * sizeof(uint64_t));
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

static uint64_t heads_for(uint32_t rows) {
  uint64_t heads = 1;
  while (heads < 2 * (uint64_t)rows) heads *= 2;
  return heads;
}

static uint64_t bytes_for(const tsj_table* table, uint32_t rows) {
  return sizeof(uint32_t) *
         ((uint64_t)rows * table->arity + table->index_count * (rows + heads_for(rows)));
}

/* Links every row anew, with as many heads as before: some arrays of heads may be larger by now. */
static void relink(tsj_table* table) {
  for (uint32_t i = 0; i < table->index_count; i++) {
    tsj_index* index = &table->indexes[i];
    if (index->heads != NULL)
      memset(index->heads, 0, ((uint64_t)index->mask + 1) * sizeof(uint32_t));
  }
  if (table->count > 0) tsj_table_rehash(table);
}

/* Moves the table to arrays for so many rows. On failure it is as it was, but for unused room. */
static int reserve(tsj_work* work, tsj_table* table, uint32_t capacity) {
  uint32_t* rows =
      resize(work, table->rows, at_least_one((uint64_t)capacity * table->arity) * sizeof *rows);
  if (rows == NULL) return 0;
  table->rows = rows;
  const uint64_t heads = heads_for(capacity);
  for (uint32_t i = 0; i < table->index_count; i++) {
    uint32_t* next = resize(work, table->indexes[i].next, (uint64_t)capacity * sizeof *next);
    if (next == NULL) return 0;
    table->indexes[i].next = next;
  }
  for (uint32_t i = 0; i < table->index_count; i++) {
    tsj_index* index = &table->indexes[i];
    uint32_t* fresh = resize(work, index->heads, heads * sizeof *fresh);
    if (fresh == NULL) {
      relink(table);
      return 0;
    }
    index->heads = fresh;
    memset(fresh, 0, heads * sizeof *fresh);
    if (i + 1 < table->index_count) continue;
    for (uint32_t j = 0; j < table->index_count; j++)
      table->indexes[j].mask = (uint32_t)(heads - 1);
  }
  table->capacity = capacity;
  tsj_table_rehash(table);
  return 1;
}

/* tsj_scratch::grow */
static int grow(tsj_table* table) {
  tsj_work* work = table->owner->host;
  const uint64_t limit = work->source.row_limit;
  const uint64_t wanted = table->capacity > limit / 2 ? limit : 2 * (uint64_t)table->capacity;
  const uint32_t capacity = (uint32_t)wanted;
  const uint64_t bytes =
      work->table_bytes - bytes_for(table, table->capacity) + bytes_for(table, capacity);
  if (table->count < capacity && bytes <= work->source.byte_limit &&
      reserve(work, table, capacity)) {
    work->table_bytes = bytes;
    return table->owner->status != TSJ_STOPPED;
  }
  table->owner->status = TSJ_LIMIT;
  return 0;
}

static int open_tables(tsj_work* work, const tsj_plans* plans, tsj_table* tables,
                       tsj_index* indexes) {
  tsj_scratch* block = work->block;
  block->tables = tables;
  block->table_count = plans->table_count;
  block->status = TSJ_OK;
  block->stop = work->source.stop;
  block->grow = grow;
  block->host = work;
  for (uint32_t t = 0; t < plans->table_count; t++) {
    const tsj_table_shape* shape = &plans->tables[t];
    tsj_table* table = &tables[t];
    table->arity = shape->arity;
    table->index_count = shape->index_count;
    table->indexes = indexes;
    table->owner = block;
    for (uint32_t i = 0; i < shape->index_count; i++) {
      indexes[i].columns = shape->indexes[i].columns;
      indexes[i].column_count = shape->indexes[i].count;
    }
    indexes += shape->index_count;
    const uint64_t limit = work->source.row_limit;
    if (!reserve(work, table, limit < first_rows ? (uint32_t)limit : first_rows)) return 0;
    work->table_bytes += bytes_for(table, table->capacity);
  }
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
  if (work->data->plans != NULL && !open_tables(work, work->data->plans, tables, indexes)) {
    tsj_plugin_close_scratch(game, work);
    return TSJ_LIMIT;
  }
  return TSJ_OK;
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
  if (work->space != NULL) space_release(work->space);
  if (work->batch != NULL) resize(work, work->batch, 0);
  work->batch = NULL;
  if (work->block == NULL) return;
  for (uint32_t t = 0; t < work->block->table_count; t++) {
    tsj_table* table = &work->block->tables[t];
    for (uint32_t i = 0; i < table->index_count; i++) {
      tsj_index* index = &table->indexes[i];
      if (index->heads != NULL) resize(work, index->heads, 0);
      if (index->next != NULL) resize(work, index->next, 0);
      index->heads = index->next = NULL;
    }
    if (table->rows != NULL) resize(work, table->rows, 0);
    table->rows = NULL;
  }
}
