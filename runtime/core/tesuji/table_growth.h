/* Grows tables of scratch memory (abi.h) as they fill. C11, freestanding. */
#ifndef TESUJI_TABLE_GROWTH_H
#define TESUJI_TABLE_GROWTH_H

#include "abi.h"
#include "game_data.h"
#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tsj_scratch::host of opened tables. */
typedef struct tsj_table_source {
  const tsj_memory_source* memory; /* includes the limits; must stay at its address */
  uint64_t bytes;                  /* allocated for all tables */
} tsj_table_source;

/* Creates `count` tables with their indexes, both all zero before, and the head of scratch memory,
 * but not the memory that follows it. Returns 0 if memory runs out; the tables must be closed then,
 * too. */
int tsj_open_tables(tsj_scratch* scratch, tsj_table_source* source, const tsj_table_shape* shapes,
                    uint32_t count, tsj_table* tables, tsj_index* indexes);
/* Frees their memory. */
void tsj_close_tables(tsj_scratch* scratch);

#ifdef __cplusplus
}
#endif
#endif
