/* Grows tables by doubling them. */
#include "tesuji/table_growth.h"

#include <string.h>

enum { first_rows = 16 };

static void* resize(const tsj_memory_source* source, void* memory, uint64_t bytes) {
  return source->resize(source->context, memory, bytes);
}

static uint64_t at_least_one(uint64_t count) {
  return count == 0 ? 1 : count;
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

/* Links every row again, with as many heads as before; after a failed growth some arrays of heads
 * may be larger. */
static void relink(tsj_table* table) {
  for (uint32_t i = 0; i < table->index_count; i++) {
    tsj_index* index = &table->indexes[i];
    if (index->heads != NULL)
      memset(index->heads, 0, ((uint64_t)index->mask + 1) * sizeof(uint32_t));
  }
  if (table->count > 0) tsj_table_rehash(table);
}

/* Moves the table to arrays for this many rows. On failure the table is unchanged, except for
 * unused room. */
static int reserve(const tsj_memory_source* source, tsj_table* table, uint32_t capacity) {
  uint32_t* rows =
      resize(source, table->rows, at_least_one((uint64_t)capacity * table->arity) * sizeof *rows);
  if (rows == NULL) return 0;
  table->rows = rows;
  const uint64_t heads = heads_for(capacity);
  for (uint32_t i = 0; i < table->index_count; i++) {
    uint32_t* next = resize(source, table->indexes[i].next, at_least_one(capacity) * sizeof *next);
    if (next == NULL) return 0;
    table->indexes[i].next = next;
  }
  for (uint32_t i = 0; i < table->index_count; i++) {
    tsj_index* index = &table->indexes[i];
    uint32_t* fresh = resize(source, index->heads, heads * sizeof *fresh);
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
  tsj_table_source* source = table->owner->host;
  const uint64_t limit = source->memory->row_limit;
  const uint64_t wanted = table->capacity > limit / 2 ? limit : 2 * (uint64_t)table->capacity;
  const uint32_t capacity = (uint32_t)wanted;
  const uint64_t bytes =
      source->bytes - bytes_for(table, table->capacity) + bytes_for(table, capacity);
  if (table->count < capacity && bytes <= source->memory->byte_limit &&
      reserve(source->memory, table, capacity)) {
    source->bytes = bytes;
    return table->owner->status != TSJ_STOPPED;
  }
  table->owner->status = TSJ_LIMIT;
  return 0;
}

int tsj_open_tables(tsj_scratch* block, tsj_table_source* source, const tsj_table_shape* shapes,
                    uint32_t count, tsj_table* tables, tsj_index* indexes) {
  block->tables = tables;
  block->table_count = count;
  block->status = TSJ_OK;
  block->stop = source->memory->stop;
  block->grow = grow;
  block->host = source;
  for (uint32_t t = 0; t < count; t++) {
    const tsj_table_shape* shape = &shapes[t];
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
    const uint64_t limit = source->memory->row_limit;
    if (!reserve(source->memory, table, limit < first_rows ? (uint32_t)limit : first_rows))
      return 0;
    source->bytes += bytes_for(table, table->capacity);
  }
  return 1;
}

void tsj_close_tables(tsj_scratch* block) {
  const tsj_memory_source* memory = ((const tsj_table_source*)block->host)->memory;
  for (uint32_t t = 0; t < block->table_count; t++) {
    tsj_table* table = &block->tables[t];
    for (uint32_t i = 0; i < table->index_count; i++) {
      tsj_index* index = &table->indexes[i];
      if (index->heads != NULL) resize(memory, index->heads, 0);
      if (index->next != NULL) resize(memory, index->next, 0);
      index->heads = index->next = NULL;
    }
    if (table->rows != NULL) resize(memory, table->rows, 0);
    table->rows = NULL;
  }
}
