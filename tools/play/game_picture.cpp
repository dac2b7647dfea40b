#include "tools/play/game_picture.h"

#include "runtime/host/game/turns.h"
#include "tools/base/report.h"
#include "tools/play/move_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {

namespace {

bool is_on_board(const DrawnState& state, const NamedSquare& square) {
  return !state.boards.at(square.board).squares.at(square.square).place.empty();
}

}  // namespace

GamePicture::GamePicture(const driver::LoadedGame& game)
    : game_(*game.game),
      boards_of_game_(game.module ? std::make_unique<GameBoards>(*game.module, game_) : nullptr),
      no_boards_(ir::Module()) {}

const BoardView& GamePicture::view() const {
  return boards_of_game_ ? boards_of_game_->view : no_boards_;
}

std::string GamePicture::text_of(const PicturedMove& move) const {
  if (!boards_of_game_) return move.move;
  return boards_of_game_->notation.text_of(move.move, move.legal, move.role, &last_);
}

/// Returns A, B, .., Z, A1, ..
std::string GamePicture::letter() const {
  const std::size_t number = boards_.size();
  std::string text(1, static_cast<char>('A' + number % 26));
  return number < 26 ? text : text + std::to_string(number / 26);
}

DrawnState GamePicture::drawn(const std::vector<std::string>& fluents) const {
  return view().squares(fluents);
}

/// Returns the squares that a move names singly; else those that it changes to a non-empty content.
std::vector<NamedSquare> GamePicture::squares_of(const std::string& move,
                                                 const std::vector<std::string>& before,
                                                 const std::vector<std::string>& after) const {
  std::vector<NamedSquare> squares;
  const DrawnState state = view().squares(after, &before);
  bool exact = true;
  if (boards_of_game_) {
    for (const NamedPlace& place : boards_of_game_->places.of(move)) {
      exact &= place.size() == 1;
      if (place.size() == 1 && is_on_board(state, place.front())) squares.push_back(place.front());
    }
  }
  if (exact && !squares.empty()) return squares;
  squares.clear();
  for (std::size_t board = 0; board < state.boards.size(); ++board) {
    const std::vector<DrawnSquare>& all = state.boards[board].squares;
    for (std::size_t square = 0; square < all.size(); ++square) {
      if (all[square].changed && !all[square].content.empty()) squares.push_back({board, square});
    }
  }
  // It is unknown which of several squares the move concerns.
  if (squares.size() > 1) squares.clear();
  return squares;
}

void GamePicture::begin(const std::vector<std::string>& fluents) {
  boards_.push_back({drawn(fluents), {letter() + "."}, {}});
  first_ = fluents;
  last_ = fluents;
}

void GamePicture::add_beside(const std::vector<std::string>& fluents, const PicturedMove& move) {
  last_ = first_;
  add(fluents, {move});
}

void GamePicture::add(const std::vector<std::string>& fluents,
                      const std::vector<PicturedMove>& moves) {
  PictureBoard board{drawn(fluents), {}, {}};
  for (const PicturedMove& move : moves) {
    board.captions.push_back(fmt::format("{}{}: {}", board.captions.empty() ? letter() + ". " : "",
                                         game_.roles()[move.role], text_of(move)));
    if (!move.by.empty()) board.captions.push_back("by " + move.by);
    board.marks.push_back(
        {BoardMark::Kind::move, squares_of(move.move, last_, fluents), move.move});
    if (move.threats) add_threats(*move.threats, board);
    add_clauses(move);
  }
  if (board.captions.empty()) board.captions.push_back(letter() + ".");
  boards_.push_back(std::move(board));
  last_ = fluents;
}

void GamePicture::add_threats(const runtime::Threats& threats, PictureBoard& board) const {
  if (threats.threats.empty()) return;
  for (const runtime::Threat& threat : threats.threats) {
    const std::string name = game_.move_name(threat.move);
    board.marks.push_back(
        {BoardMark::Kind::threat,
         squares_of(name, game_.fluents(threat.from), game_.fluents(threat.after)),
         fmt::format("{} wins after {} of {}", name, threat.answers,
                     counted(threats.answers, "answer"))});
  }
  board.captions.push_back("claims " + counted(threats.threats.size(), "threat") +
                           (threats.lost == threats.answers
                                ? ", no answer helps"
                                : fmt::format(", {} of {} help", threats.answers - threats.lost,
                                              counted(threats.answers, "answer"))));
}

void GamePicture::add_clauses(const PicturedMove& move) {
  const auto add = [&](const std::string& line) {
    if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(line);
  };
  if (!move.witness) return;
  for (const driver::StrategyWitness::Proof& proof : move.witness->proofs) add(proof.clause);
  if (!move.reading.empty()) add(fmt::format("{} claims: {}", move.by, move.reading));
}

std::string GamePicture::state_picture(const std::vector<std::string>& fluents,
                                       const std::vector<std::string>* before,
                                       const std::vector<std::string>& last) const {
  DrawnState state = view().squares(fluents, before);
  if (boards_of_game_) boards_of_game_->places.mark(state, last);
  return state_svg(state);
}

std::string GamePicture::svg() const {
  return boards_svg(boards_, lines_);
}

std::string match_picture(const driver::LoadedGame& game, const Match& match) {
  GamePicture picture(game);
  for (std::size_t turn = 0; turn < match.turns.size(); ++turn) {
    if (turn == 0) picture.begin(match.turns[turn].fluents);
    std::vector<PicturedMove> moves;
    for (const MoveRecord& record : match.turns[turn].chosen) {
      moves.push_back({record.role, game.game->move_name(record.decision.move),
                       names_of(*game.game, record.legal), record.decision.by,
                       record.decision.reading, record.witness ? &*record.witness : nullptr,
                       record.threats ? &*record.threats : nullptr});
    }
    const bool last = turn + 1 == match.turns.size();
    picture.add(last ? match.fluents : match.turns[turn + 1].fluents, moves);
  }
  if (match.turns.empty()) picture.begin(match.fluents);
  return picture.svg();
}

std::string position_picture(const driver::LoadedGame& game, const Position& position,
                             const std::vector<Advice>& advice) {
  const runtime::Game& rules = *game.game;
  const auto scratch = rules.make_scratch();
  GamePicture picture(game);
  if (advice.empty()) {
    return picture.state_picture(position.fluents, position.turn > 0 ? &position.before : nullptr,
                                 position.last);
  }
  picture.begin(position.fluents);
  for (const Advice& each : advice) {
    if (!each.decision) continue;
    // If others have a choice, too, the result of the move is unknown.
    std::vector<runtime::Move> joint;
    for (runtime::Role role = 0; role < position.legal.size(); ++role) {
      if (role != each.role && position.legal[role].size() != 1) break;
      joint.push_back(role == each.role ? each.decision->move : position.legal[role].front());
    }
    if (joint.size() != position.legal.size()) continue;
    runtime::State next(position.state.size());
    rules.next(position.state, joint, *scratch, next);
    picture.add_beside(
        rules.fluents(next),
        {each.role, rules.move_name(each.decision->move),
         names_of(rules, position.legal[each.role]), each.decision->by, each.decision->reading,
         each.witness ? &*each.witness : nullptr, each.threats ? &*each.threats : nullptr});
  }
  return picture.svg();
}

}  // namespace tesuji::tools
