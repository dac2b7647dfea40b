// Guarded code answers as the engines behind it, and costs little more than the better one.
#include "runtime/host/standby/guarded_code.h"
#include "backend/driver/games/game_code.h"
#include "backend/driver/load.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/standby/work_scope.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/playout_digest.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using runtime::GameCode;
using runtime::QuestionBudget;

namespace {

/// Work of the question number n.
using Cost = std::function<std::uint64_t(std::uint64_t)>;

/// Entries that charge some work before they answer as others, or wait until they are stopped.
struct Dear {
  GameCode code;
  Cost cost;
  bool counts = true;  ///< false: they charge nothing, and what costs anything goes on for ever
  std::atomic<std::uint64_t> asked{0};
};

bool is_stopped(const tsj_scratch* scratch) {
  return scratch->stop != nullptr &&
         __atomic_load_n(reinterpret_cast<const volatile unsigned char*>(scratch->stop),
                         __ATOMIC_RELAXED) != 0;
}

template <tsj_entry GameCode::* Entry>
std::int32_t run_dear(const void* self, tsj_scratch* scratch, const std::uint64_t* state,
                      std::uint64_t* out) {
  auto& dear = *const_cast<Dear*>(static_cast<const Dear*>(self));
  constexpr std::uint64_t step = 1'000;
  const std::uint64_t cost = dear.cost(dear.asked++);
  if (!dear.counts && cost > 0) {
    while (!is_stopped(scratch)) {
    }
    return TSJ_STOPPED;
  }
  for (std::uint64_t done = 0; done < cost; done += step) {
    if (!runtime::charge_work(step) || is_stopped(scratch)) return TSJ_STOPPED;
  }
  return (dear.code.*Entry)(dear.code.self, scratch, state, out);
}

template <tsj_entry GameCode::*... Entries>
GameCode all_dear(const std::shared_ptr<Dear>& dear) {
  GameCode code;
  ((code.*Entries = dear->code.*Entries == nullptr ? nullptr : run_dear<Entries>), ...);
  code.self = dear.get();
  code.keep = dear;
  return code;
}

GameCode dear_code(const std::shared_ptr<Dear>& dear) {
  return all_dear<&GameCode::legal, &GameCode::next, &GameCode::terminal, &GameCode::goal,
                  &GameCode::sees, &GameCode::legal_after_terminal, &GameCode::next_after_legal,
                  &GameCode::ended_after_next, &GameCode::next_for_other_moves,
                  &GameCode::goal_at_end>(dear);
}

/// A game of the examples, and a guard over it.
struct Scene {
  driver::Session session;
  driver::LoadedGame loaded;
  std::shared_ptr<Dear> plans = std::make_shared<Dear>();
  std::shared_ptr<Dear> other = std::make_shared<Dear>();
  std::shared_ptr<runtime::QuestionGuard> guard;
  std::shared_ptr<const runtime::Game> game;

  Scene(const std::string& name, Cost cost_of_plans, Cost cost_of_other) {
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    auto found = driver::load_game(tests::source_dir() + "/examples/" + name + ".kif", options,
                                   session);
    REQUIRE(found);
    loaded = std::move(*found);
    plans->code = other->code = interpreted();
    plans->cost = std::move(cost_of_plans);
    other->cost = std::move(cost_of_other);
  }

  [[nodiscard]] GameCode interpreted() const {
    return driver::interpreted_code(loaded.module, loaded.layout);
  }
  [[nodiscard]] std::shared_ptr<const runtime::Game> game_of(GameCode code) const {
    return runtime::make_tabled_game(driver::make_tables(*loaded.module, *loaded.layout),
                                     std::move(code));
  }
  [[nodiscard]] runtime::StandbyMaker standby() const {
    return [this] { return game_of(dear_code(other)); };
  }
  /// `watched`: the plans count nothing.
  void guard_by(runtime::StandbyMaker maker, bool watched = false) {
    guard = std::make_shared<runtime::QuestionGuard>(std::move(maker));
    plans->counts = !watched;
    game = game_of(watched ? guard->watched(dear_code(plans), [this] { return interpreted(); })
                           : guard->counted(dear_code(plans)));
    guard->stand_by(*game);
  }
  [[nodiscard]] std::uint64_t work() const {
    const runtime::GuardCounts counts = guard->counts();
    return counts.plans_work + counts.standby_work;
  }
};

/// Asks whether the initial state is terminal.
bool ask(const runtime::Game& game, runtime::Scratch& scratch) {
  return game.terminal(game.initial(), scratch);
}

Cost always(std::uint64_t cost) {
  return [cost](std::uint64_t) { return cost; };
}
constexpr std::uint64_t for_ever = runtime::unlimited_work;

}  // namespace

