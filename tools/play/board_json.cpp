#include "tools/play/board_json.h"

#include "tools/base/json.h"

#include <utility>

namespace tesuji::tools {
namespace {

Json board_json(const DrawnBoard& board) {
  Json squares = Json::array();
  for (const DrawnSquare& square : board.squares) {
    Json json{{"place", square.place}, {"content", square.content}, {"shown", square.shown}};
    if (square.owner) json["owner"] = *square.owner;
    if (square.changed) json["changed"] = true;
    squares.push_back(std::move(json));
  }
  return {{"functor", board.functor},
          {"first", board.first},
          {"rows", board.rows},
          {"columns", board.columns},
          {"squares", std::move(squares)}};
}

}  // namespace

Json boards_json(const DrawnState& drawn) {
  Json boards = Json::array();
  for (const DrawnBoard& board : drawn.boards) boards.push_back(board_json(board));
  return {{"boards", std::move(boards)}, {"others", drawn.others}};
}

}  // namespace tesuji::tools
