#include "tools/play/commentary.h"

#include "tools/play/match_report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {

Commentary::Commentary(const driver::LoadedGame& game, CommentaryOptions options)
    : game_(*game.game),
      // The reference reasoner has no module that shows which fluents are on a board.
      view_(game.module != nullptr
                ? BoardView(*game.module, game.game->fluents(game.game->initial()))
                : BoardView(ir::Module())),
      options_(std::move(options)),
      hides_(game_.has_percepts() && !options_.people.empty() && !options_.open) {}

void Commentary::watch(MatchOptions& match) {
  match.on_state = [this](const std::vector<std::string>& fluents, std::size_t step) {
    show_state(fluents, step);
  };
  match.on_move = [this](const MoveRecord& record) { show_move(record); };
  match.on_turn = [this](const Turn& turn) { show_turn(turn); };
}

void Commentary::show_state(const std::vector<std::string>& fluents, std::size_t step) const {
  // The initial state follows from the rules, which every player knows.
  if (options_.quiet || (hides_ && step > 0)) return;
  fmt::print("{}\n", view_.draw(fluents, nullptr, options_.colour));
  std::fflush(stdout);
}

void Commentary::show_move(const MoveRecord& record) {
  if (!shows_moves() || (hides_ && !is_person(record.role))) return;
  fmt::print("{} plays {}", game_.roles()[record.role], game_.move_name(record.decision.move));
  if (!record.decision.by.empty()) fmt::print("   [{}]", record.decision.by);
  if (record.decision.by != "human") fmt::print("  {}", time_text(record.seconds));
  fmt::print("\n");
  // The meaning of a predicate is printed once.
  const bool is_new = read_.insert(record.decision.by).second;
  if (!options_.quiet && is_new && !record.decision.reading.empty()) {
    fmt::print("    {}: {}\n", record.decision.by, record.decision.reading);
  }
  std::fflush(stdout);
}

void Commentary::show_turn(const Turn& turn) const {
  if (!game_.has_percepts()) return;
  for (runtime::Role role = 0; role < turn.percepts.size(); ++role) {
    if (!hides_) {
      if (!options_.quiet && !turn.percepts[role].empty()) show_percepts(role, turn.percepts[role]);
      continue;
    }
    if (!is_person(role)) continue;
    // A role without a choice is not asked, but the player must know that a move was made.
    const auto chose = [&](const MoveRecord& record) { return record.role == role; };
    if (std::none_of(turn.chosen.begin(), turn.chosen.end(), chose)) {
      fmt::print("{} plays {}\n", game_.roles()[role], turn.joint[role]);
    }
    show_percepts(role, turn.percepts[role]);
  }
  std::fflush(stdout);
}

void Commentary::show_percepts(runtime::Role role, const std::vector<std::string>& percepts) const {
  fmt::print("{} sees {}\n", game_.roles()[role],
             percepts.empty() ? "nothing" : fmt::format("{}", fmt::join(percepts, ", ")));
}

bool Commentary::is_person(runtime::Role role) const {
  return std::find(options_.people.begin(), options_.people.end(), role) != options_.people.end();
}

}  // namespace tesuji::tools
