#include "tools/play/human_seat.h"

#include "tools/base/interrupt.h"
#include "tools/base/report.h"
#include "tools/play/adviser.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <vector>

namespace tesuji::tools {

namespace {

/// Lower case, one blank between words, none at parentheses: as move names are.
std::string normalise_name(const std::string& line) {
  std::string name;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) != 0) {
      if (!name.empty() && name.back() != ' ' && name.back() != '(') name += ' ';
      continue;
    }
    if (c == ')' && !name.empty() && name.back() == ' ') name.pop_back();
    name += static_cast<char>(std::tolower(byte));
  }
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return name;
}

/// A line of standard input; false at its end or when a signal came.
bool read_line(std::string& line) {
  line.clear();
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c == '\n') return true;
    line += static_cast<char>(c);
  }
  return !line.empty() && !interrupted();
}

class HumanSeat final : public Seat {
 public:
  HumanSeat(runtime::Role role, const SeatContext& context)
      : game_(*context.game.game), role_(game_.roles()[role]), adviser_(context, role) {}

  std::string description() const override { return "human"; }

  std::optional<Decision> decide(const Situation& situation) override {
    std::vector<std::string> names;
    for (const runtime::Move move : situation.legal) names.push_back(game_.move_name(move));
    std::fflush(stdout);
    std::string line;
    for (;;) {
      fmt::print(
          stderr,
          "{} has {} (name, its beginning or its number in the list; l list, ? hint, u undo, "
          "q quit): ",
          role_, counted(names.size(), "move"));
      if (interrupted() || !read_line(line)) {
        fmt::print(stderr, "\n");
        return std::nullopt;
      }
      const std::string text = normalise_name(line);
      if (text.empty()) continue;
      if (const auto choice = find(text, names)) {
        return Decision{situation.legal[*choice], "human", {}, {}};
      }
      const std::string command = text.front() == ':' ? text.substr(1) : text;
      if (command == "q" || command == "quit") return std::nullopt;
      if (command == "u" || command == "undo") {
        if (situation.can_undo) return Decision{0, "human", {}, {}, true};
        fmt::print(stderr, "There is no move of yours to take back.\n");
      } else if (command == "l" || command == "list") {
        show(names, begins(names, ""));
      } else if (command == "?" || command == "hint") {
        hint(situation);
      } else {
        const std::vector<std::size_t> begun = begins(names, text);
        if (begun.size() == 1) return Decision{situation.legal[begun.front()], "human", {}, {}};
        if (begun.empty()) fmt::print(stderr, "`{}` is no legal move.\n", text);
        show(names, begun);
      }
    }
  }

 private:
  /// Indices of those that begin so, with or without the outer parenthesis.
  static std::vector<std::size_t> begins(const std::vector<std::string>& names,
                                         const std::string& begin) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].starts_with(begin) || names[i].starts_with("(" + begin)) found.push_back(i);
    }
    return found;
  }

  /// These with their numbers in the whole list.
  static void show(const std::vector<std::string>& names, const std::vector<std::size_t>& which) {
    for (const std::size_t i : which) fmt::print(stderr, "  {:>3}  {}\n", i + 1, names[i]);
  }

  void hint(const Situation& situation) {
    const Hint hint = adviser_.ask(situation);
    if (hint.move) {
      fmt::print(stderr, "hint: {}   [{}]\n", game_.move_name(*hint.move), hint.why);
    } else {
      fmt::print(stderr, "no hint: {}\n", hint.why);
    }
  }

  /// By name, with or without its outer parentheses; else by number from 1.
  static std::optional<std::size_t> find(const std::string& text,
                                         const std::vector<std::string>& names) {
    for (const std::string& candidate : {text, "(" + text + ")"}) {
      const auto found = std::find(names.begin(), names.end(), candidate);
      if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    }
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || number == 0 || number > names.size()) return std::nullopt;
    return number - 1;
  }

  const runtime::Game& game_;
  std::string role_;
  Adviser adviser_;
};

}  // namespace

std::unique_ptr<Seat> make_human_seat(runtime::Role role, const SeatContext& context) {
  return std::make_unique<HumanSeat>(role, context);
}

}  // namespace tesuji::tools
