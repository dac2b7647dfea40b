/* Declares the numbers that production rules compute, which generated code, interpreter and host
 * share (ir/module/operation.h defines functions and their values).
 *
 * C11, freestanding. Values are positions in the open domain of a rule set: first those of its
 * constants, then those of computed numbers, assigned when a number is first computed. */
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
  double real;   /* of a whole number, the nearest double */
  double rank;   /* of a constant: its rank among all constants; not a number if it is a word */
  uint32_t kind; /* TSJ_WORD, TSJ_WHOLE or TSJ_REAL */
  uint32_t next; /* position + 1 of the next value with the same hash; 0: last */
} tsj_number;

typedef struct tsj_numbers {
  tsj_number* values; /* by position */
  uint32_t* heads;    /* position + 1, by hash; of constants, only those that can be results */
  uint32_t mask;      /* number of heads - 1 */
  uint32_t count;
  uint32_t given; /* how many of the first values are constants */
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
  TSJ_NOT_WHOLE, /* an argument of div or mod is not whole */
  TSJ_BY_ZERO,   /* division by zero */
  TSJ_TOO_LARGE  /* the result exceeds 64 bits, or is not finite */
};

/* The failures of one computation. */
typedef struct tsj_failure {
  uint64_t count;
  uint32_t reason; /* of the first */
  uint32_t
      operand; /* TSJ_NO_NUMBER, TSJ_NOT_WHOLE: position of the word, or of the number if known */
} tsj_failure;

/* Returns position + 1 of a function's value. Returns 0 if the function has no value, which it
 * counts in the memory's failure with this `number`, or if it sets the memory's status. The
 * operands are positions; the steps need a stack of at most 64 values. If `adds` is set, a new
 * number is given a position; else a number without a position yields 0. */
uint32_t tsj_compute(struct tsj_memory* memory, const tsj_step* steps, uint32_t count,
                     uint32_t number, const uint32_t* operands, int adds);

/* Returns position + 1 of a whole number; `adds` as in tsj_compute. */
uint32_t tsj_whole_number(struct tsj_memory* memory, int64_t value, int adds);

/* Returns a negative value, 0 or a positive value as the number at position `a` is less than, equal
 * to or greater than the one at `b`; 2 if one of them is a word. Compares two constants exactly. */
int tsj_numbers_compare(const tsj_numbers* numbers, uint32_t a, uint32_t b);

/* Enters a position and its value in the hash table of possible results. For the host. */
void tsj_numbers_link(tsj_numbers* numbers, uint32_t position);

#ifdef __cplusplus
}
#endif
#endif
