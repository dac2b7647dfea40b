/* Defines pieces of machine code that are copied one after the other and patched (plan_stencils.h).
 * Clang compiles each function into its own section; the program embeds the object file.
 *
 * A stencil is a function whose arguments stay in machine registers and which ends with a tail
 * call: to `next`, the code behind it, or to a branch target, `other` or `third`. hole_a and the
 * like stand for numbers, pointer_p and pointer_q for addresses that are known when a plan is
 * compiled: the symbols' addresses are the values. Variables of plans are in memory: 32 bits at
 * byte offsets of `r`; so are the slots of 64 bits in which loops keep their state.
 *
 * Xu and Kjolstad: Copy-and-Patch Compilation. OOPSLA 2021. */
#include "backend/interpreter/stencils/code/context.h"

typedef tsj_stencil_context context;

#define PARAMETERS context *c, char *r, char *state, char *scratch, char *out, uint64_t x, char *y
#define ARGUMENTS c, r, state, scratch, out, x, y
#define STENCIL __attribute__((preserve_none)) int32_t
#define GO(target) __attribute__((musttail)) return target(ARGUMENTS)
/* The values of x, y and out are lost. */
#define GO_AFTER_CALL(target) \
  __attribute__((musttail)) return target(c, r, state, scratch, c->out, 0, (char*)0)

extern STENCIL next(PARAMETERS), other(PARAMETERS), third(PARAMETERS);

/* Numbers are below 2^31, masks below 2^32. The compiler assumes that addresses are not 0, so no
 * number may be compared with 0. */
extern char hole_a, hole_b, hole_c, hole_d, hole_e;
#if defined(__aarch64__)
#define NUMBER(hole)                                                                          \
  __extension__({                                                                             \
    uint64_t value_;                                                                          \
    __asm__("movz %0, #:abs_g1:%1\n\tmovk %0, #:abs_g0_nc:%1" : "=r"(value_) : "S"(&(hole))); \
    value_;                                                                                   \
  })
#else
#define NUMBER(hole) ((uint64_t)(uintptr_t)&(hole))
#endif
#define A NUMBER(hole_a)
#define B NUMBER(hole_b)
#define C NUMBER(hole_c)
#define D NUMBER(hole_d)
#define E NUMBER(hole_e)

extern char pointer_p, pointer_q;
#if defined(__x86_64__)
#define POINTER(hole)                                        \
  __extension__({                                            \
    uint64_t value_;                                         \
    __asm__("movabsq %1, %0" : "=r"(value_) : "i"(&(hole))); \
    (char*)value_;                                           \
  })
#elif defined(__aarch64__)
#define POINTER(hole)                                         \
  __extension__({                                             \
    uint64_t value_;                                          \
    __asm__(                                                  \
        "movz %0, #:abs_g3:%1\n\tmovk %0, #:abs_g2_nc:%1\n\t" \
        "movk %0, #:abs_g1_nc:%1\n\tmovk %0, #:abs_g0_nc:%1"  \
        : "=r"(value_)                                        \
        : "S"(&(hole)));                                      \
    (char*)value_;                                            \
  })
#endif
#define P POINTER(pointer_p)
#define Q POINTER(pointer_q)

#define VALUE(at) (*(uint32_t*)(r + (at)))
#define SLOT(at, i) (*(uint64_t*)(r + (at) + 8 * (i)))
#define WORDS ((uint64_t*)y)
/* Counts steps of a loop; branches to `third` when it must check whether to stop. */
#define STEPS(count) \
  if ((c->until_poll -= (int64_t)(count)) <= 0) GO(third)
#define TABLE ((tsj_table*)((char*)((tsj_scratch*)scratch)->tables + A))

/* Enters stencil code from C++, by the calling convention of C. */
int32_t enter(context* c, char* r, char* state, char* scratch, char* out,
              STENCIL (*code)(PARAMETERS)) {
  return code(c, r, state, scratch, out, 0, (char*)0);
}
STENCIL leave(PARAMETERS) {
  (void)r, (void)state, (void)scratch, (void)out, (void)x, (void)y, (void)c;
  return TSJ_OK;
}

