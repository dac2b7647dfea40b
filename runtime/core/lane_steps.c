/* Steps many games in lanes: reads moves as numbers, runs programs over planes, writes rows and
 * bytes. */
#include "tesuji/lane_steps.h"

#include "lane_planes.h"

#include <string.h>

/* The most blocks that a word has. */
enum { most_blocks = 8 };

typedef uint64_t word[most_blocks] __attribute__((aligned(64)));

/* Scratch memory of a step. */
typedef struct work {
  uint64_t* control;
  uint64_t* percepts;
  uint64_t* answers;
  uint64_t* scratch;
  int32_t* numbers; /* by game: a seat's moves, including those that were drawn */
  uint64_t* rows;   /* the group's states */
  uint64_t* ended;  /* with goals_apart: states of games that are over, from several groups */
} work;

static uint64_t* take(char** memory, uint64_t bytes) {
  char* taken = *memory;
  *memory += (bytes + 63) / 64 * 64;
  return (uint64_t*)taken;
}

/* Divides the memory; returns its end. */
static char* divide(work* work, const tsj_step_game* game, char* memory) {
  const uint64_t bytes = game->code.blocks * sizeof(uint64_t);
  work->control = take(&memory, game->code.control_words * bytes);
  work->percepts = take(&memory, game->code.percept_count * bytes);
  work->answers = take(&memory, game->code.answer_count * bytes);
  work->scratch = take(&memory, game->code.scratch_words * bytes);
  work->numbers = (int32_t*)take(&memory, 64 * game->code.blocks * sizeof(int32_t));
  work->rows = take(&memory, 64 * bytes * tsj_steps_state_words(game));
  work->ended = game->code.goals_apart ? take(&memory, game->code.fluents * bytes) : NULL;
  return memory;
}

uint64_t tsj_steps_scratch_bytes(const tsj_step_game* game) {
  work work;
  char* const nowhere = (char*)(uintptr_t)64;
  return (uint64_t)(divide(&work, game, nowhere) - nowhere);
}

/* Computes the lanes that have a game. */
static void find_lanes(const tsj_step_order* order, word lanes) {
  for (uint64_t c = 0; c < order->game->code.blocks; ++c) {
    const uint64_t left = order->games > 64 * c ? order->games - 64 * c : 0;
    lanes[c] = left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX;
  }
}

/* Writes the legal moves, and whose turn it is. */
static void tell_position(const tsj_step_order* order) {
  const tsj_step_game* game = order->game;
  const uint64_t blocks = game->code.blocks;
  for (uint32_t i = 0; i < game->code.seat_count; ++i) {
    const tsj_step_seat* seat = game->code.seats + i;
    game->kernels->to_rows(order->position + seat->first_plane * blocks, blocks, seat->width,
                           seat->row_words,
                           order->arrays->legal[i] + order->first * seat->row_words);
  }
  for (uint32_t bit = 0; bit < game->code.mover_bits; ++bit) {
    game->kernels->to_bytes(order->position + (game->code.mover + bit) * blocks, order->games,
                            (uint8_t)(1u << bit), bit > 0, order->arrays->movers + order->first);
  }
}

/* Returns the seat's moves; draws them for the chance role. */
static const int32_t* numbers_of(const tsj_step_order* order, uint32_t seat, int32_t* drawn) {
  const tsj_step_game* game = order->game;
  const tsj_step_seat* here = game->code.seats + seat;
  if (game->chance == TSJ_NONE || game->chance_given ||
      (here->role != TSJ_NONE && here->role != game->chance)) {
    return order->moves[seat] + order->first;
  }
  game->kernels->draw(order->arrays->legal[seat] + order->first * here->row_words, order->games,
                      here->row_words, order->draw_seed + order->first * 0x9E3779B97F4A7C15u,
                      drawn);
  if (here->role == TSJ_NONE) {
    const uint8_t* movers = order->arrays->movers + order->first;
    const int32_t* given = order->moves[seat] + order->first;
    for (uint64_t i = 0; i < order->games; ++i) {
      if (movers[i] != game->chance) drawn[i] = given[i];
    }
  }
  return drawn;
}

