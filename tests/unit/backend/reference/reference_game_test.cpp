// Games by the reference reasoner: the game contract, and the driver's way to it.
#include "backend/driver/load.h"
#include "backend/reference/prover.h"
#include "runtime/host/playouts/perft.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace tesuji;
using runtime::Move;
using runtime::State;

namespace {

/// Loads a text as a rulesheet; the file lives as long as this.
class Loaded {
 public:
  explicit Loaded(const std::string& text, const std::string& extension = ".kif") {
    path_ = (folder_.path / ("game" + extension)).string();
    std::ofstream(path_) << text;
    driver::Options options;
    options.engine = driver::Engine::reference;
    loaded_ = driver::load_game(path_, options, session_);
    if (loaded_) scratch_ = loaded_->game->make_scratch();
  }

  [[nodiscard]] bool playable() const { return loaded_.has_value(); }
  [[nodiscard]] const runtime::Game& game() const { return *loaded_->game; }
  [[nodiscard]] runtime::Scratch& scratch() const { return *scratch_; }
  [[nodiscard]] std::string error() const {
    for (const ir::Diagnostic& diagnostic : session_.diagnostics.all()) {
      if (diagnostic.severity == ir::Severity::error) return diagnostic.code;
    }
    return {};
  }

  [[nodiscard]] State initial() const { return {game().initial().begin(), game().initial().end()}; }
  /// The names of a role's legal moves, in the order of their numbers.
  [[nodiscard]] std::vector<std::string> legal(const State& state, std::size_t role) const {
    std::vector<std::vector<Move>> moves;
    game().legal(state, *scratch_, moves);
    std::vector<std::string> names;
    for (const Move move : moves.at(role)) names.push_back(game().move_name(move));
    return names;
  }
  [[nodiscard]] State next(const State& state, const std::vector<std::string>& joint) const {
    std::vector<Move> moves;
    for (const std::string& name : joint) moves.push_back(game().find_move(name).value());
    State successor(game().state_words());
    game().next(state, moves, *scratch_, successor);
    return successor;
  }

 private:
  tests::Folder folder_;
  std::string path_;
  driver::Session session_;
  std::optional<driver::LoadedGame> loaded_;
  std::unique_ptr<runtime::Scratch> scratch_;
};

/// Two roles, `b` named twice; a stranger has moves and a goal, too.
constexpr const char* race = R"(
  (role b) (role a) (role b)
  (init (at a 0)) (init (at b 0)) (init start)
  (succ 0 1) (succ 1 2) (succ 2 3)
  (<= (legal ?r (step ?y)) (role ?r) (true (at ?r ?x)) (succ ?x ?y))
  (<= (legal ?r wait) (role ?r))
  (<= (legal ?r (jump 10)) (true (at ?r 0))) (<= (legal ?r (jump 9)) (true (at ?r 0)))
  (legal stranger (step 7)) (goal stranger 100)
  (<= (next (at ?r ?y)) (does ?r (step ?y)))
  (<= (next (at ?r ?x)) (true (at ?r ?x)) (does ?r wait))
  (<= (next (at ?r ?n)) (does ?r (jump ?n)))
  (<= terminal (true (at ?r 3)))
  (<= (goal ?r 100) (true (at ?r 3))) (<= (goal ?r 20) (true (at ?r 3)))
  (<= (goal ?r 0) (role ?r) (not (true (at ?r 3))))
)";

}  // namespace

TEST_CASE("a game by the reference reasoner", "[reference]") {
  const Loaded race_game(race);
  REQUIRE(race_game.playable());
  const runtime::Game& game = race_game.game();
  CHECK(std::vector<std::string>(game.roles().begin(), game.roles().end()) ==
        std::vector<std::string>{"b", "a"});
  const State initial = race_game.initial();
  CHECK(game.fluents(initial) == std::vector<std::string>{"(at a 0)", "(at b 0)", "start"});
  CHECK(race_game.legal(initial, 0) ==
        std::vector<std::string>{"wait", "(step 1)", "(jump 9)", "(jump 10)"});
  CHECK(race_game.legal(initial, 1) == race_game.legal(initial, 0));

  const State second = race_game.next(initial, {"(step 1)", "wait"});
  CHECK(game.fluents(second) == std::vector<std::string>{"(at a 0)", "(at b 1)"});
  CHECK_FALSE(game.terminal(second, race_game.scratch()));
  // The same set of fluents is the same state, however it was reached.
  CHECK(race_game.next(second, {"wait", "wait"}) == second);
  CHECK(*game.state_of(std::vector<std::string>{"(at b 1)", "(at a 0)", "(at b 1)"}) == second);

  const State last = *game.state_of(std::vector<std::string>{"(at b 3)", "(at a 0)"});
  CHECK(game.terminal(last, race_game.scratch()));
  std::vector<std::vector<std::string>> goals;
  game.goal(last, race_game.scratch(), goals);
  CHECK(goals == std::vector<std::vector<std::string>>{{"20", "100"}, {"0"}});
}

