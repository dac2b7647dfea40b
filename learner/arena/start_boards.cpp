#include "learner/arena/start_boards.h"

#include "runtime/host/game/state_space.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tesuji::learner {

namespace {

using runtime::Move;
using runtime::State;
using runtime::StateView;

constexpr std::size_t most_boards = 100'000;

/// Returns the states that one move leads to, and who made it; nothing if the game is over.
std::vector<std::pair<runtime::Role, State>> successors(const runtime::Game& game,
                                                        const runtime::Turns& turns,
                                                        StateView state,
                                                        runtime::Scratch& scratch) {
  std::vector<std::pair<runtime::Role, State>> result;
  if (game.terminal(state, scratch)) return result;
  std::vector<std::vector<Move>> legal;
  game.legal(state, scratch, legal);
  const runtime::Turn turn = turns.turn(state, legal);
  if (turn.mover == runtime::no_role) return result;
  for (const Move move : legal[turn.mover]) {
    std::array<Move, 2> joint{turn.waiting, turn.waiting};
    joint[turn.mover] = move;
    State next(game.state_words());
    game.next(state, joint, scratch, next);
    result.emplace_back(turn.mover, std::move(next));
  }
  return result;
}

State image(const runtime::Game& game, const State& state, const runtime::NamedSymmetry& symmetry) {
  std::vector<std::string> fluents = game.fluents(state);
  for (std::string& fluent : fluents) fluent = runtime::image(symmetry.fluents, fluent);
  return game.state_of(fluents).value_or(state);
}

/// Returns the first member of the class of i, and halves the paths to it.
std::size_t first_of(std::vector<std::size_t>& first, std::size_t i) {
  while (first[i] != i) i = first[i] = first[first[i]];
  return i;
}

}  // namespace

std::vector<State> start_boards(const runtime::Game& game, const runtime::Turns& turns,
                                const std::atomic<bool>* stop, std::uint32_t moves) {
  const auto scratch = game.make_scratch();
  /// States, each with the role that has moved there.
  std::vector<std::pair<runtime::Role, State>> level;
  level.emplace_back(runtime::no_role, State(game.initial().begin(), game.initial().end()));
  for (std::uint32_t move = 0; move < moves; ++move) {
    std::set<State> known;
    std::vector<std::pair<runtime::Role, State>> next;
    for (const auto& [first, state] : level) {
      if (stop && stop->load(std::memory_order_relaxed)) throw runtime::Stopped();
      for (auto& [second, board] : successors(game, turns, state, *scratch)) {
        if (second != first && known.insert(board).second)
          next.emplace_back(second, std::move(board));
      }
    }
    if (next.size() > most_boards) {
      throw runtime::LimitReached("more than " + std::to_string(most_boards) +
                                  " start boards after " + std::to_string(move + 1) + " moves");
    }
    level = std::move(next);
  }
  std::vector<State> boards;
  for (auto& [role, board] : level) {
    if (!game.terminal(board, *scratch)) boards.push_back(std::move(board));
  }
  return boards;
}

std::vector<State> up_to_symmetry(const runtime::Game& game, std::span<const State> states,
                                  std::span<const runtime::NamedSymmetry> generators) {
  std::map<State, std::size_t> number;
  for (std::size_t i = 0; i < states.size(); ++i) number.emplace(states[i], i);
  std::vector<std::size_t> first(states.size());
  std::iota(first.begin(), first.end(), std::size_t{0});
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (const runtime::NamedSymmetry& generator : generators) {
      const auto other = number.find(image(game, states[i], generator));
      if (other == number.end()) continue;
      const std::size_t a = first_of(first, i);
      const std::size_t b = first_of(first, other->second);
      first[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<State> result;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (first_of(first, i) == i) result.push_back(states[i]);
  }
  return result;
}

}  // namespace tesuji::learner
