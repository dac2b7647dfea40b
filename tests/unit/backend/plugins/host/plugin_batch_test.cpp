// Many playouts at once by plugins: the same as without one, and what hosts can do to it.
#include "backend/driver/games/plugin.h"
#include "backend/open/batch_game.h"
#include "backend/plugins/host/batch.h"
#include "backend/plugins/host/game.h"
#include "runtime/host/playouts/lane_playouts.h"
#include "runtime/host/playouts/playout.h"
#include "tests/property/plugin_game.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace tesuji::tests {
namespace {

using runtime::SimulationOptions;
using runtime::SimulationResult;
using runtime::State;

std::string path_of(const std::string& sheet) {
  return source_dir() + "/examples/" + sheet + ".kif";
}

/// The game of a plugin, and its tables.
struct Loaded {
  std::shared_ptr<const runtime::Game> game;
  const tsj_plugin* plugin = nullptr;
};

Loaded load_text(const std::string& kif, driver::Engine engine, bool batch = true) {
  const Folder folder;
  const std::string path = folder.path / "game.so";
  std::ofstream(path, std::ios::binary) << compile_plugin(kif, engine, {}, batch);
  driver::Session session;
  auto loaded = driver::load_plugin(path, session);
  INFO(session.diagnostics.render());
  REQUIRE(loaded);
  return {loaded->game, plugin::plugin_of(*loaded->game)};
}

Loaded load(const std::string& sheet, driver::Engine engine, bool batch = true) {
  std::ostringstream text;
  text << std::ifstream(path_of(sheet)).rdbuf();
  return load_text(text.str(), engine, batch);
}

/// Every state of a few random playouts, last ones included.
std::vector<std::vector<std::string>> positions(const runtime::Game& game) {
  std::vector<std::vector<std::string>> found;
  const auto scratch = game.make_scratch();
  for (std::uint64_t stream = 0; stream < 3; ++stream) {
    runtime::Rng rng(3, stream);
    State state(game.initial().begin(), game.initial().end());
    State next(state.size());
    std::vector<runtime::Move> joint(game.roles().size());
    for (int step = 0; step < 40; ++step) {
      found.push_back(game.fluents(state));
      if (game.draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
      game.next(state, joint, *scratch, next);
      state.swap(next);
    }
  }
  return found;
}

std::vector<std::uint64_t> states_of(const runtime::Game& game,
                                     const std::vector<std::vector<std::string>>& positions) {
  std::vector<std::uint64_t> states;
  for (const std::vector<std::string>& fluents : positions) {
    const auto state = game.state_of(fluents, nullptr);
    REQUIRE(state);
    states.insert(states.end(), state->begin(), state->end());
  }
  return states;
}

void check_same(const SimulationResult& a, const SimulationResult& b) {
  const runtime::PlayoutStatistics& x = a.statistics;
  const runtime::PlayoutStatistics& y = b.statistics;
  CHECK(x.playouts == y.playouts);
  CHECK(x.steps == y.steps);
  CHECK(x.terminal == y.terminal);
  CHECK(x.cut == y.cut);
  CHECK(x.stuck == y.stuck);
  CHECK(x.goals_missing == y.goals_missing);
  CHECK(x.goals_ambiguous == y.goals_ambiguous);
  CHECK(x.goals_not_integer == y.goals_not_integer);
  CHECK(x.goal_sums == y.goal_sums);
  CHECK(x.goal_counts == y.goal_counts);
  CHECK(a.shortest == b.shortest);
  CHECK(a.longest == b.longest);
}

/// Scratch memory as a host in C opens it: counts what is taken, and may refuse.
class Host {
 public:
  explicit Host(const tsj_plugin& plugin, const volatile int* stop = nullptr) : plugin_(plugin) {
    const std::size_t bytes = (plugin.scratch_bytes(&plugin) + 63) / 64 * 64;
    work_ = static_cast<tsj_work*>(std::aligned_alloc(64, bytes));
    const tsj_memory_source source{resize, this, stop, 0, 0};
    REQUIRE(plugin.open_scratch(&plugin, work_, &source) == TSJ_OK);
  }
  ~Host() {
    plugin_.close_scratch(&plugin_, work_);
    std::free(work_);
    CHECK(taken == 0);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  [[nodiscard]] tsj_work* work() const { return work_; }
  int taken = 0;       ///< blocks
  bool empty = false;  ///< there is no more memory

 private:
  static void* resize(void* context, void* memory, std::size_t bytes) {
    auto& self = *static_cast<Host*>(context);
    if (bytes == 0) {
      --self.taken;
      std::free(memory);
      return nullptr;
    }
    if (self.empty) return nullptr;
    if (memory == nullptr) ++self.taken;
    return std::realloc(memory, bytes);
  }

  const tsj_plugin& plugin_;
  tsj_work* work_ = nullptr;
};

/// All that a batch may write.
struct Written {
  Written(const tsj_plugin& plugin, const tsj_batch& batch)
      : sums(batch.state_count),
        goal_sums(batch.state_count * plugin.role_count, 77),
        goal_counts(goal_sums.size(), 77),
        ends(batch.state_count * batch.playouts, 77),
        lengths(ends.size()),
        last_states(ends.size() * plugin.state_words),
        goals(ends.size() * plugin.role_count, 77) {}

  tsj_batch_results abi() {
    return {sums.data(),    goal_sums.data(),   goal_counts.data(), ends.data(),
            lengths.data(), last_states.data(), goals.data()};
  }
  tsj_batch_results sums_only() {
    return {sums.data(), goal_sums.data(), goal_counts.data(), nullptr, nullptr, nullptr, nullptr};
  }

  std::vector<tsj_batch_sums> sums;
  std::vector<std::uint64_t> goal_sums;
  std::vector<std::uint64_t> goal_counts;
  std::vector<std::uint8_t> ends;
  std::vector<std::uint64_t> lengths;
  std::vector<std::uint64_t> last_states;
  std::vector<std::int32_t> goals;
};

tsj_batch batch_of(const std::vector<std::uint64_t>& states, const tsj_plugin& plugin,
                   std::uint64_t playouts) {
  return {states.data(), states.size() / plugin.state_words, playouts, 1000, 9, 0, 1, 0};
}

}  // namespace

TEST_CASE("a plugin's batches are those of lanes", "[plugin][lanes][slow]") {
  const std::string sheet = GENERATE(as<std::string>(), "noughts-and-crosses", "connect-four",
                                     "goofspiel", "monty-hall", "buttons-and-lights", "hanoi");
  const driver::Engine engine =
      GENERATE(driver::Engine::jit, driver::Engine::net_jit, driver::Engine::automatic);
  CAPTURE(sheet, static_cast<int>(engine));
  const Loaded loaded = load(sheet, engine);
  driver::Session session;
  const auto lanes = driver::load_batch_game(path_of(sheet), 0, {}, session);
  REQUIRE((lanes && lanes->lanes));
  const auto places = positions(*loaded.game);
  const std::vector<std::uint64_t> states = states_of(*loaded.game, places);
  const std::vector<std::uint64_t> same = states_of(*lanes->lanes->game, places);
  const std::uint32_t most = plugin::most_lanes(*loaded.game);
  REQUIRE(most == 64 * lanes->lanes->code.blocks);
  SimulationOptions options;
  options.seed = 4;
  for (const std::uint64_t step_limit : {0, 4, 10'000}) {
    options.step_limit = step_limit;
    for (const std::uint64_t playouts : {0, 1, 70, 1'500}) {
      CAPTURE(step_limit, playouts);
      options.playouts = playouts;
      const auto expected = simulate_in_lanes(*lanes->lanes, same, options);
      for (std::uint32_t width = 64; width <= most; width *= width == 64 ? 4 : 2) {
        options.threads = width == 256 ? 3 : 1;
        const auto found = plugin::simulate_batch(*loaded.game, states, width, options);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) check_same(found[i], expected[i]);
      }
    }
  }
  options.playouts = 100'000;  // of several blocks each
  const auto initial = loaded.game->initial();
  check_same(plugin::simulate_batch(*loaded.game, initial, 0, options).front(),
             simulate_in_lanes(*lanes->lanes, options));
}

TEST_CASE("a plugin tells of every playout of a batch", "[plugin][lanes]") {
  const std::string sheet =
      GENERATE(as<std::string>(), "noughts-and-crosses", "hexapawn3", "goofspiel");
  const bool batch = GENERATE(true, false);  // in lanes, and one by one
  CAPTURE(sheet, batch);
  const Loaded loaded = load(sheet, driver::Engine::automatic, batch);
  const tsj_plugin& plugin = *loaded.plugin;
  const std::vector<std::uint64_t> states = states_of(*loaded.game, positions(*loaded.game));
  tsj_batch wanted = batch_of(states, plugin, 100);
  wanted.most_steps = 5;
  Written written(plugin, wanted);
  Host host(plugin);
  const tsj_batch_results results = written.abi();
  REQUIRE(plugin.playouts(&plugin, host.work(), &wanted, &results) == TSJ_OK);
  std::vector<std::uint64_t> goal_sums(written.goal_sums.size());
  std::vector<std::int32_t> values(plugin.role_count);
  std::vector<std::uint64_t> ends(3);
  for (std::size_t p = 0; p < written.ends.size(); ++p) {
    const std::uint64_t* last = &written.last_states[p * plugin.state_words];
    const bool terminal = plugin.terminal(&plugin, host.work(), last) == TSJ_HOLDS;
    REQUIRE(terminal == (written.ends[p] == TSJ_TERMINAL));
    if (!terminal) REQUIRE(written.lengths[p] == 5);
    ++ends[written.ends[p]];
    REQUIRE(plugin.goal_values(&plugin, host.work(), last, values.data()) == TSJ_OK);
    for (std::size_t role = 0; role < plugin.role_count; ++role) {
      const std::int32_t goal = written.goals[p * plugin.role_count + role];
      REQUIRE(goal == (terminal ? values[role] : -1));
      if (goal >= 0) goal_sums[p / 100 * plugin.role_count + role] += goal;
    }
  }
  CHECK(goal_sums == written.goal_sums);
  std::uint64_t steps = 0;
  std::uint64_t cut = 0;
  for (const tsj_batch_sums& sums : written.sums) {
    CHECK(sums.playouts == 100);
    steps += sums.steps;
    cut += sums.cut;
  }
  CHECK(steps == std::accumulate(written.lengths.begin(), written.lengths.end(), std::uint64_t{0}));
  CHECK(cut == ends[TSJ_DRAWN]);
  // The same in parts, and without what is not asked for.
  std::vector<std::uint64_t> in_parts(goal_sums.size());
  Written pieces(plugin, wanted);
  wanted.parts = 3;
  for (wanted.part = 0; wanted.part < 3; ++wanted.part) {
    const tsj_batch_results some = wanted.part == 1 ? pieces.sums_only() : pieces.abi();
    REQUIRE(plugin.playouts(&plugin, host.work(), &wanted, &some) == TSJ_OK);
    for (std::size_t i = 0; i < in_parts.size(); ++i) in_parts[i] += pieces.goal_sums[i];
  }
  CHECK(in_parts == goal_sums);
  // More parts than there is to do, and nothing to do.
  wanted.parts = 10'000;
  wanted.part = 9'999;
  const tsj_batch_results again = pieces.sums_only();
  REQUIRE(plugin.playouts(&plugin, host.work(), &wanted, &again) == TSJ_OK);
  for (const tsj_batch_sums& sums : pieces.sums) CHECK(sums.playouts <= 1);
  wanted.state_count = 0;
  CHECK(plugin.playouts(&plugin, host.work(), &wanted, &again) == TSJ_OK);
  // As many playouts as no number counts are stopped, not miscounted.
  static volatile int stop = 1;
  Host stopped(plugin, &stop);
  wanted.state_count = 2;
  wanted.playouts = (std::uint64_t{1} << 63U) + 1;
  wanted.part = 0;
  wanted.parts = 1;
  CHECK(plugin.playouts(&plugin, stopped.work(), &wanted, &again) == TSJ_STOPPED);
}

TEST_CASE("a plugin without code for lanes plays one by one", "[plugin][lanes]") {
  const Loaded loaded = load("connect-four", driver::Engine::automatic, false);
  CHECK(plugin::most_lanes(*loaded.game) == 0);
  SimulationOptions options;
  options.playouts = 300;
  check_same(plugin::simulate_batch(*loaded.game, loaded.game->initial(), 0, options).front(),
             runtime::simulate(*loaded.game, options));
  options.threads = 2;
  check_same(plugin::simulate_batch(*loaded.game, loaded.game->initial(), 0, options).front(),
             runtime::simulate(*loaded.game, options));
  CHECK_THROWS_AS(plugin::simulate_batch(*loaded.game, loaded.game->initial(), 64, options),
                  std::invalid_argument);
}

TEST_CASE("a plugin counts what is wrong with goals in lanes as one by one", "[plugin][lanes]") {
  // One goal, none, two, and one that is no integer.
  const std::string kif = R"(
    (role one) (role none) (role two) (role odd) (role random)
    (init (at 0)) (succ 0 1) (succ 1 2)
    (<= (legal ?r wait) (role ?r))
    (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n))
    (<= terminal (true (at 2)))
    (goal one 70) (goal two 10) (goal two 20) (goal odd many))";
  const driver::Engine engine = GENERATE(driver::Engine::jit, driver::Engine::net_jit);
  SimulationOptions options;
  options.playouts = 500;
  const Loaded single = load_text(kif, engine, false);
  const Loaded lanes = load_text(kif, engine, true);
  REQUIRE(plugin::most_lanes(*lanes.game) >= 64);
  const auto initial = single.game->initial();
  const SimulationResult expected =
      plugin::simulate_batch(*single.game, initial, 0, options).front();
  CHECK(expected.statistics.goals_missing == 500);
  CHECK(expected.statistics.goals_ambiguous == 500);
  CHECK(expected.statistics.goals_not_integer == 500);
  check_same(expected, runtime::simulate(*single.game, options));
  check_same(plugin::simulate_batch(*lanes.game, lanes.game->initial(), 0, options).front(),
             expected);
}

TEST_CASE("a plugin's batch stops, and does without memory", "[plugin][lanes]") {
  const bool in_lanes = GENERATE(true, false);
  CAPTURE(in_lanes);
  const Loaded loaded = load("noughts-and-crosses", driver::Engine::net_jit, in_lanes);
  const tsj_plugin& plugin = *loaded.plugin;
  const std::vector<std::uint64_t> states(plugin.initial, plugin.initial + plugin.state_words);
  tsj_batch wanted = batch_of(states, plugin, 1'000);
  Written written(plugin, wanted);
  const tsj_batch_results results = written.sums_only();
  volatile int stop = 0;
  Host host(plugin, &stop);
  host.empty = true;
  CHECK(plugin.playouts(&plugin, host.work(), &wanted, &results) == TSJ_LIMIT);
  CHECK(written.sums[0].playouts == 0);
  host.empty = false;
  CHECK(plugin.playouts(&plugin, host.work(), &wanted, &results) == TSJ_OK);
  CHECK(written.sums[0].playouts == 1'000);
  const int before = host.taken;
  CHECK(plugin.playouts(&plugin, host.work(), &wanted, &results) == TSJ_OK);
  CHECK(host.taken == before);
  stop = 1;
  CHECK(plugin.playouts(&plugin, host.work(), &wanted, &results) == TSJ_STOPPED);
  CHECK(written.sums[0].playouts == 0);
  stop = 0;
  wanted.lanes = 100;
  CHECK(plugin.playouts(&plugin, host.work(), &wanted, &results) == TSJ_UNKNOWN);

  SimulationOptions options;
  options.playouts = std::uint64_t{1} << 60U;
  options.seconds = 0.05;
  options.threads = 2;
  const SimulationResult timed =
      plugin::simulate_batch(*loaded.game, loaded.game->initial(), 0, options).front();
  CHECK(timed.statistics.playouts > 0);
  CHECK(timed.statistics.playouts == timed.statistics.terminal);
  std::atomic<bool> asked = true;
  options.seconds = 0;
  options.stop = &asked;
  CHECK(plugin::simulate_batch(*loaded.game, loaded.game->initial(), 0, options)
            .front()
            .statistics.playouts < options.playouts);
}

TEST_CASE("games in a plugin's lanes that do not end are given up", "[plugin][lanes]") {
  std::ostringstream text;
  text << std::ifstream(source_dir() + "/tests/cli/inputs/common/endless.kif").rdbuf();
  const Loaded loaded = load_text(text.str(), driver::Engine::net_jit);
  SimulationOptions options;
  options.step_limit = std::uint64_t{1} << 60U;
  options.playouts = 10;
  options.seconds = 0.02;
  const auto results = plugin::simulate_batch(*loaded.game, loaded.game->initial(), 0, options);
  CHECK(results.front().statistics.playouts == 0);
}

}  // namespace tesuji::tests
