#include "tests/unit/support/game_contract.h"

#include "runtime/host/memory/rng.h"
#include "runtime/host/memory/word_bits.h"
#include "runtime/host/playouts/playout.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::tests {

namespace {

using runtime::Game;
using runtime::Move;
using runtime::Rng;
using runtime::Scratch;
using runtime::State;
using Moves = std::vector<std::vector<Move>>;
using Values = std::vector<std::vector<std::string>>;

/// Whether the elements ascend and no two are equal.
template <typename Range>
bool strictly_ascending(const Range& range) {
  return std::adjacent_find(range.begin(), range.end(), std::greater_equal<>()) == range.end();
}

/// All that a game says about a state.
struct Answers {
  std::vector<std::string> fluents;
  Moves legal;
  bool terminal = false;
  Values goals;
  std::vector<int> goal_values;
  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers ask(const Game& game, const State& state, Scratch& scratch) {
  Answers answers;
  answers.fluents = game.fluents(state);
  answers.terminal = game.terminal(state, scratch);
  game.legal(state, scratch, answers.legal);
  game.goal(state, scratch, answers.goals);
  answers.goal_values.assign(game.roles().size(), -2);
  game.goal_values(state, scratch, answers.goal_values);
  return answers;
}

/// The same in another order, into containers that hold something already.
Answers ask_backwards(const Game& game, const State& state, Scratch& scratch) {
  Answers answers;
  answers.legal.assign(7, {Move{3}, Move{1}});
  answers.goals.assign(7, {"old"});
  answers.goal_values.assign(game.roles().size(), 33);
  game.goal_values(state, scratch, answers.goal_values);
  game.goal(state, scratch, answers.goals);
  game.legal(state, scratch, answers.legal);
  answers.terminal = game.terminal(state, scratch);
  answers.fluents = game.fluents(state);
  return answers;
}

State next_of(const Game& game, const State& state, const std::vector<Move>& joint,
              Scratch& scratch, std::uint64_t garbage) {
  State out(game.state_words(), garbage);
  game.next(state, joint, scratch, out);
  return out;
}

/// One legal move per role; empty where a role has none.
std::vector<Move> choose(const Moves& legal, Rng& rng) {
  std::vector<Move> joint;
  for (const std::vector<Move>& moves : legal) {
    if (moves.empty()) return {};
    joint.push_back(moves[rng.below(moves.size())]);
  }
  return joint;
}

class ContractCheck {
 public:
  ContractCheck(const Game& game, const ContractOptions& options)
      : game_(game),
        options_(options),
        scratch_(game.make_scratch()),
        other_(game.make_scratch()) {}

  void run() {
    REQUIRE_FALSE(game_.roles().empty());
    CHECK(std::all_of(game_.roles().begin(), game_.roles().end(),
                      [](const std::string& role) { return !role.empty(); }));
    const State initial(game_.initial().begin(), game_.initial().end());
    REQUIRE(initial.size() == game_.state_words());
    for (std::size_t playout = 0; playout < options_.playouts; ++playout) play(initial, playout);
    CHECK(
        std::equal(initial.begin(), initial.end(), game_.initial().begin(), game_.initial().end()));
    check_same_game();
  }

 private:
  void play(const State& initial, std::size_t playout) {
    Rng rng(options_.seed, playout);
    State state = initial;
    for (std::size_t step = 0; step < options_.steps; ++step) {
      CAPTURE(playout, step);
      const Answers answers = check_answers(state);
      const std::vector<Move> joint = choose(answers.legal, rng);
      if (answers.terminal || joint.empty()) return;
      check_next(state, joint, initial);
      check_other_moves(state, answers.legal, rng);
      state = next_of(game_, state, joint, *scratch_, 0);
    }
  }

  /// Joint moves are drawn as from the lists of legal moves.
  void check_draw(const State& state, const Answers& answers) {
    Rng rng(options_.seed, 77);
    Rng same = rng;
    std::vector<Move> joint(game_.roles().size());
    const runtime::Drawn drawn = game_.draw(state, *scratch_, rng, joint);
    CHECK((drawn == runtime::Drawn::terminal) == answers.terminal);
    if (answers.terminal) return;
    std::vector<Move> expected(joint.size());
    const bool possible = runtime::choose_at_random(answers.legal, same, expected);
    CHECK((drawn == runtime::Drawn::joint) == possible);
    if (!possible) return;
    CHECK(joint == expected);
    CHECK(rng.next() == same.next());
  }

  /// Fluents are where the game says, those that hold and those that have held before.
  void check_places(const State& state, const std::vector<std::string>& fluents) {
    held_.insert(fluents.begin(), fluents.end());
    for (const std::string& fluent : held_) {
      CAPTURE(fluent);
      const bool holds = std::binary_search(fluents.begin(), fluents.end(), fluent);
      const runtime::FluentPlace place = game_.place_of(fluent);
      switch (place.kind) {
        case runtime::FluentPlace::Kind::bit:
          CHECK(runtime::has_bit(state, place.bit) == holds);
          break;
        case runtime::FluentPlace::Kind::always:
          CHECK(holds);
          if (place.bit != runtime::FluentPlace::no_bit) CHECK(runtime::has_bit(state, place.bit));
          break;
        case runtime::FluentPlace::Kind::never:
          FAIL("a fluent that has held never holds");
          break;
        case runtime::FluentPlace::Kind::elsewhere:
          break;
      }
    }
  }

