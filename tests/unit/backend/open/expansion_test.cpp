// New nodes of a tree, computed 64 at a time, compared with the game's own answers.
#include "backend/driver/games/lanes.h"
#include "backend/driver/load.h"
#include "backend/open/batch_game.h"
#include "runtime/host/mcts/lane_expansion.h"
#include "runtime/host/mcts/tree_search.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using runtime::Move;
using runtime::Role;
using runtime::State;

namespace {

/// More than the lanes of one call, and not a multiple of them.
constexpr std::size_t wanted_states = 150;

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
  REQUIRE(game->expansion);
  return std::move(*game);
}

/// Joint moves of random play: the states before and after them, one after the other.
struct Steps {
  std::vector<std::uint64_t> before;
  std::vector<std::uint64_t> after;
  std::vector<std::vector<Move>> joints;
};

Steps random_steps(const runtime::Game& game) {
  Steps steps;
  const auto scratch = game.make_scratch();
  runtime::Rng random(7, 0);
  State state(game.initial().begin(), game.initial().end());
  while (steps.joints.size() < wanted_states) {
    std::vector<Move> joint(game.roles().size());
    if (game.draw(state, *scratch, random, joint) != runtime::Drawn::joint) {
      state.assign(game.initial().begin(), game.initial().end());
      continue;
    }
    State next(state.size());
    game.next(state, joint, *scratch, next);
    steps.before.insert(steps.before.end(), state.begin(), state.end());
    steps.after.insert(steps.after.end(), next.begin(), next.end());
    steps.joints.push_back(std::move(joint));
    state = std::move(next);
  }
  return steps;
}

std::set<std::string> names(const runtime::Game& game, const std::vector<Move>& moves) {
  std::set<std::string> all;
  for (const Move move : moves) all.insert(game.move_name(move));
  return all;
}

runtime::TreeSearchReport searched(const driver::BatchGame& game, bool expand) {
  const std::shared_ptr<const runtime::LanePlayer> lanes(std::shared_ptr<void>(), &*game.lanes);
  runtime::TreeSearch search(game.loaded.game, runtime::lane_rollouts(lanes, {}, 64, 1), {});
  if (expand) search.set_expansion(game.expansion);
  search.set_root(game.loaded.game->initial());
  runtime::TreeSearchLimits limits;
  limits.simulations = 10'000;
  search.run(limits);
  return search.report(0);
}

}  // namespace

TEST_CASE("lanes expand a tree as the game does", "[mcts][lanes]") {
  for (const std::string name : {"connect-four", "breakthrough", "noughts-and-crosses", "hexapawn3",
                                 "goofspiel", "buttons-and-lights"}) {
    INFO(name);
    const driver::BatchGame batch = load(example(name), driver::Tactics::none);
    CHECK(batch.expansion->tactical == nullptr);
    const runtime::Game& game = *batch.loaded.game;
    const Steps steps = random_steps(game);
    runtime::LaneExpander expander(batch.expansion);
    std::vector<std::uint64_t> after(steps.after.size());
    const std::vector<std::span<const Move>> joints(steps.joints.begin(), steps.joints.end());
    expander.next(steps.before, joints, after);
    CHECK(after == steps.after);
    expander.evaluate(after);
    const auto scratch = game.make_scratch();
    std::vector<std::vector<Move>> legal;
    std::vector<std::vector<Move>> expanded;
    std::size_t terminal = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const auto state =
          runtime::StateView(after).subspan(i * game.state_words(), game.state_words());
      const bool is_terminal = game.terminal(state, *scratch);
      CHECK(expander.is_terminal(i) == is_terminal);
      terminal += is_terminal ? 1 : 0;
      if (is_terminal) continue;
      game.legal(state, *scratch, legal);
      expander.legal(i, expanded);
      CHECK(expanded == legal);
    }
    CHECK(terminal > 0);
    CHECK(terminal < joints.size());
  }
}

TEST_CASE("lanes value moves at nothing that tactics do not leave", "[mcts][lanes]") {
  for (const std::string name : {"connect-four", "breakthrough", "noughts-and-crosses"}) {
    INFO(name);
    const driver::BatchGame batch = load(example(name), driver::Tactics::replies);
    REQUIRE(batch.expansion->tactical != nullptr);
    const runtime::Game& game = *batch.loaded.game;
    driver::Session session;
    const auto source = driver::load_source(example(name), session);
    REQUIRE(source);
    std::string reason;
    const auto ground = driver::ground_for_lanes(*source, {}, session, reason, false);
    REQUIRE(ground);
    const auto restricted_ground = driver::restrict_moves(*ground, driver::Tactics::replies);
    REQUIRE(restricted_ground);
    const auto restricted = driver::evaluate_game(*restricted_ground);

    const Steps steps = random_steps(game);
    runtime::LaneExpander expander(batch.expansion);
    REQUIRE(expander.has_tactics());
    expander.evaluate(steps.before);
    const auto scratch = restricted->make_scratch();
    std::size_t devalued = 0;
    for (std::size_t i = 0; i < steps.joints.size(); ++i) {
      const auto state =
          runtime::StateView(steps.before).subspan(i * game.state_words(), game.state_words());
      const auto same = restricted->state_of(game.fluents(state));
      REQUIRE(same);
      std::vector<std::vector<Move>> kept;
      restricted->legal(*same, *scratch, kept);
      std::vector<std::vector<Move>> legal;
      expander.legal(i, legal);
      for (Role role = 0; role < legal.size(); ++role) {
        std::vector<float> values(legal[role].size(), 0.25F);
        expander.devalue(i, role, legal[role], values);
        std::vector<Move> left;
        for (std::size_t move = 0; move < values.size(); ++move) {
          if (values[move] == 0.25F)
            left.push_back(legal[role][move]);
          else
            CHECK(values[move] == 0);
        }
        CHECK(names(game, left) == names(*restricted, kept[role]));
        devalued += legal[role].size() - left.size();
      }
    }
    CHECK(devalued > 0);
  }
}

TEST_CASE("a tree is the same, however its nodes are computed", "[mcts][lanes]") {
  const driver::BatchGame batch = load(example("connect-four"), driver::Tactics::none);
  const auto one_by_one = searched(batch, false);
  const auto in_lanes = searched(batch, true);
  CHECK(in_lanes.nodes == one_by_one.nodes);
  CHECK(in_lanes.variation == one_by_one.variation);
  REQUIRE(in_lanes.moves.size() == one_by_one.moves.size());
  for (std::size_t i = 0; i < in_lanes.moves.size(); ++i) {
    CHECK(in_lanes.moves[i].move == one_by_one.moves[i].move);
    CHECK(in_lanes.moves[i].visits == one_by_one.moves[i].visits);
    CHECK(in_lanes.moves[i].value == one_by_one.moves[i].value);
  }
}
