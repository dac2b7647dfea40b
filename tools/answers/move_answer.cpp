// Answers `move`: the move of a player, as `play --player` names it, for a role.
#include "runtime/host/memory/rng.h"
#include "tools/answers/answers.h"
#include "tools/answers/asked_players.h"
#include "tools/base/json.h"
#include "tools/play/position.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

struct MoveQuestion {
  PlayerWish wish;
  std::string role;
  std::vector<std::string> state;
  bool has_state = false;
  std::vector<std::vector<std::string>> after;  ///< joint moves from `state`
  std::uint64_t match = 0;
  std::uint64_t turn = 0;
};

MoveQuestion read_question(QuestionOptions& options) {
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 30U;
  MoveQuestion wanted;
  PlayerWish& wish = wanted.wish;
  wish.description = options.text("player", "");
  wish.seconds = options.seconds("seconds", 1);
  wish.seed = options.number("seed", 1);
  wish.memory_mib = options.number("memory", wish.memory_mib, 1, most_mib);
  const std::uint64_t depth = options.number("depth", 0, 0, runtime::AlphaBeta::most_depth);
  if (depth > 0) wish.depth = static_cast<unsigned>(depth);
  wish.sources.features = options.texts("features");
  wish.sources.domains = options.texts("domains");
  wanted.role = options.text("role", "");
  wanted.has_state = options.has("state");
  wanted.state = options.texts("state");
  wanted.after = options.lists("after");
  wanted.match = options.number("match", 0);
  wanted.turn = options.number("turn", wanted.after.size());
  return wanted;
}

/// Returns what is wrong with a player for questions; empty if nothing is.
std::string check_player(const std::string& description) {
  if (description.empty()) return "`player` is missing: the player whose move is wanted";
  if (description == "human") return "people play in `tesuji play`";
  if (description.starts_with("http:")) return "players of other servers play in `tesuji match`";
  return check_seat(description);
}

std::optional<Position> position_of(const MoveQuestion& wanted, const runtime::Game& game,
                                    driver::Session& session) {
  std::optional<runtime::State> state;
  if (wanted.has_state) {
    state = asked_state(game, wanted.state, session.diagnostics);
    if (!state) return std::nullopt;
  }
  std::vector<OptionText> moves;
  for (const std::vector<std::string>& joint : wanted.after) {
    moves.push_back({"after", fmt::format("{}", fmt::join(joint, " "))});
  }
  return play_moves(game, state ? runtime::StateView(*state) : game.initial(), moves, session);
}

/// Reports and returns nothing if the role has no move.
std::optional<runtime::Role> role_of(const MoveQuestion& wanted, const runtime::Game& game,
                                     const Position& position, ir::Diagnostics& diagnostics) {
  const auto found = std::find(game.roles().begin(), game.roles().end(), wanted.role);
  if (found == game.roles().end()) {
    diagnostics.error({}, "usage",
                      fmt::format("unknown role `{}`; the roles are {}", wanted.role,
                                  fmt::join(game.roles(), ", ")));
    return std::nullopt;
  }
  const auto role = static_cast<runtime::Role>(found - game.roles().begin());
  if (!position.terminal && !position.legal[role].empty()) return role;
  diagnostics.error({}, "usage",
                    position.terminal ? "the game is over in this state"
                                      : fmt::format("{} has no legal move", wanted.role));
  return std::nullopt;
}

/// Reports and returns null if the player cannot be made.
std::unique_ptr<AskedPlayer> make_player(const MoveQuestion& wanted,
                                         const driver::LoadedGame& loaded, Question& question) {
  auto player = std::make_unique<AskedPlayer>(wanted.wish, question.game, loaded);
  if (player->seat() != nullptr) return player;
  for (const ir::Diagnostic& one : player->diagnostics().all()) {
    if (one.severity != ir::Severity::error) continue;
    question.session.diagnostics.error(
        {}, one.code, one.span.known() ? player->diagnostics().render(one) : one.message);
  }
  return nullptr;
}

/// The player does not begin matches in this state.
struct UnfitStart {};

/// Begins the match, if it is another one than before, and asks the player. Throws UnfitStart.
std::optional<Decision> decide(AskedPlayer& player, const MoveQuestion& wanted, runtime::Role role,
                               const Position& position) {
  Seat& seat = *player.seat();
  const runtime::StateView start =
      position.past.empty() ? position.state : position.past.front().state;
  runtime::Rng random(wanted.wish.seed + wanted.match, (wanted.turn << 8U) + role);
  if (player.match != wanted.match) {
    if (!seat.begin_match_in(start)) throw UnfitStart();
    player.match = wanted.match;
    seat.await_ready();
  }
  LastTurn last;
  if (seat.is_told_all()) {
    for (std::size_t turn = 0; turn < position.past.size(); ++turn) {
      const PastTurn& past = position.past[turn];
      seat.announce({past.state, past.legal[role], random, false, turn, &last});
      last = past.made;
    }
    seat.announce({position.state, position.legal[role], random, false, position.turn, &last});
  }
  last = {position.last, position.percepts};
  return seat.decide({position.state, position.legal[role], random, false, position.turn, &last});
}

}  // namespace

std::optional<Json> move_answer(Question& question) {
  MoveQuestion wanted = read_question(question.options);
  if (!question.options.finish()) return std::nullopt;
  driver::Session& session = question.session;
  if (const std::string wrong = check_player(wanted.wish.description); !wrong.empty()) {
    session.diagnostics.error({}, "usage", wrong);
    return std::nullopt;
  }
  static const std::atomic<bool> never{false};
  wanted.wish.stop = question.stop == nullptr ? &never : question.stop;
  const driver::LoadedGame* const loaded = question.game.searched(session);
  if (loaded == nullptr) return std::nullopt;
  const runtime::Game& game = *loaded->game;
  const auto position = position_of(wanted, game, session);
  if (!position) return std::nullopt;
  const auto role = role_of(wanted, game, *position, session.diagnostics);
  if (!role) return std::nullopt;
  wanted.wish.role = *role;
  std::unique_ptr<AskedPlayer> player = question.game.players().take(wanted.wish);
  if (!player) player = make_player(wanted, *loaded, question);
  if (!player) return std::nullopt;
  std::optional<Decision> decision;
  try {
    decision = decide(*player, wanted, *role, *position);
  } catch (const UnfitStart&) {
    session.diagnostics.error(
        {}, "unfit", wanted.wish.description + " does not begin matches in the wanted state");
    return std::nullopt;
  }
  if (!decision) throw runtime::Stopped();
  const bool told_all = player->seat()->is_told_all();
  // A player that hears every move starts a new match at the next question.
  if (!told_all) question.game.players().keep(wanted.wish, std::move(player));
  return Json{{"game", question.game.path()},
              {"player", wanted.wish.description},
              {"role", wanted.role},
              {"move", game.move_name(decision->move)},
              {"by", decision->by},
              {"reading", decision->reading},
              {"fallback", decision->fallback},
              {"outcome", decision->outcome}};
}

}  // namespace tesuji::tools
