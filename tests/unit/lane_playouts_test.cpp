// Playouts in lanes: the same however they are divided, and those of the game.
#include "runtime/host/lane_playouts.h"
#include "backend/driver/lanes.h"
#include "runtime/host/playout.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using runtime::SimulationOptions;
using runtime::SimulationResult;

namespace {

struct Loaded {
  driver::Session session;
  driver::BatchGame game;
};

/// One of the examples in lanes.
Loaded load(const std::string& name, std::uint32_t columns,
            const driver::MoveWeights& weights = {}) {
  Loaded loaded;
  auto game = driver::load_batch_game(std::string(TESUJI_SOURCE_DIR) + "/examples/" + name + ".kif",
                                      columns, {}, loaded.session, weights);
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
  const Loaded wide = load(name, 8);
  const Loaded middle = load(name, 4);
  const Loaded narrow = load(name, 1);
  runtime::LanePlayer asked = *wide.game.lanes;  // goals are asked of the game, state by state
  asked.code.goals = nullptr;
  asked.answers.clear();
  SimulationOptions options;
  options.seed = 5;
  for (const std::uint64_t step_limit : {0, 3, 300, 10'000}) {
    options.step_limit = step_limit;
    for (const std::uint64_t playouts : {1, 63, 64, 65, 511, 2000, 70'000}) {
      CAPTURE(playouts, step_limit);
      options.playouts = playouts;
      options.threads = 1;
      const SimulationResult expected = simulate_in_lanes(*wide.game.lanes, options);
      CHECK(expected.statistics.playouts == playouts);
      CHECK(expected.longest <= step_limit);
      if (playouts <= 2000) CHECK(same(simulate_in_lanes(asked, options), expected));
      options.threads = 3;
      CHECK(same(simulate_in_lanes(*middle.game.lanes, options), expected));
      CHECK(same(simulate_in_lanes(*narrow.game.lanes, options), expected));
    }
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

namespace {

/// What came of one joint move from each of some states, `count` times: by state and successor.
using Successors = std::vector<std::map<runtime::State, std::uint64_t>>;

Successors count_successors(const runtime::LanePlayer& lanes, const runtime::State& starts,
                            std::uint64_t count) {
  Successors found(starts.size() / lanes.game->state_words());
  SimulationOptions options;
  options.playouts = count;
  options.step_limit = 1;
  std::uint64_t wrong = 0;
  const auto results = simulate_in_lanes(lanes, starts, options, [&](const runtime::LaneEnd& end) {
    wrong += end.length != 1;
    ++found[end.playout / count][{end.state.begin(), end.state.end()}];
  });
  CHECK(wrong == 0);
  REQUIRE(results.size() == found.size());
  return found;
}

/// What should come of it: the share of each successor, where a role chooses each of its legal
/// moves in proportion to its weight.
std::map<runtime::State, double> expected_shares(const runtime::Game& game,
                                                 runtime::StateView state,
                                                 const driver::MoveWeights& weights) {
  const auto scratch = game.make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(state, *scratch, legal);
  const auto weight = [&](runtime::Move move) {
    const auto found = weights.find(game.move_name(move));
    return found == weights.end() ? 1.0 : found->second.weight;
  };
  std::vector<std::pair<std::vector<runtime::Move>, double>> joints{{{}, 1.0}};
  for (const auto& moves : legal) {
    double sum = 0;
    for (const runtime::Move move : moves) sum += weight(move);
    std::vector<std::pair<std::vector<runtime::Move>, double>> longer;
    for (const auto& [joint, share] : joints) {
      for (const runtime::Move move : moves) {
        longer.emplace_back(joint, share * weight(move) / sum);
        longer.back().first.push_back(move);
      }
    }
    joints = std::move(longer);
  }
  std::map<runtime::State, double> shares;
  for (const auto& [joint, share] : joints) {
    runtime::State next(game.state_words());
    game.next(state, joint, *scratch, next);
    shares[next] += share;
  }
  return shares;
}

/// States of random games in which there is something to choose.
runtime::State states_of_games(const runtime::Game& game, std::size_t most) {
  runtime::State states;
  const auto scratch = game.make_scratch();
  std::set<runtime::State> seen;
  for (std::uint64_t number = 0; seen.size() < most && number < 200; ++number) {
    runtime::Rng rng(11, number);
    runtime::State state(game.initial().begin(), game.initial().end());
    std::vector<runtime::Move> joint(game.roles().size());
    while (seen.size() < most && game.draw(state, *scratch, rng, joint) == runtime::Drawn::joint) {
      std::vector<std::vector<runtime::Move>> legal;
      game.legal(state, *scratch, legal);
      const bool choice = std::any_of(legal.begin(), legal.end(),
                                      [](const auto& moves) { return moves.size() > 1; });
      if (choice && seen.insert(state).second) {
        states.insert(states.end(), state.begin(), state.end());
      }
      runtime::State next(state.size());
      game.next(state, joint, *scratch, next);
      state = std::move(next);
    }
  }
  return states;
}

/// Pearson's chi-square over all states against its expectation: at most five standard deviations.
void check_choices(const std::string& name, const driver::MoveWeights& weights,
                   std::uint64_t choices) {
  CAPTURE(name, choices);
  const Loaded loaded = load(name, driver::widest_columns(), weights);
  const runtime::Game& game = *loaded.game.loaded.game;
  const std::size_t words = game.state_words();
  const runtime::State starts = states_of_games(game, 20);
  const std::size_t states = starts.size() / words;
  const std::uint64_t each = choices / states;
  const Successors found = count_successors(*loaded.game.lanes, starts, each);
  double chi_square = 0;
  double freedom = 0;
  for (std::size_t i = 0; i < states; ++i) {
    const auto shares = expected_shares(game, {starts.data() + i * words, words}, weights);
    std::uint64_t counted = 0;
    for (const auto& [state, share] : shares) {
      const auto count = found[i].find(state);
      const std::uint64_t observed = count == found[i].end() ? 0 : count->second;
      const double expected = share * static_cast<double>(each);
      const double difference = static_cast<double>(observed) - expected;
      counted += observed;
      chi_square += difference * difference / expected;
    }
    CHECK(counted == each);  // nothing else comes of it
    freedom += static_cast<double>(shares.size()) - 1;
  }
  CAPTURE(chi_square, freedom);
  CHECK(std::abs(chi_square - freedom) <= 5 * std::sqrt(2 * freedom));
}

}  // namespace

TEST_CASE("lanes choose each legal move equally often", "[lanes]") {
  for (const char* name :
       {"noughts-and-crosses", "connect-four", "breakthrough", "goofspiel", "quarto"}) {
    check_choices(name, {}, 1'000'000);
  }
}

TEST_CASE("lanes choose moves by their weights", "[lanes]") {
  check_choices("noughts-and-crosses",
                {{"(mark 2 2)", {7}}, {"(mark 1 1)", {3}}, {"(mark 3 2)", {90}}}, 1'000'000);
  check_choices("connect-four", {{"(drop 4)", {5}}, {"(drop 3)", {2}}}, 1'000'000);
}

TEST_CASE("what a handler of playouts in lanes throws goes to the caller", "[lanes]") {
  const Loaded loaded = load("noughts-and-crosses", 1);
  SimulationOptions options;
  options.threads = 2;
  CHECK_THROWS_AS(simulate_in_lanes(*loaded.game.lanes, loaded.game.loaded.game->initial(), options,
                                    [](const runtime::LaneEnd&) { throw std::out_of_range("x"); }),
                  std::out_of_range);
}