/* Returns a role's reward if an answer holds. */
static int32_t reward_of(const tsj_step_game* game, uint32_t answer) {
  const tsj_lane_answer* of = game->code.answers + answer;
  const int32_t value = of->kind == TSJ_GOAL_VALUE ? of->value : -1;
  return value < 0 && of->role == game->chance ? 0 : value;
}

/* Writes the goals of lanes whose games are over. Rewards must be zero before. */
static void tell_goals(const tsj_step_order* order, const uint64_t* answers, const word terminal) {
  const tsj_step_game* game = order->game;
  for (uint32_t i = 0; i < game->code.answer_count; ++i) {
    const tsj_lane_answer* answer = game->code.answers + i;
    const int32_t value = reward_of(game, i);
    if (value == 0) continue;
    for (uint64_t c = 0; c < game->code.blocks; ++c) {
      int32_t* rewards = order->arrays->rewards + (order->first + 64 * c) * game->role_count;
      for (uint64_t bits = answers[i * game->code.blocks + c] & terminal[c]; bits;
           bits &= bits - 1) {
        rewards[(uint64_t)__builtin_ctzll(bits) * game->role_count + answer->role] = value;
      }
    }
  }
}

/* Adds games to those whose goals will be evaluated later. */
static void keep_ended(const tsj_step_order* order, uint64_t* rows, const word terminal) {
  const tsj_step_game* game = order->game;
  const uint64_t words = tsj_steps_state_words(game);
  tsj_step_ended* ended = order->ended;
  game->kernels->to_rows(order->state, game->code.blocks, game->code.fluents, words, rows);
  for (uint64_t c = 0; c < game->code.blocks; ++c) {
    for (uint64_t bits = terminal[c]; bits; bits &= bits - 1) {
      const uint64_t lane = 64 * c + (uint64_t)__builtin_ctzll(bits);
      memcpy(ended->states + ended->count * words, rows + lane * words, words * sizeof *rows);
      ended->games[ended->count++] = order->first + lane;
    }
  }
}

void tsj_steps_tell_goals(const tsj_step_order* order, tsj_step_ended* ended) {
  const tsj_step_game* game = order->game;
  const uint64_t lanes = 64 * game->code.blocks;
  const uint64_t count = ended->count < lanes ? ended->count : lanes;
  const uint64_t words = tsj_steps_state_words(game);
  work work;
  divide(&work, game, (char*)order->scratch);
  ended->count -= count;
  const uint64_t* games = ended->games + ended->count;
  game->kernels->from_rows(ended->states + ended->count * words, count, game->code.blocks,
                           game->code.fluents, words, work.ended);
  game->code.goals(work.ended, NULL, NULL, work.answers, work.scratch);
  for (uint32_t i = 0; i < game->code.answer_count; ++i) {
    const int32_t value = reward_of(game, i);
    if (value == 0) continue;
    for (uint64_t c = 0; 64 * c < count; ++c) {
      const uint64_t left = count - 64 * c;
      const uint64_t there = left < 64 ? ((uint64_t)1 << left) - 1 : UINT64_MAX;
      for (uint64_t bits = work.answers[i * game->code.blocks + c] & there; bits;
           bits &= bits - 1) {
        const uint64_t number = games[64 * c + (uint64_t)__builtin_ctzll(bits)];
        order->arrays->rewards[number * game->role_count + game->code.answers[i].role] = value;
      }
    }
  }
}

/* Counts the moves of games that go on; computes the lanes that have reached the limit. */
static void count_moves(const tsj_step_order* order, word cut) {
  const tsj_step_arrays* arrays = order->arrays;
  uint32_t* lengths = arrays->lengths + order->first;
  const uint8_t* terminated = arrays->terminated + order->first;
  const uint8_t* truncated = arrays->truncated + order->first;
  const uint8_t* faults = arrays->faults + order->first;
  uint32_t most = 0;
  for (uint64_t i = 0; i < order->games; ++i) {
    const uint32_t before = (terminated[i] | truncated[i]) != 0 ? 0 : lengths[i];
    const uint32_t after = before + 1 - faults[i];
    lengths[i] = after;
    most = after > most ? after : most;
  }
  memset(cut, 0, sizeof(word));
  if (order->step_limit == 0 || most < order->step_limit) return;
  for (uint64_t i = 0; i < order->games; ++i) {
    cut[i / 64] |= (uint64_t)(lengths[i] >= order->step_limit) << i % 64;
  }
}

