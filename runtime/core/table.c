/* Implements sets of rows with hash indexes: chains through arrays, newest row first.
 *
 * A chain is in descending order of rows, and growing keeps it so. A loop over a chain therefore
 * stays correct when its own body inserts rows (they come in front of the current one) and even
 * when that makes the table grow (all older rows with the same key still follow the current one),
 * if it reads `next` and `rows` from the table again at every step. */
#include "tesuji/abi.h"

#include <string.h>

/* Rows that are linked between two checks of the stop flag: some milliseconds. */
enum { rows_unwatched = 1 << 16 };

/* Multiplicative mixing with 2^64 / golden ratio (Knuth, TAOCP 6.4). A product's high bits depend
 * on all bits of the input, its low bits only on the low ones. So each step first folds the high
 * half into the low one. Buckets take the high half, folded once more, because the second column is
 * fully represented only in its own highest bits. */
static const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);

static uint32_t bucket(uint64_t hash, uint32_t mask) {
  const uint32_t high = (uint32_t)(hash >> 32);
  return (high ^ high >> 16) & mask;
}

/* Mixes two columns at a time: each step waits for the one before it, so fewer steps are faster. */
static uint64_t mix(uint64_t hash, uint32_t first, uint32_t second) {
  return (hash ^ (first | (uint64_t)second << 32)) * golden;
}

static uint32_t bucket_of_key(const tsj_index* index, const uint32_t* key) {
  const uint32_t count = index->column_count;
  uint64_t hash = 0;
  uint32_t i = 0;
  for (; i + 1 < count; i += 2) hash = mix(hash ^ hash >> 32, key[i], key[i + 1]);
  if (i < count) hash = mix(hash ^ hash >> 32, key[i], 0);
  return bucket(hash, index->mask);
}

static uint32_t bucket_of_row(const tsj_index* index, const uint32_t* row) {
  const uint32_t* columns = index->columns;
  const uint32_t count = index->column_count;
  uint64_t hash = 0;
  uint32_t i = 0;
  for (; i + 1 < count; i += 2) hash = mix(hash ^ hash >> 32, row[columns[i]], row[columns[i + 1]]);
  if (i < count) hash = mix(hash ^ hash >> 32, row[columns[i]], 0);
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

/* Whether the row is in the chain that begins at head `first` of index 0. */
static int in_chain(const tsj_table* table, uint32_t first, const uint32_t* row) {
  const uint32_t arity = table->arity;
  const uint32_t* next = table->indexes[0].next;
  for (uint32_t r = first; r != 0; r = next[r - 1])
    if (same_row(table->rows + (size_t)(r - 1) * arity, row, arity)) return 1;
  return 0;
}

static int in_list(const tsj_table* table, const uint32_t* row) {
  for (uint32_t r = 0; r < table->count; r++)
    if (same_row(table->rows + (size_t)r * table->arity, row, table->arity)) return 1;
  return 0;
}

int tsj_table_contains(const tsj_table* table, const uint32_t* row) {
  if (table->index_count == 0) return in_list(table, row);
  return in_chain(table, tsj_index_first(&table->indexes[0], row), row);
}

static void link_row(tsj_index* index, uint32_t bucket, uint32_t r) {
  index->next[r] = index->heads[bucket];
  index->heads[bucket] = r + 1;
}

int tsj_table_insert(tsj_table* table, const uint32_t* row) {
  const uint32_t arity = table->arity;
  uint32_t place = 0;
  if (table->index_count == 0) {
    if (in_list(table, row)) return 0;
  } else {
    const tsj_index* all = &table->indexes[0];
    place = bucket_of_key(all, row);
    if (in_chain(table, all->heads[place], row)) return 0;
  }
  if (table->count == table->capacity) {
    if (!table->owner->grow(table)) return 0;
    if (table->index_count > 0) place = bucket_of_key(&table->indexes[0], row);
  }
  const uint32_t r = table->count++;
  uint32_t* added = table->rows + (size_t)r * arity;
  for (uint32_t i = 0; i < arity; i++) added[i] = row[i];
  if (table->index_count == 0) return 1;
  link_row(&table->indexes[0], place, r);
  for (uint32_t i = 1; i < table->index_count; i++)
    link_row(&table->indexes[i], bucket_of_row(&table->indexes[i], row), r);
  return 1;
}

void tsj_table_clear(tsj_table* table) {
  for (uint32_t i = 0; i < table->index_count; i++) {
    tsj_index* index = &table->indexes[i];
    /* If a table that was once large has few rows, clears only their heads. */
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

/* The flag is the lowest byte, as generated code reads it. */
static int is_stopped(const tsj_scratch* scratch) {
  const volatile unsigned char* flag = (const volatile unsigned char*)scratch->stop;
  return flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

void tsj_table_rehash(tsj_table* table) {
  for (uint32_t i = 0; i < table->index_count; i++) {
    tsj_index* index = &table->indexes[i];
    for (uint32_t r = 0; r < table->count; r++) {
      if (r % rows_unwatched == rows_unwatched - 1 && is_stopped(table->owner)) {
        table->owner->status = TSJ_STOPPED;
        return;
      }
      link_row(index, bucket_of_row(index, table->rows + (size_t)r * table->arity), r);
    }
  }
}
