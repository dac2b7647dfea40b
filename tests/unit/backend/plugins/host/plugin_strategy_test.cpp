// Strategies in plugins: their own execution in C beside tesuji's, and what hosts can do to it.
#include "backend/plugins/make/plugin_strategy.h"
#include "backend/driver/games/plugin.h"
#include "backend/plugins/host/game.h"
#include "backend/plugins/host/library.h"
#include "backend/plugins/host/seal.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/plugin_game.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::tests {
namespace {

using runtime::State;

const std::string one_move =
    "win_1(A,B):-move(A,B),won(B).\ndraw_1(A,B):-move(A,B),not(win_1(B,_)).";

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(source_dir() + "/examples/" + path).rdbuf();
  return text.str();
}

/// A rulesheet and a strategy, in a folder, as a plugin and as they stand.
class Compiled {
 public:
  Compiled(const std::string& kif, const std::string& strategy, driver::Engine engine) {
    write("game.kif", kif);
    write("strategy.pl", strategy);
    write("game.so", compile_plugin(kif, engine, strategy));
    auto loaded = driver::load_plugin(path("game.so"), session_);
    REQUIRE(loaded);
    game_ = std::move(*loaded);
    plugin_ = plugin::plugin_of(*game_.game);
  }
  [[nodiscard]] const tsj_plugin& plugin() const { return *plugin_; }
  [[nodiscard]] const runtime::Game& game() const { return *game_.game; }
  [[nodiscard]] const driver::LoadedGame& loaded() const { return game_; }

  /// The same strategy on the rulesheet.
  std::pair<driver::LoadedGame, std::shared_ptr<const runtime::Strategy>> beside(
      driver::Engine engine) {
    driver::Options options;
    options.engine = engine;
    auto game = driver::load_game(path("game.kif"), options, session_);
    const auto text = driver::load_strategy(path("strategy.pl"), session_);
    INFO(session_.diagnostics.render());
    REQUIRE((game && text));
    auto strategy = driver::compile_strategy(*game, *text, options);
    return {std::move(*game), std::move(strategy)};
  }

 private:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path / name; }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }

  Folder folder_;
  driver::Session session_;
  driver::LoadedGame game_;
  const tsj_plugin* plugin_ = nullptr;
};

/// Scratch memory as a host in C opens it; counts what is taken, and may refuse.
class Host {
 public:
  explicit Host(const tsj_plugin& plugin, std::uint64_t byte_limit = 0, const int* stop = nullptr)
      : plugin_(plugin) {
    const std::size_t bytes = (plugin.scratch_bytes(&plugin) + 63) / 64 * 64;
    work_ = static_cast<tsj_work*>(std::aligned_alloc(64, bytes));
    std::memset(static_cast<void*>(work_), 0xAA, bytes);
    const tsj_memory_source source{resize, this, stop, 0, byte_limit};
    REQUIRE(plugin.open_scratch(&plugin, work_, &source) == TSJ_OK);
  }
  ~Host() {
    plugin_.close_scratch(&plugin_, work_);
    std::free(work_);
    CHECK(taken.empty());
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  std::int32_t choose(const State& state, tsj_choice& choice) {
    return plugin_.choose(&plugin_, work_, state.data(), &choice);
  }
  std::int32_t playout(State state) {
    tsj_random random{};
    std::uint64_t steps = 0;
    plugin_.seed(&random, 1, 0);
    return plugin_.playout(&plugin_, work_, &random, 1000, state.data(), &steps);
  }
  void forget() { plugin_.forget(&plugin_, work_); }
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& [memory, size] : taken) sum += size;
    return sum;
  }

  std::map<void*, std::size_t> taken;
  long allowed = -1;            ///< calls that still get memory; below 0: all
  std::size_t pool = SIZE_MAX;  ///< bytes that there are

 private:
  static void* resize(void* context, void* memory, std::size_t bytes) {
    auto& self = *static_cast<Host*>(context);
    if (bytes == 0) {
      self.taken.erase(memory);
      std::free(memory);
      return nullptr;
    }
    const std::size_t had = memory != nullptr ? self.taken.at(memory) : 0;
    if (self.allowed == 0 || self.bytes() - had + bytes > self.pool) return nullptr;
    if (self.allowed > 0) --self.allowed;
    if (memory != nullptr) self.taken.erase(memory);
    void* moved = std::realloc(memory, bytes);
    self.taken[moved] = bytes;
    return moved;
  }

  const tsj_plugin& plugin_;
  tsj_work* work_ = nullptr;
};