/* --- values --- */

STENCIL go(PARAMETERS) {
  GO(next);
}
STENCIL set(PARAMETERS) {
  VALUE(A) = (uint32_t)B;
  GO(next);
}
STENCIL copy(PARAMETERS) {
  VALUE(A) = VALUE(B);
  GO(next);
}
/* other: the value is not in the domain. */
STENCIL translate(PARAMETERS) {
  const int32_t value = ((const int32_t*)P)[VALUE(B)];
  if (value < 0) GO(other);
  VALUE(A) = (uint32_t)value;
  GO(next);
}
STENCIL equal(PARAMETERS) {
  if (VALUE(A) != VALUE(B)) GO(other);
  GO(next);
}
STENCIL unequal(PARAMETERS) {
  if (VALUE(A) == VALUE(B)) GO(other);
  GO(next);
}
STENCIL equal_translated(PARAMETERS) {
  if (((const int32_t*)P)[VALUE(A)] != (int32_t)VALUE(B)) GO(other);
  GO(next);
}
STENCIL unequal_translated(PARAMETERS) {
  if (((const int32_t*)P)[VALUE(A)] == (int32_t)VALUE(B)) GO(other);
  GO(next);
}
STENCIL given_equal(PARAMETERS) {
  if (c->given[A] != VALUE(B)) GO(other);
  GO(next);
}
STENCIL given_bind(PARAMETERS) {
  VALUE(B) = c->given[A];
  GO(next);
}

/* --- bits: x is the number of a bit, counted from y --- */

STENCIL base_state(PARAMETERS) {
  y = state + A;
  GO(next);
}
STENCIL base_out(PARAMETERS) {
  y = out + A;
  GO(next);
}
STENCIL base_scratch(PARAMETERS) {
  y = scratch + A;
  GO(next);
}
STENCIL base_call(PARAMETERS) {
  y = (char*)c->call + A;
  GO(next);
}
STENCIL base_slots(PARAMETERS) {
  y = r + A;
  GO(next);
}
STENCIL base_constant(PARAMETERS) {
  y = P;
  GO(next);
}

STENCIL index_0(PARAMETERS) {
  x = A;
  GO(next);
}
STENCIL index_1(PARAMETERS) {
  x = A + VALUE(B) * C;
  GO(next);
}
STENCIL index_2(PARAMETERS) {
  x = A + VALUE(B) * C + VALUE(D) * E;
  GO(next);
}
/* The same with the last stride 1. */
STENCIL index_1_unit(PARAMETERS) {
  x = A + VALUE(B);
  GO(next);
}
STENCIL index_2_unit(PARAMETERS) {
  x = A + VALUE(B) * C + VALUE(D);
  GO(next);
}
STENCIL index_more(PARAMETERS) {
  x += VALUE(A) * B;
  GO(next);
}

STENCIL test(PARAMETERS) {
  if ((WORDS[x / 64] >> (x % 64) & 1) == 0) GO(other);
  GO(next);
}
STENCIL absent(PARAMETERS) {
  if ((WORDS[x / 64] >> (x % 64) & 1) != 0) GO(other);
  GO(next);
}
STENCIL add(PARAMETERS) {
  WORDS[x / 64] |= (uint64_t)1 << (x % 64);
  GO(next);
}
/* The same with all bits in one word. */
STENCIL test_word(PARAMETERS) {
  if ((WORDS[0] >> x & 1) == 0) GO(other);
  GO(next);
}
STENCIL absent_word(PARAMETERS) {
  if ((WORDS[0] >> x & 1) != 0) GO(other);
  GO(next);
}
STENCIL add_word(PARAMETERS) {
  WORDS[0] |= (uint64_t)1 << x;
  GO(next);
}
STENCIL add_recursive(PARAMETERS) {
  const uint64_t mask = (uint64_t)1 << (x % 64);
  if ((WORDS[x / 64] & mask) == 0) {
    WORDS[x / 64] |= mask;
    ((uint64_t*)(scratch + A))[x / 64] |= mask;
  }
  GO(next);
}

