#include "tools/boards/board_json.h"

#include "tools/base/json.h"
#include "tools/boards/board_picture.h"

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
  Json json{{"functor", board.functor},        {"first", board.first},
            {"tiling", name_of(board.tiling)}, {"rows", board.rows},
            {"columns", board.columns},        {"squares", std::move(squares)}};
  if (!board.layers.empty()) {
    Json layers = Json::array();
    for (const auto& [functor, first] : board.layers) {
      layers.push_back({{"functor", functor}, {"first", first}});
    }
    json["layers"] = std::move(layers);
  }
  return json;
}

}  // namespace

Json boards_json(const DrawnState& drawn) {
  Json boards = Json::array();
  for (const DrawnBoard& board : drawn.boards) boards.push_back(board_json(board));
  return {{"boards", std::move(boards)}, {"others", drawn.others}, {"svg", state_svg(drawn)}};
}

}  // namespace tesuji::tools
