/* What machine code made of stencils (stencils.c) and the functions that it calls work with. C11.
 */
#ifndef TESUJI_STENCILS_CONTEXT_H
#define TESUJI_STENCILS_CONTEXT_H

#include "runtime/core/tesuji/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tsj_stencil_context;

/* What machine code calls. Where a status is returned, another than TSJ_OK ends the entry. */
typedef struct tsj_stencil_functions {
  int32_t (*poll)(struct tsj_stencil_context*); /* when until_poll is not above 0 */
  int32_t (*insert)(struct tsj_stencil_context*, tsj_table* table, const uint32_t* row);
  void (*clear_table)(tsj_table* table);
  /* Begins another round of a recursive CompiledStratum; whether there is anything new. */
  int (*next_round)(struct tsj_stencil_context*, const void* stratum);
  /* Rows [range[0], range[1]) of a FixedIndex have the key; their number. */
  uint64_t (*find)(const void* index, const uint32_t* key, const char** range);
  /* Another block for registers of calls, of `size` bytes or more, where calls are nested deep; it
   * sets `limit`. NULL: there is no memory. */
  void* (*reserve)(struct tsj_stencil_context*, uint64_t size);
  void (*release)(void* block);
  uint32_t (*first_in_chain)(const tsj_index* index, const uint32_t* key);
} tsj_stencil_functions;

/* A relation that is computed in calls. */
typedef struct tsj_stencil_call {
  const void* code;
  const void* delta_code; /* where it is recursive */
  uint64_t size;          /* bytes that a call needs for registers */
} tsj_stencil_call;

/* One run of an entry. */
typedef struct tsj_stencil_context {
  const tsj_stencil_functions* functions;
  const uint32_t* given; /* to the call that runs */
  uint64_t* call;        /* CallWords of the call that runs (bytecode.h) */
  char* top;             /* registers of the next call */
  char* limit;           /* where their block ends */
  char* out;             /* the area of the next state */
  int64_t until_poll;    /* steps that are left until the next look at the host's wish to stop */
} tsj_stencil_context;

#ifdef __cplusplus
}
#endif
#endif