/* The same for a bit at a known place: A is the offset of 32 bits, B a mask. */
#define FIXED_BIT(area)                                         \
  STENCIL test_##area(PARAMETERS) {                             \
    if ((*(uint32_t*)(area + A) & (uint32_t)B) == 0) GO(other); \
    GO(next);                                                   \
  }                                                             \
  STENCIL absent_##area(PARAMETERS) {                           \
    if ((*(uint32_t*)(area + A) & (uint32_t)B) != 0) GO(other); \
    GO(next);                                                   \
  }                                                             \
  STENCIL add_##area(PARAMETERS) {                              \
    *(uint32_t*)(area + A) |= (uint32_t)B;                      \
    GO(next);                                                   \
  }
FIXED_BIT(state)
FIXED_BIT(out)
FIXED_BIT(scratch)

/* Steps charged for a loop over 64 places, since counting its bits would take longer; and for a
 * call. */
#define STEPS_OF_PART 8
#define STEPS_OF_CALL 4

/* Returns `count` bits from bit x on, at most 64; higher bits contain those that follow. */
static inline uint64_t bits_at(const uint64_t* words, uint64_t x, uint64_t count) {
  const uint64_t shift = x % 64;
  uint64_t bits = words[x / 64] >> shift;
  if (shift + count > 64) bits |= words[x / 64 + 1] << (64 - shift);
  return bits;
}
static inline void add_bits(uint64_t* words, uint64_t x, uint64_t count, uint64_t bits) {
  const uint64_t shift = x % 64;
  words[x / 64] |= bits << shift;
  if (shift + count > 64) words[x / 64 + 1] |= bits >> (64 - shift);
}

/* Loops over the B bits from bit x on. Short loops have at most 64 bits: B = 64 - A; the slot at C
 * holds the remaining ones. */
STENCIL short_test(PARAMETERS) {
  if (bits_at(WORDS, x, B) << A == 0) GO(other);
  GO(next);
}
STENCIL short_begin(PARAMETERS) {
  SLOT(C, 0) = bits_at(WORDS, x, B) << A >> A;
  STEPS(STEPS_OF_PART);
  GO(next);
}
STENCIL word_begin(PARAMETERS) {
  SLOT(C, 0) = WORDS[0] >> x << A >> A;
  STEPS(STEPS_OF_PART);
  GO(next);
}
STENCIL short_pattern(PARAMETERS) {
  SLOT(C, 0) = bits_at(WORDS, x, B) & (uint64_t)(uintptr_t)P;
  STEPS(STEPS_OF_PART);
  GO(next);
}
/* Sets x to the number of a bit in the range and continues at `next`. */
STENCIL short_next(PARAMETERS) {
  const uint64_t bits = SLOT(C, 0);
  if (bits == 0) GO(other);
  SLOT(C, 0) = bits & (bits - 1);
  x = (uint64_t)__builtin_ctzll(bits);
  GO(next);
}
/* Keep the bits that are set in the words from x on, or not set there, or set in a mask; remove bit
 * x; OR all bits into the words from x on. */
STENCIL short_filter(PARAMETERS) {
  SLOT(C, 0) &= bits_at(WORDS, x, B);
  GO(next);
}
STENCIL short_filter_not(PARAMETERS) {
  SLOT(C, 0) &= ~bits_at(WORDS, x, B);
  GO(next);
}
STENCIL short_mask(PARAMETERS) {
  SLOT(C, 0) &= (uint64_t)(uintptr_t)P;
  GO(next);
}
STENCIL short_without(PARAMETERS) {
  SLOT(C, 0) &= ~((uint64_t)1 << x);
  GO(next);
}
STENCIL short_add(PARAMETERS) {
  add_bits(WORDS, x, B, SLOT(C, 0));
  GO(next);
}

/* A long loop visits its range in parts of 64 bits. Slots: the remaining bits of the part, the
 * offset of the part in the range, x and y of the range. P: a mask for each part. */
