// Puzzles of several independent puzzles are solved by these: goals, lengths and bounds are those
// of an enumeration of all states.
#include "backend/players/tree_player.h"
#include "backend/puzzles/solve_puzzle.h"
#include "runtime/host/playouts/reachable_states.h"
#include "runtime/host/puzzles/started_game.h"

#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;

namespace {

/// Some small random puzzles in one rulesheet, with names of their own, with or without a clock,
/// dead ends and a puzzle that no goal reads. In parallel: two puzzles, and each move is one of
/// both.
class CompoundPuzzle {
 public:
  CompoundPuzzle(std::uint64_t seed, bool in_parallel) : in_parallel_(in_parallel), rng_(seed, 7) {
    text_ = "(role r)\n(never none)\n";
    const std::uint64_t parts = in_parallel ? 2 : 2 + pick(2);
    std::string all;
    std::string some;
    for (std::uint64_t i = 0; i < parts; ++i) {
      add_part(static_cast<char>('a' + i));
      all += fmt::format(" won{}", static_cast<char>('a' + i));
      add("(<= anywon won{})", static_cast<char>('a' + i));
    }
    if (!in_parallel && pick(3) == 0) add_part('z');
    if (in_parallel) add_combinations();
    if (pick(2) == 0) add_clock();
    const bool needs_all = pick(3) > 0;
    add("(<= hundred {})", needs_all ? all : "anywon");
    add("(<= terminal hundred)");
    if (pick(4) == 0) add("(<= terminal {})", literal(pick(2) == 0 ? 'a' : 'b'));
    add("(<= (goal r 100) hundred)");
    add("(<= (goal r 50) (not hundred) wona)");
    add("(<= (goal r 0) (not hundred) (not wona))");
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static constexpr std::uint64_t fluents = 3;

  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    text_ += fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }
  std::uint64_t pick(std::uint64_t below) { return rng_.below(below); }
  std::string literal(char part) {
    const std::string atom = fmt::format("(true {}{})", part, pick(fluents));
    return pick(3) == 0 ? fmt::format("(not {})", atom) : atom;
  }
  void add_part(char part) {
    const bool decays = pick(6) == 0;
    for (std::uint64_t i = 0; i < fluents; ++i) {
      if (pick(2) == 0) add("(init {}{})", part, i);
      add("(<= (next {0}{1}) (true {0}{1}) (not (unset {0}{1})))", part, i);
      add("(<= (unset {0}{1}) (never {0}{1}))", part, i);
    }
    if (decays) add("(<= (unset {0}0) (true {0}1))", part);
    const std::uint64_t moves = 2 + pick(2);
    for (std::uint64_t move = 0; move < moves; ++move) {
      const std::string condition = pick(3) == 0 ? "" : literal(part);
      if (in_parallel_) {
        legal_[part == 'a' ? 0 : 1].emplace_back(fmt::format("{}m{}", part, move), condition);
      } else {
        add("(<= (legal r {}m{}) (role r) {})", part, move, condition);
        add("(<= (did {0}m{1}) (does r {0}m{1}))", part, move);
      }
      for (std::uint64_t i = 0; i < 1 + pick(2); ++i) {
        add("(<= ({} {}{}) (did {}m{}) {})", pick(2) == 0 ? "next" : "unset", part, pick(fluents),
            part, move, pick(4) == 0 ? literal(part) : "");
      }
    }
    add("(<= won{} {} {})", part, literal(part), literal(part));
  }
  void add_combinations() {
    add("(<= (did ?a) (does r (both ?a ?b)))\n(<= (did ?b) (does r (both ?a ?b)))");
    for (const auto& [a, of_a] : legal_[0]) {
      for (const auto& [b, of_b] : legal_[1]) {
        add("(<= (legal r (both {} {})) (role r) {} {})", a, b, of_a, of_b);
      }
    }
  }
  void add_clock() {
    const std::uint64_t last = 3 + pick(5);
    add("(init (step 0))");
    for (std::uint64_t i = 0; i < last; ++i) add("(succ {} {})", i, i + 1);
    add("(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))");
    add("(<= terminal (true (step {})))", last);
  }

