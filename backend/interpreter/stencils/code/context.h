/* Defines the data shared by machine code made of stencils (stencils.c) and the functions that it
 * calls. C11. */
#ifndef TESUJI_STENCILS_CONTEXT_H
#define TESUJI_STENCILS_CONTEXT_H

#include "runtime/core/tesuji/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tsj_stencil_context;

/* Functions that machine code calls. A returned status other than TSJ_OK ends the entry. */
typedef struct tsj_stencil_functions {
  int32_t (*poll)(struct tsj_stencil_context*); /* when until_poll is not above 0 */
  int32_t (*insert)(struct tsj_stencil_context*, tsj_table* table, const uint32_t* row);
  void (*clear_table)(tsj_table* table);
  /* Begins another round of a recursive CompiledStratum; returns whether the last found tuples. */
  int (*next_round)(struct tsj_stencil_context*, const void* stratum);
  /* Sets `range`: rows [range[0], range[1]) of a FixedIndex have the key. Returns their number. */
  uint64_t (*find)(const void* index, const uint32_t* key, const char** range);
  /* Allocates another block for registers of deeply nested calls, of `size` bytes or more, and sets
   * `limit`. Returns NULL if memory is exhausted. */
  void* (*reserve)(struct tsj_stencil_context*, uint64_t size);
  void (*release)(void* block);
  uint32_t (*first_in_chain)(const tsj_index* index, const uint32_t* key);
} tsj_stencil_functions;

/* A relation that is computed in calls. */
typedef struct tsj_stencil_call {
  const void* code;
  const void* delta_code; /* if it is recursive */
  uint64_t size;          /* bytes that a call needs for registers */
} tsj_stencil_call;

/* One run of an entry. */
typedef struct tsj_stencil_context {
  const tsj_stencil_functions* functions;
  const uint32_t* given; /* arguments of the running call */
  uint64_t* call;        /* CallWords of the running call (bytecode.h) */
  char* top;             /* registers of the next call */
  char* limit;           /* end of their block */
  char* out;             /* the area of the next state */
  int64_t until_poll;    /* steps until the next check whether the host wants to stop */
} tsj_stencil_context;

#ifdef __cplusplus
}
#endif
#endif