TEST_CASE("A question costs at most a constant factor of the better engine", "[standby]") {
  constexpr std::uint64_t questions = 50;
  const std::uint64_t of_plans = GENERATE(0U, 100'000U, 8'000'000U, 60'000'000U, for_ever);
  const std::uint64_t of_other = GENERATE(100'000U, 8'000'000U, 60'000'000U, for_ever);
  if (of_plans == for_ever && of_other == for_ever) return;
  Scene scene("noughts-and-crosses", always(of_plans), always(of_other));
  scene.guard_by(scene.standby());
  const auto scratch = scene.game->make_scratch();
  for (std::uint64_t n = 0; n < questions; ++n) CHECK_FALSE(ask(*scene.game, *scratch));
  INFO(of_plans << ' ' << of_other << ' ' << scene.work());
  const std::uint64_t best = std::min(of_plans, of_other);
  CHECK(scene.work() <= QuestionBudget::curious + 4 * QuestionBudget::first +
                             10 * questions * (best + 10'000));
  CHECK(scene.guard->counts().failed_standbys == 0);
  if (of_plans == 0) CHECK(scene.guard->counts().standby_work == 0);
  if (of_plans == for_ever) CHECK(scene.guard->counts().answered_by_standby == questions);
}

TEST_CASE("Each state costs at most a constant factor of its own better engine", "[standby]") {
  constexpr std::uint64_t questions = 100;
  // Plans that are good in most states, and never ready in some.
  std::uint64_t bad = 0;
  Scene scene(
      "noughts-and-crosses", [&](std::uint64_t n) { return n % 7 == 3 ? ++bad, for_ever : 1'000; },
      always(1'000'000));
  scene.guard_by(scene.standby());
  const auto scratch = scene.game->make_scratch();
  for (std::uint64_t n = 0; n < questions; ++n) CHECK_FALSE(ask(*scene.game, *scratch));
  const runtime::GuardCounts counts = scene.guard->counts();
  CHECK(bad > 10);
  CHECK(counts.answered_by_standby == bad);
  CHECK(scene.work() <= 4 * QuestionBudget::first + 4 * bad * 1'000'000 + questions * 20'000);
}

TEST_CASE("Whoever answers, games are the same", "[standby]") {
  const std::string name = GENERATE("noughts-and-crosses", "nim", "hexapawn3", "kuhn-poker");
  const std::uint64_t period = GENERATE(1U, 2U, 3U, 5U, 7U);
  const bool watched = period == 7;
  Scene scene(
      name, [&](std::uint64_t n) { return n % period == period / 2 ? for_ever : 0; }, always(0));
  if (watched) {
    // Only some, as each of them takes processor time.
    scene.plans->cost = [](std::uint64_t n) { return n == 5 || n == 50 ? for_ever : 0; };
  }
  scene.guard_by(scene.standby(), watched);
  CHECK(tests::playout_digest(*scene.game) == tests::playout_digest(*scene.loaded.game));
  const runtime::GuardCounts counts = scene.guard->counts();
  CHECK(counts.answered_by_standby > 0);
  CHECK(counts.failed_standbys == 0);
}

TEST_CASE("A standby answers every question as plans do", "[standby]") {
  const std::string name = GENERATE("noughts-and-crosses", "hexapawn3", "kuhn-poker");
  Scene scene(name, always(for_ever), always(0));
  scene.guard_by(scene.standby());
  const runtime::Game& game = *scene.game;
  const runtime::Game& right = *scene.loaded.game;
  const auto scratch = game.make_scratch();
  const auto other = right.make_scratch();
  runtime::Rng random(3);
  std::vector<runtime::Move> joint(game.roles().size());
  runtime::State state(right.initial().begin(), right.initial().end());
  runtime::Drawn drawn = runtime::Drawn::joint;
  std::uint64_t questions = 0;
  while (drawn == runtime::Drawn::joint) {
    CHECK(game.terminal(state, *scratch) == right.terminal(state, *other));
    std::vector<std::vector<runtime::Move>> legal;
    std::vector<std::vector<runtime::Move>> right_legal;
    game.legal(state, *scratch, legal);
    right.legal(state, *other, right_legal);
    CHECK(legal == right_legal);
    std::vector<std::vector<std::string>> terms;
    std::vector<std::vector<std::string>> right_terms;
    game.goal(state, *scratch, terms);
    right.goal(state, *other, right_terms);
    CHECK(terms == right_terms);
    std::vector<int> values(joint.size());
    std::vector<int> right_values(joint.size());
    game.goal_values(state, *scratch, values);
    right.goal_values(state, *other, right_values);
    CHECK(values == right_values);
    questions += 4;
    drawn = right.draw(state, *other, random, joint);
    if (drawn != runtime::Drawn::joint) break;
    game.percepts(state, joint, *scratch, terms);
    right.percepts(state, joint, *other, right_terms);
    CHECK(terms == right_terms);
    questions += right.has_percepts() ? 1 : 0;
    runtime::State next(state.size());
    runtime::State right_next(state.size());
    game.next(state, joint, *scratch, next);
    right.next(state, joint, *other, right_next);
    CHECK(next == right_next);
    ++questions;
    state = std::move(next);
  }
  CHECK(scene.guard->counts().answered_by_standby == questions);
}

TEST_CASE("Without a standby that can answer, plans do", "[standby]") {
  const int fault = GENERATE(0, 1, 2);
  Scene scene("noughts-and-crosses", always(80'000'000), always(0));
  scene.guard_by([&]() -> std::shared_ptr<const runtime::Game> {
    if (fault == 0) return nullptr;
    if (fault == 1) throw std::runtime_error("out of order");
    Scene others("nim", always(0), always(0));
    return others.loaded.game;  // it has other roles, or fluents
  });
  const auto scratch = scene.game->make_scratch();
  for (int n = 0; n < 10; ++n) CHECK_FALSE(ask(*scene.game, *scratch));
  const runtime::GuardCounts counts = scene.guard->counts();
  CHECK(counts.failed_standbys == 1);
  CHECK(counts.given_up_by_plans == 1);
  CHECK(counts.plans_work <= QuestionBudget::first + 10 * 80'010'000ULL);
}

TEST_CASE("The host's flag stops whoever is asked", "[standby]") {
  const bool watched = GENERATE(false, true);
  std::atomic<bool> stop{false};
  Scene scene("noughts-and-crosses", always(for_ever), always(for_ever));
  std::uint64_t asked = 0;
  scene.other->cost = [&](std::uint64_t n) {
    asked = n + 1;
    stop = true;
    return for_ever;
  };
  scene.guard_by(scene.standby(), watched);
  const auto scratch = scene.game->make_scratch();
  {
    const runtime::StopScope scope(&stop);
    CHECK_THROWS_AS(ask(*scene.game, *scratch), runtime::Stopped);
    CHECK(asked == 1);
    CHECK_THROWS_AS(ask(*scene.game, *scratch), runtime::Stopped);
    CHECK(asked == 1);
  }
  scene.plans->cost = always(0);
  CHECK_FALSE(ask(*scene.game, *scratch));
}

TEST_CASE("Code that counts nothing is stopped, and waits until its time is made up for",
          "[standby]") {
  Scene scene("noughts-and-crosses", always(for_ever), always(1'000'000));
  scene.guard_by(scene.standby(), true);
  const auto scratch = scene.game->make_scratch();
  CHECK_FALSE(ask(*scene.game, *scratch));
  CHECK(scene.plans->asked == 1);
  CHECK(scene.guard->counts().answered_by_standby == 1);
  // The interpreter answers meanwhile, and native code is not asked.
  for (int n = 0; n < 10; ++n) CHECK_FALSE(ask(*scene.game, *scratch));
  CHECK(scene.plans->asked == 1);
  CHECK(scene.guard->counts().answered_by_standby == 1);
  scene.plans->cost = always(0);
  for (int n = 0; n < 1'000'000 && scene.plans->asked == 1; ++n) {
    CHECK_FALSE(ask(*scene.game, *scratch));
  }
  CHECK(scene.plans->asked == 2);
}
