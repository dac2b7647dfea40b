// The published strategies on this project's own rulesheets, from text to moves:
// beside SWI-Prolog's answers (tests/strategies, written by tools/baseline) and
// beside the moves published with MIGO.
#include "backend/strategies/strategy.h"
#include "ir/core/prolog_term.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/rng.h"
#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/states_of_play.h"

#include <catch2/catch.hpp>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <iterator>
#include <set>
#include <sstream>

using namespace tesuji;
using runtime::State;

namespace {

std::string source(const std::string& path) {
  return tests::source_dir() + "/" + path;
}

struct Loaded {
  driver::LoadedGame game;
  std::shared_ptr<const runtime::Strategy> strategy;
};

Loaded load(const std::string& name, driver::Engine engine) {
  driver::Session session;
  driver::Options options;
  options.engine = engine;
  auto game = driver::load_game(source("examples/" + name + ".kif"), options, session);
  const auto text = driver::load_strategy(source("examples/strategies/" + name + ".pl"), session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  REQUIRE(text);
  auto strategy = driver::compile_strategy(*game, *text, options);
  return {std::move(*game), std::move(strategy)};
}

std::string text_of(const runtime::Game& game, runtime::StateView state) {
  return fmt::format("{}", fmt::join(game.fluents(state), " "));
}

/// What tools/baseline/strategy/run.pl prints for `digest`.
struct Digest {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  void add(const std::string& line) {
    ++count;
    sum += runtime::fnv1a(line);
  }
  std::string line(const std::string& name) const {
    return fmt::format("{} {} {:016x}\n", name, count, sum);
  }
};

std::string digest(const Loaded& loaded, const std::string& learner) {
  const runtime::Game& game = *loaded.game.game;
  const runtime::Strategy& strategy = *loaded.strategy;
  const auto memory = strategy.make_memory();
  const std::set<State> states = tests::states_of_play(game);
  std::string text = fmt::format("states {}\n", states.size());
  for (std::uint32_t p = 0; p < strategy.predicates().size(); ++p) {
    Digest digest;
    for (const State& state : states) {
      const auto first = strategy.first(p, state, *memory);
      CHECK(strategy.holds(p, state, *memory) == first.has_value());
      if (first) digest.add(text_of(game, state) + "\t" + text_of(game, *first));
    }
    text += digest.line(strategy.predicates()[p].name);
  }
  Digest chosen;
  const std::string control = "(control " + learner + ")";
  for (const State& state : states) {
    const std::string from = text_of(game, state);
    if (from.find(control) == std::string::npos) continue;
    if (const auto choice = strategy.choose(state, *memory)) {
      chosen.add(from + "\t" + std::string(choice->name) + "\t" + text_of(game, choice->successor));
    }
  }
  return text + chosen.line("chosen");
}

/// `b(e,o,..)`, cells row by row from the top, as fluents of our rulesheets.
std::vector<std::string> fluents_of(std::string board, std::size_t side, const std::string& mover) {
  std::vector<std::string> fluents{"(control " + mover + ")"};
  board = board.substr(2, board.size() - 3);
  for (std::size_t cell = 0; cell < side * side; ++cell) {
    const char content = board.at(2 * cell);
    if (content == 'e') continue;
    fluents.push_back(fmt::format("(cell {} {} {})", cell / side + 1, cell % side + 1, content));
  }
  return fluents;
}

void check_published(const std::string& name, const std::string& learner,
                     const std::string& opponent, std::size_t boards) {
  const auto path = tests::shared_path("reference/migo-data/" + name + "/strategy-moves.txt");
  if (!tests::have_corpus(path)) return;
  const std::string moves = tests::read_bytes(path);
  for (const driver::Engine engine : {driver::Engine::interpreter, driver::Engine::jit}) {
    CAPTURE(static_cast<int>(engine));
    const Loaded loaded = load(name, engine);
    const auto memory = loaded.strategy->make_memory();
    std::istringstream lines(moves);
    std::size_t count = 0;
    std::string board;
    std::string clause;
    std::string successor;
    while (lines >> board >> clause >> successor) {
      ++count;
      CAPTURE(board, clause, successor);
      const auto state = loaded.game.game->state_of(fluents_of(board, 3, learner));
      REQUIRE(state);
      const auto choice = loaded.strategy->choose(*state, *memory);
      REQUIRE(choice.has_value() == (clause != "none"));
      if (!choice) continue;
      CHECK(choice->name == clause);
      const auto expected = loaded.game.game->state_of(fluents_of(successor, 3, opponent));
      REQUIRE(expected);
      CHECK(std::equal(expected->begin(), expected->end(), choice->successor.begin()));
    }
    CHECK(count == boards);
  }
}

}  // namespace

TEST_CASE("every predicate in every state is as in Prolog", "[driver][strategy]") {
  const auto [name, learner] = GENERATE(table<std::string, std::string>(
      {{"noughts-and-crosses", "o"}, {"hexapawn3", "w"}, {"hexapawn4", "w"}}));
  CAPTURE(name);
  const std::string expected =
      tests::read_bytes(source("tests/strategies/" + name + ".digest.txt"));
  CHECK(digest(load(name, driver::Engine::interpreter), learner) == expected);
  CHECK(digest(load(name, driver::Engine::jit), learner) == expected);
}

TEST_CASE("published moves on our rulesheets", "[driver][strategy]") {
  SECTION("noughts and crosses") {
    check_published("noughts-and-crosses", "o", "x", 2423);
  }
  SECTION("hexapawn 3x3") {
    check_published("hexapawn3", "w", "b", 33);
  }
}

TEST_CASE("strategies are for games of two players in turn", "[driver][strategy]") {
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto text = driver::load_strategy(source("examples/strategies/hexapawn3.pl"), session);
  REQUIRE(text);
  auto game = driver::load_game(source("tests/cli/inputs/common/one-role.kif"), options, session);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  try {
    static_cast<void>(driver::compile_strategy(*game, *text, options));
    FAIL("one role was accepted");
  } catch (const runtime::TurnError& error) {
    CHECK(error.reason() == runtime::TurnError::Reason::not_two_roles);
  }
}

TEST_CASE("fluents in strategies hold where the game says so", "[strategy]") {
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto game = driver::load_game(source("examples/noughts-and-crosses.kif"), options, session);
  REQUIRE(game);
  const std::set<State> all = tests::states_of_play(*game->game);
  std::set<std::string> names;
  for (const State& state : all) {
    for (std::string& name : game->game->fluents(state)) names.insert(std::move(name));
  }
  const std::vector<std::string> fluents(names.begin(), names.end());
  runtime::Rng random(3);
  for (int trial = 0; trial < 5; ++trial) {
    std::string text = "first(A,B) :- move(A,B).\n";
    std::vector<std::pair<std::string, bool>> asked;  // fluent, denied; by predicate
    for (int p = 0; p < 40; ++p) {                    // more than a word of memo slots
      const std::string& name = fluents[random.below(fluents.size())];
      const bool denied = random.below(2) == 0;
      const std::string goal = ir::fluent_goal(name, "B");
      text += fmt::format("p{}(A,B) :- move(A,B), {}.\nq{}(A) :- not(p{}(A,_)).\n", p,
                          denied ? "not(" + goal + ")" : goal, p, p);
      asked.emplace_back(name, denied);
    }
    const auto strategy =
        frontend::parse_strategy(session.sources->add("test.pl", text), session.diagnostics);
    INFO(session.diagnostics.render());
    REQUIRE(strategy);
    for (const driver::Engine engine : {driver::Engine::interpreter, driver::Engine::jit}) {
      options.engine = engine;
      const auto compiled = driver::compile_strategy(*game, *strategy, options);
      const auto memory = compiled->make_memory();
      for (int sample = 0; sample < 100; ++sample) {
        const State& state = *std::next(all.begin(), static_cast<long>(random.below(all.size())));
        for (std::size_t p = 0; p < asked.size(); ++p) {
          const auto& [name, denied] = asked[p];
          const auto has = [&](const State& at) {
            const auto holding = game->game->fluents(at);
            return std::find(holding.begin(), holding.end(), name) != holding.end();
          };
          const auto found =
              compiled->solutions(*compiled->find(fmt::format("p{}", p)), state, *memory);
          const auto none = compiled->holds(*compiled->find(fmt::format("q{}", p)), state, *memory);
          REQUIRE(none == found.empty());
          for (const State& next : found) REQUIRE(has(next) != denied);
        }
      }
    }
  }
}

TEST_CASE("fluents that a game does not have are refused with their line", "[strategy]") {
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto game = driver::load_game(source("examples/noughts-and-crosses.kif"), options, session);
  REQUIRE(game);
  const auto strategy = frontend::parse_strategy(
      session.sources->add("test.pl", "p(A,B) :-\n  move(A,B), cell(B,9,9,x)."),
      session.diagnostics);
  REQUIRE(strategy);
  CHECK_THROWS_WITH(driver::compile_strategy(*game, *strategy, options),
                    Catch::Contains("line 2") && Catch::Contains("(cell 9 9 x)"));
}
