/* Declares what generated code and its host share: tables, scratch memory, entries.
 *
 * C11, freestanding. Generated code (JIT or plugin) may call only the functions of this header and
 * memcpy, memmove, memset, memcmp.
 *
 * Rows are tuples of uint32_t domain positions. All memory belongs to the host; one scratch block
 * serves one thread at a time. */
#ifndef TESUJI_ABI_H
#define TESUJI_ABI_H

#include "status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A hash index of a table: each chain links the rows whose columns have the same hash. */
typedef struct tsj_index {
  const uint32_t* columns; /* ascending, column_count of them */
  uint32_t column_count;
  uint32_t mask;   /* number of heads - 1, a power of two minus one */
  uint32_t* heads; /* row + 1 of the newest row in the chain, 0 if empty */
  uint32_t* next;  /* per row: row + 1 of the next older one, 0 at the end */
} tsj_index;

struct tsj_scratch;

/* A growing set of rows. Index 0, if any, covers all columns and finds duplicates; a table without
 * indexes is a list. Rows are kept in order of insertion, so the rows that a round of recursion
 * added form a range. */
typedef struct tsj_table {
  uint32_t* rows; /* row-major, arity numbers each */
  uint32_t count;
  uint32_t capacity;
  uint32_t arity;
  uint32_t index_count;
  tsj_index* indexes;
  struct tsj_scratch* owner;
  uint32_t delta_begin; /* rows new in the last round: [delta_begin, delta_end) */
  uint32_t delta_end;
} tsj_table;

/* Head of a scratch block. The compiler lays out the rest of the block (ir/module/layout.h);
 * offsets count from the beginning of this struct. */
typedef struct tsj_scratch {
  tsj_table* tables;
  uint32_t table_count;
  int32_t status;           /* TSJ_OK, or TSJ_LIMIT after a failure */
  const volatile int* stop; /* if its lowest byte is not 0, entries end with TSJ_STOPPED; may be
                             * NULL */
  /* Makes room for at least one more row; 0 if it cannot (then status is set). */
  int (*grow)(struct tsj_table* table);
  void* host;
} tsj_scratch;

/* Computes one entry for `state`. The entry `next` zeroes `out` and writes the next state's words
 * to it; other entries ignore `out`. `self` is the value registered with the function. Re-entrant;
 * each call needs exclusive use of `scratch`. */
typedef int32_t (*tsj_entry)(const void* self, tsj_scratch* scratch, const uint64_t* state,
                             uint64_t* out);

/* Adds a row if it is absent; returns 1 if it was added, 0 if it was present or memory ran out. */
int tsj_table_insert(tsj_table* table, const uint32_t* row);
/* Returns 1 if the row is in the table; searches index 0, or all rows if there are no indexes. */
int tsj_table_contains(const tsj_table* table, const uint32_t* row);
/* Returns row + 1 of the first row in the chain for `key` (values of the index's columns, in their
 * order); 0 if the chain is empty. The caller must still compare the rows of the chain. */
uint32_t tsj_index_first(const tsj_index* index, const uint32_t* key);
/* Empties the table, in time proportional to its contents. */
void tsj_table_clear(tsj_table* table);
/* Makes the rows added since the last call the delta of the next round. */
void tsj_table_next_round(tsj_table* table);
/* Links every row again, after the host has given the table larger arrays; `heads` must be all
 * zero. For the host's `grow`. If the owner's stop flag is set, returns early with status
 * TSJ_STOPPED: chains then lack rows, and the table must be cleared. */
void tsj_table_rehash(tsj_table* table);

#ifdef __cplusplus
}
#endif
#endif
