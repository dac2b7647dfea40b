/* Implements the working memory of production rules. */
#include "tesuji/memory_abi.h"

#include <string.h>

static uint32_t mix(uint32_t hash, uint32_t value) {
  hash ^= value + 0x9e3779b9u + (hash << 6) + (hash >> 2);
  return hash * 0x85ebca6bu;
}

/* Computes the head for a row whose columns are at row[columns[i]], or at row[i] if `key` is
 * set. */
static uint32_t head_of(const tsj_fact_index* index, const uint32_t* row, int key) {
  uint32_t head = 0;
  for (uint32_t i = 0; i < index->column_count; ++i) {
    const uint32_t value = row[key ? i : index->columns[i]];
    head = index->strides ? head + value * index->strides[i] : mix(head, value);
  }
  return index->strides ? head : head & index->mask;
}

static uint64_t bit_of(const tsj_facts* facts, const uint32_t* row) {
  uint64_t bit = 0;
  for (uint32_t c = 0; c < facts->arity; ++c) bit += row[c] * facts->strides[c];
  return bit;
}

static int same_row(const tsj_facts* facts, uint32_t number, const uint32_t* row) {
  return facts->arity == 0 || memcmp(facts->cells + (uint64_t)number * facts->arity, row,
                                     facts->arity * sizeof *row) == 0;
}

/* Returns row + 1 of the fact; 0 if it is absent. */
static uint32_t find(const tsj_facts* facts, const uint32_t* row) {
  const tsj_fact_index* whole = &facts->indexes[facts->whole];
  uint32_t at = whole->heads[head_of(whole, row, 0)];
  while (at && (facts->gone[at - 1] || !same_row(facts, at - 1, row))) at = whole->next[at - 1];
  return at;
}

/* Relations without columns have no cells, and a null pointer takes no offset. */
static const uint32_t* row_at(const tsj_facts* facts, uint32_t number) {
  return facts->arity == 0 ? 0 : facts->cells + (uint64_t)number * facts->arity;
}

static void link(tsj_facts* facts, uint32_t number) {
  const uint32_t* row = row_at(facts, number);
  for (uint32_t i = 0; i < facts->index_count; ++i) {
    tsj_fact_index* index = &facts->indexes[i];
    const uint32_t head = head_of(index, row, 0);
    index->next[number] = 0;
    if (index->tails[head]) {
      index->next[index->tails[head] - 1] = number + 1;
    } else {
      index->heads[head] = number + 1;
    }
    index->tails[head] = number + 1;
  }
}

/* Takes removed rows off the front of the chains that hold a row. They keep their own `next`, so
 * that a walk that has reached one can continue; the newest row of a chain stays, removed or not,
 * so that later rows can be appended. */
static void trim(tsj_facts* facts, uint32_t number) {
  const uint32_t* row = row_at(facts, number);
  for (uint32_t i = 0; i < facts->index_count; ++i) {
    tsj_fact_index* index = &facts->indexes[i];
    uint32_t* head = &index->heads[head_of(index, row, 0)];
    while (facts->gone[*head - 1] && index->next[*head - 1]) *head = index->next[*head - 1];
  }
}

uint32_t tsj_fact_index_first(const tsj_fact_index* index, const uint32_t* key) {
  return index->heads[head_of(index, key, 1)];
}

int tsj_facts_contain(const tsj_facts* facts, const uint32_t* row) {
  if (!facts->present) return find(facts, row) != 0;
  const uint64_t bit = bit_of(facts, row);
  return (int)(facts->present[bit / 64] >> (bit % 64) & 1);
}

int tsj_memory_is_stopped(const tsj_memory* memory) {
  const volatile unsigned char* flag = (const volatile unsigned char*)memory->stop;
  return flag && __atomic_load_n(flag, __ATOMIC_RELAXED);
}

/* Returns whether the host requests a stop; if so, sets the memory's status. */
static int stop(tsj_memory* memory) {
  if (!tsj_memory_is_stopped(memory)) return 0;
  memory->status = TSJ_STOPPED;
  return 1;
}

int tsj_facts_add(tsj_facts* facts, const uint32_t* row) {
  if (tsj_facts_contain(facts, row) || stop(facts->owner)) return 0;
  if (facts->count == facts->capacity && !facts->owner->grow(facts)) return 0;
  const uint32_t number = facts->count++;
  if (facts->arity) {
    memcpy(facts->cells + (uint64_t)number * facts->arity, row, facts->arity * sizeof *row);
  }
  facts->gone[number] = 0;
  link(facts, number);
  if (facts->present) {
    const uint64_t bit = bit_of(facts, row);
    facts->present[bit / 64] |= (uint64_t)1 << (bit % 64);
  }
  facts->last_added = ++facts->owner->clock;
  return 1;
}

int tsj_facts_remove(tsj_facts* facts, const uint32_t* row) {
  if (!tsj_facts_contain(facts, row) || stop(facts->owner)) return 0;
  if (facts->owner->removals == 0) {
    facts->owner->status = TSJ_LIMIT;
    return 0;
  }
  --facts->owner->removals;
  /* Relations that a rule removes from have the index over all columns. */
  const uint32_t number = find(facts, row) - 1;
  facts->gone[number] = 1;
  ++facts->holes;
  trim(facts, number);
  if (facts->present) {
    const uint64_t bit = bit_of(facts, row);
    facts->present[bit / 64] &= ~((uint64_t)1 << (bit % 64));
  }
  facts->last_removed = ++facts->owner->clock;
  return 1;
}

void tsj_facts_clear(tsj_facts* facts) {
  for (uint32_t number = 0; number < facts->count; ++number) {
    const uint32_t* row = facts->cells + (uint64_t)number * facts->arity;
    for (uint32_t i = 0; i < facts->index_count; ++i) {
      tsj_fact_index* index = &facts->indexes[i];
      const uint32_t head = head_of(index, row, 0);
      index->heads[head] = 0;
      index->tails[head] = 0;
    }
    if (facts->present) {
      const uint64_t bit = bit_of(facts, row);
      facts->present[bit / 64] &= ~((uint64_t)1 << (bit % 64));
    }
  }
  facts->count = 0;
  facts->holes = 0;
}

void tsj_facts_relink(tsj_facts* facts) {
  for (uint32_t number = 0; number < facts->count; ++number) link(facts, number);
}
