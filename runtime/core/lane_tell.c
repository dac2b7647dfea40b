/* Counts and reports playouts in lanes that are over. */
#include "lane_state.h"
#include "lane_transpose.h"

static const uint64_t* counter_of(const tsj_lane_work* work, uint32_t block) {
  return work->parked + work->order->fluents * work->blocks + block;
}

static uint64_t length_of(const tsj_lane_work* work, uint32_t block, uint32_t lane) {
  uint64_t length = 0;
  const uint64_t* counter = counter_of(work, block);
  for (uint32_t bit = 0; bit < TSJ_LANES_COUNTER; ++bit) {
    length |= (counter[bit * work->blocks] >> lane & 1) << bit;
  }
  if (work->parked_overflowed[block] >> lane & 1) {
    length |= work->parked_high[block * 64 + lane] << TSJ_LANES_COUNTER;
  }
  return length;
}

static void take_extremes(tsj_lane_sums* sums, uint64_t shortest, uint64_t longest) {
  if (sums->shortest > shortest) sums->shortest = shortest;
  if (sums->longest < longest) sums->longest = longest;
}

/* Finds the shortest and the longest of these lanes of a block. */
static void find_extremes(const tsj_lane_work* work, uint32_t block, uint64_t lanes,
                          tsj_lane_sums* sums) {
  const uint64_t* counter = counter_of(work, block);
  const uint64_t high = lanes & work->parked_overflowed[block];
  for (uint64_t bits = high; bits != 0; bits &= bits - 1) {
    const uint64_t length = length_of(work, block, tsj_lane_lowest(bits));
    take_extremes(sums, length, length);
  }
  lanes &= ~high;
  if (lanes == 0) return;
  uint64_t longest = 0;
  uint64_t shortest = 0;
  uint64_t long_lanes = lanes;
  uint64_t short_lanes = lanes;
  for (uint32_t bit = TSJ_LANES_COUNTER; bit-- > 0;) {
    const uint64_t word = counter[bit * work->blocks];
    const uint64_t longer = long_lanes & word;
    const uint64_t shorter = short_lanes & ~word;
    longest |= (uint64_t)(longer != 0) << bit;
    shortest |= (uint64_t)(shorter == 0) << bit;
    long_lanes = longer ? longer : long_lanes;
    short_lanes = shorter ? shorter : short_lanes;
  }
  take_extremes(sums, shortest, longest);
}

/* Counts these lanes of a block, all from one start state, directly in the results. */
static void count_apart(const tsj_lane_work* work, uint32_t block, uint64_t lanes, uint64_t start) {
  const tsj_lane_order* order = work->order;
  tsj_lane_sums* sums = &work->results->sums[start];
  for (uint32_t how = 0; how < 3; ++how) {
    sums->ends[how] += tsj_lane_popcount(lanes & work->ends[how * work->blocks + block]);
  }
  for (uint64_t bits = lanes; bits != 0; bits &= bits - 1) {
    sums->steps += length_of(work, block, tsj_lane_lowest(bits));
  }
  find_extremes(work, block, lanes, sums);
  if (!order->code->goals) return;
  const uint64_t terminal = lanes & work->ends[TSJ_LANE_TERMINAL * work->blocks + block];
  uint64_t* answers = work->results->answers + start * order->answers;
  for (uint64_t i = 0; i < order->answers; ++i) {
    answers[i] += tsj_lane_popcount(work->answers[i * work->blocks + block] & terminal);
  }
}

/* Counts the lanes of earlier start states, one start state after the other. */
static void count_old(const tsj_lane_work* work, uint32_t block, uint64_t lanes) {
  const uint64_t* starts = work->parked_start + block * 64;
  while (lanes != 0) {
    const uint64_t start = starts[tsj_lane_lowest(lanes)];
    uint64_t same = 0;
    for (uint64_t bits = lanes; bits != 0; bits &= bits - 1) {
      if (starts[tsj_lane_lowest(bits)] == start) same |= bits & -bits;
    }
    count_apart(work, block, same, start);
    lanes &= ~same;
  }
}

/* Returns how the game in this lane ended. */
static uint32_t how_of(const tsj_lane_work* work, uint32_t block, uint32_t lane) {
  uint32_t how = TSJ_LANE_TERMINAL;
  while (!(work->ends[how * work->blocks + block] >> lane & 1)) ++how;
  return how;
}

/* Transposes a block's answers to rows by lane. */
static void transpose_answers(const tsj_lane_work* work, uint32_t block) {
  const tsj_lane_order* order = work->order;
  if (!order->code->goals) return;
  tsj_lanes_to_states(work->answers + block, work->blocks, order->answers,
                      tsj_lanes_answer_words(order), work->last_answers);
}

