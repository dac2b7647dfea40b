/* Interface between generated code and its host: tables, scratch memory, entries.
 *
 * C11, freestanding. Generated code (JIT or plugin) may call the functions of
 * this header and memcpy/memmove/memset/memcmp, nothing else.
 *
 * Rows are tuples of uint32_t domain positions. All memory belongs to the host;
 * one scratch block serves one thread at a time. */
#ifndef TESUJI_ABI_H
#define TESUJI_ABI_H

#include "status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One hash index of a table: chains of rows with equal hash of the columns. */
typedef struct tsj_index {
  const uint32_t* columns; /* ascending, column_count of them */
  uint32_t column_count;
  uint32_t mask;   /* number of heads - 1, a power of two minus one */
  uint32_t* heads; /* row + 1 of the newest row in the chain, 0 if empty */
  uint32_t* next;  /* per row: row + 1 of the next older one, 0 at the end */
} tsj_index;

struct tsj_scratch;

/* A growing set of rows. Index 0, where there is one, is over all columns and
 * finds duplicates; a table without indexes is a list. Rows are in order of
 * insertion, so that a range of rows is what a round of recursion added. */
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

/* Head of a scratch block. The block's layout behind it is the compiler's
 * (ir/module/layout.h); offsets count from the beginning of this struct. */
typedef struct tsj_scratch {
  tsj_table* tables;
  uint32_t table_count;
  int32_t status;           /* TSJ_OK, or TSJ_LIMIT once something failed */
  const volatile int* stop; /* its lowest byte not 0: entries end with TSJ_STOPPED; NULL: never */
  /* Makes room for at least one more row; 0 if it cannot (then status is set). */
  int (*grow)(struct tsj_table* table);
  void* host;
} tsj_scratch;

/* Computes one entry for `state`. `out` is the next state's words, zeroed by the
 * callee, for the entry `next`; ignored by the others. `self` is what the engine
 * registered beside the function. Re-entrant; `scratch` is used exclusively. */
typedef int32_t (*tsj_entry)(const void* self, tsj_scratch* scratch, const uint64_t* state,
                             uint64_t* out);

/* Adds a row unless it is there; 1 if it was new, 0 if not (or out of memory). */
int tsj_table_insert(tsj_table* table, const uint32_t* row);
/* 1 if the row is in the table (index 0; linear where there is no index). */
int tsj_table_contains(const tsj_table* table, const uint32_t* row);
/* First row + 1 of the chain for `key` (values of the index's columns, in their
 * order); rows of a chain must still be compared. 0 if empty. */
uint32_t tsj_index_first(const tsj_index* index, const uint32_t* key);
/* Empties the table; cost in proportion to what is in it. */
void tsj_table_clear(tsj_table* table);
/* The delta of the next round becomes the rows added since the last call. */
void tsj_table_next_round(tsj_table* table);
/* Links every row anew, after the host has given the table larger arrays: `heads` must be all zero.
 * For the host's `grow`. Where the owner is to stop, ends early with its status TSJ_STOPPED: then
 * rows are missing in chains; clear it. */
void tsj_table_rehash(tsj_table* table);

#ifdef __cplusplus
}
#endif
#endif