/// Every state of these random playouts, last ones included.
std::vector<State> states_of_playouts(const runtime::Game& game, std::uint64_t playouts) {
  std::vector<State> states;
  const auto scratch = game.make_scratch();
  for (std::uint64_t stream = 0; stream < playouts; ++stream) {
    runtime::Rng rng(11, stream);
    State state(game.initial().begin(), game.initial().end());
    State next(state.size());
    std::vector<runtime::Move> joint(game.roles().size());
    states.push_back(state);
    while (game.draw(state, *scratch, rng, joint) == runtime::Drawn::joint) {
      game.next(state, joint, *scratch, next);
      state.swap(next);
      states.push_back(state);
    }
  }
  return states;
}

/// `(mark 1 1) by win_1`, or `-`.
std::string told(const runtime::Game& game, const runtime::Strategy& strategy, const State& state,
                 runtime::Strategy::Memory& memory) {
  const auto choice = strategy.choose(state, memory);
  if (!choice) return "-";
  return game.move_name(choice->move) + " by " + std::string(choice->name);
}

std::string told(const Compiled& compiled, Host& host, const State& state) {
  tsj_choice choice{};
  const std::int32_t status = host.choose(state, choice);
  if (status == TSJ_OK) return "-";
  if (status != TSJ_HOLDS) return std::to_string(status);
  return compiled.game().move_name(choice.move) + " by " +
         compiled.plugin().predicates[choice.predicate].name;
}

/// The plugin's choices are those of tesuji's own execution of the plugin's code, of the JIT and of
/// the interpreter, in every state of random playouts, whatever was asked before.
void check_choices(const std::string& kif, const std::string& text, driver::Engine engine,
                   std::uint64_t playouts) {
  Compiled compiled(kif, text, engine);
  const std::vector<State> states = states_of_playouts(compiled.game(), playouts);
  std::vector<std::string> choices;
  Host remembering(compiled.plugin());
  Host forgetting(compiled.plugin());
  for (const State& state : states) {
    choices.push_back(told(compiled, remembering, state));
    if (told(compiled, forgetting, state) != choices.back()) FAIL("memory makes a difference");
    forgetting.forget();
  }
  const auto compare = [&](const char* name, const runtime::Game& game,
                           const runtime::Strategy& strategy) {
    CAPTURE(name);
    const auto memory = strategy.make_memory();
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto same = game.state_of(compiled.game().fluents(states[i]));
      REQUIRE(same);
      const std::string expected = told(game, strategy, *same, *memory);
      if (choices[i] != expected) FAIL("state " << i << ": " << choices[i] << ", not " << expected);
    }
  };
  const auto own = driver::own_strategy(compiled.loaded());
  REQUIRE(own);
  compare("the plugin's code", compiled.game(), *own->strategy);
  for (const auto other : {driver::Engine::jit, driver::Engine::interpreter}) {
    const auto [game, strategy] = compiled.beside(other);
    compare(other == driver::Engine::jit ? "jit" : "interpreter", *game.game, *strategy);
  }
}

driver::Engine any_engine() {
  return GENERATE(driver::Engine::jit, driver::Engine::net_jit, driver::Engine::automatic);
}