/* Counts lane by lane, if each has its own start state. */
static void count_each(const tsj_lane_work* work, uint32_t block, uint64_t lanes) {
  const tsj_lane_order* order = work->order;
  const uint64_t answer_words = tsj_lanes_answer_words(order);
  if (lanes == 0) return;
  transpose_answers(work, block);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t lane = tsj_lane_lowest(lanes);
    const uint64_t start = work->parked_playout[block * 64 + lane] / order->playouts_per_start;
    tsj_lane_sums* sums = &work->results->sums[start];
    const uint32_t how = how_of(work, block, lane);
    const uint64_t length = length_of(work, block, lane);
    ++sums->ends[how];
    sums->steps += length;
    take_extremes(sums, length, length);
    if (how != TSJ_LANE_TERMINAL || !order->code->goals) continue;
    uint64_t* counts = work->results->answers + start * order->answers;
    const uint64_t* answers = work->last_answers + lane * answer_words;
    for (uint64_t word = 0; word < answer_words; ++word) {
      for (uint64_t bits = answers[word]; bits != 0; bits &= bits - 1) {
        ++counts[word * 64 + tsj_lane_lowest(bits)];
      }
    }
  }
}

static void tell_block(const tsj_lane_work* work, uint32_t block, uint64_t lanes) {
  const tsj_lane_order* order = work->order;
  if (lanes == 0) return;
  tsj_lanes_to_states(work->parked + block, work->blocks, order->fluents, order->state_words,
                      work->last_states);
  const uint64_t answer_words = tsj_lanes_answer_words(order);
  transpose_answers(work, block);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t lane = tsj_lane_lowest(lanes);
    tsj_lane_end end;
    end.playout = work->parked_playout[block * 64 + lane];
    end.length = length_of(work, block, lane);
    end.how = how_of(work, block, lane);
    end.state = work->last_states + lane * order->state_words;
    end.answers = order->code->goals ? work->last_answers + lane * answer_words : 0;
    order->ended(order->env, &end);
  }
}

/* As find_extremes, in all blocks at once, if all lanes of a block have one start state. */
static void find_all_extremes(const tsj_lane_work* work, const uint64_t* lanes,
                              tsj_lane_sums* sums) {
  uint64_t longest = 0;
  uint64_t shortest = 0;
  tsj_lane_word long_lanes;
  tsj_lane_word short_lanes;
  for (uint32_t c = 0; c < work->blocks; ++c) long_lanes[c] = short_lanes[c] = lanes[c];
  for (uint32_t bit = TSJ_LANES_COUNTER; bit-- > 0;) {
    const uint64_t* counter = counter_of(work, 0) + bit * work->blocks;
    uint64_t longer = 0;
    uint64_t shorter = 0;
    for (uint32_t c = 0; c < work->blocks; ++c) {
      longer |= long_lanes[c] & counter[c];
      shorter |= short_lanes[c] & ~counter[c];
    }
    longest |= (uint64_t)(longer != 0) << bit;
    shortest |= (uint64_t)(shorter == 0) << bit;
    /* Keeps the lanes that remain candidates, or all if none does. */
    const uint64_t keep_long = longer ? 0 : UINT64_MAX;
    const uint64_t keep_short = shorter ? 0 : UINT64_MAX;
    for (uint32_t c = 0; c < work->blocks; ++c) {
      long_lanes[c] &= counter[c] | keep_long;
      short_lanes[c] &= ~counter[c] | keep_short;
    }
  }
  take_extremes(sums, shortest, longest);
}

/* Counts the lanes that began with their block's start state; the masks hold these, and the
 * terminal ones among them. */