#define COUNT (B - at < 64 ? B - at : 64)
STENCIL long_test(PARAMETERS) {
  const uint64_t* word = WORDS + x / 64;
  const uint64_t last = x + B - 1;
  const uint64_t* const end = WORDS + last / 64;
  uint64_t bits = *word >> (x % 64) << (x % 64);
  for (; word != end; bits = *++word) {
    if (bits != 0) GO(next);
  }
  if (bits << (63 - last % 64) == 0) GO(other);
  GO(next);
}
STENCIL long_begin(PARAMETERS) {
  SLOT(C, 1) = (uint64_t)-64;
  SLOT(C, 2) = x;
  SLOT(C, 3) = (uint64_t)(uintptr_t)y;
  GO(next);
}
/* Finds the next part with bits that `pattern` (null: everything) allows; returns those bits, or 0
 * if no part is left. */
static inline uint64_t find_part(char* slots, uint64_t span, const uint64_t* pattern) {
  uint64_t* const slot = (uint64_t*)slots;
  const uint64_t* const words = (const uint64_t*)(uintptr_t)slot[3];
  uint64_t at = slot[1];
  uint64_t bits;
  do {
    at += 64;
    if ((int64_t)at >= (int64_t)span) return 0;
    const uint64_t count = span - at < 64 ? span - at : 64;
    bits = bits_at(words, slot[2] + at, count);
    bits &= pattern != 0 ? pattern[at / 64] : ~(uint64_t)0 >> (64 - count);
  } while (bits == 0);
  slot[0] = bits;
  slot[1] = at;
  return bits;
}
STENCIL long_part(PARAMETERS) {
  if (find_part(r + C, B, (const uint64_t*)P) == 0) GO(other);
  STEPS(STEPS_OF_PART);
  GO(next);
}
STENCIL long_all(PARAMETERS) {
  if (find_part(r + C, B, 0) == 0) GO(other);
  STEPS(STEPS_OF_PART);
  GO(next);
}
STENCIL long_next(PARAMETERS) {
  const uint64_t bits = SLOT(C, 0);
  if (bits == 0) GO(other);
  SLOT(C, 0) = bits & (bits - 1);
  x = SLOT(C, 1) + (uint64_t)__builtin_ctzll(bits);
  GO(next);
}
STENCIL long_filter(PARAMETERS) {
  const uint64_t at = SLOT(C, 1);
  SLOT(C, 0) &= bits_at(WORDS, x + at, COUNT);
  GO(next);
}
STENCIL long_filter_not(PARAMETERS) {
  const uint64_t at = SLOT(C, 1);
  SLOT(C, 0) &= ~bits_at(WORDS, x + at, COUNT);
  GO(next);
}
STENCIL long_mask(PARAMETERS) {
  SLOT(C, 0) &= ((const uint64_t*)P)[SLOT(C, 1) / 64];
  GO(next);
}
STENCIL long_without(PARAMETERS) {
  const uint64_t bit = x - SLOT(C, 1);
  if (bit < 64) SLOT(C, 0) &= ~((uint64_t)1 << bit);
  GO(next);
}
STENCIL long_add(PARAMETERS) {
  const uint64_t at = SLOT(C, 1);
  add_bits(WORDS, x + at, COUNT, SLOT(C, 0));
  GO(next);
}

/* Compute values of columns from the number of a bit. A quotient is a product with a factor of
 * 2^31 / divisor, rounded up: B, and in bind_middle also C. Otherwise C and D are the divisors;
 * bind_divided divides. */
STENCIL bind(PARAMETERS) {
  VALUE(A) = (uint32_t)x;
  GO(next);
}
STENCIL bind_quotient(PARAMETERS) {
  VALUE(A) = (uint32_t)(x * B >> 31);
  GO(next);
}
STENCIL bind_remainder(PARAMETERS) {
  VALUE(A) = (uint32_t)(x - (x * B >> 31) * C);
  GO(next);
}
STENCIL bind_middle(PARAMETERS) {
  const uint64_t quotient = x * B >> 31;
  VALUE(A) = (uint32_t)(quotient - (quotient * C >> 31) * D);
  GO(next);
}
STENCIL bind_divided(PARAMETERS) {
  VALUE(A) = (uint32_t)(x / B % C);
  GO(next);
}

