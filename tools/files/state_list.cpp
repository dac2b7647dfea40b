#include "tools/files/state_list.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tesuji::tools {
namespace {

/// If a line begins with two opening parentheses, returns the place after the first: no fluent
/// begins so. Otherwise 0.
std::size_t opening_of_list(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = line.find_first_not_of(blanks);
  if (first == std::string_view::npos || line[first] != '(') return 0;
  const std::size_t second = line.find_first_not_of(blanks, first + 1);
  return second != std::string_view::npos && line[second] == '(' ? first + 1 : 0;
}

}  // namespace

bool split_fluents(std::string_view line, std::vector<ListedFluent>& terms) {
  std::size_t depth = 0;
  bool inside = false;
  const std::size_t first = opening_of_list(line);
  bool open = first > 0;  // the parentheses around all fluents
  bool closed = false;
  for (std::size_t i = first; i < line.size(); ++i) {
    const char c = line[i];
    const auto column = static_cast<std::uint32_t>(i + 1);
    if (ir::is_blank(c)) {
      if (depth == 0) {
        inside = false;
      } else if (terms.back().text.back() != '(' && terms.back().text.back() != ' ') {
        terms.back().text += ' ';
      }
      continue;
    }
    if (depth == 0 && c == ')' && open) {
      open = inside = false;
      closed = true;
      continue;
    }
    if (!inside || (depth == 0 && c == '(')) {
      terms.push_back({{}, column, column});
      inside = true;
    }
    ListedFluent& term = terms.back();
    term.end = column + 1;
    if (c == '(') {
      // `(f 1(g))` is read as `(f 1 (g))`.
      if (!term.text.empty() && term.text.back() != ' ' && term.text.back() != '(') {
        term.text += ' ';
      }
      ++depth;
    } else if (c == ')') {
      if (depth == 0) return false;
      --depth;
      if (term.text.back() == ' ') term.text.pop_back();
      if (depth == 0) inside = false;
    }
    if (closed) return false;
    term.text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return depth == 0 && !open;
}

std::optional<std::vector<ListedState>> read_states(ir::FileId file, const runtime::Game& game,
                                                    ir::Diagnostics& diagnostics) {
  const ir::SourceFile& source = diagnostics.sources()[file];
  std::vector<ListedState> states;
  const std::size_t errors = diagnostics.error_count();
  for (std::uint32_t number = 1; number <= source.line_starts.size(); ++number) {
    const std::string line = list_line(source, number);
    if (is_remark(line)) continue;
    std::vector<ListedFluent> terms;
    if (!split_fluents(line, terms)) {
      const ListedFluent& last = terms.back();
      diagnostics.error({file, {number, last.begin}, {number, last.end}}, "parse",
                        "parentheses do not match");
      continue;
    }
    std::vector<std::string> fluents;
    for (const ListedFluent& term : terms) fluents.push_back(term.text);
    std::string unknown;
    if (auto state = game.state_of(fluents, &unknown)) {
      states.push_back({number, std::move(*state)});
      continue;
    }
    const auto term = std::find_if(terms.begin(), terms.end(),
                                   [&](const ListedFluent& t) { return t.text == unknown; });
    const ListedFluent& place = term != terms.end() ? *term : terms.front();
    diagnostics.error({file, {number, place.begin}, {number, place.end}}, "unknown-fluent",
                      term != terms.end()
                          ? "`" + unknown + "` is not a fluent of " + std::string(game.name())
                          : "`" + unknown + "` is missing: it holds in every state of " +
                                std::string(game.name()) + " that can be reached");
  }
  if (diagnostics.error_count() > errors) return std::nullopt;
  return states;
}

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