/// Nobody's rules say who waits: the players put 1 to 3 from a row of seven by turns, and the one
/// who takes the last wins.
const std::string without_control = R"(
(role a) (role b)
(init (left 7))
(even 0) (even 2) (even 4) (even 6) (odd 1) (odd 3) (odd 5) (odd 7)
(minus 7 1 6) (minus 7 2 5) (minus 7 3 4) (minus 6 1 5) (minus 6 2 4) (minus 6 3 3)
(minus 5 1 4) (minus 5 2 3) (minus 5 3 2) (minus 4 1 3) (minus 4 2 2) (minus 4 3 1)
(minus 3 1 2) (minus 3 2 1) (minus 3 3 0) (minus 2 1 1) (minus 2 2 0) (minus 1 1 0)
(init (turn 0))
(<= (base (turn ?t)) (flip ?t ?u)) (<= (base (left ?n)) (number ?n))
(number 0) (number 1) (number 2) (number 3) (number 4) (number 5) (number 6) (number 7)
(flip 0 1) (flip 1 0)
(<= (legal a (take ?k)) (true (turn 0)) (true (left ?n)) (minus ?n ?k ?m))
(<= (legal b (take ?k)) (true (turn 1)) (true (left ?n)) (minus ?n ?k ?m))
(<= (legal a wait) (true (turn 1)))
(<= (legal b wait) (true (turn 0)))
(<= (next (turn ?u)) (true (turn ?t)) (flip ?t ?u))
(<= (next (left ?m)) (true (left ?n)) (does ?r (take ?k)) (minus ?n ?k ?m))
(<= terminal (true (left 0)))
(<= (goal a 100) (true (left 0)) (true (turn 1)))
(<= (goal a 0) (true (left 0)) (true (turn 0)))
(<= (goal b 100) (true (left 0)) (true (turn 0)))
(<= (goal b 0) (true (left 0)) (true (turn 1)))
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// The same, with goals that no net holds, so that a net and plans share the questions; with moves
/// that the net numbers otherwise than plans do, which know all combinations of arguments; and
/// without a fluent for each role's turn, so that waiting moves alone tell whose it is.
std::string with_large_goals() {
  std::string text = replaced(without_control, "(take ?k)", "(take ?k ?n)");
  text = replaced(text, "(true (left 0)) (true (turn", "(true (left 0)) grown (true (turn");
  text = replaced(text, "(init (turn 0))", "(init (step 0))");
  text = replaced(text, "(base (turn ?t)) (flip ?t ?u)", "(base (step ?t)) (num ?t)");
  text = replaced(text, "(next (turn ?u)) (true (turn ?t)) (flip ?t ?u)",
                  "(next (step ?u)) (true (step ?t)) (after ?t ?u)");
  text = replaced(text, "(true (turn 0))", "(true (step ?s)) (even ?s)");
  text = replaced(text, "(true (turn 1))", "(true (step ?s)) (odd ?s)");
  std::string more = "(init (p 0))";
  for (int i = 0; i < 60; ++i) {
    const std::string number = std::to_string(i);
    more += " (num " + number + ")";
    if (i > 0) more += " (after " + std::to_string(i - 1) + " " + number + ")";
  }
  return text + more + R"(
(<= (base (p ?x)) (num ?x))
(<= (next (p ?x)) (true (p ?x)))
(<= (next (p ?y)) (true (p ?x)) (after ?x ?y))
(<= (quad ?a ?b ?c ?d) (true (p ?a)) (true (p ?b)) (true (p ?c)) (true (p ?d)))
(<= grown (quad ?a ?b ?c ?d) (quad ?b ?c ?d ?a) (distinct ?a ?b))
)";
}

}  // namespace

TEST_CASE("a plugin's strategy chooses as the JIT's and the interpreter's",
          "[plugin][strategy][slow]") {
  const driver::Engine engine = any_engine();
  const auto [game, strategy, playouts] = GENERATE(table<std::string, std::string, std::uint64_t>(
      {{"noughts-and-crosses", "noughts-and-crosses", 40},
       {"hexapawn3", "hexapawn3", 60},
       {"hexapawn4", "hexapawn4", 10},
       {"connect-four", "", 4},
       {"nim", "", 10},
       {"quarto", "", 1},
       {"breakthrough", "", 1}}));
  CAPTURE(static_cast<int>(engine), game);
  check_choices(text_of(game + ".kif"),
                strategy.empty() ? one_move : text_of("strategies/" + strategy + ".pl"), engine,
                playouts);
}

TEST_CASE("a plugin's strategy knows turns by their waiting moves", "[plugin][strategy]") {
  check_choices(without_control,
                one_move +
                    "\nwin_2(A,B):-win_2_1(A,B),not(win_2_1(B,_))."
                    "\nwin_2_1(A,B):-move(A,B),not(win_1(B,_)).",
                any_engine(), 30);
}

