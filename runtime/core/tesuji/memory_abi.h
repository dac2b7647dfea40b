/* Interface of the working memory of production rules, between generated code, interpreter and
 * host (ir/module/agenda.h defines its meaning).
 *
 * C11, freestanding. Facts are rows of uint32_t domain positions, in order of
 * arrival; a fact that is removed leaves a hole. All memory belongs to the host;
 * one memory serves one thread at a time. */
#ifndef TESUJI_MEMORY_ABI_H
#define TESUJI_MEMORY_ABI_H

#include "abi.h"
#include "numbers_abi.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Chains of rows that agree in some columns, oldest row first, so that a walk
 * along `next` sees rows that arrive meanwhile. */
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
  uint8_t* gone;   /* per row: not 0 once it has been removed */
  uint32_t count;  /* rows that ever arrived */
  uint32_t holes;  /* those that have been removed */
  uint32_t capacity;
  uint32_t arity;
  uint32_t index_count;
  tsj_fact_index* indexes;
  uint64_t* present;       /* a bit per tuple of the columns' domains, or NULL: then ... */
  const uint64_t* strides; /* bit number = sum of value * stride */
  uint32_t whole;          /* ... the index over all columns finds a fact; else unused */
  uint64_t last_added;     /* by the memory's clock; 0: never */
  uint64_t last_removed;
  struct tsj_memory* owner;
} tsj_facts;

typedef struct tsj_memory {
  tsj_facts* relations;
  uint32_t relation_count;
  int32_t status;           /* TSJ_OK, or TSJ_LIMIT or TSJ_STOPPED once something failed */
  uint64_t clock;           /* counts changes */
  uint64_t nodes;           /* trials left before TSJ_LIMIT; counted by the engine */
  uint64_t removals;        /* left before TSJ_LIMIT; the host sets it for each run */
  const volatile int* stop; /* its lowest byte not 0: facts neither come nor go; NULL: never */
  tsj_numbers* numbers;     /* NULL where rules compute none */
  tsj_failure* failures;    /* of each computation of the rule set */
  /* Makes room for at least one more row; 0 if it cannot (then status is set). */
  int (*grow)(struct tsj_facts* facts);
  void* host;
} tsj_memory;

/* Row + 1 of the oldest row of the chain for `key` (values of the index's columns,
 * in their order), 0 if empty. Rows of a hashed chain must still be compared. */
uint32_t tsj_fact_index_first(const tsj_fact_index* index, const uint32_t* key);
/* 1 if the fact is there. */
int tsj_facts_contain(const tsj_facts* facts, const uint32_t* row);
/* Whether the host asks to stop. */
int tsj_memory_is_stopped(const tsj_memory* memory);
/* Adds a fact, unless it is there; 1 if it was new, 0 if not, and where the host asks to stop or
 * is out of memory: then the status is set. */
int tsj_facts_add(tsj_facts* facts, const uint32_t* row);
/* Removes a fact; 1 if it was there, 0 if not, and where the host asks to stop or
 * memory->removals is used up: then the status is set. */
int tsj_facts_remove(tsj_facts* facts, const uint32_t* row);
/* Takes all facts out, in time proportional to their number; keeps the room and both
 * dates of change. Not while a rule runs. */
void tsj_facts_clear(tsj_facts* facts);
/* Links every row anew, after the host has given the relation larger arrays; heads
 * and tails must be all zero. For the host's `grow`. */
void tsj_facts_relink(tsj_facts* facts);

#ifdef __cplusplus
}
#endif
#endif
