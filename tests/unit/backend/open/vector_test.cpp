// Games side by side: the same whatever the width and however many the threads; moves that are not
// legal; limits; states in and out; means of random games.
#include "backend/open/batch_game.h"
#include "backend/open/open_vector.h"
#include "backend/open/vector_game.h"
#include "runtime/host/steps/single_vector.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/vector_digest.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::GameVector;
using runtime::VectorOptions;
using tests::digest;
using Moves = tests::RandomMoves;

namespace {

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

driver::OpenedVector open_example(const std::string& name, std::uint32_t lanes = 0,
                                  bool joint = false) {
  driver::OpenedVector opened = driver::open_vector(example(name), lanes, joint);
  INFO(opened.messages);
  REQUIRE(opened.vectors);
  return opened;
}

/// The same game, one after the other.
std::unique_ptr<GameVector> make_single(const driver::OpenedVector& opened,
                                        const std::vector<runtime::StateTest>& control,
                                        const VectorOptions& options) {
  return runtime::make_single_vector(opened.vectors->tables, control, options);
}

}  // namespace

TEST_CASE("Steps are the same for all widths and numbers of threads", "[steps]") {
  for (const char* name : {"noughts-and-crosses", "connect-four", "goofspiel", "monty-hall"}) {
    CAPTURE(name);
    VectorOptions options;
    options.games = 700;
    options.seed = 5;
    options.step_limit = 6;
    const auto first = open_example(name, 64);
    const auto expected = digest(*driver::make_vector(*first.vectors, options), 30);
    for (const std::uint32_t lanes : {256U, 512U, 0U}) {
      const auto opened = driver::open_vector(example(name), lanes);
      if (!opened.vectors) continue;  // the processor has no such words
      for (const unsigned threads : {1U, 3U}) {
        CAPTURE(lanes, threads);
        options.threads = threads;
        CHECK(digest(*driver::make_vector(*opened.vectors, options), 30) == expected);
      }
    }
  }
}

TEST_CASE("Goals of games from several words together are the same", "[steps]") {
  for (const char* name : {"noughts-and-crosses", "connect-four", "goofspiel"}) {
    for (const std::uint32_t lanes : {64U, 0U}) {
      for (const unsigned threads : {1U, 3U}) {
        CAPTURE(name, lanes, threads);
        VectorOptions options;
        options.games = 2100;
        options.threads = threads;
        const auto opened = open_example(name, lanes);
        auto apart = std::make_shared<runtime::LaneStepCode>(*opened.vectors->lanes);
        REQUIRE(apart->code.goals_apart == 0);
        apart->code.goals_apart = 1;
        CHECK(digest(*runtime::make_lane_vector(apart, options), 40) ==
              digest(*driver::make_vector(*opened.vectors, options), 40));
      }
    }
  }
}

TEST_CASE(
    "With native code for single games, which may place fluents elsewhere, steps stay the same",
    "[steps]") {
  for (const char* name : {"noughts-and-crosses", "breakthrough", "goofspiel", "monty-hall"}) {
    CAPTURE(name);
    VectorOptions options;
    options.games = 300;
    driver::Session session;
    const auto native = driver::load_vector_game(example(name), 0, false, {}, session, true);
    REQUIRE(native);
    const auto opened = open_example(name);
    const auto vector = driver::make_vector(*native, options);
    CHECK(digest(*vector, 80, false) ==
          digest(*driver::make_vector(*opened.vectors, options), 80, false));
    // Its states are the game's.
    const runtime::Game& game = *native->loaded.game;
    std::vector<std::uint64_t> states(options.games * game.state_words());
    vector->states(states.data());
    const auto scratch = game.make_scratch();
    std::vector<std::vector<runtime::Move>> legal;
    for (std::size_t i = 0; i < options.games; i += 37) {
      game.legal({states.data() + i * game.state_words(), game.state_words()}, *scratch, legal);
      const runtime::Role role = vector->shape().turns ? vector->arrays().movers[i] : 0;
      std::size_t count = 0;
      const std::size_t words = vector->shape().seats[0].row_words;
      for (std::size_t bit = 0; bit < 64 * words; ++bit) {
        if ((vector->arrays().legal[0][i * words + bit / 64] >> bit % 64 & 1U) == 0) continue;
        CHECK(legal[role].at(count++) == vector->shape().actions[role].at(bit));
      }
      CHECK(count == legal[role].size());
    }
  }
}