/* Loops over all values of a column. */
STENCIL values_begin(PARAMETERS) {
  VALUE(A) = ~(uint32_t)0;
  STEPS(B);
  GO(next);
}
STENCIL values_next(PARAMETERS) {
  const uint32_t value = VALUE(A) + 1;
  if (value == (uint32_t)B) GO(other);
  VALUE(A) = value;
  GO(next);
}

/* --- rows: y is a row of B bytes; slots from C on --- */

STENCIL rows_begin(PARAMETERS) {
  const uint32_t end = TABLE->count;
  SLOT(C, 0) = 0;
  SLOT(C, 1) = end;
  STEPS(end);
  GO(next);
}
STENCIL delta_begin(PARAMETERS) {
  const uint32_t begin = TABLE->delta_begin;
  const uint32_t end = TABLE->delta_end;
  SLOT(C, 0) = begin;
  SLOT(C, 1) = end;
  STEPS(end - begin);
  GO(next);
}
STENCIL rows_next(PARAMETERS) {
  const uint64_t row = SLOT(C, 0);
  if (row == SLOT(C, 1)) GO(other);
  SLOT(C, 0) = row + 1;
  y = (char*)TABLE->rows + row * B;
  GO(next);
}
/* The slot holds row + 1, and in its upper half whether that row is still to be visited. */
STENCIL chain_begin(PARAMETERS) {
  const tsj_index* index = (const tsj_index*)((const char*)TABLE->indexes + B);
  SLOT(C, 0) = (uint64_t)1 << 32 | c->functions->first_in_chain(index, (const uint32_t*)(r + D));
  GO_AFTER_CALL(next);
}
STENCIL chain_next(PARAMETERS) {
  const tsj_index* index = (const tsj_index*)((const char*)TABLE->indexes + D);
  const uint64_t place = SLOT(C, 0);
  uint32_t row = (uint32_t)place;
  if (place >> 32 == 0) row = index->next[row - 1];
  if (row == 0) GO(other);
  STEPS(1);
  SLOT(C, 0) = row;
  y = (char*)TABLE->rows + (row - 1) * B;
  GO(next);
}
/* Read rows of a static relation: P has their offsets by key, Q the rows. */
STENCIL fixed_test(PARAMETERS) {
  const uint32_t* offsets = (const uint32_t*)P + x;
  if (offsets[0] == offsets[1]) GO(other);
  GO(next);
}
STENCIL fixed_begin(PARAMETERS) {
  const uint32_t* offsets = (const uint32_t*)P + x;
  const char* rows = Q;
  const uint64_t begin = offsets[0];
  const uint64_t end = offsets[1];
  SLOT(C, 0) = (uint64_t)(uintptr_t)(rows + begin * B);
  SLOT(C, 1) = (uint64_t)(uintptr_t)(rows + end * B);
  STEPS(end - begin);
  GO(next);
}
/* The same if each key has at most one row. */
STENCIL fixed_row(PARAMETERS) {
  const uint32_t* offsets = (const uint32_t*)P + x;
  if (offsets[0] == offsets[1]) GO(other);
  y = (char*)(Q + offsets[0] * B);
  GO(next);
}
STENCIL fixed_search(PARAMETERS) {
  const uint64_t found = c->functions->find(P, (const uint32_t*)(r + A), (const char**)(r + C));
  if ((c->until_poll -= (int64_t)found) <= 0) GO_AFTER_CALL(third);
  GO_AFTER_CALL(next);
}
STENCIL fixed_next(PARAMETERS) {
  const uint64_t row = SLOT(C, 0);
  if (row == SLOT(C, 1)) GO(other);
  SLOT(C, 0) = row + B;
  y = (char*)(uintptr_t)row;
  GO(next);
}
STENCIL row_equal(PARAMETERS) {
  if (*(const uint32_t*)(y + A) != VALUE(B)) GO(other);
  GO(next);
}
STENCIL row_bind(PARAMETERS) {
  VALUE(B) = *(const uint32_t*)(y + A);
  GO(next);
}
STENCIL insert_row(PARAMETERS) {
  const int32_t status = c->functions->insert(c, TABLE, (const uint32_t*)(r + B));
  if (status != TSJ_OK) return status;
  GO_AFTER_CALL(next);
}

