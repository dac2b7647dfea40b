// Two-sided search agrees with an enumeration of all states on random puzzles whose moves are
// undone by moves, and says of others why it cannot be used.
#include "backend/puzzles/solve_puzzle.h"
#include "tests/unit/backend/puzzles/random_puzzle.h"

#include <cstdint>
#include <map>

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
