// Whole games in native code are those that come of asking question by question, also where few
// terms tell after a move whether the game is over.
#include "backend/driver/games/net.h"
#include "backend/driver/load.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/nets/terminal_terms.h"
#include "ir/nets/open_moves.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/playouts/playout.h"
#include "runtime/host/playouts/simulation.h"
#include "tests/property/text_game.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using runtime::Drawn;
using runtime::Game;
using runtime::State;

namespace {

struct TwoWays {
  std::shared_ptr<const Game> fused;
  std::shared_ptr<const Game> asked;  ///< the same code without its playout
  bool by_terms = false;
};

TwoWays compile(driver::GroundGame& game, const std::vector<std::string>& disabled = {}) {
  driver::Options options;
  options.pipeline.disabled = disabled;
  driver::specialise(game, options);
  const ir::NetCases none;
  const ir::NetCases& cases = game.cases ? *game.cases : none;
  llvm_backend::JitOptions jit;
  jit.verify = true;
  const llvm_backend::CompiledNet compiled = llvm_backend::compile_net(*game.net, jit, {}, cases);
  REQUIRE(compiled.code.playout != nullptr);
  TwoWays ways;
  ways.by_terms = llvm_backend::find_terminal_terms(*game.net, cases).has_value();
  const auto make = [&](runtime::NetPlayout playout) {
    runtime::NetTables tables = driver::make_net_tables(game);
    tables.scratch_words = compiled.scratch_words;
    runtime::NetCode code = compiled.code;
    code.playout = playout;
    if (playout == nullptr) code.many = nullptr;
    return runtime::make_net_game(std::move(tables), std::move(code));
  };
  ways.fused = make(compiled.code.playout);
  ways.asked = make(nullptr);
  return ways;
}

/// Of so many games from the state that its fluents name.
std::size_t differences(const TwoWays& ways, const State& start, std::uint64_t games,
                        std::uint64_t most_steps, std::size_t* over = nullptr) {
  const auto a_scratch = ways.asked->make_scratch();
  const auto b_scratch = ways.fused->make_scratch();
  std::size_t wrong = 0;
  for (std::uint64_t seed = 0; seed < games; ++seed) {
    runtime::Rng a_random(seed);
    runtime::Rng b_random(seed);
    State a = start;
    State b = start;
    std::uint64_t a_steps = 0;
    std::uint64_t b_steps = 0;
    const Drawn a_end = ways.asked->play_out(a, *a_scratch, a_random, most_steps, a_steps);
    const Drawn b_end = ways.fused->play_out(b, *b_scratch, b_random, most_steps, b_steps);
    const bool same =
        a_end == b_end && a == b && a_steps == b_steps && a_random.next() == b_random.next();
    wrong += same ? 0 : 1;
    if (over != nullptr && a_end == Drawn::terminal) ++*over;
  }
  return wrong;
}

State initial(const Game& game) {
  return {game.initial().begin(), game.initial().end()};
}

driver::GroundGame ground(const std::string& name, driver::Session& session) {
  auto clauses = driver::load_clauses(tests::source_dir() + "/examples/" + name + ".kif", session);
  REQUIRE(clauses);
  auto game = driver::ground_game(std::move(*clauses), {}, {}, session);
  REQUIRE(game);
  return std::move(*game);
}

}  // namespace

