#include "runtime/host/game/game.h"

#include <charconv>

namespace tesuji::runtime {

bool choose_at_random(const std::vector<std::vector<Move>>& legal, Rng& rng,
                      std::span<Move> joint) {
  for (std::size_t role = 0; role < joint.size(); ++role) {
    const std::vector<Move>& moves = legal[role];
    if (moves.empty()) return false;
    joint[role] = moves[moves.size() == 1 ? 0 : rng.below(moves.size())];
  }
  return true;
}

Drawn Game::draw(StateView state, Scratch& scratch, Rng& rng, std::span<Move> joint) const {
  if (terminal(state, scratch)) return Drawn::terminal;
  legal(state, scratch, scratch.legal_);
  return choose_at_random(scratch.legal_, rng, joint) ? Drawn::joint : Drawn::stuck;
}

bool Game::play_many(const ManyPlayouts& /*wanted*/, Scratch& /*scratch*/,
                     ManyEnds& /*ends*/) const {
  return false;
}

void Game::prepare_many() const {}

FluentPlace Game::place_of(std::string_view /*fluent*/) const {
  return {};
}

std::optional<std::vector<std::uint64_t>> bits_of(const Game& game,
                                                  std::span<const std::string> fluents) {
  std::vector<std::uint64_t> bits;
  std::vector<bool> taken(game.state_words() * 64);
  for (const std::string& fluent : fluents) {
    const FluentPlace place = game.place_of(fluent);
    switch (place.kind) {
      case FluentPlace::Kind::bit:
        if (taken[place.bit]) return std::nullopt;
        taken[place.bit] = true;
        bits.push_back(place.bit);
        break;
      case FluentPlace::Kind::always:
        bits.push_back(always_holds);
        break;
      case FluentPlace::Kind::never:
        bits.push_back(never_holds);
        break;
      case FluentPlace::Kind::elsewhere:
        return std::nullopt;
    }
  }
  return bits;
}

Drawn Game::play_out(State& state, Scratch& scratch, Rng& rng, std::uint64_t step_limit,
                     std::uint64_t& steps) const {
  scratch.joint_.resize(roles().size());
  scratch.next_.resize(state.size());
  for (std::uint64_t step = 0; step < step_limit; ++step) {
    const Drawn drawn = draw(state, scratch, rng, scratch.joint_);
    if (drawn != Drawn::joint) return drawn;
    next(state, scratch.joint_, scratch, scratch.next_);
    state.swap(scratch.next_);
    ++steps;
  }
  return terminal(state, scratch) ? Drawn::terminal : Drawn::joint;
}

void Game::goal_values(StateView state, Scratch& scratch, std::span<int> values) const {
  std::vector<std::vector<std::string>> goals;
  goal(state, scratch, goals);
  for (std::size_t role = 0; role < values.size(); ++role)
    values[role] = goals[role].size() == 1 ? goal_value(goals[role].front()).value_or(-1) : -1;
}

void Game::percepts(StateView, std::span<const Move>, Scratch&,
                    std::vector<std::vector<std::string>>& percepts) const {
  percepts.assign(roles().size(), {});
}

std::optional<int> goal_value(std::string_view term) {
  if (!term.empty() && term.front() == '+') {
    term.remove_prefix(1);
    if (!term.empty() && term.front() == '-') return std::nullopt;
  }
  int value = 0;
  const auto [end, error] = std::from_chars(term.data(), term.data() + term.size(), value);
  if (error != std::errc{} || end != term.data() + term.size()) return std::nullopt;
  if (value < 0 || value > 100) return std::nullopt;
  return value;
}

}  // namespace tesuji::runtime
