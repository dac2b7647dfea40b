/* Computes functions on numbers, and stores the numbers that rules have computed. */
#include "tesuji/numbers_abi.h"

#include "tesuji/memory_abi.h"

#include <string.h>

/* Reals of at least 2^63 are not whole numbers of 64 bits. */
static const double beyond_whole = 9223372036854775808.0;

/* A value while it is computed. */
typedef struct value {
  int is_whole;
  int64_t whole;
  double real;
  uint32_t position; /* position + 1 of an operand; 0 of a function's result */
} value;

static value whole_value(int64_t whole) {
  const value result = {1, whole, (double)whole, 0};
  return result;
}

/* Returns the whole part, towards zero. */
static double truncated(double real) {
  /* From 2^52 on, all reals are whole. */
  if (!(real > -4503599627370496.0 && real < 4503599627370496.0)) return real;
  return (double)(int64_t)real;
}

static int is_finite(double real) {
  return real - real == 0;
}

static value real_value(double real) {
  if (truncated(real) == real && real >= -beyond_whole && real < beyond_whole) {
    return whole_value((int64_t)real);
  }
  const value result = {0, 0, real, 0};
  return result;
}

static double floor_of(double real) {
  const double whole = truncated(real);
  return whole > real ? whole - 1 : whole;
}

/* Compares exactly, including a whole number with a real. */
static int compare(const value* a, const value* b) {
  if (a->is_whole && b->is_whole) return a->whole < b->whole ? -1 : a->whole > b->whole;
  if (!a->is_whole && !b->is_whole) return a->real < b->real ? -1 : a->real > b->real;
  if (!a->is_whole) return -compare(b, a);
  if (b->real >= beyond_whole) return -1;
  if (b->real < -beyond_whole) return 1;
  const double part = truncated(b->real);
  const int64_t other = (int64_t)part;
  if (a->whole != other) return a->whole < other ? -1 : 1;
  return part < b->real ? -1 : part > b->real;
}

/* Divides, rounding down. */
static int divide_down(int64_t a, int64_t b, int64_t* quotient) {
  if (a == INT64_MIN && b == -1) return 0;
  *quotient = a / b;
  if (a % b != 0 && (a < 0) != (b < 0)) --*quotient;
  return 1;
}

/* Computes a := f(a, b), or f(a); returns why it has no value. */
static int apply(uint32_t function, value* a, const value* b) {
  int64_t whole = 0;
  switch (function) {
    case TSJ_PLUS:
      if (a->is_whole && b->is_whole) {
        if (__builtin_add_overflow(a->whole, b->whole, &whole)) return TSJ_TOO_LARGE;
        *a = whole_value(whole);
        return TSJ_HAS_VALUE;
      }
      *a = real_value(a->real + b->real);
      break;
    case TSJ_MINUS:
      if (a->is_whole && b->is_whole) {
        if (__builtin_sub_overflow(a->whole, b->whole, &whole)) return TSJ_TOO_LARGE;
        *a = whole_value(whole);
        return TSJ_HAS_VALUE;
      }
      *a = real_value(a->real - b->real);
      break;
    case TSJ_TIMES:
      if (a->is_whole && b->is_whole) {
        if (__builtin_mul_overflow(a->whole, b->whole, &whole)) return TSJ_TOO_LARGE;
        *a = whole_value(whole);
        return TSJ_HAS_VALUE;
      }
      *a = real_value(a->real * b->real);
      break;
    case TSJ_OVER:
      if (b->is_whole ? b->whole == 0 : b->real == 0) return TSJ_BY_ZERO;
      if (a->is_whole && b->is_whole) {
        if (a->whole == INT64_MIN && b->whole == -1) return TSJ_TOO_LARGE;
        if (a->whole % b->whole == 0) {
          *a = whole_value(a->whole / b->whole);
          return TSJ_HAS_VALUE;
        }
      }
      *a = real_value(a->real / b->real);
      break;
    case TSJ_DIV:
    case TSJ_MOD:
      if (!a->is_whole || !b->is_whole) return TSJ_NOT_WHOLE;
      if (b->whole == 0) return TSJ_BY_ZERO;
      if (function == TSJ_MOD) {
        whole = b->whole == -1 ? 0 : a->whole % b->whole;
        if (whole != 0 && (whole < 0) != (b->whole < 0)) whole += b->whole;
      } else if (!divide_down(a->whole, b->whole, &whole)) {
        return TSJ_TOO_LARGE;
      }
      *a = whole_value(whole);
      return TSJ_HAS_VALUE;
    case TSJ_MIN:
      if (compare(b, a) < 0) *a = *b;
      return TSJ_HAS_VALUE;
    case TSJ_MAX:
      if (compare(b, a) > 0) *a = *b;
      return TSJ_HAS_VALUE;
    case TSJ_NEGATE:
      if (a->is_whole) {
        if (a->whole == INT64_MIN) return TSJ_TOO_LARGE;
        *a = whole_value(-a->whole);
        return TSJ_HAS_VALUE;
      }
      *a = real_value(-a->real);
      break;
    case TSJ_ABS:
      if (a->is_whole) {
        if (a->whole == INT64_MIN) return TSJ_TOO_LARGE;
        if (a->whole < 0) *a = whole_value(-a->whole);
        return TSJ_HAS_VALUE;
      }
      if (a->real < 0) *a = real_value(-a->real);
      break;
    case TSJ_FLOOR:
      if (!a->is_whole) *a = real_value(floor_of(a->real));
      break;
    case TSJ_CEILING:
      if (!a->is_whole) *a = real_value(-floor_of(-a->real));
      break;
    case TSJ_ROUND:
      if (!a->is_whole) {
        const double part = truncated(a->real);
        const double rest = a->real - part;
        *a = real_value(part + (rest >= 0.5) - (rest <= -0.5));
      }
      break;
    default:
      break;
  }
  return a->is_whole || is_finite(a->real) ? TSJ_HAS_VALUE : TSJ_TOO_LARGE;
}