TEST_CASE("Whole games in native code", "[net][llvm]") {
  const auto [name, by_terms] = GENERATE(table<std::string, bool>(
      {{"connect-four", true},          // lines and, apart from them, the full board
       {"noughts-and-crosses", false},  // too few to pay
       {"breakthrough", false},
       {"hexapawn4", false},
       {"goofspiel", false},  // both move at once
       {"hanoi", false}}));   // for one
  CAPTURE(name);
  driver::Session session;
  driver::GroundGame game = ground(name, session);
  const TwoWays ways = compile(game);
  CHECK(ways.by_terms == by_terms);
  const State start = initial(*ways.asked);
  std::size_t over = 0;
  CHECK(differences(ways, start, 400, 1'000, &over) == 0);
  CHECK(over == 400);
  // Those that are cut, and those that end with the last move they may have.
  for (const std::uint64_t most : {0, 1, 5, 7, 9}) CHECK(differences(ways, start, 100, most) == 0);
}

TEST_CASE("Whole games from states that no play leads to", "[net][llvm]") {
  driver::Session session;
  driver::GroundGame game = ground("connect-four", session);
  const TwoWays ways = compile(game);
  REQUIRE(ways.by_terms);
  std::mt19937 random(7);
  const std::size_t fluents = game.net->fluents.size();
  for (int round = 0; round < 200; ++round) {
    State state(ways.asked->state_words());
    const std::uint32_t one_of = round % 2 == 0 ? 8 : 2;
    for (std::size_t f = 0; f < fluents; ++f) {
      state[f / 64] |= std::uint64_t{random() % one_of == 0} << (f % 64);
    }
    CHECK(differences(ways, state, 5, 60) == 0);
  }
}

TEST_CASE("Whole games without cases", "[net][llvm]") {
  driver::Session session;
  driver::GroundGame game = ground("connect-four", session);
  const TwoWays ways = compile(game, {"specialise-net"});
  CHECK_FALSE(ways.by_terms);
  CHECK(differences(ways, initial(*ways.asked), 200, 1'000) == 0);
}

TEST_CASE("Roles that never have a move", "[net][llvm]") {
  const std::string rules = R"((init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
    (legal b go) (legal b stay)
    (<= (next (n ?y)) (true (n ?x)) (does b go) (succ ?x ?y))
    (<= (next (n ?x)) (true (n ?x)) (does b stay))
    (<= terminal (true (n 3)))
    (goal a 50) (goal b 100))";
  // In the net the one before b can be told, the one behind it cannot. The last has 64 moves, which
  // fill a word, before it.
  std::string full_word = "(role c) (role a) (role b)";
  for (int i = 0; i < 64; ++i) full_word += " (legal c " + std::to_string(i) + ")";
  for (const std::string& roles :
       {std::string("(role a) (role b)"), std::string("(role b) (role a)"), full_word}) {
    CAPTURE(roles);
    driver::Session session;
    auto sheet = tests::parse_text(roles + rules, frontend::Syntax::kif, session);
    REQUIRE(sheet);
    auto clauses = tests::clauses_of(std::move(*sheet), session);
    REQUIRE(clauses);
    const auto ground = driver::ground_game(std::move(*clauses), {}, {}, session);
    REQUIRE(ground);
    const auto game = driver::compile_game(*ground, {}, {});
    const auto scratch = game->make_scratch();
    runtime::Rng random(1);
    State state = initial(*game);
    std::uint64_t steps = 0;
    CHECK(game->play_out(state, *scratch, random, 100, steps) == Drawn::stuck);
    CHECK(steps == 0);
  }
}

TEST_CASE("A game that is stopped", "[net][llvm]") {
  driver::Session session;
  driver::GroundGame game = ground("connect-four", session);
  const TwoWays ways = compile(game);
  const std::atomic<bool> stop = true;
  const runtime::StopScope scope(&stop);
  for (const auto& way : {ways.fused, ways.asked}) {
    const auto scratch = way->make_scratch();
    runtime::Rng random(1);
    State state = initial(*way);
    std::uint64_t steps = 0;
    CHECK_THROWS_AS(way->play_out(state, *scratch, random, 1'000, steps), runtime::Stopped);
    CHECK(steps == 0);
  }
}

TEST_CASE("Many games at once in native code", "[net][llvm]") {
  const auto* const name = GENERATE("connect-four", "noughts-and-crosses", "breakthrough",
                                    "hexapawn4", "goofspiel", "hanoi");
  CAPTURE(name);
  driver::Session session;
  driver::GroundGame game = ground(name, session);
  const TwoWays ways = compile(game);
  const std::size_t roles = ways.asked->roles().size();
  runtime::Player asking(*ways.asked);
  runtime::Player playing(*ways.fused);
  runtime::ManyEnds none(roles);
  REQUIRE_FALSE(playing.play_many({ways.fused->initial(), 7, 0, 10, 100}, none));
  ways.fused->prepare_many();
  ways.fused->prepare_many();
  State last;  // is over
  for (const std::uint64_t most : {0, 1, 5, 1'000}) {
    for (const std::uint64_t count : {1, 2, 3, 300}) {
      CAPTURE(most, count);
      const bool from_last = !last.empty() && count == 3;
      const State start = from_last ? last : initial(*ways.asked);
      runtime::PlayoutStatistics expected;
      std::uint64_t shortest = UINT64_MAX;
      std::uint64_t longest = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t before = expected.steps;
        asking.play(start, runtime::Rng(7, 40 + i), most, expected);
        shortest = std::min(shortest, expected.steps - before);
        longest = std::max(longest, expected.steps - before);
      }
      runtime::ManyEnds ends(roles);
      ways.asked->prepare_many();
      REQUIRE_FALSE(asking.play_many({start, 7, 40, count, most}, ends));
      REQUIRE(playing.play_many({start, 7, 40, count, most}, ends));
      CHECK(ends.playouts == count);
      CHECK(ends.steps == expected.steps);
      CHECK(ends.shortest == shortest);
      CHECK(ends.longest == longest);
      CHECK(ends.terminal == expected.terminal);
      CHECK(ends.cut == expected.cut);
      CHECK(ends.stuck == expected.stuck);
      CHECK(ends.goals_missing == expected.goals_missing);
      CHECK(ends.goals_ambiguous == expected.goals_ambiguous);
      CHECK(ends.goals_not_integer == expected.goals_not_integer);
      CHECK(ends.goal_sums == expected.goal_sums);
      CHECK(ends.goal_counts == expected.goal_counts);
      if (most == 5) {
        runtime::PlayoutStatistics unused;
        asking.play(runtime::Rng(3), 1'000, unused);
        last.assign(asking.state().begin(), asking.state().end());
      }
    }
  }
}

TEST_CASE("Many games at once, without a goal that can hold", "[net][llvm]") {
  const tests::Folder folder;
  const std::string path = (folder.path / "no-goal.kif").string();
  std::ofstream(path) << "(role a) (init (s 0)) (succ 0 1) (succ 1 2) (succ 2 3)\n"
                         "(<= (legal a go) (role a)) (<= (legal a stay) (role a))\n"
                         "(<= (next (s ?y)) (true (s ?x)) (succ ?x ?y) (does a go))\n"
                         "(<= (next (s ?x)) (true (s ?x)) (does a stay))\n"
                         "(<= (goal a 50) (true (s 77))) (<= terminal (true (s 3)))\n";
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::net_jit;
  const auto fused = driver::load_game(path, options, session);
  options.engine = driver::Engine::interpreter;
  const auto asked = driver::load_game(path, options, session);
  REQUIRE(fused);
  REQUIRE(asked);
  fused->game->prepare_many();
  runtime::SimulationOptions simulation;
  simulation.playouts = 1001;
  simulation.seed = 3;
  simulation.step_limit = 7;
  const auto expected = runtime::simulate(*asked->game, simulation).statistics;
  const auto result = runtime::simulate(*fused->game, simulation).statistics;
  CHECK(result.terminal == expected.terminal);
  CHECK(result.cut == expected.cut);
  CHECK(result.goals_missing == expected.goals_missing);
  CHECK(expected.goals_missing > 0);
}

TEST_CASE("Many games at once, stopped", "[net][llvm]") {
  driver::Session session;
  driver::GroundGame game = ground("connect-four", session);
  const TwoWays ways = compile(game);
  const std::atomic<bool> stop{true};
  runtime::Player player(*ways.fused, &stop);
  ways.fused->prepare_many();
  runtime::ManyEnds ends(2);
  REQUIRE(player.play_many({ways.fused->initial(), 1, 0, 100, 1'000}, ends));
  CHECK(ends.playouts == 0);
  CHECK(ends.steps == 0);
}

TEST_CASE("Simulations make code for many games where it pays", "[net][llvm]") {
  driver::Session session;
  driver::GroundGame game = ground("noughts-and-crosses", session);
  const TwoWays ways = compile(game);
  const auto has_many = [&] {
    runtime::Player player(*ways.fused);
    runtime::ManyEnds ends(2);
    return player.play_many({ways.fused->initial(), 1, 0, 10, 100}, ends);
  };
  runtime::SimulationOptions options;
  options.threads = 2;
  // 8 moves a game: the first few are not worth it, the last ones are.
  for (const auto& [playouts, many] : {std::pair{2'000U, false}, {3'000'000U, true}}) {
    options.playouts = playouts;
    const runtime::SimulationResult a = runtime::simulate(*ways.asked, options);
    const runtime::SimulationResult b = runtime::simulate(*ways.fused, options);
    CHECK(has_many() == many);
    CHECK(a.statistics.playouts == playouts);
    CHECK(b.statistics.playouts == playouts);
    CHECK(a.statistics.steps == b.statistics.steps);
    CHECK(a.statistics.goal_sums == b.statistics.goal_sums);
    CHECK(a.shortest == b.shortest);
    CHECK(a.longest == b.longest);
  }
}

TEST_CASE("Whole games that ask for legal moves first", "[net][llvm]") {
  // On a ring of cells each player puts a stone beside one of the other's; who cannot passes.
  std::string rules = R"((role a) (role b) (init (control a)) (other a b) (other b a)
    (<= (next (control ?p)) (true (control ?q)) (other ?q ?p))
    (<= (open ?p ?c) (cell ?c) (not (taken ?c)) (beside ?c ?d) (other ?p ?q) (true (at ?d ?q)))
    (<= (taken ?c) (true (at ?c ?p)))
    (<= (can ?p) (open ?p ?c))
    (<= (legal ?p (put ?c)) (true (control ?p)) (open ?p ?c))
    (<= (legal ?p pass) (true (control ?p)) (not (can ?p)))
    (<= (legal ?q pass) (true (control ?p)) (other ?p ?q))
    (<= (next (at ?c ?p)) (does ?p (put ?c)))
    (<= (next (at ?c ?p)) (true (at ?c ?p)))
    (<= terminal (not (can a)) (not (can b)))
    (<= (more ?p) (true (at 3 ?p)) (true (at 17 ?p)))
    (<= (goal ?p 100) (more ?p)) (<= (goal ?p 40) (role ?p) (not (more ?p)))
    (init (at 0 a)) (init (at 20 b)) (init (at 9 b)) (init (at 31 a)))";
  for (int cell = 0; cell < 40; ++cell) {
    const auto number = [](int value) { return std::to_string((value + 40) % 40); };
    rules += " (cell " + number(cell) + ")";
    for (const int by : {-7, -1, 1, 7}) {
      rules += " (beside " + number(cell) + " " + number(cell + by) + ")";
    }
  }
  driver::Session session;
  auto sheet = tests::parse_text(rules, frontend::Syntax::kif, session);
  REQUIRE(sheet);
  auto clauses = tests::clauses_of(std::move(*sheet), session);
  REQUIRE(clauses);
  auto game = driver::ground_game(std::move(*clauses), {}, {}, session);
  REQUIRE(game);
  const TwoWays ways = compile(*game);
  REQUIRE(game->cases);
  REQUIRE(game->cases->position);
  CHECK_FALSE(ir::useful_open_moves(game->cases->cases.front().net).empty());
  std::size_t over = 0;
  CHECK(differences(ways, initial(*ways.asked), 400, 1'000, &over) == 0);
  CHECK(over == 400);
  const auto evaluated = driver::evaluate_game(*game);
  runtime::SimulationOptions options;
  options.playouts = 200;
  const auto expected = runtime::simulate(*evaluated, options);
  const auto alone = runtime::simulate(*ways.fused, options);
  ways.fused->prepare_many();
  const auto many = runtime::simulate(*ways.fused, options);
  for (const auto* found : {&alone, &many}) {
    CHECK(found->statistics.steps == expected.statistics.steps);
    CHECK(found->statistics.terminal == 200);
    CHECK(found->statistics.goal_sums == expected.statistics.goal_sums);
    CHECK(found->shortest == expected.shortest);
  }
}
