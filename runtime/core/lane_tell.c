/* Playouts in lanes that are over: what is counted, and told, of them. */
#include "lane_state.h"
#include "lane_transpose.h"

static uint64_t popcount(uint64_t word) {
  return (uint64_t)__builtin_popcountll(word);
}

static const uint64_t* counter_of(const tsj_lane_work* work, uint32_t column) {
  return work->parked + work->order->fluents * work->columns + column;
}

static uint64_t length_of(const tsj_lane_work* work, uint32_t column, uint32_t lane) {
  uint64_t length = 0;
  const uint64_t* counter = counter_of(work, column);
  for (uint32_t bit = 0; bit < TSJ_LANES_COUNTER; ++bit) {
    length |= (counter[bit * work->columns] >> lane & 1) << bit;
  }
  if (work->parked_overflowed[column] >> lane & 1) {
    length |= work->parked_high[column * 64 + lane] << TSJ_LANES_COUNTER;
  }
  return length;
}

static void take_extremes(tsj_lane_sums* sums, uint64_t shortest, uint64_t longest) {
  if (sums->shortest > shortest) sums->shortest = shortest;
  if (sums->longest < longest) sums->longest = longest;
}

/* The lengths of these lanes of a column. */
static void count_lengths(const tsj_lane_work* work, uint32_t column, uint64_t lanes,
                          tsj_lane_sums* sums) {
  const uint64_t* counter = counter_of(work, column);
  const uint64_t high = lanes & work->parked_overflowed[column];
  for (uint64_t bits = high; bits != 0; bits &= bits - 1) {
    const uint64_t length = length_of(work, column, (uint32_t)__builtin_ctzll(bits));
    sums->steps += length;
    take_extremes(sums, length, length);
  }
  lanes &= ~high;
  if (lanes == 0) return;
  uint64_t longest = 0;
  uint64_t shortest = 0;
  uint64_t long_lanes = lanes;
  uint64_t short_lanes = lanes;
  for (uint32_t bit = TSJ_LANES_COUNTER; bit-- > 0;) {
    const uint64_t word = counter[bit * work->columns];
    sums->steps += popcount(lanes & word) << bit;
    if (long_lanes & word) {
      long_lanes &= word;
      longest |= (uint64_t)1 << bit;
    }
    if (short_lanes & ~word) {
      short_lanes &= ~word;
    } else {
      shortest |= (uint64_t)1 << bit;
    }
  }
  take_extremes(sums, shortest, longest);
}

/* These lanes of a column, all from one start state. */
static void count(const tsj_lane_work* work, uint32_t column, uint64_t lanes, uint64_t start) {
  const tsj_lane_order* order = work->order;
  tsj_lane_sums* sums = &work->results->sums[start];
  for (uint32_t how = 0; how < 3; ++how) sums->ends[how] += popcount(lanes & work->ends[how][column]);
  count_lengths(work, column, lanes, sums);
  if (!order->code->goals) return;
  const uint64_t terminal = lanes & work->ends[TSJ_LANE_TERMINAL][column];
  uint64_t* answers = work->results->answers + start * order->answers;
  for (uint64_t i = 0; i < order->answers; ++i) {
    answers[i] += popcount(work->answers[i * work->columns + column] & terminal);
  }
}

/* Start state by start state. */
static void count_column(const tsj_lane_work* work, uint32_t column, uint64_t lanes) {
  if (work->order->start_count == 1) {
    count(work, column, lanes, 0);
    return;
  }
  const uint64_t each = work->order->playouts_per_start;
  const uint64_t* playouts = work->parked_playout + column * 64;
  while (lanes != 0) {
    const uint64_t start = playouts[__builtin_ctzll(lanes)] / each;
    const uint64_t first = start * each;
    uint64_t same = 0;
    for (uint64_t bits = lanes; bits != 0; bits &= bits - 1) {
      const uint64_t playout = playouts[__builtin_ctzll(bits)];
      if (playout >= first && playout - first < each) same |= bits & -bits;
    }
    count(work, column, same, start);
    lanes &= ~same;
  }
}

static void tell_column(const tsj_lane_work* work, uint32_t column, uint64_t lanes) {
  const tsj_lane_order* order = work->order;
  tsj_lanes_to_states(work->parked + column, work->columns, order->fluents, order->state_words,
                      work->last_states);
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctzll(lanes);
    const uint64_t bit = lanes & -lanes;
    tsj_lane_end end;
    end.playout = work->parked_playout[column * 64 + lane];
    end.length = length_of(work, column, lane);
    end.how = TSJ_LANE_TERMINAL;
    while (!(work->ends[end.how][column] & bit)) ++end.how;
    end.state = work->last_states + lane * order->state_words;
    order->ended(order->env, &end);
  }
}

void tsj_lanes_tell(tsj_lane_work* work) {
  const tsj_lane_order* order = work->order;
  uint64_t some = 0;
  for (uint32_t c = 0; c < work->columns; ++c) {
    some |= work->ends[0][c] | work->ends[1][c] | work->ends[2][c];
  }
  if (!some) return;
  if (order->code->goals) {
    order->code->goals(work->parked, 0, 0, 0, work->answers, work->scratch);
  }
  for (uint32_t c = 0; c < work->columns; ++c) {
    const uint64_t lanes = work->ends[0][c] | work->ends[1][c] | work->ends[2][c];
    if (lanes == 0) continue;
    count_column(work, c, lanes);
    if (order->ended) tell_column(work, c, lanes);
    for (uint32_t how = 0; how < 3; ++how) work->ends[how][c] = 0;
    work->parked_overflowed[c] = 0;
  }
}