  bool in_parallel_;
  runtime::Rng rng_;
  std::string text_;
  std::array<std::vector<std::pair<std::string, std::string>>, 2> legal_;  ///< moves, conditions
};

std::map<int, std::size_t> shortest_plays(const runtime::Game& game) {
  const auto states = runtime::ReachableStates::find(game, {});
  REQUIRE(states.end() == runtime::ReachableStates::End::all);
  const auto scratch = game.make_scratch();
  std::map<int, std::size_t> found;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (!states.terminal(i)) continue;
    std::vector<int> goals(1);
    game.goal_values(states.state(i), *scratch, goals);
    if (goals[0] >= 0) found.emplace(goals[0], states.play_to(i).size() - 1);
  }
  return found;
}

int best_goal(const runtime::Game& game) {
  const std::map<int, std::size_t> plays = shortest_plays(game);
  return plays.empty() ? runtime::no_goal : plays.rbegin()->first;
}

/// A puzzle that is loaded, and a state that some moves at random lead to, which is not terminal.
struct Begun {
  Begun(const CompoundPuzzle& compound, std::uint64_t seed) {
    session.texts["puzzle.kif"] = compound.text();
    options.engine = driver::Engine::interpreter;
    loaded = driver::load_game("puzzle.kif", options, session);
    REQUIRE(loaded);
    scratch = loaded->game->make_scratch();
    state.assign(loaded->game->initial().begin(), loaded->game->initial().end());
    runtime::Rng rng(seed, 8);
    for (std::uint64_t left = rng.below(4); left > 0; --left) {
      std::array<runtime::Move, 1> joint{};
      runtime::State next(state.size());
      if (loaded->game->draw(state, *scratch, rng, joint) != runtime::Drawn::joint) break;
      loaded->game->next(state, joint, *scratch, next);
      if (loaded->game->terminal(next, *scratch)) break;
      state = next;
    }
  }

  driver::Session session;
  driver::Options options;
  std::optional<driver::LoadedGame> loaded;
  std::unique_ptr<runtime::Scratch> scratch;
  runtime::State state;
};

struct Counts {
  std::size_t with_several = 0;
  std::size_t solved = 0;
  std::size_t shortest = 0;
  std::size_t refuted = 0;
};

/// Solves compound puzzles by their subgames, and compares with what all states show.
Counts compare(bool in_parallel) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const CompoundPuzzle compound(seed, in_parallel);
    INFO("seed " << seed << "\n" << compound.text());
    driver::Session session;
    session.texts["puzzle.kif"] = compound.text();
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    const auto loaded = driver::load_game("puzzle.kif", options, session);
    REQUIRE(loaded);
    const std::map<int, std::size_t> truth = shortest_plays(*loaded->game);
    const int best = truth.empty() ? runtime::no_goal : truth.rbegin()->first;
    for (const bool shortest : {false, true}) {
      driver::PuzzleOptions puzzle;
      puzzle.methods = {driver::PuzzleMethod::factoring};
      puzzle.shortest = shortest;
      const auto solved = driver::solve_puzzle("puzzle.kif", *loaded, options, puzzle, session);
      REQUIRE(solved.methods.size() == 1);
      counts.with_several += solved.methods[0].subgames > 1 ? 1U : 0U;
      CHECK(solved.bound >= best);
      counts.refuted += solved.bound < runtime::highest_goal ? 1U : 0U;
      if (!solved.best) continue;
      CHECK(solved.best->goal <= best);
      CHECK(runtime::replay_line(*loaded->game, *solved.best, 0) == solved.best->goal);
      CHECK(solved.best->moves.size() >= truth.at(solved.best->goal));
      if (solved.is_shortest) {
        CHECK(solved.best->moves.size() == truth.at(solved.best->goal));
        ++counts.shortest;
      }
      if (solved.is_solved()) CHECK(solved.best->goal == best);
      counts.solved += solved.is_solved() ? 1U : 0U;
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("puzzles of several puzzles are solved one by one", "[puzzles]") {
  const Counts counts = compare(false);
  CHECK(counts.with_several > 350);
  CHECK(counts.solved > 250);
  CHECK(counts.shortest > 250);
  CHECK(counts.refuted > 50);
}

TEST_CASE("puzzles whose moves are moves of two puzzles are solved in step", "[puzzles]") {
  const Counts counts = compare(true);
  INFO(counts.with_several << " " << counts.solved << " " << counts.shortest << " "
                           << counts.refuted);
  CHECK(counts.with_several > 150);
  CHECK(counts.solved > 100);
  CHECK(counts.shortest > 100);
  CHECK(counts.refuted > 50);
}

TEST_CASE("puzzles are solved from any state by each method", "[puzzles]") {
  using enum driver::PuzzleMethod;
  std::map<driver::PuzzleMethod, std::size_t> solved;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const CompoundPuzzle compound(seed, seed % 4 == 0);
    INFO("seed " << seed << "\n" << compound.text());
    const Begun begun(compound, seed);
    const auto from = runtime::start_game_in(begun.loaded->game, begun.state);
    const int best = best_goal(*from);
    const auto net = std::make_shared<driver::PuzzleNet>();
    for (const auto& start : {begun.state, runtime::State{}}) {
      const int truth = start.empty() ? best_goal(*begun.loaded->game) : best;
      for (const driver::PuzzleMethod method : {breadth_first, beam, sat, factoring}) {
        driver::PuzzleOptions puzzle;
        puzzle.methods = {method};
        puzzle.start = start;
        puzzle.net = net;
        puzzle.seconds = method == sat ? 0.1 : 0;  // it does not refute plays of any length
        const auto found =
            driver::solve_puzzle("puzzle.kif", *begun.loaded, begun.options, puzzle, begun.session);
        INFO(driver::name_of(method));
        CHECK(found.bound >= truth);
        if (found.is_solved()) CHECK((found.best ? found.best->goal : runtime::no_goal) == truth);
        solved[method] += found.is_solved() ? 1U : 0U;
        if (!found.best) continue;
        const auto& game = start.empty() ? *begun.loaded->game : *from;
        CHECK(runtime::replay_line(game, *found.best, 0) == found.best->goal);
      }
    }
  }
  CHECK(solved[breadth_first] == 200);
  CHECK(solved[beam] > 190);
  CHECK(solved[sat] > 20);
  CHECK(solved[factoring] > 80);
}

