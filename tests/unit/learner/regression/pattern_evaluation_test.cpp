// Patterns of squares, and their weights, learned from games of the program against itself.
#include "learner/regression/pattern_evaluation.h"
#include "backend/driver/games/net.h"
#include "backend/driver/load.h"
#include "backend/object_cache/object_cache.h"
#include "learner/regression/fluent_evaluation.h"
#include "learner/regression/kept_numbers.h"
#include "learner/regression/self_play.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/search/pattern_sum.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

std::string rules_of(const std::string& name) {
  return tests::source_dir() + "/examples/" + name + ".kif";
}

driver::LoadedGame load_rules(const std::string& name, const driver::Options& options = {}) {
  driver::Session session;
  const auto game = driver::load_game(rules_of(name), options, session);
  REQUIRE(game);
  return *game;
}

std::vector<runtime::State> states_of(const driver::LoadedGame& game) {
  learner::SelfPlay games(*game.game, 200);
  runtime::Deadline never(0);
  std::vector<runtime::State> states;
  for (std::uint64_t number = 0; number < 50; ++number) {
    runtime::Rng random(1, number);
    if (!games.play({}, random, never)) continue;
    for (const learner::PlayedState& played : games.states()) states.push_back(played.state);
  }
  return states;
}

/// Returns the patterns of a game's rules.
learner::Patterns patterns_of(const std::string& name, const learner::PatternOptions& options) {
  driver::Session session;
  const auto ground = driver::load_net(rules_of(name), {}, {}, session);
  REQUIRE(ground);
  const driver::LoadedGame game = load_rules(name);
  const auto patterns = learner::choose_patterns(
      *game.game, *ground->net, driver::make_net_tables(*ground).fluents, states_of(game), options);
  REQUIRE(patterns);
  return *patterns;
}

/// Few games, so that it takes no time.
learner::PatternLearning short_learning() {
  learner::PatternLearning learning;
  learning.games = 300;
  learning.seconds = 0;
  return learning;
}

/// Returns evaluations by fluents, with which learning begins.
driver::EvaluationMaker learn_base(const driver::LoadedGame& game) {
  learner::FluentLearning learning;
  learning.games = 200;
  learning.seconds = 0;
  auto fluents = learner::learn_fluents(game, learning);
  REQUIRE(fluents);
  return learner::evaluations(std::move(*fluents));
}

}  // namespace

TEST_CASE("a state has one entry of each pattern", "[learner]") {
  // Two squares of two and one values, and one of two values; bit 5 tells whose turn it is.
  const std::vector<std::vector<runtime::PatternDigit>> digits{
      {{0, 1}}, {{0, 2}}, {{0, 3}}, {{1, 1}}, {{1, 2}}};
  const runtime::PatternIndex index({6, 3}, digits, 1, 5);
  CHECK(index.patterns() == 2);
  CHECK(index.entries() == 18);
  std::set<std::vector<std::uint32_t>> seen;
  for (const std::uint64_t turn : {0U, 32U}) {
    for (const std::uint64_t first : {0U, 1U, 2U, 4U, 5U, 6U}) {
      for (const std::uint64_t second : {0U, 8U, 16U}) {
        const runtime::State state{turn | first | second};
        std::vector<std::uint32_t> entries(2);
        index.find(state, entries);
        CHECK(entries[0] < index.entries());
        CHECK(entries[1] < index.entries());
        CHECK(seen.insert(entries).second);
      }
    }
  }
  // Whatever holds together, entries lie in the tables.
  std::vector<std::uint32_t> entries(2);
  index.find(runtime::State{~std::uint64_t{0}}, entries);
  CHECK(std::all_of(entries.begin(), entries.end(),
                    [&](std::uint32_t entry) { return entry < index.entries(); }));
}

TEST_CASE("patterns are sets of squares that rules read together", "[learner]") {
  learner::PatternOptions options;
  options.patterns = 12;
  const learner::Patterns patterns = patterns_of("connect-four", options);
  REQUIRE(patterns.turn != learner::Patterns::no_fluent);
  CHECK(patterns.fluents[patterns.turn].starts_with("(control "));
  CHECK(patterns.digits[patterns.turn].empty());
  std::vector<std::size_t> squares(patterns.sizes.size());
  for (std::size_t fluent = 0; fluent < patterns.fluents.size(); ++fluent) {
    for (const runtime::PatternDigit& digit : patterns.digits[fluent]) {
      REQUIRE(digit.pattern < patterns.sizes.size());
      CHECK(digit.share < patterns.sizes[digit.pattern]);
      ++squares[digit.pattern];
    }
  }
  for (std::size_t pattern = 0; pattern < squares.size(); ++pattern) {
    CHECK(patterns.sizes[pattern] <= options.most_entries);
    CHECK(squares[pattern] >= 4);  // two squares of two colours
  }
}

