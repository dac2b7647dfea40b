/* Playouts in lanes: beginning, moving on, ending them. */
#include "lane_state.h"

#include <string.h>

static uint64_t popcount(uint64_t word) {
  return (uint64_t)__builtin_popcountll(word);
}

/* The lowest `count` bits that are set. */
static uint64_t lowest(uint64_t word, uint64_t count) {
  if (popcount(word) <= count) return word;
  uint64_t kept = 0;
  for (; count > 0; --count) {
    const uint64_t bit = word & -word;
    kept |= bit;
    word ^= bit;
  }
  return kept;
}

static uint64_t splitmix64(uint64_t* state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* As runtime/host/rng.h does for playouts. */
static void seed_column(tsj_lane_work* work, uint32_t column, uint64_t number) {
  uint64_t mix = work->order->seed;
  mix = splitmix64(&mix) ^ number;
  mix = splitmix64(&mix);
  for (uint32_t i = 0; i < 4; ++i) {
    work->control[(TSJ_LANES_GENERATOR + i) * work->columns + column] = splitmix64(&mix);
  }
}

/* Makes the pattern of a column a start state. */
static void set_pattern(tsj_lane_work* work, uint32_t column, uint64_t start) {
  if (work->pattern_start[column] == start) return;
  work->pattern_start[column] = start;
  const tsj_lane_order* order = work->order;
  const uint64_t* state = order->starts + start * order->state_words;
  for (uint64_t i = 0; i < order->fluents; ++i) {
    work->pattern[i * work->columns + column] = -(state[i / 64] >> (i % 64) & 1);
  }
}

/* Begins playouts in lanes of a column, as far as one pattern goes: the lanes. */
static uint64_t begin(tsj_lane_work* work, uint32_t column, uint64_t free) {
  const uint64_t next = work->next[column];
  if (free == 0 || next == work->end[column]) return 0;
  const uint64_t each = work->order->playouts_per_start;
  const uint64_t start = next / each;
  uint64_t left = work->end[column] - next;
  if (left > (start + 1) * each - next) left = (start + 1) * each - next;
  const uint64_t lanes = lowest(free, left);
  set_pattern(work, column, start);
  work->next[column] += popcount(lanes);
  if (work->tracked) {
    uint64_t playout = next;
    for (uint64_t bits = lanes; bits != 0; bits &= bits - 1) {
      work->playout[column * 64 + (uint32_t)__builtin_ctzll(bits)] = playout++;
    }
  }
  for (uint64_t bits = lanes & work->overflowed[column]; bits != 0; bits &= bits - 1) {
    work->high[column * 64 + (uint32_t)__builtin_ctzll(bits)] = 0;
  }
  work->overflowed[column] &= ~lanes;
  if (work->limit_high == 0) {
    work->last[column] |= lanes;
  } else {
    work->last[column] &= ~lanes;
  }
  return lanes;
}

/* Parks these lanes and begins others in their place, while there are any. */
static void refill(tsj_lane_work* work, const uint64_t* done) {
  const uint32_t columns = work->columns;
  uint64_t* masks = work->masks; /* parked, refilled */
  uint64_t free[TSJ_LANE_COLUMNS];
  uint64_t* running = work->control + TSJ_LANES_RUNNING * columns;
  uint64_t* held = work->control + TSJ_LANES_HELD * columns;
  for (uint32_t c = 0; c < columns; ++c) {
    held[c] &= ~done[c];
    free[c] = done[c] | (work->fresh & ~running[c]);
    masks[c] = done[c];
    running[c] &= ~done[c];
  }
  work->fresh = 0;
  const uint64_t words = work->order->fluents + TSJ_LANES_COUNTER;
  for (int first = 1;; first = 0) {
    uint64_t some = 0;
    for (uint32_t c = 0; c < columns; ++c) {
      const uint64_t lanes = begin(work, c, free[c]);
      masks[columns + c] = lanes;
      free[c] &= ~lanes;
      running[c] |= lanes;
      some |= lanes;
    }
    if (!some && !first) break;
    work->order->code->refill(work->state, work->pattern, work->parked, masks, words);
    for (uint32_t c = 0; c < columns; ++c) masks[c] = 0;
  }
}

/* Lanes whose counter has come round: one more in their high part. */
static void count_overflow(tsj_lane_work* work, uint32_t column, uint64_t lanes) {
  for (uint64_t bits = lanes; bits != 0; bits &= bits - 1) {
    const uint32_t lane = column * 64 + (uint32_t)__builtin_ctzll(bits);
    if (++work->high[lane] == work->limit_high) work->last[column] |= bits & -bits;
  }
  work->overflowed[column] |= lanes;
}

/* Of the lanes whose high part is that of the limit, those that have made as many moves as they may. */
static uint64_t at_limit(const tsj_lane_work* work, uint32_t column) {
  uint64_t lanes = work->last[column];
  const uint64_t* counter =
      work->state + work->order->fluents * work->columns + column;
  for (uint32_t bit = 0; bit < TSJ_LANES_COUNTER && lanes; ++bit) {
    const uint64_t word = counter[bit * work->columns];
    lanes &= work->limit_low >> bit & 1 ? word : ~word;
  }
  return lanes;
}

/* By TSJ_LANE_..: the word of control that tells of it. */
static const uint32_t end_words[3] = {TSJ_LANES_ENDED, TSJ_LANES_CUT, TSJ_LANES_STUCK};

/* After a tick: who is done, and what comes next for them. */
static void look(tsj_lane_work* work) {
  const uint32_t columns = work->columns;
  const uint64_t* control = work->control;
  uint64_t done[TSJ_LANE_COLUMNS];
  uint64_t some = 0;
  uint64_t collide = 0;
  for (uint32_t c = 0; c < columns; ++c) {
    const uint64_t carry = control[TSJ_LANES_CARRY * columns + c];
    if (carry) count_overflow(work, c, carry);
    done[c] = 0;
    for (uint32_t how = 0; how < 3; ++how) done[c] |= control[end_words[how] * columns + c];
    some |= done[c];
    collide |= done[c] & (work->ends[0][c] | work->ends[1][c] | work->ends[2][c]);
    if (work->last[c]) {
      work->control[TSJ_LANES_HELD * columns + c] |=
          at_limit(work, c) & control[TSJ_LANES_RUNNING * columns + c];
    }
  }
  if (!some) return;
  if (collide) tsj_lanes_tell(work);
  for (uint32_t c = 0; c < columns; ++c) {
    for (uint32_t how = 0; how < 3; ++how) {
      work->ends[how][c] |= control[end_words[how] * columns + c];
    }
    for (uint64_t bits = done[c] & work->overflowed[c]; bits != 0; bits &= bits - 1) {
      const uint32_t lane = c * 64 + (uint32_t)__builtin_ctzll(bits);
      work->parked_high[lane] = work->high[lane];
      work->parked_overflowed[c] |= bits & -bits;
    }
    if (!work->tracked) continue;
    for (uint64_t bits = done[c]; bits != 0; bits &= bits - 1) {
      const uint32_t lane = c * 64 + (uint32_t)__builtin_ctzll(bits);
      work->parked_playout[lane] = work->playout[lane];
    }
  }
  refill(work, done);
}

static int is_running(const tsj_lane_work* work) {
  uint64_t some = 0;
  for (uint32_t c = 0; c < work->columns; ++c) {
    some |= work->control[TSJ_LANES_RUNNING * work->columns + c];
  }
  return some != 0;
}

/* Takes the first `bytes` of the memory, in whole cache lines. */
static void* take(char** memory, uint64_t bytes) {
  char* taken = *memory;
  *memory += (bytes + 63) / 64 * 64;
  return taken;
}

/* Divides the memory, which may be NULL; its end. */
static char* divide(tsj_lane_work* work, const tsj_lane_order* order, char* memory) {
  const tsj_lane_code* code = order->code;
  const uint64_t word = code->columns * sizeof(uint64_t);
  const uint64_t state = (order->fluents + TSJ_LANES_COUNTER) * word;
  const uint64_t lanes = code->columns * 64;
  work->state = (uint64_t*)take(&memory, state);
  work->next_state = (uint64_t*)take(&memory, state);
  work->pattern = (uint64_t*)take(&memory, state);
  work->parked = (uint64_t*)take(&memory, state);
  work->control = (uint64_t*)take(&memory, TSJ_LANES_CONTROL * word);
  work->random = (uint64_t*)take(&memory, code->random_words * word);
  work->answers = (uint64_t*)take(&memory, order->answers * word);
  work->scratch = (uint64_t*)take(&memory, code->scratch_words * word);
  work->masks = (uint64_t*)take(&memory, 2 * word);
  work->high = (uint64_t*)take(&memory, lanes * sizeof(uint64_t));
  work->parked_high = (uint64_t*)take(&memory, lanes * sizeof(uint64_t));
  work->playout = (uint64_t*)take(&memory, lanes * sizeof(uint64_t));
  work->parked_playout = (uint64_t*)take(&memory, lanes * sizeof(uint64_t));
  work->last_states = (uint64_t*)take(&memory, 64 * order->state_words * sizeof(uint64_t));
  return memory;
}

uint64_t tsj_lane_bytes(const tsj_lane_order* order) {
  tsj_lane_work work;
  char* const nowhere = (char*)(uintptr_t)64;
  return (uint64_t)(divide(&work, order, nowhere) - nowhere);
}

void tsj_lanes_play(const tsj_lane_order* order, uint64_t first_column, const uint64_t* bounds,
                    const tsj_lane_results* results, void* memory) {
  const tsj_lane_code* code = order->code;
  tsj_lane_work work;
  memset(&work, 0, sizeof work);
  const char* end = divide(&work, order, (char*)memory);
  memset(memory, 0, (size_t)(end - (char*)memory));
  work.order = order;
  work.results = results;
  work.columns = code->columns;
  work.limit_low = order->step_limit & ((1u << TSJ_LANES_COUNTER) - 1);
  work.limit_high = order->step_limit >> TSJ_LANES_COUNTER;
  work.tracked = order->start_count > 1 || order->ended != 0;
  for (uint32_t c = 0; c < work.columns; ++c) {
    work.next[c] = bounds[c];
    work.end[c] = bounds[c + 1];
    work.pattern_start[c] = UINT64_MAX;
    seed_column(&work, c, first_column + c);
  }
  const uint64_t nobody[TSJ_LANE_COLUMNS] = {0};
  work.fresh = UINT64_MAX;
  refill(&work, nobody);
  uint32_t phase = 0;
  for (uint64_t ticks = 1; is_running(&work); ++ticks) {
    code->ticks[phase](work.state, work.next_state, work.control, work.random, 0, work.scratch);
    uint64_t* const state = work.state;
    work.state = work.next_state;
    work.next_state = state;
    look(&work);
    if (++phase == code->phase_count) phase = 0;
    if (ticks % 64 == 0 && order->go_on && !order->go_on(order->env)) {
      for (uint32_t c = 0; c < work.columns; ++c) work.end[c] = work.next[c];
    }
  }
  tsj_lanes_tell(&work);
}
