#include "tools/human_seat.h"

#include "tools/interrupt.h"

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
  HumanSeat(const runtime::Game& game, std::string role) : game_(game), role_(std::move(role)) {}

  std::string description() const override { return "human"; }

  std::optional<Decision> decide(const Situation& situation) override {
    std::vector<std::string> names;
    for (const runtime::Move move : situation.legal) names.push_back(game_.move_name(move));
    show(names);
    std::string line;
    for (;;) {
      fmt::print(stderr, "{}'s move (number or name, ? for the list): ", role_);
      if (interrupted() || !read_line(line)) {
        fmt::print(stderr, "\n");
        return std::nullopt;
      }
      const std::string name = normalise_name(line);
      if (name.empty()) continue;
      if (name == "?") {
        show(names);
      } else if (const auto choice = find(name, names)) {
        return Decision{situation.legal[*choice], "human", {}};
      } else {
        fmt::print(stderr, "`{}` is no legal move.\n", name);
      }
    }
  }

 private:
  static void show(const std::vector<std::string>& names) {
    std::fflush(stdout);
    for (std::size_t i = 0; i < names.size(); ++i) {
      fmt::print(stderr, "  {:>3}  {}\n", i + 1, names[i]);
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
};

}  // namespace

std::unique_ptr<Seat> make_human_seat(const runtime::Game& game, std::string role) {
  return std::make_unique<HumanSeat>(game, std::move(role));
}

}  // namespace tesuji::tools
