// Implements vectors of games, of tesuji/tesuji.h.
#include "runtime/host/steps/game_vector.h"
#include "tools/library/library_game.h"
#include "tools/library/messages.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct tsj_vector {
  std::shared_ptr<const tesuji::driver::VectorGame> game;
  std::unique_ptr<tesuji::runtime::GameVector> games;
  std::vector<tsj_vector_seat> seats;
  std::vector<tsj_vector_percept> percepts;
  tsj_vector_shape shape{};
  tsj_vector_results results{};
  std::optional<tesuji::runtime::VectorPlanes> found;  ///< what `planes` points to
  tsj_vector_planes planes{};
};

namespace tesuji::library {
namespace {

/// More games than any memory holds, so that sizes do not overflow.
constexpr std::uint64_t most_games = std::uint64_t{1} << 32U;

tsj_vector_options known_options(const tsj_vector_options* given) {
  tsj_vector_options options = TSJ_VECTOR_OPTIONS;
  if (given != nullptr) std::memcpy(&options, given, std::min(given->size, sizeof options));
  if (options.games == 0) throw std::invalid_argument("a vector has at least one game");
  if (options.games > most_games) throw std::invalid_argument("too many games for a vector");
  if (options.threads == 0) throw std::invalid_argument("a vector has at least one thread");
  return options;
}

void describe(tsj_vector& vector) {
  const runtime::VectorShape& of = vector.games->shape();
  for (const runtime::VectorSeat& seat : of.seats) {
    vector.seats.push_back({seat.role.value_or(TSJ_NO_ROLE), seat.width, seat.row_words});
  }
  for (const runtime::VectorPercept& percept : of.percepts) {
    vector.percepts.push_back({percept.role, percept.term.c_str()});
  }
  tsj_vector_shape& shape = vector.shape;
  shape.games = of.games;
  shape.role_count = of.roles;
  shape.seat_count = static_cast<std::uint32_t>(of.seats.size());
  shape.seats = vector.seats.data();
  shape.turns = of.turns ? 1 : 0;
  shape.chance = of.chance.value_or(TSJ_NO_ROLE);
  shape.lanes = of.lanes;
  shape.percept_count = static_cast<std::uint32_t>(of.percepts.size());
  shape.fluent_count = of.fluents;
  shape.fluent_words = of.state_words;
  shape.state_words = vector.game->tables->state_words;
  shape.percept_words = of.percept_words;
  shape.percepts = vector.percepts.data();
  const runtime::VectorArrays& arrays = vector.games->arrays();
  tsj_vector_results& results = vector.results;
  results.legal = arrays.legal.data();
  results.movers = arrays.movers;
  results.rewards = arrays.rewards;
  results.terminated = arrays.terminated;
  results.truncated = arrays.truncated;
  results.faults = arrays.faults;
  results.lengths = arrays.lengths;
  results.percepts = arrays.percepts;
  results.last_states = arrays.last_states;
  vector.found = vector.games->planes();
  if (!vector.found) return;
  vector.planes = {vector.found->groups, vector.found->blocks, vector.found->group_words,
                   vector.found->fluents, vector.found->legal.data()};
}

}  // namespace
}  // namespace tesuji::library

using namespace tesuji;
using library::guarded;

extern "C" {

tsj_vector* tsj_vector_open(const tsj_game* game, const tsj_vector_options* given,
                            tsj_messages** messages) {
  std::unique_ptr<tsj_vector> vector;
  const std::int32_t status = guarded(messages, [&] {
    const tsj_vector_options options = library::known_options(given);
    vector = std::make_unique<tsj_vector>();
    vector->game = game->vectors;
    runtime::VectorOptions wanted;
    wanted.games = options.games;
    wanted.threads = options.threads;
    wanted.seed = options.seed;
    wanted.step_limit = options.step_limit;
    wanted.chance_given = options.chance_given != 0;
    wanted.last_states = options.last_states != 0;
    vector->games = driver::make_vector(*vector->game, wanted);
    library::describe(*vector);
    return TSJ_OK;
  });
  return status == TSJ_OK ? vector.release() : nullptr;
}

void tsj_vector_close(tsj_vector* vector) {
  delete vector;
}

const tsj_vector_shape* tsj_vector_shape_of(const tsj_vector* vector) {
  return &vector->shape;
}

const tsj_vector_results* tsj_vector_results_of(const tsj_vector* vector) {
  return &vector->results;
}

const tsj_vector_planes* tsj_vector_planes_of(const tsj_vector* vector) {
  return vector->found ? &vector->planes : nullptr;
}

int32_t tsj_vector_reset(tsj_vector* vector, uint64_t seed, tsj_messages** messages) {
  return guarded(messages, [&] {
    vector->games->reset(seed);
    return TSJ_OK;
  });
}

int32_t tsj_vector_reset_games(tsj_vector* vector, const uint8_t* which, tsj_messages** messages) {
  return guarded(messages, [&] {
    vector->games->reset_games({which, vector->shape.games});
    return TSJ_OK;
  });
}

int32_t tsj_vector_step(tsj_vector* vector, const int32_t* const* moves, tsj_vector_counts* counts,
                        tsj_messages** messages) {
  return guarded(messages, [&] {
    const runtime::StepCounts found = vector->games->step({moves, vector->shape.seat_count});
    if (counts != nullptr) *counts = {found.ended, found.faults};
    return TSJ_OK;
  });
}

int32_t tsj_vector_draw(tsj_vector* vector, uint32_t seat, int32_t* moves,
                        tsj_messages** messages) {
  return guarded(messages, [&] {
    if (seat >= vector->shape.seat_count) throw std::invalid_argument("no such seat");
    vector->games->draw(seat, moves);
    return TSJ_OK;
  });
}

int32_t tsj_vector_set_states(tsj_vector* vector, const uint64_t* states, tsj_messages** messages) {
  return guarded(messages, [&]() -> std::int32_t {
    std::size_t wrong = 0;
    if (vector->games->set_states(states, wrong)) return TSJ_OK;
    throw std::invalid_argument("state number " + std::to_string(wrong) +
                                " is over, or not of this game");
  });
}

void tsj_vector_legal_bytes(const tsj_vector* vector, uint32_t seat, uint8_t* bytes) {
  vector->games->legal_bytes(seat, bytes);
}

void tsj_vector_observe(const tsj_vector* vector, uint64_t* bits) {
  vector->games->observe(bits);
}

void tsj_vector_observe_bytes(const tsj_vector* vector, uint8_t* bytes) {
  vector->games->observe_bytes(bytes);
}

void tsj_vector_states(const tsj_vector* vector, uint64_t* states) {
  vector->games->states(states);
}

uint64_t tsj_vector_saved_words(const tsj_vector* vector) {
  return vector->games->saved_words();
}

int32_t tsj_vector_save(const tsj_vector* vector, uint64_t* words, tsj_messages** messages) {
  return guarded(messages, [&] {
    vector->games->save({words, vector->games->saved_words()});
    return TSJ_OK;
  });
}

int32_t tsj_vector_restore(tsj_vector* vector, const uint64_t* words, uint64_t count,
                           tsj_messages** messages) {
  return guarded(messages, [&] {
    vector->games->restore({words, count});
    return TSJ_OK;
  });
}
}