TEST_CASE("a plugin's strategy numbers moves as a plugin of a net and plans does",
          "[plugin][strategy]") {
  const std::string kif = with_large_goals();
  const Compiled compiled(kif, one_move, driver::Engine::net_jit);
  CHECK(std::string(compiled.plugin().engine) == "auto");
  CHECK_THAT(compiled.plugin().net_answers, Catch::Contains("legal"));
  CHECK_THAT(compiled.plugin().net_answers, !Catch::Contains("goal"));
  CHECK(compiled.plugin().control_fluents[0] == nullptr);
  Host host(compiled.plugin());
  tsj_choice choice{};
  for (const State& state : states_of_playouts(compiled.game(), 10)) {
    if (host.choose(state, choice) != TSJ_HOLDS) continue;
    CHECK(compiled.game().move_name(choice.waiting) == "wait");
  }
  check_choices(kif, one_move, driver::Engine::net_jit, 30);
}

TEST_CASE("a plugin's tables name the strategy", "[plugin][strategy]") {
  const Compiled compiled(text_of("hexapawn3.kif"), text_of("strategies/hexapawn3.pl"),
                          driver::Engine::jit);
  const tsj_plugin& plugin = compiled.plugin();
  CHECK(plugin.size == sizeof(tsj_plugin));
  CHECK(std::string(plugin.strategy) == "strategy");
  CHECK(std::string(plugin.strategy_hash).size() == 64);
  REQUIRE(plugin.predicate_count == 6);
  CHECK(std::string(plugin.predicates[0].name) == "win_1");
  CHECK_THAT(plugin.predicates[0].reading, Catch::StartsWith("State A is won at depth 1 if"));
  REQUIRE(plugin.order_count == 3);
  CHECK(std::string(plugin.predicates[plugin.order[1]].name) == "draw_1");

  Host host(plugin);
  tsj_choice choice{};
  const State initial(plugin.initial, plugin.initial + plugin.state_words);
  REQUIRE(host.choose(initial, choice) == TSJ_HOLDS);
  CHECK(choice.role == 0);
  CHECK(compiled.game().move_name(choice.waiting) == "noop");

  // A terminal state.
  const State last = states_of_playouts(compiled.game(), 1).back();
  CHECK(host.choose(last, choice) == TSJ_OK);
  CHECK(choice.role == 2);
  CHECK(host.choose(initial, choice) == TSJ_HOLDS);
}

TEST_CASE("predicates of a plugin may have any name", "[plugin][strategy]") {
  check_choices(text_of("hexapawn3.kif"),
                "'it''s \"odd\" \xC3\xA9'(A,B):-move(A,B),won(B).\n"
                "'move/2'(A,B):-move(A,B),not('it''s \"odd\" \xC3\xA9'(B,_)).\n"
                "'strategy.search.0'(A,B):-'move/2'(A,B),not('move/2'(B,A)).\n",
                driver::Engine::jit, 5);
}

TEST_CASE("plugins without a strategy have none, nor do older ones", "[plugin][strategy]") {
  const Folder folder;
  const std::string path = folder.path / "game.so";
  const std::string kif = text_of("nim.kif");
  std::ofstream(path, std::ios::binary) << compile_plugin(kif, driver::Engine::jit);
  driver::Session session;
  const auto plain = driver::load_plugin(path, session);
  REQUIRE(plain);
  const tsj_plugin* tables = plugin::plugin_of(*plain->game);
  CHECK_FALSE(TSJ_PLUGIN_HAS(tables, strategy));
  CHECK((tables->choose == nullptr && tables->forget == nullptr && tables->predicates == nullptr));
  CHECK((tables->predicate_count == 0 && tables->order == nullptr && tables->memo_slots == 0));
  CHECK_FALSE(driver::own_strategy(*plain));

  const std::string whole = compile_plugin(kif, driver::Engine::jit, one_move);
  const std::size_t place = whole.find(std::string(TSJ_PLUGIN_MAGIC, 8));
  const auto with = [&](std::size_t offset, std::uint32_t value) {
    std::vector<char> bytes(whole.begin(), whole.end() - 24);  // without the seal
    std::memcpy(bytes.data() + place + offset, &value, sizeof value);
    plugin::seal(bytes);
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
    return driver::load_plugin(path, session);
  };
  const auto older = with(offsetof(tsj_plugin, size), TSJ_PLUGIN_FIRST_SIZE);
  REQUIRE(older);
  CHECK_FALSE(TSJ_PLUGIN_HAS(plugin::plugin_of(*older->game), strategy));
  CHECK_FALSE(driver::own_strategy(*older));
  CHECK_FALSE(older->game->fluents(older->game->initial()).empty());
  const auto newer = with(offsetof(tsj_plugin, size), sizeof(tsj_plugin) + 8);
  REQUIRE(newer);
  CHECK(driver::own_strategy(*newer));
  CHECK_FALSE(with(offsetof(tsj_plugin, size), TSJ_PLUGIN_FIRST_SIZE - 1));
  CHECK_FALSE(with(offsetof(tsj_plugin, predicate_count), 0));
  CHECK_FALSE(with(offsetof(tsj_plugin, memo_slots), 0));
}

