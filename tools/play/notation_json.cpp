#include "tools/play/notation_json.h"

#include "runtime/host/game/term_names.h"
#include "runtime/host/game/turns.h"
#include "tools/base/json.h"
#include "tools/play/move_names.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace tesuji::tools {
namespace {

using Names = std::vector<std::string>;

/// Returns terms if the game's boards are unknown. `fluents`: as in MoveNotation::texts.
Names texts_of(const PositionReport& report, const Names& moves, runtime::Role role,
               const Names* fluents) {
  if (report.boards == nullptr) return moves;
  return report.boards->notation.texts(moves, role, fluents);
}

/// Returns the texts of a joint move in a state; null for roles without a choice.
Json joint_notation(const PositionReport& report, const Names& joint,
                    const std::vector<std::vector<runtime::Move>>& legal, const Names* fluents) {
  Json roles = Json::array();
  for (runtime::Role role = 0; role < joint.size(); ++role) {
    Json text = nullptr;
    if (legal[role].size() > 1 && report.knows(role)) {
      const Names names = names_of(*report.game.game, legal[role]);
      const auto made = std::find(names.begin(), names.end(), joint[role]);
      if (made != names.end()) {
        text =
            texts_of(report, names, role, fluents)[static_cast<std::size_t>(made - names.begin())];
      }
    }
    roles.push_back(std::move(text));
  }
  return roles;
}

/// Splits `(mark 1 2) noop` into its terms.
Names terms_of(const std::string& joint) {
  const runtime::TermTokens tokens = runtime::tokenize_term(joint);
  std::span<const std::string_view> rest(tokens);
  Names terms;
  while (!rest.empty()) {
    const std::size_t length = runtime::subterm_length(rest);
    if (length == 0) return {};
    terms.push_back(runtime::join_tokens(rest.first(length)));
    rest = rest.subspan(length);
  }
  return terms;
}

/// Returns the moves of these names if all are legal.
std::optional<std::vector<runtime::Move>> find_moves(
    const runtime::Game& game, const Names& joint,
    const std::vector<std::vector<runtime::Move>>& legal) {
  if (joint.size() != legal.size()) return std::nullopt;
  std::vector<runtime::Move> moves;
  for (runtime::Role role = 0; role < joint.size(); ++role) {
    const auto move = game.find_move(joint[role]);
    if (!move || !runtime::has_move(legal[role], *move)) return std::nullopt;
    moves.push_back(*move);
  }
  return moves;
}

}  // namespace

Json places_json(const std::vector<std::vector<std::string>>& legal, const MovePlaces& places) {
  Json roles = Json::array();
  for (const std::vector<std::string>& names : legal) {
    Json moves = Json::array();
    for (const std::string& name : names) {
      Json named = Json::array();
      for (const NamedPlace& place : places.of(name)) {
        Json squares = Json::array();
        for (const NamedSquare& each : place) squares.push_back({each.board, each.square});
        named.push_back(std::move(squares));
      }
      moves.push_back(std::move(named));
    }
    roles.push_back(std::move(moves));
  }
  return roles;
}

std::vector<std::vector<std::string>> notation(const PositionReport& report) {
  const Position& position = report.position;
  const Names* const fluents = report.shows_state() ? &position.fluents : nullptr;
  std::vector<std::vector<std::string>> all;
  for (runtime::Role role = 0; role < position.legal.size(); ++role) {
    const bool known = report.knows(role);
    const Names names = known ? names_of(*report.game.game, position.legal[role]) : Names();
    all.push_back(texts_of(report, names, role, fluents));
  }
  return all;
}

Json course_notation_json(const PositionReport& report) {
  Json turns = Json::array();
  // Only what lies on a board shows in a text; states of other games may be large.
  const bool shows_squares =
      !report.hides() && report.boards != nullptr && report.boards->view.has_board();
  for (const PastTurn& past : report.position.past) {
    const Names fluents = shows_squares ? report.game.game->fluents(past.state) : Names();
    turns.push_back(
        joint_notation(report, past.made.joint, past.legal, shows_squares ? &fluents : nullptr));
  }
  return turns;
}

Json variation_json(const PositionReport& report, const driver::Thought& thought) {
  const runtime::Game& game = *report.game.game;
  Json turns = Json::array();
  // In a game of incomplete information it is one of many possible plays.
  if (game.has_percepts()) return turns;
  const auto scratch = game.make_scratch();
  runtime::State state = report.position.state;
  std::vector<std::vector<runtime::Move>> legal = report.position.legal;
  for (const std::string& text : thought.variation) {
    if (turns.size() == driver::longest_line) break;
    const Names joint = terms_of(text);
    const auto moves = find_moves(game, joint, legal);
    if (!moves) break;
    const Names fluents = game.fluents(state);
    Json turn{{"joint", joint}, {"notation", joint_notation(report, joint, legal, &fluents)}};
    Json places = Json::array();
    for (const std::string& move : joint) {
      if (report.boards == nullptr) {
        places.push_back(Json::array());
      } else {
        places.push_back(places_json({{move}}, report.boards->places)[0][0]);
      }
    }
    turn["places"] = std::move(places);
    turns.push_back(std::move(turn));
    runtime::State next(state.size());
    game.next(state, *moves, *scratch, next);
    state = std::move(next);
    if (game.terminal(state, *scratch)) break;
    game.legal(state, *scratch, legal);
  }
  return turns;
}

}  // namespace tesuji::tools
