// Answers `board`: a state's boards as text, as a picture, and as data.
#include "tools/answers/answers.h"
#include "tools/base/json.h"
#include "tools/play/board_json.h"
#include "tools/play/board_svg.h"

#include <string>
#include <vector>

namespace tesuji::tools {

std::optional<Json> board_answer(Question& question) {
  const bool initially = !question.options.has("state");
  const bool compared = question.options.has("before");
  std::vector<std::string> state = question.options.texts("state");
  const std::vector<std::string> before = question.options.texts("before");
  if (!question.options.finish()) return std::nullopt;
  const runtime::Game& game = *question.game.opened().game;
  if (initially) state = game.fluents(game.initial());
  const BoardView& view = question.game.boards();
  const std::vector<std::string>* const other = compared ? &before : nullptr;
  const DrawnState drawn = view.squares(state, other);
  Json json{{"text", view.draw(state, other)}, {"svg", board_svg(drawn)}};
  json.update(boards_json(drawn));
  return json;
}

}  // namespace tesuji::tools
