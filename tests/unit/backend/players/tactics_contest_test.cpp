// The contest that decides whether playouts take tactics into account.
#include "backend/players/tactics_contest.h"
#include "backend/driver/load.h"
#include "backend/object_cache/object_cache.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

using namespace tesuji;

namespace {

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

driver::BatchGame load(const std::string& path, driver::Tactics tactics) {
  driver::Session session;
  driver::PlayoutPolicy policy;
  policy.tactics = tactics;
  auto game = driver::load_batch_game(path, 0, {}, session, policy, true);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return std::move(*game);
}

/// The same on every machine.
driver::ContestOptions by_simulations() {
  driver::ContestOptions options;
  options.move_seconds = 0;
  options.seconds = 0;
  options.simulations = 1'000;
  options.pairs = 12;
  return options;
}

/// Returns the winner's presence.
bool wins(const std::string& name, const driver::Options& options) {
  driver::TacticsContest contest(std::make_shared<driver::LaneLoader>(example(name), options));
  CHECK(contest.winner() == nullptr);
  contest.wait();
  CHECK(contest.is_done());
  const auto winner = contest.winner();
  if (winner) CHECK(winner->expansion->tactical != nullptr);
  return winner != nullptr;
}

}  // namespace

TEST_CASE("a contest is decided by more than chance", "[players]") {
  using Score = driver::ContestScore;
  CHECK(Score{12, 12}.is_better(false));
  CHECK(!Score{10, 10}.is_better(true));  // too few
  CHECK(!Score{40, 26}.is_better(false));
  CHECK(Score{40, 26}.is_better(true));
  CHECK(!Score{40, 22}.is_better(true));
  CHECK(!Score{40, 20}.is_worse());
  CHECK(Score{40, 10}.is_worse());
}

TEST_CASE("a game is as strong as itself, and tactics win breakthrough", "[players]") {
  const driver::BatchGame plain = load(example("breakthrough"), driver::Tactics::none);
  driver::ContestOptions options = by_simulations();
  options.pairs = 3;
  const driver::ContestScore even = driver::play_contest(plain, plain, options);
  CHECK(even.matches == 6);
  CHECK(even.points == 3);
  const driver::BatchGame tactical = load(example("breakthrough"), driver::Tactics::replies);
  const driver::ContestScore score = driver::play_contest(tactical, plain, by_simulations());
  CHECK(score.matches >= 12);
  CHECK(score.is_better(true));
  const driver::ContestScore again = driver::play_contest(tactical, plain, by_simulations());
  CHECK(again.points == score.points);
}

TEST_CASE("the result of a contest is kept", "[players][cache]") {
  const tests::Folder folder;
  driver::Options options;
  options.cache = std::make_shared<object_cache::ObjectCache>(folder.path, std::uint64_t{1} << 30U);
  const auto contests = [&] {
    const auto entries = object_cache::list_cache(folder.path);
    return std::count_if(entries.begin(), entries.end(),
                         [](const auto& entry) { return entry.label.kind == "tactics contest"; });
  };
  CHECK(!wins("goofspiel", options));  // no turns, no tactics
  CHECK(contests() == 0);
  const bool first = wins("noughts-and-crosses", options);
  CHECK(contests() == 1);
  CHECK(wins("noughts-and-crosses", options) == first);
  CHECK(contests() == 1);
}
