// Lets a person enter moves at the terminal.
#include "tools/play/seat_kinds.h"

#include "backend/players/thought.h"
#include "backend/players/tree_player.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "tools/base/interrupt.h"
#include "tools/base/report.h"
#include "tools/boards/game_boards.h"
#include "tools/play/seat.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

namespace {

// Computes hints for people who play.

/// A move with its source; or no move, and the reason.
struct Hint {
  std::optional<runtime::Move> move;
  std::string why;
};

/// Recommends moves. In two-player, turn-taking games: the move of perfect play, or of a short
/// search that finds a win or a certain loss. If neither proves anything, and in all other games:
/// the move of a tree search. No hints in games of incomplete information, whose states a player
/// may not know.
class Adviser {
 public:
  /// All that `context` refers to must outlive it. The tree search has the limits of
  /// `context.search`; with a number of simulations a hint is the same every time.
  Adviser(const SeatContext& context, runtime::Role role) : context_(context), role_(role) {}

  /// Throws runtime::Stopped after Ctrl-C, and runtime::LimitReached as the game does.
  [[nodiscard]] Hint ask(const Situation& situation);

 private:
  [[nodiscard]] std::optional<Hint> proven(const Situation& situation);
  [[nodiscard]] Hint searched(const Situation& situation);

  const SeatContext& context_;
  runtime::Role role_;
  bool turns_ = true;             ///< whether the game is suitable for `solver_`
  std::unique_ptr<Seat> solver_;  ///< made on first use, as is the next
  std::unique_ptr<driver::TreePlayer> player_;
};

/// Memory of perfect play, and of the tree.
constexpr std::size_t hint_bytes = std::size_t{64} << 20;
/// Of the short search for a win that is used if the game is too large for perfect play: it finds
/// forced wins and losses of a few moves at once, and leaves others to the tree search.
constexpr double win_seconds = 0.5;

Hint Adviser::ask(const Situation& situation) {
  if (context_.game.game->has_percepts()) {
    return {std::nullopt, "in a game of incomplete information it would give away the state"};
  }
  if (auto hint = proven(situation)) return *hint;
  return searched(situation);
}

/// Returns nothing if no outcome is proved.
std::optional<Hint> Adviser::proven(const Situation& situation) {
  if (!turns_) return std::nullopt;
  try {
    if (!solver_) {
      runtime::StateSpaceOptions space;
      space.budget = std::min(hint_bytes, space.budget);
      space.stop = &watch_interrupts();
      runtime::AlphaBetaOptions search = context_.evaluation.search();
      search.stop = &watch_interrupts();
      if (context_.search.limits.simulations == 0) {  // else with the same depth every time
        search.depth = runtime::AlphaBeta::most_depth;
        search.seconds = win_seconds;
      }
      solver_ = make_minimax_seat(context_.game, role_, space, search);
    }
    const auto decision = solver_->decide(situation);
    if (!decision || decision->outcome.empty()) return std::nullopt;
    const std::string by = decision->by == "minimax" ? "perfect play" : decision->by;
    return Hint{decision->move, by + ": " + decision->outcome};
  } catch (const runtime::TurnError&) {
    turns_ = false;
  }
  return std::nullopt;
}

Hint Adviser::searched(const Situation& situation) {
  if (!player_) {
    driver::TreePlayerOptions options = context_.search.player;
    // Their compilation would end after the hint.
    options.symmetries = nullptr;
    options.search.memory = std::min(hint_bytes, options.search.memory);
    player_ = std::make_unique<driver::TreePlayer>(context_.game, nullptr, options);
  }
  runtime::TreeSearchLimits limits = context_.search.limits;
  limits.stop = &watch_interrupts();
  player_->set_state(situation.state);
  const auto thought = player_->think(role_, limits);
  if (interrupted()) throw runtime::Stopped();
  const auto move = thought ? context_.game.game->find_move(thought->move) : std::nullopt;
  if (!move || !runtime::has_move(situation.legal, *move)) {
    return {std::nullopt, "the tree search found no move"};
  }
  return {move, (thought->plan ? "" : "tree search: ") + driver::describe(*thought)};
}

/// Converts to lower case, one blank between words, none at parentheses: the form of move names.
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

/// Reads a line of standard input; returns false at its end or after a signal.
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
      : loaded_(context.game),
        game_(*context.game.game),
        number_(role),
        role_(game_.roles()[role]),
        adviser_(context, role) {}

  std::string description() const override { return "human"; }