TEST_CASE("methods that take turns on one thread find the best goal", "[puzzles]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const CompoundPuzzle compound(seed, seed % 4 == 0);
    INFO("seed " << seed << "\n" << compound.text());
    const Begun begun(compound, seed);
    driver::PuzzleOptions puzzle;
    puzzle.methods = {driver::PuzzleMethod::factoring, driver::PuzzleMethod::sat,
                      driver::PuzzleMethod::beam, driver::PuzzleMethod::asp};
    puzzle.start = begun.state;
    puzzle.threads = 1;
    puzzle.seconds = 2;
    const auto found =
        driver::solve_puzzle("puzzle.kif", *begun.loaded, begun.options, puzzle, begun.session);
    REQUIRE(found.is_solved());
    CHECK((found.best ? found.best->goal : runtime::no_goal) ==
          best_goal(*runtime::start_game_in(begun.loaded->game, begun.state)));
  }
}

TEST_CASE("the player reaches the best goal of puzzles of several puzzles", "[puzzles]") {
  std::size_t planned = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const CompoundPuzzle compound(seed, seed % 4 == 0);
    INFO("seed " << seed << "\n" << compound.text());
    Begun begun(compound, seed);
    const runtime::Game& game = *begun.loaded->game;
    const int best = best_goal(*runtime::start_game_in(begun.loaded->game, begun.state));
    if (best < 0) continue;
    driver::TreePlayerOptions options;
    options.search.memory = std::size_t{64} << 20U;
    options.plans = [&](const driver::LoadedGame& loaded) {
      return driver::plan_search("puzzle.kif", loaded, begun.options, begun.session.texts);
    };
    driver::TreePlayer player(*begun.loaded, nullptr, options);
    std::size_t moves = 0;
    while (!game.terminal(begun.state, *begun.scratch)) {
      REQUIRE(++moves < 100);
      player.set_state(begun.state);
      const auto thought = player.think(0, {.seconds = 1});
      REQUIRE(thought);
      planned += thought->plan ? 1U : 0U;
      if (thought->plan) CHECK(thought->plan->goal == best);
      const std::array<runtime::Move, 1> joint{game.find_move(thought->move).value()};
      runtime::State next(begun.state.size());
      game.next(begun.state, joint, *begun.scratch, next);
      begun.state = next;
    }
    std::vector<int> goals(1);
    game.goal_values(begun.state, *begun.scratch, goals);
    CHECK(goals[0] == best);
  }
  CHECK(planned > 60);
}