TEST_CASE("patterns know more than single fluents do", "[learner]") {
  const driver::LoadedGame game = load_rules("connect-four");
  const learner::PatternLearning learning = short_learning();
  const driver::EvaluationMaker base = learn_base(game);
  driver::Session session;
  const auto learned =
      learner::learn_patterns(rules_of("connect-four"), game, {}, session, base, learning);
  REQUIRE(learned);
  const auto again =
      learner::learn_patterns(rules_of("connect-four"), game, {}, session, base, learning);
  REQUIRE(again);
  CHECK(again->weights == learned->weights);
  // The mean squared error of the chance to win, over random games that were not learned from.
  const auto by_patterns = learner::evaluations(*learned, base)(game);
  const auto by_fluents = base(game);
  REQUIRE(by_patterns);
  REQUIRE(by_fluents);
  learner::SelfPlay games(*game.game, 200);
  runtime::Deadline never(0);
  double patterns_error = 0;
  double fluents_error = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    runtime::Rng random(7, number);
    const auto outcome = games.play({{by_patterns.get(), by_patterns.get()}, 0.3, 4}, random,
                                    never);  // as both may play later
    if (!outcome) continue;
    for (const learner::PlayedState& played : games.states()) {
      const auto error = [&](runtime::Evaluation& evaluation) {
        return std::pow(1 / (1 + std::exp(-evaluation.value(played.state))) - *outcome, 2);
      };
      patterns_error += error(*by_patterns);
      fluents_error += error(*by_fluents);
    }
  }
  CHECK(patterns_error < fluents_error);
}

TEST_CASE("a learned evaluation wins greedily against one that knows nothing", "[learner]") {
  class Nothing final : public runtime::Evaluation {
   public:
    [[nodiscard]] double value(runtime::StateView /*state*/) override { return 0; }
  };
  const driver::LoadedGame game = load_rules("breakthrough");
  const auto learned = learn_base(game)(game);
  REQUIRE(learned);
  Nothing nothing;
  const double score = learner::compare_greedily(*game.game, *learned, nothing, 200, 0);
  CHECK(score > 0.7);
  CHECK(learner::compare_greedily(*game.game, nothing, *learned, 200, 0) == Approx(1 - score));
  CHECK(learner::compare_greedily(*game.game, nothing, nothing, 3, 0) == 0.5);  // no game ends
}

TEST_CASE("games against oneself are drawn where the policy says so", "[learner]") {
  const driver::LoadedGame game = load_rules("breakthrough");
  const auto learned = learn_base(game)(game);
  REQUIRE(learned);
  learner::SelfPlay games(*game.game, 200);
  runtime::Deadline never(0);
  runtime::Rng random(1, 0);
  learner::SelfPlayPolicy policy{{learned.get(), learned.get()}, 0, 3};
  REQUIRE(games.play(policy, random, never));
  REQUIRE(games.states().size() > 3);
  for (std::size_t at = 0; at < games.states().size(); ++at) {
    CHECK(games.states()[at].at_random == (at < 3));
  }
}

TEST_CASE("every engine values patterns alike", "[learner]") {
  const driver::LoadedGame game = load_rules("breakthrough");
  learner::PatternLearning learning = short_learning();
  learning.games = 50;
  const driver::EvaluationMaker base = learn_base(game);
  driver::Session session;
  const auto learned =
      learner::learn_patterns(rules_of("breakthrough"), game, {}, session, base, learning);
  REQUIRE(learned);
  const driver::EvaluationMaker make = learner::evaluations(*learned, base);
  const auto expected = make(game);
  REQUIRE(expected);
  for (const driver::Engine engine :
       {driver::Engine::interpreter, driver::Engine::net, driver::Engine::net_jit}) {
    driver::Options options;
    options.engine = engine;
    const driver::LoadedGame other = load_rules("breakthrough", options);
    const auto evaluation = make(other);
    REQUIRE(evaluation);
    for (const runtime::State& state : states_of(game)) {
      const auto own = other.game->state_of(game.game->fluents(state));
      REQUIRE(own);
      CHECK(evaluation->value(*own) == Approx(expected->value(state)).margin(1e-4));
    }
  }
}

TEST_CASE("weights of patterns are kept in the cache", "[learner][cache]") {
  const tests::Folder folder;
  driver::Options options;
  options.cache = std::make_shared<object_cache::ObjectCache>(folder.path);
  driver::Session session;
  learner::PatternLearning learning = short_learning();
  learning.games = 50;
  const driver::LoadedGame game = load_rules("breakthrough");
  const driver::EvaluationMaker base = learn_base(game);
  const auto learned = learner::kept_patterns(rules_of("breakthrough"), game, options, session,
                                              base, "fluents", learning);
  REQUIRE(learned);
  // A game of which nothing can be learned shows that the second result was not learned.
  const driver::LoadedGame other = load_rules("goofspiel");
  const auto kept = learner::kept_patterns(rules_of("breakthrough"), other, options, session, base,
                                           "fluents", learning);
  REQUIRE(kept);
  CHECK(kept->weights == learned->weights);
  CHECK(kept->patterns.fluents == learned->patterns.fluents);
  CHECK(kept->patterns.sizes == learned->patterns.sizes);
  CHECK(kept->patterns.turn == learned->patterns.turn);
}

TEST_CASE("numbers are read as they were written, and no others", "[learner]") {
  learner::NumberWriter writer;
  writer.put(std::uint32_t{7});
  writer.put(-0.25);
  writer.put(0.5F);
  writer.put(std::string_view("(cell 1 2)"));
  const auto read = [](const std::vector<std::uint32_t>& numbers) {
    learner::NumberReader reader(numbers);
    const bool same = reader.number() == 7 && reader.real() == -0.25 && reader.single() == 0.5F &&
                      reader.text() == "(cell 1 2)";
    return same && reader.is_read();
  };
  std::vector<std::uint32_t> numbers = writer.numbers();
  CHECK(read(numbers));
  numbers.push_back(0);
  CHECK(!read(numbers));
  while (!numbers.empty()) {
    numbers.pop_back();
    if (numbers.size() < writer.numbers().size()) CHECK(!read(numbers));
  }
  const std::vector<std::uint32_t> huge{0xFFFFFFFFU};
  learner::NumberReader reader(huge);
  CHECK(reader.text().empty());
  CHECK(!reader.is_good());
}
