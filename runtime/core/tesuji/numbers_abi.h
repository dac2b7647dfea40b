/* Numbers that production rules compute (ir/module/computation.h defines functions and their
 * values), between generated code, interpreter and host.
 *
 * C11, freestanding. Values are positions in the open domain of a rule set: those of its constants,
 * then those of numbers, each given when it is first computed. */
#ifndef TESUJI_NUMBERS_ABI_H
#define TESUJI_NUMBERS_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tsj_memory;

enum { TSJ_WORD = 0, TSJ_WHOLE = 1, TSJ_REAL = 2 };

typedef struct tsj_number {
  int64_t whole;
  double real;   /* of a whole number the nearest one */
  double rank;   /* of a constant: its place among all constants; not a number where it is a word */
  uint32_t kind; /* TSJ_WORD, TSJ_WHOLE or TSJ_REAL */
  uint32_t next; /* position + 1 of the next one with the same hash; 0: none */
} tsj_number;

typedef struct tsj_numbers {
  tsj_number* values; /* by position */
  uint32_t* heads;    /* position + 1, by hash; of constants only those that results can be */
  uint32_t mask;      /* number of heads - 1 */
  uint32_t count;
  uint32_t given; /* the first so many are constants */
  uint32_t capacity;
  /* Makes room for one more; 0 if it cannot (then the memory's status is set). */
  int (*grow)(struct tsj_memory* memory);
} tsj_numbers;

/* In the order of ir::Function. */
enum {
  TSJ_PLUS,
  TSJ_MINUS,
  TSJ_NEGATE,
  TSJ_TIMES,
  TSJ_OVER,
  TSJ_DIV,
  TSJ_MOD,
  TSJ_MIN,
  TSJ_MAX,
  TSJ_ABS,
  TSJ_FLOOR,
  TSJ_CEILING,
  TSJ_ROUND,
  TSJ_OPERAND = 255
};

typedef struct tsj_step {
  uint32_t function; /* or TSJ_OPERAND */
  uint32_t operand;
} tsj_step;

/* Why a function has no value. */
enum {
  TSJ_HAS_VALUE = 0,
  TSJ_NO_NUMBER, /* an argument is a word */
  TSJ_NOT_WHOLE, /* .. of div or mod is not whole */
  TSJ_BY_ZERO,   /* division by zero */
  TSJ_TOO_LARGE  /* more than 64 bits, or not finite */
};

/* The failures of one computation. */
typedef struct tsj_failure {
  uint64_t count;
  uint32_t reason; /* of the first */
  uint32_t
      operand; /* TSJ_NO_NUMBER, TSJ_NOT_WHOLE: position of the word, or of a number if known */
} tsj_failure;

/* Position + 1 of a function's value; 0 where it has none, which is counted in the memory's failure
 * of that `number`, and where the memory's status is set. The operands are positions; steps hold 64
 * values at a time at most. `adds`: gives a new number its position; else 0 for a number that has
 * none. */
uint32_t tsj_compute(struct tsj_memory* memory, const tsj_step* steps, uint32_t count,
                     uint32_t number, const uint32_t* operands, int adds);

/* Position + 1 of a whole number, as tsj_compute gives it. */
uint32_t tsj_whole_number(struct tsj_memory* memory, int64_t value, int adds);

/* Negative, 0 or positive as the number at position `a` is less than, equal to or greater than the
 * one at `b`; 2 where one is a word. Constants are compared exactly with each other. */
int tsj_numbers_compare(const tsj_numbers* numbers, uint32_t a, uint32_t b);

/* Puts a position with its value among those that results can be. For the host. */
void tsj_numbers_link(tsj_numbers* numbers, uint32_t position);

#ifdef __cplusplus
}
#endif
#endif
