/* Grows tables of scratch memory (abi.h) as they fill. C11, freestanding. */
#ifndef TESUJI_TABLE_GROWTH_H
#define TESUJI_TABLE_GROWTH_H

#include "abi.h"
#include "game_data.h"
#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* tsj_scratch::host of tables that were opened. */
typedef struct tsj_table_source {
  const tsj_memory_source* memory; /* with limits; may not move */
  uint64_t bytes;                  /* of all tables, taken from it */
} tsj_table_source;

/* Makes `count` tables with their indexes, both all zero before, and the head of scratch memory,
 * but for what lies behind it. 0 where there is no memory: close them then, too. */
int tsj_open_tables(tsj_scratch* scratch, tsj_table_source* source, const tsj_table_shape* shapes,
                    uint32_t count, tsj_table* tables, tsj_index* indexes);
/* Gives back what they took. */
void tsj_close_tables(tsj_scratch* scratch);

#ifdef __cplusplus
}
#endif
#endif
