// Playouts in lanes: the same however they are divided, and those of the game.
#include "runtime/host/playouts/lane_playouts.h"
#include "backend/open/batch_game.h"
#include "runtime/core/tesuji/lane_batch.h"
#include "runtime/host/playouts/playout.h"
#include "tests/property/plugin_game.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
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

/// A rulesheet in lanes.
Loaded load_file(const std::string& path, std::uint32_t blocks,
                 const driver::MoveWeights& weights = {}) {
  Loaded loaded;
  auto game = driver::load_batch_game(path, blocks, {}, loaded.session, {weights});
  INFO(loaded.session.diagnostics.render());
  REQUIRE(game);
  INFO(game->reason);
  REQUIRE(game->lanes);
  loaded.game = std::move(*game);
  return loaded;
}

/// One of the examples in lanes.
Loaded load(const std::string& name, std::uint32_t blocks,
            const driver::MoveWeights& weights = {}) {
  return load_file(tests::source_dir() + "/examples/" + name + ".kif", blocks, weights);
}

/// A mean, and what it may be off by: a standard error.
class Mean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  [[nodiscard]] double value() const { return sum_ / count_; }
  [[nodiscard]] double variance() const {
    return std::max(0.0, squares_ / count_ - value() * value()) / count_;
  }
  /// Apart by how many standard errors; means of what never varies have to be the same.
  [[nodiscard]] double distance(const Mean& other) const {
    const double error = std::sqrt(variance() + other.variance());
    return std::abs(value() - other.value()) / std::max(error, 1e-9);
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

/// Of goals by role, and of lengths.
struct Means {
  std::vector<Mean> goals;
  Mean length;
};

Means play_singly(const runtime::Game& game, runtime::StateView state, std::uint64_t playouts) {
  Means means{std::vector<Mean>(game.roles().size()), {}};
  runtime::Player player(game);
  for (std::uint64_t p = 0; p < playouts; ++p) {
    runtime::PlayoutStatistics one;
    player.play(state, runtime::Rng(3, p), 10'000, one);
    means.length.add(static_cast<double>(one.steps));
    for (std::size_t role = 0; role < means.goals.size(); ++role) {
      means.goals[role].add(static_cast<double>(one.goal_sums[role]));
    }
  }
  return means;
}

/// By state; every goal is there.
std::vector<Means> play_in_lanes(const runtime::LanePlayer& lanes,
                                 std::span<const std::uint64_t> states, std::uint64_t playouts) {
  const runtime::Game& game = *lanes.game;
  std::vector<Means> means(states.size() / game.state_words(),
                           Means{std::vector<Mean>(game.roles().size()), {}});
  const auto scratch = game.make_scratch();
  std::vector<int> values(game.roles().size());
  SimulationOptions options;
  options.playouts = playouts;
  (void)simulate_in_lanes(lanes, states, options, [&](const runtime::LaneEnd& end) {
    Means& here = means[end.playout / playouts];
    here.length.add(static_cast<double>(end.length));
    game.goal_values(end.state, *scratch, values);
    for (std::size_t role = 0; role < values.size(); ++role) here.goals[role].add(values[role]);
  });
  return means;
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

TEST_CASE("playouts in lanes are playouts of the game", "[lanes][slow]") {
  const std::string name = GENERATE(as<std::string>(), "noughts-and-crosses", "hexapawn4",
                                    "connect-four", "breakthrough", "goofspiel", "quarto");
  CAPTURE(name);
  const Loaded loaded = load(name, driver::widest_blocks());
  const runtime::LanePlayer& lanes = *loaded.game.lanes;
  const Means together = play_in_lanes(lanes, lanes.game->initial(), 40'000).front();
  const Means single = play_singly(*lanes.game, lanes.game->initial(), 4'000);
  for (std::size_t role = 0; role < single.goals.size(); ++role) {
    CHECK(together.goals[role].distance(single.goals[role]) <= 5);
  }
  CHECK(together.length.distance(single.length) <= 5);
}

TEST_CASE("playouts in lanes from several states", "[lanes][slow]") {
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
  // Asked of all at once, and one by one.
  const std::vector<std::uint64_t> terminal = wide.game.lanes->terminal(starts);
  for (std::size_t i = 0; i < starts.size() / words; ++i) {
    const runtime::StateView state{starts.data() + i * words, words};
    CHECK((terminal[i / 64] >> (i % 64) & 1U) == (game.terminal(state, *scratch) ? 1U : 0U));
  }
  SimulationOptions options;
  runtime::LanePlayer asked = *wide.game.lanes;  // goals are asked of the game
  asked.code.goals = nullptr;
  asked.answers.clear();
  // Few playouts of many states are kept apart lane by lane, many block by block.
  for (const std::uint64_t playouts : {1, 7, 47, 48, 100, 1000}) {
    CAPTURE(playouts);
    options.playouts = playouts;
    const auto results = simulate_in_lanes(*wide.game.lanes, starts, options);
    const auto others = simulate_in_lanes(*narrow.game.lanes, starts, options);
    const auto by_game = simulate_in_lanes(asked, starts, options);
    REQUIRE(results.size() == starts.size() / words);
    std::vector<Means> means;
    if (playouts == 1000) means = play_in_lanes(*wide.game.lanes, starts, playouts);
    for (std::size_t i = 0; i < results.size(); ++i) {
      CAPTURE(i);
      CHECK(same(results[i], others[i]));
      CHECK(same(results[i], by_game[i]));
      CHECK(results[i].statistics.playouts == playouts);
      const runtime::StateView state{starts.data() + i * words, words};
      if (game.terminal(state, *scratch)) {
        CHECK(results[i].longest == 0);
        continue;
      }
      CHECK(results[i].shortest > 0);
      if (playouts < 1000) continue;
      const Means single = play_singly(game, state, 1000);
      for (std::size_t role = 0; role < single.goals.size(); ++role) {
        CHECK(means[i].goals[role].distance(single.goals[role]) <= 5);
        CHECK(means[i].goals[role].value() * 1000 ==
              Approx(static_cast<double>(results[i].statistics.goal_sums[role])));
      }
      CHECK(means[i].length.distance(single.length) <= 5);
    }
  }
}

namespace {

/// A game whose states say how many moves were made; each ends it with probability 1/400.
std::string long_game() {
  std::string text =
      "(role r) (init (step 0)) (<= terminal (true over))\n"
      "(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))\n"
      "(<= (next over) (does r (pick 1))) (<= (goal r 100) (true over))\n"
      "(<= (legal r (pick ?n)) (after ?m ?n) (small ?n))\n";
  for (int n = 0; n < 400; ++n) text += "(small " + std::to_string(n + 1) + ")\n";
  for (int n = 0; n < 3'000; ++n) {
    text += "(after " + std::to_string(n) + " " + std::to_string(n + 1) + ")\n";
  }
  return text;
}

std::uint64_t step_of(const runtime::Game& game, runtime::StateView state) {
  for (const std::string& fluent : game.fluents(state)) {
    if (fluent.starts_with("(step ")) return std::stoull(fluent.substr(6));
  }
  return 3'001;  // after the last one there is none
}

}  // namespace

TEST_CASE("lanes count moves beyond the bits of their counter", "[lanes]") {
  const tests::Folder folder;
  const std::string path = folder.path / "long.kif";
  std::ofstream(path) << long_game();
  const Loaded wide = load_file(path, 8);
  const Loaded narrow = load_file(path, 1);
  const runtime::Game& game = *wide.game.loaded.game;
  const auto scratch = game.make_scratch();
  runtime::State starts(game.initial().begin(), game.initial().end());
  runtime::State second(starts.size());
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(game.initial(), *scratch, legal);
  game.next(game.initial(), {&legal[0].back(), 1}, *scratch, second);
  starts.insert(starts.end(), second.begin(), second.end());
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> runs = {
      {255, 300}, {256, 300}, {257, 2'000}, {512, 2'000}, {700, 20}, {2'500, 5'000}};
  for (const auto& run : runs) {
    const std::uint64_t limit = run.first;
    const std::uint64_t playouts = run.second;
    CAPTURE(limit, playouts);
    SimulationOptions options;
    options.step_limit = limit;
    options.playouts = playouts;
    const auto results = simulate_in_lanes(*wide.game.lanes, starts, options);
    const auto others = simulate_in_lanes(*narrow.game.lanes, starts, options);
    std::vector<std::uint64_t> lengths(2);
    std::uint64_t wrong = 0;
    const auto told =
        simulate_in_lanes(*narrow.game.lanes, starts, options, [&](const runtime::LaneEnd& end) {
          const std::uint64_t start = end.playout / playouts;
          wrong += step_of(game, end.state) - start != end.length;
          wrong += (end.how == runtime::PlayoutEnd::cut) != !game.terminal(end.state, *scratch);
          wrong += end.how == runtime::PlayoutEnd::cut && end.length != limit;
          lengths[start] += end.length;
        });
    CHECK(wrong == 0);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(same(results[i], others[i]));
      CHECK(same(results[i], told[i]));
      CHECK(results[i].statistics.playouts == playouts);
      CHECK(results[i].statistics.steps == lengths[i]);
      CHECK(results[i].statistics.cut > 0);
      CHECK(results[i].longest == limit);
    }
  }
}

TEST_CASE("games in lanes that do not end are given up", "[lanes]") {
  const Loaded loaded = load_file(tests::source_dir() + "/tests/cli/inputs/common/endless.kif", 8);
  SimulationOptions options;
  options.step_limit = std::uint64_t{1} << 60U;
  options.seconds = 0.02;
  CHECK(simulate_in_lanes(*loaded.game.lanes, options).statistics.playouts == 0);
  options.seconds = 0;
  std::atomic<bool> stop = false;
  options.stop = &stop;
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop = true;
  });
  CHECK(simulate_in_lanes(*loaded.game.lanes, options).statistics.playouts == 0);
}

TEST_CASE("what runs in lanes goes on for 4,096 ticks, or is given up at once", "[lanes]") {
  // No game of this one ever ends.
  static std::uint64_t ticks;
  ticks = 0;
  constexpr tsj_lane_function tick = [](auto...) { ++ticks; };
  tsj_lane_code code{};
  code.blocks = 1;
  code.phase_count = 1;
  code.ticks = &tick;
  code.blend = [](auto...) {};
  code.fill = [](auto...) {};
  code.count = [](auto...) {};
  struct Asked {
    std::uint64_t first = 0;  ///< the first tick after which it was told to stop
    int answer = 0;           ///< what it was told then
  };
  const auto play = [&](int answer) {
    Asked asked{0, answer};
    const std::uint64_t start = 0;
    tsj_lane_order order{};
    order.code = &code;
    order.fluents = 1;
    order.state_words = 1;
    order.starts = &start;
    order.start_count = 1;
    order.playouts_per_start = 64;
    order.step_limit = std::uint64_t{1} << 60U;
    order.go_on = [](void* self) {
      if (ticks < 1000) return 1;
      Asked& one = *static_cast<Asked*>(self);
      if (one.first == 0) one.first = ticks;
      return one.answer;
    };
    order.env = &asked;
    tsj_lane_sums sums{};
    const tsj_lane_results results{&sums, nullptr};
    constexpr std::array<std::uint64_t, 2> bounds = {0, 64};
    std::vector<std::max_align_t> memory(tsj_lane_bytes(&order) / sizeof(std::max_align_t) + 8);
    void* begin = memory.data();
    std::size_t room = memory.size() * sizeof(std::max_align_t);
    begin = std::align(64, tsj_lane_bytes(&order), begin, room);
    ticks = 0;
    tsj_lanes_play(&order, 0, bounds.data(), &results, begin);
    CHECK(sums.ends[0] + sums.ends[1] + sums.ends[2] == 0);
    CHECK(asked.first < 1000 + 64);
    return ticks - asked.first;
  };
  CHECK(play(0) == 4096);
  CHECK(play(-1) == 0);
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
  const Loaded loaded = load(name, driver::widest_blocks(), weights);
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
