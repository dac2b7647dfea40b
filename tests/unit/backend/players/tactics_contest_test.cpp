// The contest that decides whether playouts take tactics into account.
#include "backend/players/tactics_contest.h"
#include "backend/driver/load.h"
#include "backend/object_cache/object_cache.h"
#include "backend/players/tree_player.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

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
  options.simulations = 500;
  options.pairs = 8;
  return options;
}

/// Returns whether tactics win.
bool wins(const std::string& name, const driver::Options& options,
          const driver::ContestOptions& contest_options) {
  driver::TacticsContest contest(std::make_shared<driver::LaneLoader>(example(name), options),
                                 contest_options);
  CHECK(contest.winner() == nullptr);
  contest.wait();
  CHECK(contest.is_done());
  const auto winner = contest.winner();
  if (winner) CHECK(winner->expansion->tactical != nullptr);
  return winner != nullptr;
}

/// Returns what a player with lanes finds out of the first position.
std::string reading(driver::Tactics tactics, bool contest) {
  driver::Session session;
  const auto game = driver::load_game(example("breakthrough"), {}, session);
  REQUIRE(game);
  driver::PlayoutPolicy policy;
  policy.tactics = tactics;
  const auto lanes =
      std::make_shared<driver::LaneLoader>(example("breakthrough"), driver::Options{}, policy);
  driver::TreePlayerOptions options;
  options.wait = true;
  options.always_lanes = true;
  if (contest) options.tactics = std::make_shared<driver::TacticsContest>(lanes, by_simulations());
  driver::TreePlayer player(*game, lanes, options);
  runtime::TreeSearchLimits limits;
  limits.simulations = 5'000;
  const auto thought = player.think(0, limits);
  REQUIRE(thought);
  return driver::describe(*thought);
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

TEST_CASE("a player takes the tactics that won", "[players]") {
  const std::string with = reading(driver::Tactics::replies, false);
  CHECK(reading(driver::Tactics::none, false) != with);
  CHECK(reading(driver::Tactics::none, true) == with);
}

TEST_CASE("the result of a contest is kept", "[players][cache]") {
  const tests::Folder folder;
  driver::Options options;
  options.cache = std::make_shared<object_cache::ObjectCache>(folder.path);
  driver::ContestOptions without_matches = by_simulations();
  without_matches.pairs = 0;
  CHECK(!wins("goofspiel", options, by_simulations()));  // no turns, no tactics
  CHECK(!wins("breakthrough", options, without_matches));
  CHECK(wins("breakthrough", options, by_simulations()));
  CHECK(wins("breakthrough", options, without_matches));  // from the cache
}
