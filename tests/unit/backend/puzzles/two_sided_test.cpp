// Two-sided search agrees with an enumeration of all states on random puzzles whose moves are
// undone by moves, and says of others why it cannot be used; and so do searches that merge
// symmetric positions.
#include "backend/puzzles/puzzle_net.h"
#include "backend/puzzles/solve_puzzle.h"
#include "runtime/host/puzzles/breadth_first.h"
#include "tests/unit/backend/puzzles/random_puzzle.h"

#include <cstdint>
#include <map>
#include <string>

using namespace tesuji;

namespace {

/// Solves it from both ends; whether that could be tried.
bool check_two_sided(const tests::LoadedPuzzle& puzzle, const std::map<int, std::size_t>& truth,
                     std::uint32_t horizon) {
  driver::PuzzleOptions options;
  options.methods = {driver::PuzzleMethod::two_sided};
  options.shortest = true;
  options.horizon = horizon;
  int best = runtime::no_goal;
  for (const auto& [goal, moves] : truth) {
    if (horizon == 0 || moves <= horizon) best = goal;
  }
  const driver::SolvedPuzzle solved =
      driver::solve_puzzle("puzzle.kif", puzzle.loaded, {}, options, *puzzle.session);
  REQUIRE(solved.methods.size() == 1);
  CHECK(solved.bound >= best);
  const int goal = solved.best ? solved.best->goal : runtime::no_goal;
  CHECK(goal <= best);
  if (!solved.methods[0].why_not.empty()) {
    INFO(solved.methods[0].why_not);
    CHECK(solved.methods[0].why_not.find("the two sides") == std::string::npos);
    return false;
  }
  CHECK(solved.is_solved());
  CHECK(goal == best);
  if (best < 0) return true;
  REQUIRE(solved.best);
  CHECK(solved.is_shortest);
  CHECK(solved.best->moves.size() == truth.at(best));
  CHECK(runtime::replay_line(*puzzle.loaded.game, *solved.best, 0) == best);
  return true;
}

}  // namespace

TEST_CASE("search from both ends finds shortest plays and refutes goals", "[puzzles]") {
  std::uint64_t tried = 0;
  std::uint64_t tried_of_others = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const bool undone = seed % 4 != 3;
    const tests::RandomPuzzle random(seed, undone);
    INFO("seed " << seed << "\n" << random.text());
    const tests::LoadedPuzzle puzzle = tests::load(random.text());
    const std::map<int, std::size_t> truth = tests::shortest_by_goal(*puzzle.loaded.game);
    for (const std::uint32_t horizon : {0U, 2U, 5U}) {
      const bool is_tried = check_two_sided(puzzle, truth, horizon);
      (undone ? tried : tried_of_others) += is_tried ? 1U : 0U;
    }
  }
  CHECK(tried > 500);
  CHECK(tried_of_others > 3);
}

namespace {

/// Three sides with the same moves, which begin in different states; some moves read all sides.
/// `undone`: each move is undone by a move.
std::string three_sides(std::uint64_t seed, bool undone) {
  runtime::Rng rng(seed, 0);
  const std::uint64_t fluents = 2 + rng.below(2);
  std::string text = "(role r) (side a) (side b) (side c)\n";
  const auto literal = [&](const char* side) {
    const std::string atom = fmt::format("(true (p{} {}))", rng.below(fluents), side);
    return rng.below(3) == 0 ? fmt::format("(not {})", atom) : atom;
  };
  for (std::uint64_t i = 0; i < fluents; ++i) {
    for (const char side : {'a', 'b', 'c'}) {
      if (rng.below(2) == 0) text += fmt::format("(init (p{} {}))", i, side);
    }
    text += fmt::format("(<= (next (p{0} ?s)) (true (p{0} ?s)) (not (unset p{0} ?s)))\n", i);
    text += fmt::format("(<= (next (p{0} ?s)) (set p{0} ?s))\n", i);
  }
  for (std::uint64_t move = 0; move < 3; ++move) {
    const std::uint64_t changed = rng.below(fluents);
    const std::uint64_t read = (changed + 1) % fluents;
    text += fmt::format("(<= (legal r (m{} ?s)) (side ?s) {})\n", move,
                        undone ? fmt::format("(true (p{} ?s))", read) : literal("?s"));
    if (undone) {
      text += fmt::format("(<= (set p{1} ?s) (does r (m{0} ?s)) (not (true (p{1} ?s))))\n", move,
                          changed);
    }
    text += fmt::format("(<= (unset p{1} ?s) (does r (m{0} ?s)))\n", move, changed);
    if (!undone) {
      text += fmt::format("(<= (set p{} ?s) (does r (m{} ?s)) (side ?t) (distinct ?s ?t) {})\n",
                          read, move, literal("?t"));
    }
  }
  text += "(<= (legal r (swap ?s ?t)) (side ?s) (side ?t) (distinct ?s ?t))\n";
  for (std::uint64_t i = 0; i < fluents; ++i) {
    text += fmt::format(
        "(<= (set p{0} ?s) (does r (swap ?s ?t)) (true (p{0} ?t)))"
        "(<= (set p{0} ?t) (does r (swap ?s ?t)) (true (p{0} ?s)))"
        "(<= (unset p{0} ?s) (does r (swap ?s ?t))) (<= (unset p{0} ?t) (does r (swap ?s ?t)))\n",
        i);
  }
  text += fmt::format("(<= lacks (side ?s) {})\n(<= won (not lacks))\n", literal("?s"));
  text += fmt::format("(<= fine (side ?s) {})\n(<= terminal won)\n", literal("?s"));
  text += fmt::format("(<= terminal (side ?s) {} {} {})\n", literal("?s"), literal("?s"),
                      literal("?s"));
  return text +
         "(<= (goal r 100) won) (<= (goal r 50) (not won) fine)"
         "(<= (goal r 0) (not won) (not fine))";
}

}  // namespace

TEST_CASE("searches that merge symmetric positions find the same", "[puzzles]") {
  std::uint64_t symmetric = 0;
  std::uint64_t merged = 0;
  std::uint64_t tried = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const std::string text = three_sides(seed, seed % 2 == 0);
    INFO("seed " << seed << "\n" << text);
    const tests::LoadedPuzzle puzzle = tests::load(text);
    const runtime::Game& game = *puzzle.loaded.game;
    const std::map<int, std::size_t> truth = tests::shortest_by_goal(game);
    const int best = truth.empty() ? runtime::no_goal : truth.rbegin()->first;
    runtime::BreadthFirstOptions options;
    const auto all = runtime::search_breadth_first(game, options);
    driver::PuzzleNet net;
    net.ground = *puzzle.ground;
    options.symmetries = net.symmetries("puzzle.kif", game, {}, 0, *puzzle.session);
    symmetric += options.symmetries.size() >= 5 ? 1U : 0U;
    const auto found = runtime::search_breadth_first(game, options);
    if (all.end == runtime::SearchEnd::complete) CHECK(found.states <= all.states);
    merged += found.states < all.states ? 1U : 0U;
    REQUIRE(found.best.has_value() == (best >= 0));
    if (!found.best) continue;
    CHECK(found.best->goal == best);
    CHECK(found.best->moves.size() == truth.at(best));
    CHECK(runtime::replay_line(game, *found.best, 0) == best);
    tried += check_two_sided(puzzle, truth, 0) ? 1U : 0U;
  }
  CHECK(symmetric > 90);
  CHECK(merged > 30);
  CHECK(tried > 20);
}