TEST_CASE("any term over the rulesheet's names may be a fluent or a move", "[reference]") {
  const Loaded race_game(race);
  REQUIRE(race_game.playable());
  const runtime::Game& game = race_game.game();
  const auto odd = game.state_of(std::vector<std::string>{"(at (at a) start)"});
  REQUIRE(odd);
  CHECK(game.fluents(*odd) == std::vector<std::string>{"(at (at a) start)"});
  const auto move = game.find_move("(wait (step))");
  REQUIRE(move);
  CHECK(game.move_name(*move) == "(wait (step))");
  CHECK(race_game.legal(race_game.initial(), 0).size() == 4);

  std::string unknown;
  CHECK_FALSE(game.state_of(std::vector<std::string>{"start", "(nowhere a)"}, &unknown));
  CHECK(unknown == "(nowhere a)");
  CHECK_FALSE(game.find_move("(step"));
  CHECK_FALSE(game.find_move("nothing"));
}

TEST_CASE("percepts by the reference reasoner", "[reference]") {
  const Loaded peeking(R"(
    (role random) (role guesser) (init hidden)
    (<= (legal random (toss heads)) (true hidden)) (<= (legal random (toss tails)) (true hidden))
    (legal guesser peek) (legal guesser noop)
    (<= (sees guesser (coin ?c)) (does random (toss ?c)) (does guesser peek))
    (<= (sees guesser peeked) (does guesser peek))
    (<= (next (coin ?c)) (does random (toss ?c)))
    (<= terminal (not (true hidden))) (goal random 0) (goal guesser 0)
  )");
  REQUIRE(peeking.playable());
  const runtime::Game& game = peeking.game();
  REQUIRE(game.has_percepts());
  const auto percepts = [&](const char* toss, const char* guesser) {
    std::vector<std::vector<std::string>> result;
    const std::vector<Move> joint{game.find_move(toss).value(), game.find_move(guesser).value()};
    game.percepts(peeking.initial(), joint, peeking.scratch(), result);
    return result;
  };
  CHECK(percepts("(toss heads)", "peek") ==
        std::vector<std::vector<std::string>>{{}, {"(coin heads)", "peeked"}});
  CHECK(percepts("(toss heads)", "noop") == std::vector<std::vector<std::string>>{{}, {}});
  CHECK_FALSE(Loaded(race).game().has_percepts());
}

TEST_CASE("the reference engine agrees on counts", "[reference]") {
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::reference;
  const auto loaded = driver::load_game(tests::source_dir() + "/examples/noughts-and-crosses.kif",
                                        options, session);
  REQUIRE(loaded);
  CHECK(loaded->module == nullptr);
  const runtime::PerftResult result = runtime::perft(*loaded->game, 4, 0, true);
  REQUIRE(result.complete);
  CHECK(runtime::to_decimal(result.levels.back().sequences) == "3024");
  CHECK(result.levels.back().distinct == 756);
}

TEST_CASE("what the reference engine refuses", "[reference]") {
  SECTION("an invalid rulesheet") {
    const Loaded invalid("(role a) (<= (legal a ?m) (true s)) (goal a 0) terminal");
    CHECK_FALSE(invalid.playable());
    CHECK(invalid.error() == "unsafe");
  }
  SECTION("IR text") {
    const Loaded ir("tir 1\n", ".tir");
    CHECK_FALSE(ir.playable());
    CHECK(ir.error() == "usage");
  }
  SECTION("growth without bound, when play meets it") {
    const Loaded growing(R"(
      (role a) (init (size 0)) (legal a go) (goal a 0)
      (<= (next (size (s ?x))) (true (size ?x))) (<= terminal (true (size 1)))
    )");
    REQUIRE(growing.playable());
    State state = growing.initial();
    CHECK_THROWS_AS(
        [&] {
          for (int i = 0; i < 10'000; ++i) state = growing.next(state, {"go"});
        }(),
        runtime::LimitReached);
  }
}
