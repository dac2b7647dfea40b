#include "runtime/host/game/turns.h"

#include <algorithm>
#include <bit>

namespace tesuji::runtime {

namespace {

bool none_or_two(std::size_t size) {
  return size == 0 || size == 2;
}

}  // namespace

std::optional<StateTest> state_test(const Game& game, const std::string& fluent) {
  std::vector<std::string> fluents = game.fluents(game.initial());
  fluents.erase(std::remove(fluents.begin(), fluents.end(), fluent), fluents.end());
  const auto without = game.state_of(fluents);
  fluents.push_back(fluent);
  const auto with = game.state_of(fluents);
  if (!without || !with) return std::nullopt;
  std::optional<StateTest> test;
  for (std::size_t word = 0; word < with->size(); ++word) {
    const std::uint64_t mask = (*with)[word] ^ (*without)[word];
    if (mask == 0) continue;
    if (test || !std::has_single_bit(mask)) return std::nullopt;
    test = StateTest{static_cast<std::uint32_t>(word), mask, mask & (*with)[word]};
  }
  return test;
}

Turns::Turns(const Game& game, TurnRule rule)
    : knows_waiting_(!rule.waiting.empty()), game_(game.name()) {
  if (game.has_percepts())
    throw TurnError(TurnError::Reason::hidden,
                    game_ +
                        " is a game of incomplete information (its rules have `sees`): strategies "
                        "and perfect players go by the state, which its players do not know");
  if (game.roles().size() != 2)
    throw TurnError(TurnError::Reason::not_two_roles,
                    game_ + " has " + std::to_string(game.roles().size()) +
                        (game.roles().size() == 1 ? " role" : " roles") +
                        ": perfect play and strategies are for games of two roles");
  if (!none_or_two(rule.control.size()) || !none_or_two(rule.waiting.size()))
    throw std::invalid_argument("a turn rule needs an entry for each role, or none");
  for (Role role = 0; role < 2; ++role) {
    if (!rule.control.empty()) {
      tables_.control_word[role] = rule.control[role].word;
      tables_.control_mask[role] = rule.control[role].mask;
      tables_.control_value[role] = rule.control[role].value;
    }
    tables_.waiting[role] = knows_waiting_ && rule.waiting[role] ? *rule.waiting[role] : UINT64_MAX;
  }
}

std::optional<Role> Turns::in_control(StateView state) const {
  const Role role = tsj_find_controller(&tables_, state.data());
  return role == no_role ? std::nullopt : std::optional(role);
}

Turn Turns::turn(StateView state, std::span<const std::vector<Move>> legal) const {
  const std::array<tsj_moves, 2> moves{
      {{legal[0].data(), legal[0].size()}, {legal[1].data(), legal[1].size()}}};
  Turn turn;
  if (tsj_find_turn(&tables_, moves.data(), state.data(), &turn.mover, &turn.waiting) < 0)
    throw error(moves.data());
  return turn;
}

TurnError Turns::error(const tsj_moves* moves, const std::string& where) const {
  if (moves[0].count > 1 || moves[1].count > 1)
    return {TurnError::Reason::simultaneous,
            game_ +
                " is not turn-taking: there is a state in which both roles have a "
                "choice of moves" +
                where};
  return {TurnError::Reason::ambiguous,
          game_ + " has a state in which both roles have one legal move, and " +
              (knows_waiting_ ? "its rules do not determine which of them is a waiting move"
                              : "which of them is a waiting move is only known to other engines, "
                                "which read it from the rules (--engine)") +
              where};
}

}  // namespace tesuji::runtime
