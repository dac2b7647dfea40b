// Moves of playouts that a one-ply search leaves, compared with such a search.
#include "passes/lanes/tactical_moves.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/load.h"
#include "runtime/host/game/game.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using runtime::Move;
using runtime::Role;
using runtime::State;

namespace {

/// A game, and the same with restricted moves.
struct Pair {
  std::shared_ptr<const runtime::Game> game;
  std::shared_ptr<const runtime::Game> restricted;  ///< null: cannot be restricted
};

/// Whether legal moves depend on fluents alone.
bool reads_no_moves(const ir::Net& net) {
  const std::vector<bool> cone = ir::cone_of(net, ir::net_answers(net, ir::NetQuestion::legal));
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    if (cone[node] && net.nodes[node].kind == ir::NetNode::Kind::move) return false;
  }
  return true;
}

Pair load(const std::string& path, driver::Tactics tactics) {
  driver::Session session;
  const auto source = driver::load_source(path, session);
  INFO(session.diagnostics.render());
  REQUIRE(source);
  std::string reason;
  const auto ground = driver::ground_for_lanes(*source, {}, session, reason, false);
  INFO(reason);
  REQUIRE(ground);
  Pair pair{driver::evaluate_game(*ground), nullptr};
  const auto restricted = driver::restrict_moves(*ground, tactics);
  if (!restricted) return pair;
  CHECK(reads_no_moves(*restricted->net));
  pair.restricted = driver::evaluate_game(*restricted);
  return pair;
}

/// Searches one move ahead.
class OnePly {
 public:
  explicit OnePly(const runtime::Game& game) : game_(game), scratch_(game.make_scratch()) {
    goals_.resize(game.roles().size());
  }

  std::vector<std::vector<Move>> legal(const State& state) {
    std::vector<std::vector<Move>> legal;
    game_.legal(state, *scratch_, legal);
    return legal;
  }

  /// Returns the role that has a choice.
  static std::optional<Role> chooser(const std::vector<std::vector<Move>>& legal) {
    std::optional<Role> found;
    for (Role role = 0; role < legal.size(); ++role) {
      if (legal[role].size() < 2) continue;
      if (found) return std::nullopt;
      found = role;
    }
    return found;
  }

  State after(const State& state, const std::vector<std::vector<Move>>& legal, Role role,
              Move move) {
    std::vector<Move> joint;
    for (const std::vector<Move>& moves : legal) joint.push_back(moves.front());
    joint[role] = move;
    State next(state.size());
    game_.next(state, joint, *scratch_, next);
    return next;
  }

  bool is_terminal(const State& state) { return game_.terminal(state, *scratch_); }

  /// Whether the role gets 100 there.
  bool is_won(const State& state, Role role) {
    if (!is_terminal(state)) return false;
    game_.goal_values(state, *scratch_, goals_);
    return goals_[role] == 100;
  }

  /// Whether the role can win at once. The other role waits.
  bool has_win(const State& state, Role role) {
    if (is_terminal(state)) return false;
    const auto moves = legal(state);
    return std::any_of(moves[role].begin(), moves[role].end(),
                       [&](Move move) { return is_won(after(state, moves, role, move), role); });
  }

 private:
  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::vector<int> goals_;
};

/// Compares legal moves in the states of random plays; returns the number of states in which fewer
/// are left.
int compare(const Pair& pair, bool replies, int plays) {
  OnePly search(*pair.game);
  OnePly restricted(*pair.restricted);
  runtime::Rng random(7, 1);
  int fewer = 0;
  for (int play = 0; play < plays; ++play) {
    State state(pair.game->initial().begin(), pair.game->initial().end());
    for (int step = 0; step < 200 && !search.is_terminal(state); ++step) {
      const auto moves = search.legal(state);
      const auto left = restricted.legal(state);
      const auto role = OnePly::chooser(moves);
      auto expected = moves;
      if (role) {
        std::vector<Move> wins;
        std::vector<Move> safe;
        for (const Move move : moves[*role]) {
          const State next = search.after(state, moves, *role, move);
          if (search.is_won(next, *role)) wins.push_back(move);
          if (replies && !search.has_win(next, 1 - *role)) safe.push_back(move);
        }
        if (!wins.empty()) {
          expected[*role] = wins;
        } else if (!safe.empty()) {
          expected[*role] = safe;
        }
      }
      INFO("play " << play << ", step " << step);
      REQUIRE(left == expected);
      fewer += expected == moves ? 0 : 1;
      const auto& choice = moves[role.value_or(0)];
      state = search.after(state, moves, role.value_or(0),
                           choice[random.below(static_cast<std::uint32_t>(choice.size()))]);
    }
  }
  return fewer;
}

}  // namespace

TEST_CASE("Restricted moves are those that a one-ply search leaves") {
  for (const std::string name :
       {"connect-four", "breakthrough", "noughts-and-crosses", "hexapawn3"}) {
    const std::string path = tests::source_dir() + "/examples/" + name + ".kif";
    for (const auto tactics : {driver::Tactics::wins, driver::Tactics::replies}) {
      INFO(name << (tactics == driver::Tactics::wins ? " wins" : " replies"));
      const Pair pair = load(path, tactics);
      REQUIRE(pair.restricted);
      CHECK(compare(pair, tactics == driver::Tactics::replies, 40) > 0);
    }
  }
}

TEST_CASE("Restricted moves depend on no move where rules read that a role waits") {
  const std::string path = tests::source_dir() + "/tests/cli/inputs/play/waiting.kif";
  for (const auto tactics : {driver::Tactics::wins, driver::Tactics::replies}) {
    const Pair pair = load(path, tactics);
    REQUIRE(pair.restricted);
    CHECK(compare(pair, tactics == driver::Tactics::replies, 40) > 0);
  }
}

TEST_CASE("Moves are not restricted without turns") {
  for (const std::string name : {"goofspiel", "hanoi"}) {
    INFO(name);
    const std::string path = tests::source_dir() + "/examples/" + name + ".kif";
    CHECK_FALSE(load(path, driver::Tactics::replies).restricted);
  }
}