static void fill_start(const tsj_step_order* order, const uint64_t* mask) {
  const tsj_step_game* game = order->game;
  game->kernels->fill(order->state, game->code.blocks, game->code.fluents, game->start, mask);
  game->kernels->fill(order->position, game->code.blocks, game->code.position_words,
                      game->start_position, mask);
}

static uint64_t count_lanes(const tsj_step_game* game, const word lanes) {
  uint64_t count = 0;
  for (uint64_t c = 0; c < game->code.blocks; ++c)
    count += (uint64_t)__builtin_popcountll(lanes[c]);
  return count;
}

void tsj_steps_find_start(const tsj_step_order* order, uint64_t* start_position) {
  const tsj_step_game* game = order->game;
  work work;
  divide(&work, game, (char*)order->scratch);
  word lanes;
  memset(lanes, 0xFF, sizeof lanes);
  game->kernels->fill(order->state, game->code.blocks, game->code.fluents, game->start, lanes);
  game->code.position(order->state, NULL, NULL, order->position, work.scratch);
  memset(start_position, 0, (game->code.position_words + 63) / 64 * sizeof *start_position);
  for (uint64_t i = 0; i < game->code.position_words; ++i) {
    start_position[i / 64] |= (order->position[i * game->code.blocks] & 1) << i % 64;
  }
}

/* Writes the states in which games have ended. */
static void keep_last(const tsj_step_order* order, uint64_t* rows, const word over) {
  const tsj_step_game* game = order->game;
  const uint64_t words = tsj_steps_state_words(game);
  uint64_t* last = order->arrays->last_states + order->first * words;
  game->kernels->to_rows(order->state, game->code.blocks, game->code.fluents, words, rows);
  for (uint64_t c = 0; c < game->code.blocks; ++c) {
    for (uint64_t bits = over[c]; bits; bits &= bits - 1) {
      const uint64_t lane = 64 * c + (uint64_t)__builtin_ctzll(bits);
      memcpy(last + lane * words, rows + lane * words, words * sizeof *rows);
    }
  }
}

