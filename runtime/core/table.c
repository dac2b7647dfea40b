/* Sets of rows with hash indexes: chains through arrays, newest row first.
 *
 * A chain is in descending order of rows, and growing keeps it so. A loop over a
 * chain therefore goes on correctly when its own body inserts (new rows come in
 * front of it) and even when that makes the table grow (all older rows with the
 * same key are still behind the current one), if it reads `next` and `rows` from
 * the table afresh at every step. */
#include "tesuji/abi.h"

#include <string.h>

/* Multiplicative mixing with 2^64 / golden ratio (Knuth, TAOCP 6.4); the high half
 * of the product depends on every bit that went in. */
static const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);

static uint32_t bucket(uint64_t hash, uint32_t mask) {
  return (uint32_t)(hash >> 32) & mask;
}

static uint32_t bucket_of_key(const tsj_index* index, const uint32_t* key) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < index->column_count; i++) hash = (hash ^ key[i]) * golden;
  return bucket(hash, index->mask);
}

static uint32_t bucket_of_row(const tsj_index* index, const uint32_t* row) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < index->column_count; i++)
    hash = (hash ^ row[index->columns[i]]) * golden;
  return bucket(hash, index->mask);
}

static int same_row(const uint32_t* a, const uint32_t* b, uint32_t arity) {
  for (uint32_t i = 0; i < arity; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

uint32_t tsj_index_first(const tsj_index* index, const uint32_t* key) {
  return index->heads[bucket_of_key(index, key)];
}

int tsj_table_contains(const tsj_table* table, const uint32_t* row) {
  const uint32_t arity = table->arity;
  if (table->index_count == 0) {
    for (uint32_t r = 0; r < table->count; r++)
      if (same_row(table->rows + (size_t)r * arity, row, arity)) return 1;
    return 0;
  }
  const tsj_index* all = &table->indexes[0];
  for (uint32_t r = tsj_index_first(all, row); r != 0; r = all->next[r - 1])
    if (same_row(table->rows + (size_t)(r - 1) * arity, row, arity)) return 1;
  return 0;
}

static void link_row(const tsj_table* table, tsj_index* index, uint32_t r) {
  uint32_t* head = &index->heads[bucket_of_row(index, table->rows + (size_t)r * table->arity)];
  index->next[r] = *head;
  *head = r + 1;
}

int tsj_table_insert(tsj_table* table, const uint32_t* row) {
  if (tsj_table_contains(table, row)) return 0;
  if (table->count == table->capacity && !table->owner->grow(table)) return 0;
  const uint32_t r = table->count++;
  for (uint32_t i = 0; i < table->arity; i++) table->rows[(size_t)r * table->arity + i] = row[i];
  for (uint32_t i = 0; i < table->index_count; i++) link_row(table, &table->indexes[i], r);
  return 1;
}

void tsj_table_clear(tsj_table* table) {
  for (uint32_t i = 0; i < table->index_count; i++) {
    tsj_index* index = &table->indexes[i];
    /* Few rows in a table that was once large: only their own heads. */
    if (table->count < index->mask / 8) {
      for (uint32_t r = 0; r < table->count; r++)
        index->heads[bucket_of_row(index, table->rows + (size_t)r * table->arity)] = 0;
    } else if (table->count != 0) {
      memset(index->heads, 0, ((size_t)index->mask + 1) * sizeof *index->heads);
    }
  }
  table->count = 0;
  table->delta_begin = 0;
  table->delta_end = 0;
}

void tsj_table_next_round(tsj_table* table) {
  table->delta_begin = table->delta_end;
  table->delta_end = table->count;
}

void tsj_table_rehash(tsj_table* table) {
  for (uint32_t i = 0; i < table->index_count; i++)
    for (uint32_t r = 0; r < table->count; r++) link_row(table, &table->indexes[i], r);
}