  std::optional<Decision> decide(const Situation& situation) override {
    Names names;
    for (const runtime::Move move : situation.legal) names.push_back(game_.move_name(move));
    std::optional<Names> texts;  // as people write the moves; made when needed
    const auto readable = [&]() -> const Names& {
      if (!texts) texts = texts_of(names, situation);
      return *texts;
    };
    std::fflush(stdout);
    std::string line;
    for (;;) {
      fmt::print(
          stderr,
          "{} to move, {} (? hint \u00b7 l list \u00b7 w why \u00b7 u undo \u00b7 q quit) > ",
          role_, counted(names.size(), "choice"));
      if (interrupted() || !read_line(line)) {
        fmt::print(stderr, "\n");
        return std::nullopt;
      }
      const std::string text = normalise_name(line);
      if (text.empty()) continue;
      if (const auto choice = find(text, names)) {
        return Decision{situation.legal[*choice], "human", {}, {}};
      }
      if (const auto choice = find_text(line, readable())) {
        return Decision{situation.legal[*choice], "human", {}, {}};
      }
      const std::string command = text.front() == ':' ? text.substr(1) : text;
      if (command == "q" || command == "quit") return std::nullopt;
      if (command == "u" || command == "undo") {
        if (situation.can_undo) return Decision{0, "human", {}, {}, true};
        fmt::print(stderr, "You have no move to take back.\n");
      } else if (command == "l" || command == "list") {
        show(names, readable(), begins(names, ""));
      } else if (command == "?" || command == "hint") {
        hint(situation, names, readable());
      } else if (command == "w" || command == "why") {
        why(situation);
      } else if (command == "h" || command == "help") {
        fmt::print(stderr,
                   "Enter a move by its name, its beginning or its number in the list, below.\n"
                   "? or hint: a good move; l or list: all moves; w or why: why the other player "
                   "moved so;\nu or undo: take your last move back; q or quit: leave the game\n");
        show(names, readable(), begins(names, ""));
      } else {
        const std::vector<std::size_t> begun = begins(names, text);
        if (begun.size() == 1) return Decision{situation.legal[begun.front()], "human", {}, {}};
        if (begun.empty()) not_legal(text, names.front(), readable().front());
        show(names, readable(), begun);
      }
    }
  }

 private:
  using Names = std::vector<std::string>;

  /// Returns the moves as tools/boards/move_notation.h writes them; their names if the game's
  /// boards are unknown.
  Names texts_of(const Names& names, const Situation& situation) {
    if (!loaded_.module) return names;
    if (!boards_) boards_ = std::make_unique<GameBoards>(*loaded_.module, game_);
    const Names fluents = game_.has_percepts() ? Names() : game_.fluents(situation.state);
    return boards_->notation.texts(names, number_, game_.has_percepts() ? nullptr : &fluents);
  }

  /// Finds a move by its text, however its dashes are typed.
  static std::optional<std::size_t> find_text(const std::string& line, const Names& texts) {
    const std::string typed = normalise_name(typed_notation(line));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (typed_notation(texts[i]) == typed) return i;
    }
    return std::nullopt;
  }

  /// Returns the indices of names with this beginning, with or without the outer parenthesis.
  static std::vector<std::size_t> begins(const Names& names, const std::string& begin) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].starts_with(begin) || names[i].starts_with("(" + begin)) found.push_back(i);
    }
    return found;
  }

  /// Shows these names with their numbers in the whole list, and their texts.
  static void show(const Names& names, const Names& texts, const std::vector<std::size_t>& which) {
    for (const std::size_t i : which) {
      const bool differs = texts[i] != names[i];
      fmt::print(stderr, "  {:>3}  {}{}{}\n", i + 1, names[i], differs ? "  " : "",
                 differs ? texts[i] : "");
    }
  }

  /// Prints why the others made their last move.
  static void why(const Situation& situation) {
    if (!situation.last || situation.last->reasons.empty()) {
      fmt::print(stderr, "No other player has chosen the last move, or it is hidden.\n");
      return;
    }
    for (const std::string& line : situation.last->reasons) fmt::print(stderr, "{}\n", line);
  }

  /// Shows how a move is written.
  static void not_legal(const std::string& text, const std::string& name,
                        const std::string& notation) {
    fmt::print(stderr,
               "`{}` is not a legal move; write one as `{}`{}, or by its number in the list.\n",
               text, name, notation == name ? "" : fmt::format(", as `{}`", notation));
  }

  void hint(const Situation& situation, const Names& names, const Names& texts) {
    const Hint hint = adviser_.ask(situation);
    if (hint.move) {
      const auto found = std::find(names.begin(), names.end(), game_.move_name(*hint.move));
      fmt::print(stderr, "hint: {}   [{}]\n",
                 texts[static_cast<std::size_t>(found - names.begin())], hint.why);
    } else {
      fmt::print(stderr, "no hint: {}\n", hint.why);
    }
  }

  /// Finds a move by name, with or without its outer parentheses; else by number from 1.
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

  const driver::LoadedGame& loaded_;
  const runtime::Game& game_;
  runtime::Role number_;
  std::string role_;
  Adviser adviser_;
  std::unique_ptr<GameBoards> boards_;  ///< null: not needed so far
};

}  // namespace

std::unique_ptr<Seat> make_human_seat(runtime::Role role, const SeatContext& context) {
  return std::make_unique<HumanSeat>(role, context);
}

}  // namespace tesuji::tools
