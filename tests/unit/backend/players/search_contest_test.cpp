// The contest that decides how a game is searched.
#include "backend/players/search_contest.h"
#include "backend/driver/load.h"
#include "backend/object_cache/object_cache.h"
#include "backend/players/tree_player.h"
#include "learner/regression/goal_evaluation.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

using namespace tesuji;

namespace {

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

driver::SearchChoice load(const std::string& path, driver::Tactics tactics) {
  driver::Session session;
  driver::PlayoutPolicy policy;
  policy.tactics = tactics;
  auto game = driver::load_batch_game(path, 0, {}, session, policy, true);
  INFO(session.diagnostics.render());
  REQUIRE(game);
  return {
      tactics == driver::Tactics::none ? driver::SearchWay::tree : driver::SearchWay::tactical_tree,
      std::make_shared<const driver::BatchGame>(std::move(*game))};
}

/// Says that nothing is known of any position.
class NothingKnown final : public runtime::Evaluation {
 public:
  [[nodiscard]] double value(runtime::StateView /*state*/) override { return 0; }
};

/// Learns to value positions by the goal.
driver::EvaluationLearner goal_learner(const std::string& path) {
  return [path](const driver::LoadedGame& game) -> driver::EvaluationMaker {
    driver::Session session;
    auto learned = learner::learn_goal_evaluation(path, game, {}, {}, session);
    if (!learned) return {};
    return learner::evaluations(
        std::make_shared<const learner::GoalEvaluation>(std::move(*learned)), {});
  };
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

/// Returns the way that wins; tree search without tactics if none does.
driver::SearchWay winner_of(const std::string& name, const driver::Options& options,
                            const driver::ContestOptions& contest_options,
                            driver::EvaluationLearners learners = {}) {
  driver::SearchContest contest(std::make_shared<driver::LaneLoader>(example(name), options),
                                std::move(learners), contest_options);
  CHECK(contest.winner() == nullptr);
  contest.wait();
  CHECK(contest.is_done());
  const auto winner = contest.winner();
  if (!winner) return driver::SearchWay::tree;
  const bool has_tactics = winner->game->expansion->tactical != nullptr;
  CHECK(has_tactics == (winner->way == driver::SearchWay::tactical_tree));
  CHECK(bool(winner->evaluation) == (driver::is_alpha_beta(winner->way)));
  return winner->way;
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
  if (contest) {
    options.contest = std::make_shared<driver::SearchContest>(lanes, driver::EvaluationLearners(),
                                                              by_simulations());
  }
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
  CHECK(Score{8, 8}.is_better(false));
  CHECK(!Score{6, 6}.is_better(true));  // may be chance
  CHECK(!Score{6, 6}.is_decided());
  CHECK(Score{6, 0}.is_no_better());
  CHECK(Score{6, 0}.is_decided());
  CHECK(!Score{40, 24}.is_better(false));
  CHECK(Score{40, 24}.is_better(true));
  CHECK(!Score{40, 24}.is_no_better());
  CHECK(Score{40, 20}.is_no_better());
  CHECK(Score{40, 30}.is_better(false));
}

TEST_CASE("a game is as strong as itself, and tactics win breakthrough", "[players]") {
  const driver::SearchChoice plain = load(example("breakthrough"), driver::Tactics::none);
  driver::ContestOptions options = by_simulations();
  options.pairs = 3;
  const driver::ContestScore even = driver::play_contest(plain, plain, options);
  CHECK(even.matches == 6);
  CHECK(even.points == 3);
  const driver::SearchChoice tactical = load(example("breakthrough"), driver::Tactics::replies);
  const driver::ContestScore score = driver::play_contest(tactical, plain, by_simulations());
  CHECK(score.is_better(true));
  const driver::ContestScore again = driver::play_contest(tactical, plain, by_simulations());
  CHECK(again.points == score.points);
}

TEST_CASE("a player takes the tactics that won", "[players]") {
  const std::string with = reading(driver::Tactics::replies, false);
  CHECK(reading(driver::Tactics::none, false) != with);
  CHECK(reading(driver::Tactics::none, true) == with);
}

TEST_CASE("last states win hex, and a player searches by them then", "[players]") {
  using Way = driver::SearchWay;
  const std::string path = example("hex");
  driver::Session session;
  const auto game = driver::load_game(path, {}, session);
  REQUIRE(game);
  driver::ContestOptions few = by_simulations();
  few.simulations = 100;
  const auto lanes = std::make_shared<driver::LaneLoader>(path, driver::Options{});
  driver::TreePlayerOptions options;
  options.wait = true;
  options.contest =
      std::make_shared<driver::SearchContest>(lanes, driver::EvaluationLearners(), few);
  driver::TreePlayer player(*game, lanes, options);
  const auto winner = options.contest->winner();
  REQUIRE(winner);
  REQUIRE(winner->way == Way::amaf_tree);
  CHECK(winner->single.game == game->game);
  runtime::TreeSearchLimits limits;
  limits.simulations = 5'000;
  const auto thought = player.think(0, limits);
  REQUIRE(thought);
  driver::TreePlayerOptions without_contest;
  without_contest.search.amaf = driver::amaf_of_contest;
  driver::TreePlayer equal(*game, nullptr, without_contest);
  const auto expected = equal.think(0, limits);
  REQUIRE(expected);
  CHECK(driver::describe(*thought) == driver::describe(*expected));
}

TEST_CASE("a player searches by alpha-beta if that won, and reports it", "[players]") {
  using Way = driver::SearchWay;
  const std::string path = example("breakthrough");
  const driver::SearchChoice plain = load(path, driver::Tactics::none);
  const driver::SearchChoice informed{Way::by_goal, plain.game,
                                      goal_learner(path)(plain.game->loaded)};
  const driver::SearchChoice ignorant{Way::by_goal, plain.game, [](const driver::LoadedGame&) {
                                        return std::make_unique<NothingKnown>();
                                      }};
  CHECK(driver::play_contest(informed, ignorant, by_simulations()).is_better(true));
  const auto lanes = std::make_shared<driver::LaneLoader>(path, driver::Options{});
  driver::TreePlayerOptions options;
  options.wait = true;
  options.contest = std::make_shared<driver::SearchContest>(
      lanes, driver::EvaluationLearners{goal_learner(path), {}}, by_simulations());
  driver::Session session;
  const auto game = driver::load_game(path, {}, session);
  REQUIRE(game);
  driver::TreePlayer player(*game, lanes, options);
  const auto winner = options.contest->winner();
  REQUIRE(winner);
  REQUIRE(winner->way == Way::by_goal);
  runtime::TreeSearchLimits limits;
  limits.simulations = 5'000;
  const auto thought = player.think(0, limits);
  REQUIRE(thought);
  CHECK(game->game->find_move(thought->move));
  CHECK(thought->evaluated > 0);
  CHECK(thought->evaluated <= 5'001);
  CHECK(thought->value > 0);
  CHECK(thought->value < 100);
  CHECK(driver::describe(*thought).find(" states, depth ") != std::string::npos);
  // Pondering keeps its results for the next move.
  CHECK(player.ponder(limits) == 0);
}

TEST_CASE("alpha-beta takes no part if a win is not worth all points", "[players]") {
  std::ifstream rules(example("breakthrough"));
  std::string text((std::istreambuf_iterator<char>(rules)), std::istreambuf_iterator<char>());
  for (std::size_t at = text.find(" 100)"); at != std::string::npos; at = text.find(" 100)")) {
    text.replace(at, 5, " 70)");
  }
  const tests::Folder folder;
  const std::string path = (folder.path / "graded.kif").string();
  std::ofstream(path) << text;
  bool learns = false;
  const driver::EvaluationLearner learner = [&](const driver::LoadedGame&) {
    learns = true;
    return driver::EvaluationMaker();
  };
  driver::ContestOptions options = by_simulations();
  options.pairs = 0;
  driver::SearchContest graded(std::make_shared<driver::LaneLoader>(path, driver::Options{}),
                               {learner, {}}, options);
  graded.wait();
  CHECK(!learns);
  driver::SearchContest plain(
      std::make_shared<driver::LaneLoader>(example("breakthrough"), driver::Options{}),
      {learner, {}}, options);
  plain.wait();
  CHECK(learns);
}

TEST_CASE("the result of a contest is kept", "[players][cache]") {
  using Way = driver::SearchWay;
  const tests::Folder folder;
  driver::Options options;
  options.cache = std::make_shared<object_cache::ObjectCache>(folder.path);
  driver::ContestOptions without_matches = by_simulations();
  without_matches.pairs = 0;
  CHECK(winner_of("goofspiel", options, by_simulations()) == Way::tree);  // no turns, no tactics
  CHECK(winner_of("breakthrough", options, without_matches) == Way::tree);
  CHECK(winner_of("breakthrough", options, by_simulations()) == Way::tactical_tree);
  CHECK(winner_of("breakthrough", options, without_matches) == Way::tactical_tree);  // kept
  // Another learner, another contest.
  const auto none = [](const driver::LoadedGame&) { return driver::EvaluationMaker(); };
  CHECK(winner_of("breakthrough", options, without_matches, {none, {}}) == Way::tree);
}

TEST_CASE("a winner is confirmed by at least half of some matches", "[players]") {
  const auto score = [](std::size_t matches, double points) {
    return driver::ContestScore{matches, points};
  };
  CHECK(!score(0, 0).is_confirmed());
  CHECK(score(4, 2).is_confirmed());
  CHECK(!score(4, 1.5).is_confirmed());
  driver::ContestOptions options;
  const driver::ContestOptions longer = options.longer();
  CHECK(longer.move_seconds > options.move_seconds);
  CHECK(longer.pairs < options.pairs);
}