TEST_CASE("a plugin's strategy keeps within its bytes", "[plugin][strategy]") {
  const Compiled compiled(text_of("noughts-and-crosses.kif"),
                          text_of("strategies/noughts-and-crosses.pl"), any_engine());
  const std::vector<State> states = states_of_playouts(compiled.game(), 3);
  Host unlimited(compiled.plugin());
  std::vector<std::string> expected;
  for (const State& state : states) expected.push_back(told(compiled, unlimited, state));
  const std::string limit = std::to_string(TSJ_LIMIT);
  std::size_t limits = 0;
  std::size_t answers = 0;
  for (std::uint64_t bytes = 1; bytes < 600'000; bytes += 9'973) {
    Host host(compiled.plugin(), bytes);
    const std::size_t before = host.bytes();
    // Twice: what a limit left behind is of no account.
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        const std::string choice = told(compiled, host, states[i]);
        if (choice == limit) {
          ++limits;
          const std::string again = told(compiled, host, states[i]);
          if (again != limit) FAIL("a limit, then " << again);
        } else {
          ++answers;
          if (choice != expected[i]) FAIL(choice << " with " << bytes << " bytes");
        }
      }
    }
    // Lists of legal moves are not counted.
    CHECK(host.bytes() <= before + bytes + 4096);
  }
  CHECK(limits > 0);
  CHECK(answers > limits);
}

TEST_CASE("a plugin's strategy goes on after memory was refused", "[plugin][strategy]") {
  const Compiled compiled(text_of("hexapawn4.kif"), text_of("strategies/hexapawn4.pl"),
                          driver::Engine::jit);
  const State initial(compiled.game().initial().begin(), compiled.game().initial().end());
  Host unlimited(compiled.plugin());
  const std::string expected = told(compiled, unlimited, initial);
  for (long allowed = 0; allowed < 40; ++allowed) {
    Host host(compiled.plugin());
    host.allowed = allowed;
    const std::string first = told(compiled, host, initial);
    CHECK((first == expected || first == std::to_string(TSJ_LIMIT)));
    host.allowed = -1;
    CHECK(told(compiled, host, initial) == expected);
  }
}

TEST_CASE("a plugin's strategy leaves memory to other functions where it cannot do with it",
          "[plugin][strategy]") {
  const Compiled compiled(text_of("hexapawn4.kif"), text_of("strategies/hexapawn4.pl"),
                          driver::Engine::automatic);
  const State initial(compiled.game().initial().begin(), compiled.game().initial().end());
  int refused = 0;
  for (std::size_t pool = 1000; pool < 200'000; pool += pool / 16) {
    CAPTURE(pool);
    Host alone(compiled.plugin());
    alone.pool = pool;
    Host after(compiled.plugin());
    after.pool = pool;
    tsj_choice choice{};
    const std::int32_t first = after.choose(initial, choice);
    if (first != TSJ_LIMIT) continue;
    ++refused;
    CHECK(after.playout(initial) == alone.playout(initial));
    CHECK(after.choose(initial, choice) == TSJ_LIMIT);
  }
  CHECK(refused > 5);
}