TEST_CASE("Games one after the other make the same steps", "[steps]") {
  for (const char* name : {"noughts-and-crosses", "nim", "goofspiel", "monty-hall"}) {
    CAPTURE(name);
    VectorOptions options;
    options.games = 130;
    options.step_limit = 7;
    const auto lanes = open_example(name, 0, true);
    const auto expected = digest(*driver::make_vector(*lanes.vectors, options), 40);
    for (const unsigned threads : {1U, 2U}) {
      options.threads = threads;
      CHECK(digest(*make_single(lanes, {}, options), 40) == expected);
    }
  }
}

TEST_CASE("Whoever's turn it is has the one seat", "[steps]") {
  const auto opened = open_example("noughts-and-crosses");
  VectorOptions options;
  options.games = 3;
  const auto vector = driver::make_vector(*opened.vectors, options);
  const runtime::VectorShape& shape = vector->shape();
  REQUIRE(shape.turns);
  REQUIRE(shape.seats.size() == 1);
  Moves moves(*vector);
  for (int step = 0; step < 5; ++step) {
    for (std::size_t game = 0; game < 3; ++game) {
      CHECK(int{vector->arrays().movers[game]} == step % 2);
    }
    moves.draw(*vector);
    vector->step(moves.given);
  }
}

TEST_CASE("A game whose move is not legal stays as it is", "[steps]") {
  const auto opened = open_example("noughts-and-crosses");
  for (const bool singly : {false, true}) {
    CAPTURE(singly);
    VectorOptions options;
    options.games = 600;
    const auto vector =
        singly ? make_single(opened, {}, options) : driver::make_vector(*opened.vectors, options);
    const runtime::VectorShape& shape = vector->shape();
    Moves moves(*vector);
    std::vector<std::uint64_t> before(shape.games * shape.state_words);
    std::vector<std::uint64_t> after(before.size());
    std::size_t wrong = 0;
    for (int step = 0; step < 20; ++step) {
      vector->observe(before.data());
      moves.draw(*vector);
      const std::int32_t width = static_cast<std::int32_t>(shape.seats[0].width);
      const std::int32_t none[] = {width, -1, INT32_MIN, INT32_MAX, -7};
      for (std::size_t game = 0; game < shape.games; game += 3) {
        // With a seat for each role -1 is the only legal move where there is one.
        std::int32_t number = none[game % 5];
        if (number == -1 && !shape.turns) number = width + 1;
        moves.numbers[0][game] = number;
      }
      const runtime::StepCounts counts = vector->step(moves.given);
      CHECK(counts.faults == 200);
      vector->observe(after.data());
      for (std::size_t game = 0; game < shape.games; ++game) {
        const bool fault = game % 3 == 0;
        wrong += vector->arrays().faults[game] == (fault ? 1 : 0) ? 0 : 1;
        if (!fault) continue;
        wrong += vector->arrays().lengths[game] == 0 ? 0 : 1;
        for (std::size_t i = 0; i < shape.state_words; ++i) {
          const std::size_t at = game * shape.state_words + i;
          wrong += before[at] == after[at] ? 0 : 1;
        }
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("An occupied cell is no legal move", "[steps]") {
  const auto opened = open_example("noughts-and-crosses");
  VectorOptions options;
  options.games = 2;
  const auto vector = driver::make_vector(*opened.vectors, options);
  std::vector<std::int32_t> numbers{3, 3};
  const std::int32_t* given[] = {numbers.data()};
  CHECK(vector->step(given).faults == 0);
  CHECK(vector->step(given).faults == 2);
  CHECK((vector->arrays().legal[0][0] >> 3U & 1U) == 0);
}

TEST_CASE("The limit of steps ends games, and they begin again", "[steps]") {
  const auto opened = open_example("connect-four");
  VectorOptions options;
  options.games = 100;
  options.step_limit = 3;
  const auto vector = driver::make_vector(*opened.vectors, options);
  Moves moves(*vector);
  for (int step = 1; step <= 9; ++step) {
    moves.draw(*vector);
    const runtime::StepCounts counts = vector->step(moves.given);
    CHECK(counts.ended == (step % 3 == 0 ? 100U : 0U));
    CHECK(int{vector->arrays().truncated[99]} == (step % 3 == 0 ? 1 : 0));
    CHECK(vector->arrays().lengths[99] == static_cast<std::uint32_t>((step - 1) % 3 + 1));
  }
}

TEST_CASE("The last states of games are those in which they ended", "[steps]") {
  for (const char* name : {"connect-four", "goofspiel", "monty-hall"}) {
    const auto opened = open_example(name);
    const tsj_plugin& tables = *opened.vectors->tables;
    for (const bool singly : {false, true}) {
      VectorOptions options;
      options.games = 530;
      options.threads = 2;
      options.last_states = true;
      const auto vector =
          singly ? make_single(opened, {}, options) : driver::make_vector(*opened.vectors, options);
      const runtime::VectorArrays& arrays = vector->arrays();
      const std::size_t words = vector->shape().state_words;
      const auto scratch = opened.game->make_scratch();
      Moves moves(*vector);
      std::size_t ended = 0;
      for (int step = 0; step < 40; ++step) {
        moves.draw(*vector);
        vector->step(moves.given);
        for (std::size_t game = 0; game < options.games; ++game) {
          if (arrays.terminated[game] == 0) continue;
          ++ended;
          std::vector<std::string> fluents;
          std::string fluent(1000, ' ');
          for (std::uint64_t f = 0; f < tables.fluent_count; ++f) {
            if ((arrays.last_states[game * words + f / 64] >> f % 64 & 1U) == 0) continue;
            fluents.push_back(
                fluent.substr(0, tables.fluent_name(&tables, f, fluent.data(), fluent.size())));
          }
          const auto state = opened.game->state_of(fluents, nullptr);
          REQUIRE(state);
          REQUIRE(opened.game->terminal(*state, *scratch));
        }
      }
      INFO(name);
      CHECK(ended > 300);
    }
    CHECK(driver::make_vector(*opened.vectors, {})->arrays().last_states == nullptr);
  }
}

TEST_CASE("States go out and come in again", "[steps]") {
  const auto opened = open_example("connect-four");
  for (const bool singly : {false, true}) {
    VectorOptions options;
    options.games = 77;
    const auto vector =
        singly ? make_single(opened, {}, options) : driver::make_vector(*opened.vectors, options);
    Moves moves(*vector);
    for (int step = 0; step < 12; ++step) {
      moves.draw(*vector);
      vector->step(moves.given);
    }
    const std::size_t words = opened.game->state_words();
    std::vector<std::uint64_t> states(77 * words);
    vector->states(states.data());
    const std::vector<std::uint64_t> legal(
        vector->arrays().legal[0],
        vector->arrays().legal[0] + 77 * vector->shape().seats[0].row_words);
    vector->reset(1);
    std::size_t wrong = 0;
    REQUIRE(vector->set_states(states.data(), wrong));
    std::vector<std::uint64_t> again(states.size());
    vector->states(again.data());
    CHECK(states == again);
    CHECK(std::equal(legal.begin(), legal.end(), vector->arrays().legal[0]));
    std::vector<std::uint64_t> bad = states;
    bad[5 * words + words - 1] ^= std::uint64_t{1} << 63U;  // no fluent
    CHECK_FALSE(vector->set_states(bad.data(), wrong));
    CHECK(wrong == 5);
    runtime::State over(opened.game->initial().begin(), opened.game->initial().end());
    const auto scratch = opened.game->make_scratch();
    runtime::Rng rng(1);
    std::uint64_t steps = 0;
    REQUIRE(opened.game->play_out(over, *scratch, rng, 1000, steps) == runtime::Drawn::terminal);
    bad = states;
    std::copy(over.begin(), over.end(), bad.begin() + static_cast<std::ptrdiff_t>(70 * words));
    CHECK_FALSE(vector->set_states(bad.data(), wrong));
    CHECK(wrong == 70);
    vector->states(again.data());
    CHECK(states == again);
  }
}

TEST_CASE("Bytes are what the bits are", "[steps]") {
  const auto opened = open_example("breakthrough");
  VectorOptions options;
  options.games = 70;
  const auto vector = driver::make_vector(*opened.vectors, options);
  const runtime::VectorShape& shape = vector->shape();
  Moves moves(*vector);
  moves.draw(*vector);
  vector->step(moves.given);
  std::vector<std::uint8_t> legal(shape.games * shape.seats[0].width);
  vector->legal_bytes(0, legal.data());
  std::vector<std::uint8_t> fluents(shape.games * shape.fluents);
  vector->observe_bytes(fluents.data());
  std::vector<std::uint64_t> rows(shape.games * shape.state_words);
  vector->observe(rows.data());
  std::size_t wrong = 0;
  for (std::size_t game = 0; game < shape.games; ++game) {
    for (std::size_t i = 0; i < shape.seats[0].width; ++i) {
      const std::uint64_t word =
          vector->arrays().legal[0][game * shape.seats[0].row_words + i / 64];
      wrong += legal[game * shape.seats[0].width + i] == (word >> i % 64 & 1U) ? 0 : 1;
    }
    for (std::size_t i = 0; i < shape.fluents; ++i) {
      const std::uint64_t word = rows[game * shape.state_words + i / 64];
      wrong += fluents[game * shape.fluents + i] == (word >> i % 64 & 1U) ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Means of random moves are those of playouts in lanes", "[steps]") {
  for (const char* name : {"noughts-and-crosses", "connect-four", "goofspiel", "monty-hall"}) {
    CAPTURE(name);
    const auto opened = open_example(name);
    VectorOptions options;
    options.games = 4096;
    options.seed = 3;
    const auto vector = driver::make_vector(*opened.vectors, options);
    Moves moves(*vector);
    // All games that begin in the first half, so that those of all lengths count alike.
    std::vector<bool> counted(options.games, true);
    std::vector<double> sums(2);
    std::vector<double> squares(2);
    double games = 0;
    for (std::size_t step = 0; step < 1200; ++step) {
      moves.draw(*vector);
      vector->step(moves.given);
      const runtime::VectorArrays& arrays = vector->arrays();
      for (std::size_t game = 0; game < options.games; ++game) {
        if (arrays.terminated[game] == 0) continue;
        if (counted[game]) {
          const double values[] = {
              static_cast<double>(arrays.rewards[game * vector->shape().roles]),
              static_cast<double>(arrays.lengths[game])};
          games += 1;
          for (std::size_t i = 0; i < 2; ++i) {
            sums[i] += values[i];
            squares[i] += values[i] * values[i];
          }
        }
        counted[game] = step < 1100;
      }
    }
    const driver::OpenedBatch batch = driver::open_batch(example(name));
    REQUIRE(batch.batch);
    runtime::SimulationOptions simulation;
    simulation.playouts = 2'000'000;
    simulation.seed = 11;
    const auto result =
        driver::simulate(*batch.batch, batch.game->initial(), 1, simulation).front().statistics;
    const double played = static_cast<double>(result.playouts);
    const double expected[] = {
        static_cast<double>(result.goal_sums[0]) / static_cast<double>(result.goal_counts[0]),
        static_cast<double>(result.steps) / played};
    for (std::size_t i = 0; i < 2; ++i) {
      const double mean = sums[i] / games;
      const double variance = squares[i] / games - mean * mean;
      const double error = std::sqrt(variance / games + variance / played);
      CAPTURE(i, mean, expected[i], error, games);
      CHECK(std::abs(mean - expected[i]) <= 4.5 * error + 1e-9);
    }
  }
}

TEST_CASE("What has no vector says why", "[steps]") {
  const tests::Folder folder;
  const auto refusal = [](const std::string& path, std::uint32_t lanes = 0) {
    const driver::OpenedVector opened = driver::open_vector(path, lanes);
    CHECK_FALSE(opened.vectors);
    return opened.messages;
  };
  CHECK_THAT(refusal(example("nim"), 100), Catch::Contains("unsupported number of lanes: 100"));
  CHECK_THAT(refusal(folder.path / "none.kif"), Catch::Contains("none.kif"));
  std::ofstream(folder.path / "over.kif")
      << "(role r)\n(init p)\n(<= (legal r a) (true p))\n(<= (next p) (does r a))\n"
         "(<= terminal (true p))\n(<= (goal r 100) (true p))\n";
  const driver::OpenedVector over = driver::open_vector(folder.path / "over.kif");
  INFO(over.messages);
  REQUIRE(over.vectors);
  CHECK_THROWS_WITH(driver::make_vector(*over.vectors, {}), "the initial state is terminal");
  CHECK_THROWS_WITH(make_single(over, {}, {}), "the initial state is terminal");
}