static void count_new(tsj_lane_work* work) {
  const tsj_lane_order* order = work->order;
  const tsj_lane_code* code = order->code;
  const uint32_t blocks = work->blocks;
  const uint64_t* lanes = work->masks;
  tsj_lane_word before;
  uint64_t high = 0;
  for (uint32_t c = 0; c < blocks; ++c) {
    before[c] =
        work->end_counts[c] + work->end_counts[blocks + c] + work->end_counts[2 * blocks + c];
    high |= lanes[c] & work->parked_overflowed[c];
  }
  code->count(counter_of(work, 0), lanes, work->length_counts, TSJ_LANES_COUNTER);
  code->count(work->ends, lanes, work->end_counts, 3);
  if (code->goals) {
    code->count(work->answers, lanes + blocks, work->answer_counts, order->answers);
  }
  if (work->plenty) {
    for (uint32_t c = 0; c < blocks; ++c) {
      work->next[c] += work->end_counts[c] + work->end_counts[blocks + c] +
                       work->end_counts[2 * blocks + c] - before[c];
    }
  }
  if (!high && order->start_count == 1) {
    find_all_extremes(work, lanes, work->results->sums);
    return;
  }
  for (uint32_t c = 0; c < blocks; ++c) {
    if (lanes[c] == 0) continue;
    for (uint64_t bits = lanes[c] & work->parked_overflowed[c]; bits != 0; bits &= bits - 1) {
      work->high_counts[c] += work->parked_high[c * 64 + tsj_lane_lowest(bits)];
    }
    find_extremes(work, c, lanes[c], &work->results->sums[work->start[c]]);
  }
}

void tsj_lanes_settle(tsj_lane_work* work, uint32_t block) {
  const tsj_lane_order* order = work->order;
  tsj_lane_sums* sums = &work->results->sums[work->start[block]];
  for (uint32_t how = 0; how < 3; ++how) {
    uint64_t* count = &work->end_counts[how * work->blocks + block];
    sums->ends[how] += *count;
    *count = 0;
  }
  sums->steps += work->high_counts[block] << TSJ_LANES_COUNTER;
  work->high_counts[block] = 0;
  for (uint32_t bit = 0; bit < TSJ_LANES_COUNTER; ++bit) {
    uint64_t* count = &work->length_counts[bit * work->blocks + block];
    sums->steps += *count << bit;
    *count = 0;
  }
  uint64_t* answers = work->results->answers + work->start[block] * order->answers;
  for (uint64_t i = 0; i < order->answers; ++i) {
    uint64_t* count = &work->answer_counts[i * work->blocks + block];
    answers[i] += *count;
    *count = 0;
  }
}

void tsj_lanes_tell(tsj_lane_work* work) {
  const tsj_lane_order* order = work->order;
  const uint32_t blocks = work->blocks;
  uint64_t some = 0;
  uint64_t some_old = 0;
  for (uint32_t c = 0; c < blocks; ++c) {
    const uint64_t lanes = tsj_lanes_parked(work, c);
    work->masks[c] = lanes & ~work->parked_old[c];
    work->masks[blocks + c] = work->masks[c] & work->ends[TSJ_LANE_TERMINAL * blocks + c];
    some |= lanes;
    some_old |= work->parked_old[c];
  }
  if (!some) return;
  if (order->code->goals) {
    order->code->goals(work->parked, 0, 0, work->answers, work->scratch);
  }
  if (!work->apart) count_new(work);
  for (uint32_t c = 0; c < blocks; ++c) {
    if (work->apart) count_each(work, c, tsj_lanes_parked(work, c));
    if (some_old && work->parked_old[c]) count_old(work, c, work->parked_old[c]);
    if (order->ended) tell_block(work, c, tsj_lanes_parked(work, c));
    for (uint32_t how = 0; how < 3; ++how) work->ends[how * blocks + c] = 0;
    work->parked_overflowed[c] = 0;
    work->parked_old[c] = 0;
  }
}

void tsj_lane_add_sums(const tsj_lane_sums* sums, const tsj_lane_answer* answers,
                       const uint64_t* counts, uint64_t answer_count, uint32_t chance,
                       tsj_batch_sums* to, uint64_t* goal_sums, uint64_t* goal_counts) {
  to->terminal += sums->ends[TSJ_LANE_TERMINAL];
  to->cut += sums->ends[TSJ_LANE_CUT];
  to->stuck += sums->ends[TSJ_LANE_STUCK];
  for (int how = 0; how < 3; how++) to->playouts += sums->ends[how];
  to->steps += sums->steps;
  if (to->shortest > sums->shortest) to->shortest = sums->shortest;
  if (to->longest < sums->longest) to->longest = sums->longest;
  for (uint64_t i = 0; i < answer_count; i++) {
    const tsj_lane_answer* answer = &answers[i];
    if (answer->kind == TSJ_GOAL_MISSING) {
      if (answer->role != chance) to->goals_missing += counts[i];
    } else if (answer->kind == TSJ_GOAL_SEVERAL) {
      to->goals_several += counts[i];
    } else if (answer->value < 0) {
      to->goals_no_integer += counts[i];
    } else {
      goal_sums[answer->role] += (uint64_t)answer->value * counts[i];
      goal_counts[answer->role] += counts[i];
    }
  }
}
