/* What machine code made of stencils (stencils.c) and the functions that it calls work with. C11.
 */
#ifndef TESUJI_STENCILS_CONTEXT_H
#define TESUJI_STENCILS_CONTEXT_H

#include "runtime/core/tesuji/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One call of an entry. */
typedef struct tsj_stencil_context {
  const uint32_t* given; /* to the call that runs */
  uint64_t* call;        /* CallWords of the call that runs (bytecode.h) */
  char* out;             /* the area of the next state */
  uint64_t walked; /* places without a match, since the last look at the host's wish to stop */
  uint64_t walk_interval;
  uint32_t until_poll; /* steps that are left until the next look */
  /* Each returns TSJ_OK, or the status that ends the plan. */
  int32_t (*poll)(struct tsj_stencil_context*);    /* when until_poll is 0 */
  int32_t (*give_up)(struct tsj_stencil_context*); /* when walked reaches walk_interval */
  int32_t (*insert)(struct tsj_stencil_context*, tsj_table* table, const uint32_t* row);
  /* Runs the plans of a CompiledCall; its tuples go to `found`. */
  int32_t (*run_call)(struct tsj_stencil_context*, const void* call, const uint32_t* given,
                      uint64_t* found);
  /* Rows [range[0], range[1]) of a FixedIndex that have the key. */
  void (*find)(const void* index, const uint32_t* key, const char** range);
  uint32_t (*first_in_chain)(const tsj_index* index, const uint32_t* key);
} tsj_stencil_context;

#ifdef __cplusplus
}
#endif
#endif
