// The file of runs: what is added is read back, whole runs only, and other files are refused.
#include "learner/experiments/experiment_store.h"
#include "tests/unit/support/folder.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <thread>

using namespace tesuji;
using learner::ExperimentStore;
using learner::StoredRun;

namespace {

StoredRun some_run(std::uint64_t seed, const std::string& learner = "q") {
  StoredRun stored;
  stored.question = {
      "game.kif", 0xFFFF'FFFF'FFFF'FFFFULL, learner, "", 0, "all", "perfect", "first", false, 2,
      seed};
  stored.role = "x";
  stored.boards = 12;
  stored.run.games = {{3, 7, 2, learner::Outcome::lost, 2}, {11, 5, 0, learner::Outcome::won, -1}};
  stored.run.seconds = 0.25;
  stored.run.final_regret = seed == 2 ? std::nullopt : std::optional<std::int64_t>(4);
  stored.run.complete = true;
  stored.program = "win_1(A,B) :- move(A,B), won(B).\n";
  return stored;
}

}  // namespace

TEST_CASE("runs are read back as they were added", "[learner][experiments]") {
  const tests::Folder folder;
  const std::string path = (folder.path / "runs.sqlite").string();
  {
    ExperimentStore store(path);
    CHECK(store.runs().empty());
    store.add(some_run(2));
    store.add(some_run(1, "her"));
    store.add(some_run(1));
    store.add(some_run(2));  // once more: it takes the place of the first
  }
  ExperimentStore store(path);
  const std::vector<StoredRun> runs = store.runs();
  REQUIRE(runs.size() == 3);
  // By learner in the order in which they came, and by seed.
  CHECK(runs[0].question.learner == "her");
  CHECK(runs[1].question == some_run(1).question);
  CHECK(runs[2].question == some_run(2).question);
  CHECK(runs[1].run.final_regret == 4);
  CHECK_FALSE(runs[2].run.final_regret);
  CHECK(runs[1].program == some_run(1).program);
  CHECK(runs[1].run.seconds == 0.25);
  REQUIRE(runs[1].run.games.size() == 2);
  CHECK(runs[1].run.games[0].board == 3);
  CHECK(runs[1].run.games[0].outcome == learner::Outcome::lost);
  CHECK(runs[1].run.games[1].regret == -1);
  CHECK(store.has(some_run(2).question));
  CHECK_FALSE(store.has(some_run(3).question));
  auto other = some_run(2).question;
  other.ties = "last";
  CHECK_FALSE(store.has(other));
}

TEST_CASE("several threads and files add to one store", "[learner][experiments]") {
  const tests::Folder folder;
  const std::string path = (folder.path / "runs.sqlite").string();
  ExperimentStore first(path);
  ExperimentStore second(path);
  std::vector<std::thread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        (thread % 2 == 0 ? first : second).add(some_run(20 * thread + seed));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(first.runs().size() == 80);
}

TEST_CASE("a file that is none of experiments is left alone", "[learner][experiments]") {
  const tests::Folder folder;
  const std::string path = (folder.path / "notes.txt").string();
  std::ofstream(path) << std::string(5000, 'x');
  CHECK_THROWS_AS(ExperimentStore(path), learner::StoreError);
  CHECK(std::ifstream(path).get() == 'x');
  CHECK_THROWS_AS(ExperimentStore((folder.path / "none/runs.sqlite").string()),
                  learner::StoreError);
}

TEST_CASE("runs without all of their games are not read", "[learner][experiments]") {
  const tests::Folder folder;
  const std::string path = (folder.path / "runs.sqlite").string();
  StoredRun run = some_run(1);
  run.question.games = 3;
  ExperimentStore store(path);
  store.add(run);
  CHECK_THROWS_WITH(store.runs(), Catch::Contains("has 2 games, not 3"));
}