static uint32_t hash_of(const tsj_number* number) {
  uint64_t bits = (uint64_t)number->whole;
  if (number->kind == TSJ_REAL) memcpy(&bits, &number->real, sizeof bits);
  bits *= 0x9e3779b97f4a7c15u;
  return (uint32_t)(bits >> 32);
}

static int same_number(const tsj_number* a, const tsj_number* b) {
  return a->kind == b->kind && (a->kind == TSJ_WHOLE ? a->whole == b->whole : a->real == b->real);
}

void tsj_numbers_link(tsj_numbers* numbers, uint32_t position) {
  uint32_t* head = &numbers->heads[hash_of(&numbers->values[position]) & numbers->mask];
  numbers->values[position].next = *head;
  *head = position + 1;
}

/* Returns position + 1 of a number; 0 if it has none and `adds` is not set, or memory runs out. */
static uint32_t position_of(tsj_memory* memory, tsj_number* wanted, int adds) {
  tsj_numbers* numbers = memory->numbers;
  uint32_t at = numbers->heads[hash_of(wanted) & numbers->mask];
  while (at && !same_number(&numbers->values[at - 1], wanted)) at = numbers->values[at - 1].next;
  if (at || !adds) return at;
  if (numbers->count == numbers->capacity && !numbers->grow(memory)) return 0;
  wanted->rank = 0;
  wanted->next = 0;
  numbers->values[numbers->count] = *wanted;
  tsj_numbers_link(numbers, numbers->count);
  return ++numbers->count;
}

uint32_t tsj_whole_number(tsj_memory* memory, int64_t whole, int adds) {
  tsj_number wanted = {whole, (double)whole, 0, TSJ_WHOLE, 0};
  return position_of(memory, &wanted, adds);
}

static uint32_t fail(tsj_memory* memory, uint32_t number, int reason, uint32_t operand) {
  tsj_failure* failure = &memory->failures[number];
  if (failure->count++ == 0) {
    failure->reason = (uint32_t)reason;
    failure->operand = operand;
  }
  return 0;
}

uint32_t tsj_compute(tsj_memory* memory, const tsj_step* steps, uint32_t count, uint32_t number,
                     const uint32_t* operands, int adds) {
  const tsj_numbers* numbers = memory->numbers;
  value stack[64];
  uint32_t depth = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const tsj_step* step = &steps[i];
    if (step->function == TSJ_OPERAND) {
      const uint32_t position = operands[step->operand];
      const tsj_number* given = &numbers->values[position];
      if (given->kind == TSJ_WORD) return fail(memory, number, TSJ_NO_NUMBER, position);
      const value operand = {given->kind == TSJ_WHOLE, given->whole, given->real, position + 1};
      stack[depth++] = operand;
      continue;
    }
    const int two = step->function != TSJ_NEGATE && step->function < TSJ_ABS;
    if (two) --depth;
    const value before = stack[depth - 1];
    const value* other = two ? &stack[depth] : 0;
    const int reason = apply(step->function, &stack[depth - 1], other);
    stack[depth - 1].position = 0; /* a function's value, even if it equals an argument's */
    if (reason == TSJ_HAS_VALUE) continue;
    if (reason != TSJ_NOT_WHOLE) return fail(memory, number, reason, UINT32_MAX);
    const uint32_t faulty = before.is_whole && other ? other->position : before.position;
    return fail(memory, number, reason, faulty ? faulty - 1 : UINT32_MAX);
  }
  const value* result = &stack[0];
  if (result->is_whole) return tsj_whole_number(memory, result->whole, adds);
  tsj_number wanted = {0, result->real, 0, TSJ_REAL, 0};
  return position_of(memory, &wanted, adds);
}

int tsj_numbers_compare(const tsj_numbers* numbers, uint32_t a, uint32_t b) {
  const tsj_number* left = &numbers->values[a];
  const tsj_number* right = &numbers->values[b];
  if (left->kind == TSJ_WORD || right->kind == TSJ_WORD) return 2;
  if (a < numbers->given && b < numbers->given) {
    return left->rank < right->rank ? -1 : left->rank > right->rank;
  }
  const value x = {left->kind == TSJ_WHOLE, left->whole, left->real, 0};
  const value y = {right->kind == TSJ_WHOLE, right->whole, right->real, 0};
  return compare(&x, &y);
}
