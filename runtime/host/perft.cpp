#include "runtime/host/perft.h"

#include <algorithm>

namespace tesuji::runtime {

std::string decimal(Count count) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::size_t Perft::HashState::operator()(const State& state) const {
  std::uint64_t hash = 0x9e3779b97f4a7c15U;
  for (const std::uint64_t word : state) {
    hash = (hash ^ word) * 0xbf58476d1ce4e5b9U;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash ^ (hash >> 32));
}

Perft::Perft(const Game& game, std::uint64_t budget)
    : game_(game), scratch_(game.make_scratch()), budget_(budget) {
  const StateView initial = game.initial();
  layer_.emplace(State(initial.begin(), initial.end()), 1);
}

bool Perft::deepen() {
  Layer below;
  for (const auto& [state, sequences] : layer_) {
    if (!expand(state, sequences, below)) return false;
  }
  layer_ = std::move(below);
  ++depth_;
  return true;
}

bool Perft::expand(const State& state, Count sequences, Layer& below) {
  if (game_.terminal(state, *scratch_)) return true;
  game_.legal(state, *scratch_, legal_);
  std::vector<Move> joint;
  for (const std::vector<Move>& moves : legal_) {
    if (moves.empty()) return true;
    joint.push_back(moves.front());
  }
  std::vector<std::size_t> choice(joint.size(), 0);
  State successor(game_.state_words());
  for (;;) {
    if (transitions_ == budget_) return false;
    ++transitions_;
    game_.next(state, joint, *scratch_, successor);
    below[successor] += sequences;
    // The next joint move, counting like an odometer with the last role fastest.
    std::size_t role = joint.size();
    while (role > 0) {
      --role;
      if (++choice[role] < legal_[role].size()) {
        joint[role] = legal_[role][choice[role]];
        break;
      }
      choice[role] = 0;
      joint[role] = legal_[role].front();
      if (role == 0) return true;
    }
    if (joint.empty()) return true;
  }
}

Count Perft::sequences() const {
  Count sum = 0;
  for (const auto& [state, sequences] : layer_) sum += sequences;
  return sum;
}

Count Perft::terminal() const {
  Count sum = 0;
  for (const auto& [state, sequences] : layer_) {
    if (game_.terminal(state, *scratch_)) sum += sequences;
  }
  return sum;
}

void Perft::for_each_state(const std::function<void(StateView)>& visit) const {
  for (const auto& [state, sequences] : layer_) visit(state);
}

}  // namespace tesuji::runtime
