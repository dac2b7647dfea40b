// Engines that choose for themselves take no more than a constant factor of the best one's work,
// also where estimates misjudge joins.
#include "backend/driver/games/guarded_plans.h"
#include "backend/driver/games/tiers.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/standby/work_scope.h"
#include "tests/unit/support/misjudged_sheets.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using runtime::Game;
using runtime::QuestionBudget;
using runtime::State;
using tesuji::interpreter::Execution;

namespace {

constexpr const char* path = "misjudged.kif";

driver::Session session_of(const std::string& text) {
  driver::Session session;
  session.texts.emplace(path, text);
  return session;
}

std::shared_ptr<const Game> play(driver::Session& session, driver::Engine engine,
                                 double patience = driver::forever) {
  driver::Options options;
  options.engine = engine;
  options.patience = patience;
  auto loaded = driver::load_game(path, options, session);
  INFO(session.diagnostics.render());
  REQUIRE(loaded);
  return loaded->game;
}

driver::GuardedPlans interpret(driver::Session& session,
                               Execution execution = Execution::interpreted) {
  auto source = driver::load_clauses(path, session);
  REQUIRE(source);
  auto module = driver::load_module(path, {}, session);
  REQUIRE(module);
  REQUIRE(driver::make_runnable(*module, path, session));
  return driver::interpret_guarded(
      module, driver::make_standby(path, session, driver::detached(*source)), execution);
}

/// All that is asked of states of a game that makes the first, the second .. legal move.
std::vector<std::string> answers(const Game& game, int states) {
  std::vector<std::string> answers;
  const auto scratch = game.make_scratch();
  State state(game.initial().begin(), game.initial().end());
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<std::vector<std::string>> goals;
  for (int n = 0; n < states; ++n) {
    const std::vector<std::string> fluents = game.fluents(state);
    answers.insert(answers.end(), fluents.begin(), fluents.end());
    answers.emplace_back(game.terminal(state, *scratch) ? "over" : "open");
    game.goal(state, *scratch, goals);
    answers.insert(answers.end(), goals.at(0).begin(), goals.at(0).end());
    game.legal(state, *scratch, legal);
    std::vector<std::string> moves;
    for (const runtime::Move move : legal.at(0)) moves.push_back(game.move_name(move));
    std::sort(moves.begin(), moves.end());
    answers.insert(answers.end(), moves.begin(), moves.end());
    const auto move = game.find_move(moves.at(static_cast<std::size_t>(n) % moves.size()));
    REQUIRE(move);
    State next(game.state_words());
    game.next(state, std::vector{*move}, *scratch, next);
    state = std::move(next);
  }
  return answers;
}

/// What the game counts for them, if it is so much at most; nothing where it is more.
std::optional<std::uint64_t> work_for(const Game& game, int states, std::uint64_t most) {
  const runtime::WorkScope scope(most);
  try {
    static_cast<void>(answers(game, states));
  } catch (const runtime::Stopped&) {
    return std::nullopt;
  }
  return scope.spent();
}

}  // namespace

TEST_CASE("Joins that are misjudged cost a constant factor of the better engine", "[standby]") {
  const std::string text =
      GENERATE(tests::skewed_sheet(120), tests::chained_sheet(24, 20), tests::touring_sheet(13));
  const Execution execution = GENERATE(Execution::interpreted, Execution::stencils);
  constexpr int states = 20;
  driver::Session session = session_of(text);
  const std::shared_ptr<const Game> reference = play(session, driver::Engine::reference);
  const std::vector<std::string> right = answers(*reference, states);
  const auto best = work_for(*play(session, driver::Engine::reference), states, 4'000'000'000);
  REQUIRE(best);
  // The sheet is one of them: plans alone take more, which is a test that can fail.
  const std::uint64_t most = 12 * *best + 3 * 2 * QuestionBudget::first;
  CHECK_FALSE(work_for(*play(session, driver::Engine::interpreter), states, most));

  const driver::GuardedPlans plans = interpret(session, execution);
  CHECK(answers(*plans.loaded.game, states) == right);
  const runtime::GuardCounts counts = plans.guard->counts();
  INFO(*best << ' ' << counts.plans_work << ' ' << counts.standby_work);
  // Questions that stay below the first budget, as of stencils, are compared once they have taken
  // so much together.
  const std::uint64_t together = execution == Execution::stencils ? 3 * QuestionBudget::curious : 0;
  CHECK(counts.plans_work + counts.standby_work <= most + together);
  // Stencils need no help with some of these joins.
  if (execution == Execution::interpreted) CHECK(counts.answered_by_standby > 0);
  CHECK(counts.failed_standbys == 0);
}

TEST_CASE("Recursion that goes down makes one call for each step", "[standby][passes]") {
  driver::Session session = session_of(tests::running_sheet(9));
  const driver::GuardedPlans plans = interpret(session);
  CHECK(answers(*plans.loaded.game, 12) == answers(*play(session, driver::Engine::reference), 12));
  CHECK(plans.guard->counts().given_up_by_plans == 0);
  CHECK(plans.guard->counts().plans_work < 12 * 1'000'000);
}

TEST_CASE("Games that are judged well never ask the standby", "[standby]") {
  driver::Session session = session_of(tests::skewed_sheet(12));
  const driver::GuardedPlans plans = interpret(session);
  CHECK(answers(*plans.loaded.game, 20) == answers(*play(session, driver::Engine::reference), 20));
  CHECK(plans.guard->counts().given_up_by_plans == 0);
  CHECK(plans.guard->counts().standby_work == 0);
}

TEST_CASE("What no engine of plans would end, those that choose end", "[standby]") {
  // 2 to the power of 45 calls.
  const driver::Engine engine = GENERATE(driver::Engine::tiers, driver::Engine::automatic);
  // With patience engines are chosen in the background, and what stands by has to outlive that.
  const double patience = GENERATE(0.0, 1000.0, driver::forever);
  driver::Session session = session_of(tests::chained_sheet(50, 45));
  CHECK(answers(*play(session, engine, patience), 4) ==
        answers(*play(session, driver::Engine::reference), 4));
}

TEST_CASE("Native code stops in a nest of calls, each of which is short", "[standby][llvm]") {
  driver::Session session = session_of(tests::chained_sheet(50, 45));
  const std::shared_ptr<const Game> game = play(session, driver::Engine::jit);
  const auto scratch = game->make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  game->legal(game->initial(), *scratch, legal);
  State state(game->state_words());
  game->next(game->initial(), std::vector{legal.at(0).at(0)}, *scratch, state);
  const runtime::TimedStop limit(0.1, nullptr);
  const runtime::StopScope scope(limit.flag());
  CHECK_THROWS_AS(game->terminal(state, *scratch), runtime::Stopped);
}

TEST_CASE("There is a standby of what was read, and of nothing else", "[standby]") {
  driver::Session session = session_of(tests::skewed_sheet(5));
  auto source = driver::load_clauses(path, session);
  REQUIRE(source);
  const auto as_read = driver::make_standby(path, session, driver::detached(*source));
  REQUIRE(as_read);
  CHECK(as_read() != nullptr);
  CHECK_FALSE(driver::make_standby("other.kif", session, driver::detached(*source)));
  source->rules.pop_back();
  const auto changed = driver::make_standby(path, session, driver::detached(*source));
  REQUIRE(changed);
  CHECK(changed() == nullptr);
}
