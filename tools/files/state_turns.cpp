#include "tools/files/state_turns.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tesuji::tools {

namespace {

ir::Span span_of(const ListedState& listed, ir::FileId file, const ir::Diagnostics& diagnostics) {
  const auto length =
      static_cast<std::uint32_t>(diagnostics.sources()[file].line(listed.line).size());
  return {file, {listed.line, 1}, {listed.line, length + 1}};
}

/// Returns the names of the roles without a legal move.
std::string idle_roles(const runtime::Game& game,
                       const std::vector<std::vector<runtime::Move>>& legal) {
  std::string names;
  for (runtime::Role role = 0; role < legal.size(); ++role) {
    if (legal[role].empty()) names += (names.empty() ? "" : " and ") + game.roles()[role];
  }
  return names;
}

}  // namespace

bool check_turns(const std::vector<ListedState>& states, ir::FileId file, const runtime::Game& game,
                 const runtime::Turns& turns, OverStates over, ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const std::unique_ptr<runtime::Scratch> scratch = game.make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  std::size_t ended = 0;
  ir::Span first_ended;
  for (const ListedState& listed : states) {
    const ir::Span span = span_of(listed, file, diagnostics);
    if (game.terminal(listed.state, *scratch)) {
      if (ended++ == 0) first_ended = span;
      continue;
    }
    game.legal(listed.state, *scratch, legal);
    if (const std::string idle = idle_roles(game, legal); !idle.empty()) {
      diagnostics.warning(span, "turns",
                          idle + " cannot move in this state, and the game is not over" +
                              (over == OverStates::dropped ? ": it is left out" : "") +
                              "; is the fluent of the role to move missing?");
      continue;
    }
    try {
      static_cast<void>(turns.turn(listed.state, legal));
    } catch (const runtime::TurnError& error) {
      diagnostics.error(span, "turns",
                        error.reason() == runtime::TurnError::Reason::simultaneous
                            ? "both roles have a choice of moves in this state; is it one role's "
                              "turn alone?"
                            : std::string("in this state: ") + error.what());
    }
  }
  if (ended > 0 && over == OverStates::dropped) {
    diagnostics.warning(
        first_ended, "turns",
        "the game is over in this state" +
            (ended == 1 ? std::string(": it is left out")
                        : " and in " + std::to_string(ended - 1) + " more: they are left out"));
  }
  return diagnostics.error_count() == errors;
}

}  // namespace tesuji::tools
