// Playouts in lanes: the same however they are divided, and those of the game.
#include "runtime/host/lane_playouts.h"
#include "backend/driver/lanes.h"
#include "runtime/host/playout.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::SimulationOptions;
using runtime::SimulationResult;

namespace {

struct Loaded {
  driver::Session session;
  driver::BatchGame game;
};

/// A game of examples, or of tests/data, in lanes.
Loaded load(const std::string& name, std::uint32_t columns) {
  Loaded loaded;
  auto game = driver::load_batch_game(std::string(TESUJI_SOURCE_DIR) + "/examples/" + name + ".kif",
                                      columns, {}, loaded.session);
  INFO(loaded.session.diagnostics.render());
  REQUIRE(game);
  INFO(game->reason);
  REQUIRE(game->lanes);
  loaded.game = std::move(*game);
  return loaded;
}

bool same(const SimulationResult& a, const SimulationResult& b) {
  const runtime::PlayoutStatistics& x = a.statistics;
  const runtime::PlayoutStatistics& y = b.statistics;
  return x.playouts == y.playouts && x.steps == y.steps && x.terminal == y.terminal &&
         x.cut == y.cut && x.stuck == y.stuck && x.goals_missing == y.goals_missing &&
         x.goals_ambiguous == y.goals_ambiguous && x.goal_sums == y.goal_sums &&
         x.goal_counts == y.goal_counts && a.shortest == b.shortest && a.longest == b.longest;
}

}  // namespace

TEST_CASE("playouts in lanes do not depend on widths and threads", "[lanes]") {
  const std::string name = GENERATE(as<std::string>(), "noughts-and-crosses", "hexapawn3",
                                    "connect-four", "goofspiel", "buttons-and-lights");
  CAPTURE(name);
  SimulationOptions options;
  options.seed = 5;
  options.step_limit = GENERATE(3, 300, 10'000);
  for (const std::uint64_t playouts : {1, 63, 64, 65, 511, 2000, 70'000}) {
    CAPTURE(playouts, options.step_limit);
    options.playouts = playouts;
    options.threads = 1;
    const SimulationResult expected = simulate_in_lanes(*load(name, 8).game.lanes, options);
    CHECK(expected.statistics.playouts == playouts);
    CHECK(expected.longest <= options.step_limit);
    for (const std::uint32_t columns : {1U, 4U}) {
      options.threads = columns;
      CHECK(same(simulate_in_lanes(*load(name, columns).game.lanes, options), expected));
    }
    if (playouts > 2000) continue;
    // Goals asked of the game, state by state.
    Loaded asked = load(name, 8);
    asked.game.lanes->code.goals = nullptr;
    asked.game.lanes->answers.clear();
    options.threads = 1;
    CHECK(same(simulate_in_lanes(*asked.game.lanes, options), expected));
  }
}

TEST_CASE("playouts in lanes are playouts of the game", "[lanes]") {
  const std::string name = GENERATE(as<std::string>(), "noughts-and-crosses", "hexapawn4",
                                    "connect-four", "breakthrough", "goofspiel", "quarto");
  CAPTURE(name);
  const Loaded loaded = load(name, driver::widest_columns());
  SimulationOptions options;
  options.playouts = 40'000;
  const SimulationResult lanes = simulate_in_lanes(*loaded.game.lanes, options);
  options.playouts = 4'000;
  const SimulationResult single = runtime::simulate(*loaded.game.loaded.game, options);
  const auto mean = [](std::uint64_t sum, std::uint64_t count) {
    return static_cast<double>(sum) / static_cast<double>(count);
  };
  REQUIRE(lanes.statistics.goal_counts ==
          std::vector<std::uint64_t>(loaded.game.loaded.game->roles().size(),
                                     lanes.statistics.playouts));
  // Goals are within 0..100 and lengths within the longest game: five standard errors at most.
  const double error = 5 / std::sqrt(4'000.0) + 5 / std::sqrt(40'000.0);
  for (std::size_t role = 0; role < lanes.statistics.goal_sums.size(); ++role) {
    const double difference =
        mean(lanes.statistics.goal_sums[role], lanes.statistics.goal_counts[role]) -
        mean(single.statistics.goal_sums[role], single.statistics.goal_counts[role]);
    CHECK(std::abs(difference) <= 50 * error);
  }
  const double lengths = mean(lanes.statistics.steps, lanes.statistics.playouts) -
                         mean(single.statistics.steps, single.statistics.playouts);
  CHECK(std::abs(lengths) <=
        static_cast<double>(lanes.longest - lanes.shortest) / 2 * error + 1e-9);
}

TEST_CASE("playouts in lanes from several states", "[lanes]") {
  const std::string name =
      GENERATE(as<std::string>(), "noughts-and-crosses", "connect-four", "hexapawn3");
  CAPTURE(name);
  const Loaded wide = load(name, 8);
  const Loaded narrow = load(name, 1);
  const runtime::Game& game = *wide.game.loaded.game;
  // The states of some random games, terminal ones among them.
  runtime::State starts;
  const auto scratch = game.make_scratch();
  for (std::uint64_t number = 0; number < 6; ++number) {
    runtime::Rng rng(7, number);
    runtime::State state(game.initial().begin(), game.initial().end());
    std::vector<runtime::Move> joint(game.roles().size());
    for (;;) {
      starts.insert(starts.end(), state.begin(), state.end());
      if (game.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
      runtime::State next(state.size());
      game.next(state, joint, *scratch, next);
      state = std::move(next);
    }
  }
  const std::size_t words = game.state_words();
  SimulationOptions options;
  for (const std::uint64_t playouts : {1, 7, 100, 1000}) {
    CAPTURE(playouts);
    options.playouts = playouts;
    const auto results = simulate_in_lanes(*wide.game.lanes, starts, options);
    const auto others = simulate_in_lanes(*narrow.game.lanes, starts, options);
    REQUIRE(results.size() == starts.size() / words);
    for (std::size_t i = 0; i < results.size(); ++i) {
      CAPTURE(i);
      CHECK(same(results[i], others[i]));
      CHECK(results[i].statistics.playouts == playouts);
      const runtime::StateView state{starts.data() + i * words, words};
      if (game.terminal(state, *scratch)) {
        CHECK(results[i].longest == 0);
        continue;
      }
      CHECK(results[i].shortest > 0);
      if (playouts < 1000) continue;
      runtime::PlayoutStatistics single;
      runtime::Player player(game);
      for (std::uint64_t p = 0; p < 1000; ++p) {
        player.play(state, runtime::Rng(3, p), 10'000, single);
      }
      for (std::size_t role = 0; role < single.goal_sums.size(); ++role) {
        const double difference = (static_cast<double>(results[i].statistics.goal_sums[role]) -
                                   static_cast<double>(single.goal_sums[role])) /
                                  1000;
        CHECK(std::abs(difference) <= 50 * 5 * 2 / std::sqrt(1000.0));
      }
    }
  }
}