TEST_CASE("a plugin's strategy stops", "[plugin][strategy]") {
  // Hundreds of chains of moves among few states: it never ends by itself.
  const std::string endless =
      "win_1(A,B):-p5(A,B),won(A).\np5(A,B):-p4(A,C),p4(A,B),not(won(C)).\n"
      "p4(A,B):-p3(A,C),p3(A,B),not(won(C)).\np3(A,B):-p2(A,C),p2(A,B),not(won(C)).\n"
      "p2(A,B):-p1(A,C),p1(A,B),not(won(C)).\np1(A,B):-move(A,C),move(A,B),not(won(C)).\n";
  const Compiled compiled(text_of("noughts-and-crosses.kif"), endless, driver::Engine::jit);
  const State initial(compiled.game().initial().begin(), compiled.game().initial().end());
  const State last = states_of_playouts(compiled.game(), 1).back();
  std::atomic<int> stop = 0;
  Host host(compiled.plugin(), 0, reinterpret_cast<const int*>(&stop));
  tsj_choice choice{};
  std::thread timer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop = 1;
  });
  CHECK(host.choose(initial, choice) == TSJ_STOPPED);
  timer.join();
  CHECK(host.choose(initial, choice) == TSJ_STOPPED);
  stop = 0;
  CHECK(host.choose(last, choice) == TSJ_OK);
}

TEST_CASE("a plugin's strategy says where turns are not to be told", "[plugin][strategy]") {
  // After the first move both roles have a choice.
  const std::string sheet = R"(
(role a) (role b) (init (step 1)) (n 1) (n 2)
(<= (base (step ?s)) (s ?s)) (s 1) (s 2) (s 3)
(<= (legal a (pick ?n)) (n ?n) (not (true (step 3))))
(<= (legal b wait) (true (step 1)))
(<= (legal b (pick ?n)) (n ?n) (true (step 2)))
(<= (legal ?r wait) (role ?r) (true (step 3)))
(<= (next (step 2)) (true (step 1)))
(<= (next (step 3)) (true (step 2)))
(<= terminal (true (step 3)))
(goal a 50) (goal b 50))";
  const Compiled compiled(sheet, one_move, any_engine());
  const std::vector<State> states = states_of_playouts(compiled.game(), 1);
  REQUIRE(states.size() == 3);
  Host host(compiled.plugin());
  tsj_choice choice{};
  CHECK(host.choose(states[1], choice) == TSJ_UNKNOWN);
  CHECK(host.choose(states[2], choice) == TSJ_OK);
  CHECK(choice.role == 2);
  CHECK(host.choose(states[1], choice) == TSJ_UNKNOWN);
}

TEST_CASE("a plugin's strategy among many moves and in large states", "[plugin][strategy]") {
  std::ostringstream sheet;
  for (int i = 1; i <= 1500; ++i) sheet << "(n " << i << ") ";
  for (int i = 1; i <= 30; ++i) sheet << "(m " << i << ") ";
  sheet << R"(
(role a) (role b) (init (control a)) (init (mark 1 1)) (init (mark 2 7))
(<= (base (mark ?x ?y)) (n ?x) (m ?y)) (<= (base (control ?r)) (role ?r))
(<= (legal ?r (pick ?x)) (true (control ?r)) (n ?x))
(<= (legal a noop) (true (control b))) (<= (legal b noop) (true (control a)))
(<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b)))
(<= (next (mark ?x 30)) (does ?r (pick ?x)))
(<= (next (mark ?x ?y)) (true (mark ?x ?y)))
(<= terminal (true (mark 1499 30)))
(<= (goal a 100) (true (control b))) (<= (goal a 0) (true (control a)))
(<= (goal b 100) (true (control a))) (<= (goal b 0) (true (control b))))";
  Compiled compiled(sheet.str(), "win_1(A,B):-move(A,B),won(B).", driver::Engine::jit);
  const State initial(compiled.game().initial().begin(), compiled.game().initial().end());
  Host host(compiled.plugin());
  const auto [game, strategy] = compiled.beside(driver::Engine::jit);
  const auto memory = strategy->make_memory();
  const State same(game.game->initial().begin(), game.game->initial().end());
  const std::string expected = told(*game.game, *strategy, same, *memory);
  CHECK(expected == "(pick 1499) by win_1");
  CHECK(told(compiled, host, initial) == expected);
  host.forget();
  CHECK(told(compiled, host, initial) == expected);
}

}  // namespace tesuji::tests
