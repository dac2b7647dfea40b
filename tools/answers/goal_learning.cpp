#include "tools/answers/goal_learning.h"

#include "backend/players/goal_features.h"
#include "learner/regression/fluent_evaluation.h"
#include "learner/regression/goal_evaluation.h"
#include "learner/regression/pattern_evaluation.h"
#include "learner/regression/self_play.h"
#include "runtime/host/game/stop.h"
#include "tools/answers/answers.h"
#include "tools/base/json.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

/// Most seconds for random games: plays fewer than wanted if they take longer.
constexpr double most_sampling = 10;

/// What was learned of one game, for its next players.
struct KnownGame {
  std::timed_mutex mutex;  ///< held while learning: others want the same result
  std::map<std::string, driver::EvaluationMaker, std::less<>> learned;
};

/// Returns what is known of the game at a path. Forgets other games, whose learners go on.
std::shared_ptr<KnownGame> known_game(const std::string& path) {
  static std::mutex mutex;
  static std::string last;
  static std::shared_ptr<KnownGame> known;
  const std::lock_guard lock(mutex);
  if (!known || last != path) known = std::make_shared<KnownGame>();
  last = path;
  return known;
}

driver::EvaluationMaker learn_goal(const std::string& path, const driver::LoadedGame& game,
                                   const driver::Options& options, driver::Session& session) {
  learner::GoalEvaluationOptions learning;
  learning.sample.seconds = most_sampling;
  auto learned = learner::learn_goal_evaluation(path, game, options, learning, session);
  if (!learned) return {};
  return learner::evaluations(std::make_shared<const learner::GoalEvaluation>(std::move(*learned)),
                              options);
}

driver::EvaluationMaker learn_fluents(const std::string& path, const driver::LoadedGame& game,
                                      const driver::Options& options, driver::Session& session) {
  auto learned = learner::kept_fluents(path, game, options, session);
  if (learned) return learner::evaluations(std::move(*learned));
  session.diagnostics.error({}, "limit",
                            "games of the program against itself do not show what fluents are "
                            "worth: none ends, all end alike, or states have no bits");
  return {};
}

/// Returns patterns added to the better one of two simpler evaluations, of which one may be empty.
driver::EvaluationMaker learn_patterns(const std::string& path, const driver::LoadedGame& game,
                                       const driver::Options& options, driver::Session& session,
                                       const driver::EvaluationMaker& goal,
                                       const driver::EvaluationMaker& fluents) {
  const learner::PatternLearning learning;
  auto first = goal ? goal(game) : nullptr;
  auto second = fluents ? fluents(game) : nullptr;
  const bool takes_goal =
      first && (!second ||
                learner::compare_greedily(*game.game, *first, *second, learning.step_limit) > 0.5);
  driver::EvaluationMaker base = takes_goal ? goal : fluents;
  const std::string_view base_name = takes_goal ? by_goal : by_fluents;
  auto learned =
      learner::kept_patterns(path, game, options, session, base, std::string(base_name), learning);
  if (learned) return learner::evaluations(std::move(*learned), std::move(base));
  if (!session.diagnostics.has_errors()) {
    session.diagnostics.error({}, "limit",
                              "no patterns: games of the program against itself show nothing, or "
                              "no rule depends on a few squares");
  }
  return {};
}

/// Learns by one way and, if that needs them, others; keeps all.
driver::EvaluationMaker learn(KnownGame& known, std::string_view by, const std::string& path,
                              const driver::LoadedGame& game, const driver::Options& options,
                              driver::Session& session) {
  const auto found = known.learned.find(by);
  if (found != known.learned.end()) return found->second;
  driver::EvaluationMaker learned;
  if (by == by_goal) learned = learn_goal(path, game, options, session);
  if (by == by_fluents) learned = learn_fluents(path, game, options, session);
  if (by == by_patterns) {
    // One of the two will do.
    const auto base = [&](std::string_view name) -> driver::EvaluationMaker {
      driver::Session own;
      own.texts = session.texts;
      try {
        return learn(known, name, path, game, options, own);
      } catch (const runtime::LimitReached&) {
        return {};
      }
    };
    const driver::EvaluationMaker goal = base(by_goal);
    const driver::EvaluationMaker fluents = base(by_fluents);
    if (!goal && !fluents) {
      return learn(known, by_fluents, path, game, options, session);  // reports why
    }
    learned = learn_patterns(path, game, options, session, goal, fluents);
  }
  if (learned) known.learned.emplace(by, learned);
  return learned;
}

}  // namespace

driver::EvaluationMaker learn_game_of(std::string_view by, const std::string& path,
                                      const driver::LoadedGame& game,
                                      const driver::Options& options, driver::Session& session) {
  const std::shared_ptr<KnownGame> known = known_game(path);
  constexpr std::chrono::milliseconds look_at_stop(50);
  std::unique_lock lock(known->mutex, std::defer_lock);
  while (!lock.try_lock_for(look_at_stop)) {
    if (runtime::is_stop_requested()) throw runtime::Stopped();
  }
  return learn(*known, by, path, game, options, session);
}

// Answers `evaluation`: which facts states lack for a game's goals, and the winning chances derived
// from that.

namespace {

/// Returns rows of features, each with the probability that the first role wins.
Json evaluated(const learner::GoalEvaluation& learned, const std::vector<runtime::State>& states) {
  const auto features = driver::make_goal_features(learned.features);
  Json rows = Json::array();
  Json values = Json::array();
  std::vector<std::uint16_t> row(features->size());
  for (const runtime::State& state : states) {
    features->compute(state, row);
    double sum = learned.sum.constant;
    for (std::size_t f = 0; f < row.size(); ++f) sum += learned.sum.weights[f] * row[f];
    rows.push_back(row);
    values.push_back(1 / (1 + std::exp(-sum)));
  }
  return {{"rows", std::move(rows)}, {"values", std::move(values)}};
}

}  // namespace

std::optional<Json> evaluation_answer(Question& question) {
  constexpr std::uint64_t most_games = 1'000'000'000;
  QuestionOptions& options = question.options;
  driver::Session& session = question.session;
  learner::GoalEvaluationOptions learning;
  learning.sample.seed = options.number("seed", 1);
  learning.sample.games = options.number("games", learning.sample.games, 1, most_games);
  learning.sample.seconds = options.seconds("seconds", 10);
  const std::vector<std::vector<std::string>> asked = options.lists("states");
  if (!options.finish()) return std::nullopt;
  const driver::LoadedGame* const game = question.game.searched(session);
  if (game == nullptr) return std::nullopt;
  std::vector<runtime::State> states;
  for (const std::vector<std::string>& fluents : asked) {
    auto state = asked_state(*game->game, fluents, session.diagnostics);
    if (!state) return std::nullopt;
    states.push_back(std::move(*state));
  }
  const auto learned = learner::learn_goal_evaluation(question.game.path(), *game,
                                                      question.game.options(), learning, session);
  if (!learned) return std::nullopt;
  Json json{{"game", question.game.path()},
            {"role", game->game->roles().front()},
            {"names", learned->features.names},
            {"constant", learned->sum.constant},
            {"weights", learned->sum.weights}};
  json.update(evaluated(*learned, states));
  return json;
}

}  // namespace tesuji::tools
