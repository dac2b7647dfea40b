// Random puzzles for tests, and what an enumeration of all their states finds.
#pragma once

#include "backend/driver/games/net.h"
#include "backend/driver/load.h"
#include "runtime/host/playouts/reachable_states.h"

#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tests {

/// A rulesheet for one role: moves with random conditions and effects on a few fluents, with or
/// without a clock.
class RandomPuzzle {
 public:
  /// Moves that are `undone` by a move each: flips of fluents by conditions on others, and turns of
  /// three fluents in both directions.
  explicit RandomPuzzle(std::uint64_t seed, bool undone = false) : rng_(seed, 0) {
    fluents_ = 3 + pick(4);
    moves_ = 2 + pick(4);
    text_ = "(role r)\n";
    for (std::uint64_t i = 0; i < fluents_; ++i) {
      if (pick(2) == 0) add("(init p{})", i);
    }
    if (pick(3) > 0) add_clock();
    for (std::uint64_t move = 0; move < moves_; ++move) {
      if (!undone) add_move(move);
      if (undone && pick(3) > 0) add_flip(move);
      if (undone) add_turns(move);
    }
    for (std::uint64_t i = 0; i < fluents_; ++i) {
      add("(<= (next p{0}) (true p{0}) (not (unset p{0})))", i);
      add("(<= (unset p{0}) (never {0}))", i);  // so that the relation has a rule
    }
    add("(never none)");
    add("(<= won {} {})", literal(), literal());
    if (undone && last_step_ > 0 && pick(4) == 0) {
      add("(<= won (true (step {})) {} {})", pick(last_step_), literal(), literal());
    }
    add("(<= fine {})", literal());
    add("(<= terminal won {})", pick(2) == 0 ? "" : literal());
    if (pick(2) == 0) add("(<= terminal {} {} {})", literal(), literal(), literal());
    if (last_step_ > 0 && pick(3) == 0) {
      add("(<= fine (true (step {})))", last_step_);
      add("(<= won (true (step {})) {})", last_step_, literal());
    }
    add("(<= (goal r 100) won)\n(<= (goal r 50) (not won) fine)");
    add("(<= (goal r 0) (not won) (not fine))");
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    text_ += fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }
  std::uint64_t pick(std::uint64_t below) { return rng_.below(below); }
  std::string literal() {
    const std::string atom = fmt::format("(true p{})", pick(fluents_));
    return pick(3) == 0 ? fmt::format("(not {})", atom) : atom;
  }
  void add_clock() {
    const std::uint64_t last = 2 + pick(6);
    last_step_ = last;
    add("(init (step 0))");
    for (std::uint64_t i = 0; i < last; ++i) add("(succ {} {})", i, i + 1);
    add("(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))");
    add("(<= terminal (true (step {})))", last);
  }
  void add_move(std::uint64_t move) {
    add("(<= (legal r m{}) {} {})", move, literal(), pick(2) == 0 ? "" : literal());
    const std::uint64_t effects = 1 + pick(3);
    for (std::uint64_t i = 0; i < effects; ++i) {
      const std::string where = pick(4) == 0 ? literal() : "";
      const char* const effect = pick(2) == 0 ? "next" : "unset";
      add("(<= ({} p{}) (does r m{}) {})", effect, pick(fluents_), move, where);
    }
  }

  /// Its condition is not about what it flips.
  void add_flip(std::uint64_t move) {
    const std::uint64_t about = pick(fluents_);
    const std::string where = fmt::format("(true p{})", about);
    add("(<= (legal r f{}) {})", move, pick(2) == 0 ? where : "(not " + where + ")");
    const std::uint64_t flips = 1 + pick(2);
    for (std::uint64_t i = 0; i < flips; ++i) {
      const std::uint64_t flipped = (about + 1 + pick(fluents_ - 1)) % fluents_;
      add("(<= (next p{0}) (does r f{1}) (not (true p{0})))", flipped, move);
      add("(<= (unset p{0}) (does r f{1}))", flipped, move);
    }
  }
  void add_turns(std::uint64_t move) {
    const std::uint64_t first = pick(fluents_);
    add("(legal r t{0})\n(legal r u{0})", move);
    for (std::uint64_t i = 0; i < 3; ++i) {
      const std::uint64_t from = (first + i) % fluents_;
      const std::uint64_t to = (first + (i + 1) % 3) % fluents_;
      add("(<= (next p{}) (does r t{}) (true p{}))", to, move, from);
      add("(<= (next p{}) (does r u{}) (true p{}))", from, move, to);
      add("(<= (unset p{0}) (does r t{1}))\n(<= (unset p{0}) (does r u{1}))", from, move);
    }
  }

  runtime::Rng rng_;
  std::uint64_t fluents_ = 0;
  std::uint64_t moves_ = 0;
  std::uint64_t last_step_ = 0;  ///< of the clock; 0: there is none
  std::string text_;
};

/// By goal, the joint moves of a shortest play that ends with it.
inline std::map<int, std::size_t> shortest_by_goal(const runtime::Game& game) {
  const auto states = runtime::ReachableStates::find(game, {});
  REQUIRE(states.end() == runtime::ReachableStates::End::all);
  const auto scratch = game.make_scratch();
  std::map<int, std::size_t> found;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (!states.terminal(i)) continue;
    std::vector<int> goals(1);
    game.goal_values(states.state(i), *scratch, goals);
    if (goals[0] >= 0) found.emplace(goals[0], states.play_to(i).size() - 1);
  }
  return found;
}

struct LoadedPuzzle {
  std::unique_ptr<driver::Session> session;
  driver::LoadedGame loaded;
  std::optional<driver::GroundGame> ground;
};

inline LoadedPuzzle load(const std::string& text) {
  LoadedPuzzle puzzle;
  puzzle.session = std::make_unique<driver::Session>();
  puzzle.session->texts["puzzle.kif"] = text;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  auto loaded = driver::load_game("puzzle.kif", options, *puzzle.session);
  REQUIRE(loaded);
  puzzle.loaded = *loaded;
  puzzle.ground = driver::load_net("puzzle.kif", options, {}, *puzzle.session);
  REQUIRE(puzzle.ground);
  return puzzle;
}

}  // namespace tesuji::tests