/* --- the rest --- */

STENCIL clear_table(PARAMETERS) {
  c->functions->clear_table(TABLE);
  GO_AFTER_CALL(next);
}
/* Begins another round; branches to `other` if the last one found nothing new. */
STENCIL next_round(PARAMETERS) {
  if (!c->functions->next_round(c, P)) GO_AFTER_CALL(other);
  GO_AFTER_CALL(next);
}
/* Runs the plans of a call with the arguments at A; its CallWords are in the slots from C on. */
static inline int32_t run(context* c, char* state, char* scratch, char* out, const void* code,
                          uint64_t size, const uint32_t* given, uint64_t* words) {
  const uint32_t* const outer_given = c->given;
  uint64_t* const outer_call = c->call;
  char* const outer_top = c->top;
  char* const outer_limit = c->limit;
  char* registers = outer_top;
  void* block = 0;
  if ((uint64_t)(outer_limit - outer_top) < size) {
    block = c->functions->reserve(c, size);
    if (block == 0) return TSJ_LIMIT;
    registers = (char*)block;
  }
  c->given = given;
  c->call = words;
  c->top = registers + size;
  const int32_t status =
      ((STENCIL(*)(PARAMETERS))code)(c, registers, state, scratch, out, 0, (char*)0);
  c->given = outer_given;
  c->call = outer_call;
  c->top = outer_top;
  c->limit = outer_limit;
  if (block != 0) c->functions->release(block);
  return status;
}
STENCIL run_call(PARAMETERS) {
  STEPS(STEPS_OF_CALL);
  const tsj_stencil_call* call = (const tsj_stencil_call*)P;
  uint64_t* const words = (uint64_t*)(r + C);
  words[0] = words[1] = 0;
  const int32_t status =
      run(c, state, scratch, out, call->code, call->size, (const uint32_t*)(r + A), words);
  if (status != TSJ_OK) return status;
  GO(next);
}
/* The same for a call with delta plans; the two slots after the CallWords hold all tuples. */
STENCIL run_recursive_call(PARAMETERS) {
  STEPS(STEPS_OF_CALL);
  const tsj_stencil_call* call = (const tsj_stencil_call*)P;
  uint64_t* const words = (uint64_t*)(r + C);
  const void* code = call->code;
  for (int i = 0; i < 6; ++i) words[i] = 0;
  do {
    words[0] = words[1] = 0;
    const int32_t status =
        run(c, state, scratch, out, code, call->size, (const uint32_t*)(r + A), words);
    if (status != TSJ_OK) return status;
    words[2] = words[0] & ~words[4];
    words[3] = words[1] & ~words[5];
    words[4] |= words[0];
    words[5] |= words[1];
    code = call->delta_code;
  } while ((words[2] | words[3]) != 0);
  GO(next);
}
/* Branches to `other` when the running call has found its only tuple. */
STENCIL call_is_open(PARAMETERS) {
  if ((c->call[0] | c->call[1]) != 0) GO(other);
  GO(next);
}
STENCIL poll(PARAMETERS) {
  const int32_t status = c->functions->poll(c);
  if (status != TSJ_OK) return status;
  GO_AFTER_CALL(next);
}
/* Clears B words, at least one. */
STENCIL clear(PARAMETERS) {
  for (uint64_t w = 0; w < B; ++w) WORDS[w] = 0;
  GO(next);
}
STENCIL clear_word(PARAMETERS) {
  WORDS[0] = 0;
  GO(next);
}