tsj_step_report tsj_steps_step(const tsj_step_order* order) {
  const tsj_step_game* game = order->game;
  const tsj_step_arrays* arrays = order->arrays;
  const uint64_t blocks = game->code.blocks;
  work work;
  divide(&work, game, (char*)order->scratch);
  for (uint32_t i = 0; i < game->code.seat_count; ++i) {
    const tsj_step_seat* seat = game->code.seats + i;
    game->kernels->from_numbers(numbers_of(order, i, work.numbers), order->games, blocks,
                                seat->index_bits, seat->width,
                                work.control + seat->first_index * blocks);
  }
  if (game->code.percepts != NULL && arrays->percepts != NULL) {
    const uint64_t row_words = (game->code.percept_count + 63) / 64;
    game->code.percepts(order->state, work.control, work.percepts, order->position, work.scratch);
    game->kernels->to_rows(work.percepts, blocks, game->code.percept_count, row_words,
                           arrays->percepts + order->first * row_words);
  }
  if (game->code.advance == NULL) {
    memset(work.control, 0, blocks * sizeof *work.control); /* no state ever changes */
  } else {
    game->code.advance(order->state, work.control, NULL, order->position, work.scratch);
  }
  game->code.position(order->state, NULL, NULL, order->position, work.scratch);

  word lanes;
  word faults;
  word terminal;
  word stuck;
  word cut;
  word over;
  find_lanes(order, lanes);
  for (uint64_t c = 0; c < blocks; ++c) faults[c] = work.control[c] & lanes[c];
  game->kernels->to_bytes(faults, order->games, 1, 0, arrays->faults + order->first);
  count_moves(order, cut);
  uint64_t some = 0;
  uint64_t some_terminal = 0;
  for (uint64_t c = 0; c < blocks; ++c) {
    terminal[c] = order->position[game->code.terminal * blocks + c] & lanes[c];
    stuck[c] = order->position[game->code.stuck * blocks + c] & lanes[c];
    cut[c] &= ~(terminal[c] | stuck[c]);
    over[c] = terminal[c] | stuck[c] | cut[c];
    some_terminal |= terminal[c];
    some |= over[c];
  }
  memset(arrays->rewards + order->first * game->role_count, 0,
         order->games * game->role_count * sizeof *arrays->rewards);
  game->kernels->to_bytes(terminal, order->games, 1, 0, arrays->terminated + order->first);
  game->kernels->to_bytes(cut, order->games, 1, 0, arrays->truncated + order->first);
  game->kernels->to_bytes(stuck, order->games, 2, 1, arrays->truncated + order->first);
  if (some_terminal && game->code.goals_apart) {
    keep_ended(order, work.rows, terminal);
  } else if (some_terminal && game->code.goals != NULL) {
    game->code.goals(order->state, NULL, NULL, work.answers, work.scratch);
    tell_goals(order, work.answers, terminal);
  }
  if (some && arrays->last_states != NULL) keep_last(order, work.rows, over);
  if (some) fill_start(order, over);
  tell_position(order);
  return (tsj_step_report){count_lanes(game, over), count_lanes(game, faults)};
}

/* Writes the results of games that have not made a move yet. `lanes`: blocks words. */
static void tell_beginning(const tsj_step_order* order, const uint64_t* lanes) {
  const tsj_step_game* game = order->game;
  const tsj_step_arrays* arrays = order->arrays;
  for (uint64_t i = 0; i < order->games; ++i) {
    if ((lanes[i / 64] >> i % 64 & 1) == 0) continue;
    const uint64_t at = order->first + i;
    memset(arrays->rewards + at * game->role_count, 0, game->role_count * sizeof *arrays->rewards);
    arrays->terminated[at] = 0;
    arrays->truncated[at] = 0;
    arrays->faults[at] = 0;
    arrays->lengths[at] = 0;
  }
  tell_position(order);
}

void tsj_steps_begin(const tsj_step_order* order, const uint64_t* mask) {
  word lanes;
  find_lanes(order, lanes);
  for (uint64_t c = 0; mask != NULL && c < order->game->code.blocks; ++c) lanes[c] &= mask[c];
  fill_start(order, lanes);
  tell_beginning(order, lanes);
}

/* Sets the group's states to these. */
static void place_states(const tsj_step_order* order, const uint64_t* states) {
  const tsj_step_game* game = order->game;
  work work;
  divide(&work, game, (char*)order->scratch);
  game->kernels->from_rows(states, order->games, game->code.blocks, game->code.fluents,
                           tsj_steps_state_words(game), order->state);
  game->code.position(order->state, NULL, NULL, order->position, work.scratch);
}

void tsj_steps_find_over(const tsj_step_order* order, const uint64_t* states, uint64_t* over) {
  const tsj_step_game* game = order->game;
  word lanes;
  find_lanes(order, lanes);
  place_states(order, states);
  for (uint64_t c = 0; c < game->code.blocks; ++c) {
    over[c] = (order->position[game->code.terminal * game->code.blocks + c] |
               order->position[game->code.stuck * game->code.blocks + c]) &
              lanes[c];
  }
}

void tsj_steps_set_states(const tsj_step_order* order, const uint64_t* states) {
  word lanes;
  find_lanes(order, lanes);
  place_states(order, states);
  tell_beginning(order, lanes);
}

void tsj_steps_states(const tsj_step_order* order, uint64_t* states) {
  const tsj_step_game* game = order->game;
  game->kernels->to_rows(order->state, game->code.blocks, game->code.fluents,
                         tsj_steps_state_words(game), states);
}
