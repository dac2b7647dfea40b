/* Declares the working memory of production rules, which generated code, interpreter and host share
 * (ir/module/agenda.h defines its meaning).
 *
 * C11, freestanding. Facts are rows of uint32_t domain positions, in order of arrival; a removed
 * fact leaves a hole. The host owns all memory; one memory serves one thread at a time. */
#ifndef TESUJI_MEMORY_ABI_H
#define TESUJI_MEMORY_ABI_H

#include "abi.h"
#include "numbers_abi.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Chains of rows that agree in some columns, oldest row first, so that a walk along `next` also
 * visits rows that are added meanwhile. */
typedef struct tsj_fact_index {
  const uint32_t* columns; /* ascending, column_count of them */
  uint32_t column_count;
  uint32_t mask;           /* number of heads - 1 where hashed; 0 where dense */
  const uint32_t* strides; /* dense: head number = sum of value * stride; NULL: hashed */
  uint32_t* heads;         /* row + 1 of the oldest row of the chain, 0 if empty */
  uint32_t* tails;         /* row + 1 of the newest */
  uint32_t* next;          /* per row: row + 1 of the next newer one, 0 at the end */
} tsj_fact_index;

struct tsj_memory;

/* A relation's facts. */
typedef struct tsj_facts {
  uint32_t* cells; /* row-major, arity numbers each */
  uint8_t* gone;   /* per row: not 0 after its removal */
  uint32_t count;  /* rows ever added */
  uint32_t holes;  /* rows removed */
  uint32_t capacity;
  uint32_t arity;
  uint32_t index_count;
  tsj_fact_index* indexes;
  uint64_t* present;       /* a bit for each tuple of the columns' domains; NULL: index `whole` is
                            * used */
  const uint64_t* strides; /* bit number = sum of value * stride */
  uint32_t whole;          /* if `present` is NULL, the index over all columns; else unused */
  uint64_t last_added;     /* by the memory's clock; 0: never */
  uint64_t last_removed;
  struct tsj_memory* owner;
} tsj_facts;

typedef struct tsj_memory {
  tsj_facts* relations;
  uint32_t relation_count;
  int32_t status;           /* TSJ_OK, or TSJ_LIMIT or TSJ_STOPPED after a failure */
  uint64_t clock;           /* incremented by every change */
  uint64_t nodes;           /* trials left before TSJ_LIMIT; the engine counts them down */
  uint64_t removals;        /* removals left before TSJ_LIMIT; the host sets it for each run */
  const volatile int* stop; /* if its lowest byte is not 0, no fact is added or removed; may be
                             * NULL */
  tsj_numbers* numbers;     /* NULL if rules compute no numbers */
  tsj_failure* failures;    /* one for each computation of the rule set */
  /* Makes room for at least one more row; 0 if it cannot (then status is set). */
  int (*grow)(struct tsj_facts* facts);
  void* host;
} tsj_memory;

/* Returns row + 1 of the oldest row of the chain for `key` (values of the index's columns, in their
 * order), 0 if empty. The caller must still compare the rows of a hashed chain. */
uint32_t tsj_fact_index_first(const tsj_fact_index* index, const uint32_t* key);
/* Returns 1 if memory contains the fact. */
int tsj_facts_contain(const tsj_facts* facts, const uint32_t* row);
/* Returns whether the host requests a stop. */
int tsj_memory_is_stopped(const tsj_memory* memory);
/* Adds a fact if it is absent; returns 1 if it was added, 0 if it was present. Also returns 0, and
 * sets the status, if the host requests a stop or memory runs out. */
int tsj_facts_add(tsj_facts* facts, const uint32_t* row);
/* Removes a fact; returns 1 if it was present, 0 if not. Also returns 0, and sets the status, if
 * the host requests a stop or memory->removals is used up. */
int tsj_facts_remove(tsj_facts* facts, const uint32_t* row);
/* Removes all facts, in time proportional to their number; keeps the memory and both dates of
 * change. Must not be called while a rule runs. */
void tsj_facts_clear(tsj_facts* facts);
/* Links every row again, after the host has given the relation larger arrays; heads and tails must
 * be all zero. For the host's `grow`. */
void tsj_facts_relink(tsj_facts* facts);

#ifdef __cplusplus
}
#endif
#endif
