/* Plays playouts in lanes: begins, steps and ends them. */
#include "lane_state.h"
#include "lane_transpose.h"

#include <string.h>

/* Ticks for which running playouts continue after no more begin. */
enum { run_out_ticks = 4096 };

/* Ticks between two calls of go_on. In the largest games a tick takes some milliseconds. */
enum { watched_ticks = 16 };

/* If lanes have start states of their own, a block begins this many playouts at a time: beginning
 * one costs as much as beginning all of its lanes. */
enum { begun_together = 16 };

/* Returns the lowest `count` set bits. */
static uint64_t lowest(uint64_t word, uint64_t count) {
  if (tsj_lane_popcount(word) <= count) return word;
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

/* Seeds a block as runtime/host/memory/rng.h does playouts. */
static void seed_block(tsj_lane_work* work, uint32_t block, uint64_t number) {
  uint64_t mix = work->order->seed;
  mix = splitmix64(&mix) ^ number;
  mix = splitmix64(&mix);
  for (uint32_t i = 0; i < 4; ++i) {
    work->control[(TSJ_LANES_GENERATOR + i) * work->blocks + block] = splitmix64(&mix);
  }
}

/* Gives the block another start state. Running and parked lanes still belong to the old one. */
static void change_start(tsj_lane_work* work, uint32_t block, uint64_t start) {
  const tsj_lane_order* order = work->order;
  if (work->start[block] != UINT64_MAX) {
    tsj_lanes_settle(work, block);
    const uint64_t running = work->control[TSJ_LANES_RUNNING * work->blocks + block];
    for (uint64_t bits = running & ~work->old[block]; bits != 0; bits &= bits - 1) {
      work->old_start[block * 64 + tsj_lane_lowest(bits)] = work->start[block];
    }
    work->old[block] = running;
    const uint64_t parked = tsj_lanes_parked(work, block);
    for (uint64_t bits = parked & ~work->parked_old[block]; bits != 0; bits &= bits - 1) {
      work->parked_start[block * 64 + tsj_lane_lowest(bits)] = work->start[block];
    }
    work->parked_old[block] = parked;
  }
  work->start[block] = start;
  const uint64_t* state = order->starts + start * order->state_words;
  const uint64_t stride = order->start_count == 1 ? 1 : work->blocks;
  uint64_t* pattern = work->pattern + (order->start_count == 1 ? 0 : block);
  for (uint64_t i = 0; i < order->fluents; ++i) {
    pattern[i * stride] = -(state[i / 64] >> (i % 64) & 1);
  }
}

/* Sets the lanes of the mask to their start states. */
static void set_start(tsj_lane_work* work, const uint64_t* mask) {
  const tsj_lane_order* order = work->order;
  const uint64_t words = order->fluents + TSJ_LANES_COUNTER;
  if (order->start_count == 1) {
    order->code->fill(work->state, work->pattern, mask, words);
  } else {
    order->code->blend(work->state, work->pattern, mask, words);
  }
}

/* Returns how many playouts of its start state a block has left. */
static uint64_t left_of_start(const tsj_lane_work* work, uint32_t block) {
  const uint64_t each = work->order->playouts_per_start;
  const uint64_t of_start = (work->start[block] + 1) * each - work->next[block];
  const uint64_t of_block = work->end[block] - work->next[block];
  return of_start < of_block ? of_start : of_block;
}

/* Numbers the playouts that begin in these lanes, lowest lane first. */
static void number_playouts(tsj_lane_work* work, uint32_t block, uint64_t lanes) {
  uint64_t playout = work->next[block];
  work->next[block] += tsj_lane_popcount(lanes);
  if (!work->tracked) return;
  for (uint64_t bits = lanes; bits != 0; bits &= bits - 1) {
    work->playout[block * 64 + tsj_lane_lowest(bits)] = playout++;
  }
}

/* Begins playouts in free lanes of a block, each from its own start state; returns the lanes.
 * Begins none while few lanes are free, others run, and more playouts remain. */
static uint64_t begin_apart(tsj_lane_work* work, uint32_t block, uint64_t free) {
  const tsj_lane_order* order = work->order;
  const uint64_t left = work->end[block] - work->next[block];
  const uint64_t lanes = lowest(free, left);
  const uint64_t count = tsj_lane_popcount(lanes);
  const uint64_t running = work->control[TSJ_LANES_RUNNING * work->blocks + block];
  if (count == 0 || (count < begun_together && count < left && running != 0)) return 0;
  number_playouts(work, block, lanes);
  const uint64_t bytes = order->state_words * sizeof(uint64_t);
  for (uint64_t bits = lanes; bits != 0; bits &= bits - 1) {
    const uint32_t lane = tsj_lane_lowest(bits);
    const uint64_t start = work->playout[block * 64 + lane] / order->playouts_per_start;
    memcpy(work->last_states + lane * order->state_words,
           order->starts + start * order->state_words, bytes);
  }
  tsj_states_to_lanes(work->last_states, 64, order->state_words, order->fluents, work->blocks,
                      work->pattern + block);
  return lanes;
}

/* Begins playouts in free lanes, from the block's start state while it has playouts left. */
static uint64_t begin(tsj_lane_work* work, uint32_t block, uint64_t free) {
  const uint64_t next = work->next[block];
  if (free == 0 || next == work->end[block]) return 0;
  const uint64_t start = next / work->order->playouts_per_start;
  if (start != work->start[block]) change_start(work, block, start);
  const uint64_t lanes = lowest(free, left_of_start(work, block));
  number_playouts(work, block, lanes);
  return lanes;
}

/* Sets the length of the lanes that begin to zero. */
static void reset_lengths(tsj_lane_work* work, const uint64_t* lanes) {
  for (uint32_t c = 0; c < work->blocks; ++c) {
    for (uint64_t bits = lanes[c] & work->overflowed[c]; bits != 0; bits &= bits - 1) {
      work->high[c * 64 + tsj_lane_lowest(bits)] = 0;
    }
    work->overflowed[c] &= ~lanes[c];
    if (work->limit_high == 0) {
      work->last[c] |= lanes[c];
    } else {
      work->last[c] &= ~lanes[c];
    }
  }
}

/* Begins playouts in the free lanes, while playouts remain. */
static void begin_all(tsj_lane_work* work, uint64_t* free) {
  const uint32_t blocks = work->blocks;
  uint64_t* running = work->control + TSJ_LANES_RUNNING * blocks;
  uint64_t* begun = work->masks;
  for (;;) {
    uint64_t some = 0;
    for (uint32_t c = 0; c < blocks; ++c) {
      begun[c] = work->apart ? begin_apart(work, c, free[c]) : begin(work, c, free[c]);
      free[c] &= ~begun[c];
      running[c] |= begun[c];
      some |= begun[c];
    }
    if (!some) return;
    reset_lengths(work, begun);
    set_start(work, begun);
  }
}

/* Call it only when no lane is parked. */
static void look_ahead(tsj_lane_work* work) {
  work->plenty = !work->tracked;
  uint64_t some = work->limit_high == 0;
  for (uint32_t c = 0; c < work->blocks; ++c) {
    if (work->plenty && (left_of_start(work, c) < 64 || work->old[c])) work->plenty = 0;
    some |= work->overflowed[c] | work->last[c];
  }
  work->some_overflowed = some != 0;
}

/* Of the lanes whose high part equals the limit's, returns those that have reached the limit. */
static uint64_t at_limit(const tsj_lane_work* work, uint32_t block) {
  uint64_t lanes = work->last[block];
  const uint64_t* counter = work->state + work->order->fluents * work->blocks + block;
  for (uint32_t bit = 0; bit < TSJ_LANES_COUNTER && lanes; ++bit) {
    const uint64_t word = counter[bit * work->blocks];
    lanes &= work->limit_low >> bit & 1 ? word : ~word;
  }
  return lanes;
}

/* Updates the lanes that have overflowed the counter, or have reached the limit. */
static void watch_lengths(tsj_lane_work* work) {
  const uint64_t* carry = work->control + TSJ_LANES_CARRY * work->blocks;
  const uint64_t* running = work->control + TSJ_LANES_RUNNING * work->blocks;
  uint64_t* held = work->control + TSJ_LANES_HELD * work->blocks;
  for (uint32_t c = 0; c < work->blocks; ++c) {
    for (uint64_t bits = carry[c]; bits != 0; bits &= bits - 1) {
      if (++work->high[c * 64 + tsj_lane_lowest(bits)] == work->limit_high) {
        work->last[c] |= bits & -bits;
      }
    }
    work->overflowed[c] |= carry[c];
    if (work->last[c]) held[c] |= at_limit(work, c) & running[c];
  }
  work->some_overflowed = 1;
}

/* Saves the per-lane data of the lanes that are parked. */
static void park_lane_data(tsj_lane_work* work, uint32_t block, uint64_t done) {
  work->control[TSJ_LANES_HELD * work->blocks + block] &= ~done;
  for (uint64_t bits = done & work->overflowed[block]; bits != 0; bits &= bits - 1) {
    const uint32_t lane = block * 64 + tsj_lane_lowest(bits);
    work->parked_high[lane] = work->high[lane];
    work->parked_overflowed[block] |= bits & -bits;
  }
  for (uint64_t bits = done & work->old[block]; bits != 0; bits &= bits - 1) {
    const uint32_t lane = block * 64 + tsj_lane_lowest(bits);
    work->parked_start[lane] = work->old_start[lane];
    work->parked_old[block] |= bits & -bits;
  }
  work->old[block] &= ~done;
  if (!work->tracked) return;
  for (uint64_t bits = done; bits != 0; bits &= bits - 1) {
    const uint32_t lane = block * 64 + tsj_lane_lowest(bits);
    work->parked_playout[lane] = work->playout[lane];
  }
}

/* The word of control that records each way to end. */
static const uint32_t end_words[3] = {TSJ_LANES_ENDED, TSJ_LANES_CUT, TSJ_LANES_STUCK};

/* Saves the parts of parked states that are read later. */
static void park_states(tsj_lane_work* work, const uint64_t* mask) {
  const tsj_lane_code* code = work->order->code;
  const uint64_t blocks = work->blocks;
  const uint64_t fluents = work->order->fluents;
  if (work->order->ended) {
    code->blend(work->parked, work->state, mask, fluents + TSJ_LANES_COUNTER);
    return;
  }
  for (uint64_t i = 0; i < code->goal_range_count; ++i) {
    const uint64_t first = code->goal_ranges[2 * i];
    code->blend(work->parked + first * blocks, work->state + first * blocks, mask,
                code->goal_ranges[2 * i + 1] - first);
  }
  code->blend(work->parked + fluents * blocks, work->state + fluents * blocks, mask,
              TSJ_LANES_COUNTER);
}

/* Parks the lanes whose games are over, and begins other playouts in them while some remain.
 * Returns whether any game goes on. `blocks`: work->blocks, as a constant. */
static inline int refill(tsj_lane_work* work, const uint32_t blocks) {
  uint64_t* ended = work->control + TSJ_LANES_ENDED * blocks;
  uint64_t* cut = work->control + TSJ_LANES_CUT * blocks;
  uint64_t* stuck = work->control + TSJ_LANES_STUCK * blocks;
  uint64_t* running = work->control + TSJ_LANES_RUNNING * blocks;
  uint64_t some = 0;
  uint64_t collide = 0;
  uint64_t* done = work->masks;
  for (uint32_t c = 0; c < blocks; ++c) {
    done[c] = ended[c] | cut[c] | stuck[c];
    some |= done[c];
    collide |= done[c] & tsj_lanes_parked(work, c);
  }
  if (!some) return 1;
  tsj_lane_word over;
  memcpy(over, done, blocks * sizeof *over);
  if (collide) {
    tsj_lanes_tell(work); /* uses the masks */
    look_ahead(work);
    memcpy(done, over, blocks * sizeof *over);
  }
  for (uint32_t how = 0; how < 3; ++how) {
    uint64_t* from = work->control + end_words[how] * blocks;
    for (uint32_t c = 0; c < blocks; ++c) {
      work->ends[how * blocks + c] |= from[c];
      from[c] = 0;
    }
  }
  if (!work->plenty || work->some_overflowed) {
    for (uint32_t c = 0; c < blocks; ++c) park_lane_data(work, c, over[c]);
  }
  park_states(work, done);
  if (work->plenty) {
    for (uint32_t c = 0; c < blocks; ++c) running[c] |= over[c];
    if (work->some_overflowed) reset_lengths(work, over);
    set_start(work, done);
    return 1;
  }
  for (uint32_t c = 0; work->apart && c < blocks; ++c) over[c] = ~running[c];
  begin_all(work, over);
  some = 0;
  for (uint32_t c = 0; c < blocks; ++c) some |= running[c];
  return some != 0;
}

/* Begins no more playouts. */
static void stop(tsj_lane_work* work) {
  tsj_lanes_tell(work); /* so that `next` is right */
  work->plenty = 0;
  for (uint32_t c = 0; c < work->blocks; ++c) work->end[c] = work->next[c];
}

/* Returns a bit for each phase in which some game begins. */
static uint64_t start_phases(const tsj_lane_order* order) {
  const tsj_lane_code* code = order->code;
  if (!code->phase_fluents) return UINT64_MAX;
  uint64_t phases = 0;
  for (uint64_t i = 0; i < order->start_count; ++i) {
    const uint64_t* state = order->starts + i * order->state_words;
    for (uint32_t phase = 0; phase < code->phase_count; ++phase) {
      const uint64_t fluent = code->phase_fluents[phase];
      phases |= (state[fluent / 64] >> (fluent % 64) & 1) << phase;
    }
  }
  return phases;
}

/* Plays until all games are over, or the running ones have been dropped. */
static inline void run(tsj_lane_work* work, const uint32_t blocks) {
  const tsj_lane_order* order = work->order;
  const tsj_lane_code* code = order->code;
  const uint64_t starts = start_phases(order);
  const uint64_t* carry = work->control + TSJ_LANES_CARRY * blocks;
  uint32_t phase = 0;
  uint64_t last_tick = UINT64_MAX;
  for (uint64_t ticks = 1; ticks <= last_tick; ++ticks) {
    code->ticks[phase](work->state, work->control, work->random, 0, work->scratch);
    uint64_t overflow = 0;
    for (uint32_t c = 0; c < blocks; ++c) overflow |= carry[c];
    if (overflow || work->some_overflowed) watch_lengths(work);
    if (++phase == code->phase_count) phase = 0;
    if ((starts >> phase & 1) && !refill(work, blocks)) return;
    if (ticks % watched_ticks != 0 || !order->go_on) continue;
    const int go_on = order->go_on(order->env);
    if (go_on > 0) continue;
    if (last_tick == UINT64_MAX) {
      stop(work);
      last_tick = ticks + run_out_ticks;
    }
    if (go_on < 0) return;
  }
}

/* Takes the first `bytes` of the memory, in whole cache lines. */
static uint64_t* take(char** memory, uint64_t bytes) {
  char* taken = *memory;
  *memory += (bytes + 63) / 64 * 64;
  return (uint64_t*)taken;
}

/* Divides the memory; returns its end. */
static char* divide(tsj_lane_work* work, const tsj_lane_order* order, char* memory) {
  const tsj_lane_code* code = order->code;
  const uint64_t word = code->blocks * sizeof(uint64_t);
  const uint64_t state = (order->fluents + TSJ_LANES_COUNTER) * word;
  const uint64_t lanes = code->blocks * 64 * sizeof(uint64_t);
  work->state = take(&memory, state);
  const uint64_t start = (order->fluents + TSJ_LANES_COUNTER) * sizeof(uint64_t);
  work->pattern = take(&memory, order->start_count == 1 ? start : state);
  work->parked = take(&memory, state);
  work->control = take(&memory, TSJ_LANES_CONTROL * word);
  work->random = take(&memory, code->random_words * word);
  work->answers = take(&memory, order->answers * word);
  work->scratch = take(&memory, code->scratch_words * word);
  work->masks = take(&memory, 2 * word);
  work->ends = take(&memory, 3 * word);
  work->end_counts = take(&memory, 3 * word);
  work->answer_counts = take(&memory, order->answers * word);
  work->length_counts = take(&memory, TSJ_LANES_COUNTER * word);
  work->high = take(&memory, lanes);
  work->parked_high = take(&memory, lanes);
  work->old_start = take(&memory, lanes);
  work->parked_start = take(&memory, lanes);
  work->playout = take(&memory, lanes);
  work->parked_playout = take(&memory, lanes);
  work->last_states = take(&memory, 64 * order->state_words * sizeof(uint64_t));
  work->last_answers = take(&memory, 64 * tsj_lanes_answer_words(order) * sizeof(uint64_t));
  return memory;
}

uint64_t tsj_lane_bytes(const tsj_lane_order* order) {
  tsj_lane_work work;
  char* const nowhere = (char*)(uintptr_t)64;
  return (uint64_t)(divide(&work, order, nowhere) - nowhere);
}

/* Prepares the work, and begins the first games. */
static void open(tsj_lane_work* work, const tsj_lane_order* order, const tsj_lane_results* results,
                 uint64_t first_block, const uint64_t* bounds, char* memory) {
  memset(work, 0, sizeof *work);
  const char* end = divide(work, order, memory);
  memset(memory, 0, (size_t)(end - memory));
  work->order = order;
  work->results = results;
  work->blocks = order->code->blocks;
  work->limit_low = order->step_limit & ((1u << TSJ_LANES_COUNTER) - 1);
  work->limit_high = order->step_limit >> TSJ_LANES_COUNTER;
  work->some_overflowed = work->limit_high == 0;
  work->apart = order->start_count > 1 && order->playouts_per_start < TSJ_LANE_FEW_PLAYOUTS;
  work->tracked = work->apart || order->ended != 0;
  tsj_lane_word free;
  for (uint32_t c = 0; c < work->blocks; ++c) {
    work->next[c] = bounds[c];
    work->end[c] = bounds[c + 1];
    work->start[c] = UINT64_MAX;
    free[c] = UINT64_MAX;
    seed_block(work, c, first_block + c);
  }
  begin_all(work, free);
}

static int is_empty(const tsj_lane_order* order, const uint64_t* bounds) {
  return bounds[0] == bounds[order->code->blocks];
}

void tsj_lanes_play(const tsj_lane_order* order, uint64_t first_block, const uint64_t* bounds,
                    const tsj_lane_results* results, void* memory) {
  if (is_empty(order, bounds)) return;
  tsj_lane_work work;
  open(&work, order, results, first_block, bounds, (char*)memory);
  switch (work.blocks) {
    case 1:
      run(&work, 1);
      break;
    case 4:
      run(&work, 4);
      break;
    default:
      run(&work, TSJ_LANE_BLOCKS);
  }
  tsj_lanes_tell(&work);
  for (uint32_t c = 0; c < work.blocks; ++c) {
    if (work.start[c] != UINT64_MAX) tsj_lanes_settle(&work, c);
  }
}