  Answers check_answers(const State& state) {
    const State before = state;
    const Answers answers = ask(game_, state, *scratch_);
    check_draw(state, answers);
    CHECK(state == before);
    CHECK(ask(game_, state, *scratch_) == answers);
    CHECK(ask_backwards(game_, state, *scratch_) == answers);
    CHECK(ask(game_, State(state), *other_) == answers);

    CHECK(strictly_ascending(answers.fluents));
    check_places(state, answers.fluents);
    std::string unknown = "untouched";
    const auto named = game_.state_of(answers.fluents, &unknown);
    CHECK(unknown == "untouched");
    REQUIRE(named);
    CHECK(*named == state);

    REQUIRE(answers.legal.size() == game_.roles().size());
    for (const std::vector<Move>& moves : answers.legal) {
      CHECK(std::set<Move>(moves.begin(), moves.end()).size() == moves.size());
      for (const Move move : moves) {
        const std::string name = game_.move_name(move);
        CHECK_FALSE(name.empty());
        CHECK(game_.find_move(name) == move);
      }
    }
    REQUIRE(answers.goals.size() == game_.roles().size());
    for (std::size_t role = 0; role < answers.goals.size(); ++role) {
      const std::vector<std::string>& values = answers.goals[role];
      CHECK(std::set<std::string>(values.begin(), values.end()).size() == values.size());
      const int expected =
          values.size() == 1 ? runtime::goal_value(values.front()).value_or(-1) : -1;
      CHECK(answers.goal_values[role] == expected);
    }
    return answers;
  }

  /// `elsewhere`: another state, which the scratch is made to look at in between.
  void check_next(const State& state, const std::vector<Move>& joint, const State& elsewhere) {
    const State next = next_of(game_, state, joint, *scratch_, 0);
    CHECK(next_of(game_, state, joint, *scratch_, ~std::uint64_t{0}) == next);
    static_cast<void>(game_.terminal(elsewhere, *scratch_));
    CHECK(next_of(game_, state, joint, *scratch_, 0x5555) == next);
    CHECK(next_of(game_, state, joint, *other_, 0) == next);
    // What follows does not depend on how the state was come by.
    const auto named = game_.state_of(game_.fluents(state));
    REQUIRE(named);
    CHECK(next_of(game_, *named, joint, *game_.make_scratch(), 0) == next);
    // Answers about the state are not changed by having asked for the next one.
    CHECK(ask(game_, state, *scratch_) == ask(game_, state, *other_));
  }

  /// Next states of one state after different moves, asked for one after the other.
  void check_other_moves(const State& state, const Moves& legal, Rng rng) {
    for (int i = 0; i < 3; ++i) {
      const std::vector<Move> joint = choose(legal, rng);
      CHECK(next_of(game_, state, joint, *scratch_, 0) ==
            next_of(game_, state, joint, *game_.make_scratch(), 0));
    }
  }

  void check_same_game() {
    runtime::Player first(game_);
    runtime::Player second(game_);
    runtime::PlayoutStatistics one;
    runtime::PlayoutStatistics two;
    const auto end = first.play(Rng(options_.seed, 7), options_.steps, one);
    CHECK(second.play(Rng(options_.seed, 7), options_.steps, two) == end);
    CHECK(std::equal(first.state().begin(), first.state().end(), second.state().begin(),
                     second.state().end()));
    CHECK(one.steps == two.steps);
    CHECK(one.goal_sums == two.goal_sums);
  }

  const Game& game_;
  std::set<std::string> held_;
  ContractOptions options_;
  std::unique_ptr<Scratch> scratch_;
  std::unique_ptr<Scratch> other_;
};

/// Every answer along a few playouts.
std::vector<Answers> record(const Game& game, const ContractOptions& options) {
  const auto scratch = game.make_scratch();
  std::vector<Answers> all;
  for (std::size_t playout = 0; playout < options.playouts; ++playout) {
    Rng rng(options.seed, playout);
    State state(game.initial().begin(), game.initial().end());
    for (std::size_t step = 0; step < options.steps; ++step) {
      all.push_back(ask(game, state, *scratch));
      const std::vector<Move> joint = choose(all.back().legal, rng);
      if (all.back().terminal || joint.empty()) break;
      state = next_of(game, state, joint, *scratch, 0);
    }
  }
  return all;
}

/// The moves of one random game, by name.
std::vector<std::string> play_by_name(const Game& game, std::uint64_t seed, std::size_t steps) {
  const auto scratch = game.make_scratch();
  Rng rng(seed, 0);
  State state(game.initial().begin(), game.initial().end());
  std::vector<std::string> names;
  for (std::size_t step = 0; step < steps; ++step) {
    const Answers answers = ask(game, state, *scratch);
    const std::vector<Move> joint = choose(answers.legal, rng);
    if (answers.terminal || joint.empty()) break;
    for (const Move move : joint) names.push_back(game.move_name(move));
    state = next_of(game, state, joint, *scratch, 0);
  }
  return names;
}

}  // namespace

void check_no_history(const Game& fresh, const Game& used, const ContractOptions& options) {
  for (std::uint64_t seed = 100; seed < 103; ++seed) {
    static_cast<void>(play_by_name(used, seed, options.steps));
  }
  CHECK(play_by_name(fresh, options.seed, options.steps) ==
        play_by_name(used, options.seed, options.steps));
}

void check_contract(const Game& game, const ContractOptions& options) {
  ContractCheck(game, options).run();
}

void check_threads(const Game& game, const ContractOptions& options) {
  const std::vector<Answers> alone = record(game, options);
  std::vector<std::vector<Answers>> found(3);
  std::vector<std::thread> threads;
  for (std::vector<Answers>& mine : found) {
    threads.emplace_back([&] { mine = record(game, options); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Answers>& mine : found) CHECK(mine == alone);
}

}  // namespace tesuji::tests
