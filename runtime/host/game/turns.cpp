#include "runtime/host/game/turns.h"

namespace tesuji::runtime {

namespace {

bool none_or_two(std::size_t size) {
  return size == 0 || size == 2;
}

}  // namespace

Turns::Turns(const Game& game, TurnRule rule) : rule_(std::move(rule)), game_(game.name()) {
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
  if (!none_or_two(rule_.control.size()) || !none_or_two(rule_.waiting.size()))
    throw std::invalid_argument("a turn rule needs an entry for each role, or none");
}

std::optional<Role> Turns::in_control(StateView state) const {
  if (rule_.control.empty()) return std::nullopt;
  const bool first = rule_.control[0].holds(state);
  const bool second = rule_.control[1].holds(state);
  if (first == second) return std::nullopt;
  return first ? 0 : 1;
}

Turn Turns::turn(StateView state, std::span<const std::vector<Move>> legal) const {
  if (legal[0].empty() || legal[1].empty()) return {};
  Role mover = no_role;
  if (const std::optional<Role> control = in_control(state)) {
    mover = *control;
  } else if (legal[0].size() == 1 && legal[1].size() == 1) {
    mover = mover_of_single_moves(legal);
  } else {
    mover = legal[0].size() > 1 ? 0 : 1;
  }
  const std::vector<Move>& waiting = legal[other_role(mover)];
  if (waiting.size() > 1)
    throw TurnError(TurnError::Reason::simultaneous,
                    game_ +
                        " is not turn-taking: there is a state in which both roles have a "
                        "choice of moves");
  return {mover, waiting.front()};
}

Role Turns::mover_of_single_moves(std::span<const std::vector<Move>> legal) const {
  // With the waiting move of one role known, that role's move alone decides.
  std::optional<bool> waits[2];
  for (Role role = 0; role < 2; ++role)
    if (!rule_.waiting.empty() && rule_.waiting[role])
      waits[role] = legal[role].front() == *rule_.waiting[role];
  if (waits[0] && (!waits[1] || *waits[0] != *waits[1])) return *waits[0] ? 1 : 0;
  if (waits[1] && !waits[0]) return *waits[1] ? 0 : 1;
  throw TurnError(TurnError::Reason::ambiguous,
                  game_ + " has a state in which both roles have one legal move, and " +
                      (rule_.waiting.empty()
                           ? "which of them is a waiting move only other engines find out, which "
                             "read it from the rules (--engine)"
                           : "its rules do not tell which of them is a waiting move"));
}

}  // namespace tesuji::runtime
