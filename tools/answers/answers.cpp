#include "tools/answers/answers.h"

#include "learner/arena/arena.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/game/turns.h"
#include "tools/base/json.h"
#include "tools/boards/board_json.h"
#include "tools/boards/board_view.h"
#include "tools/boards/move_places.h"
#include "tools/play/arena_source.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

struct NamedQuestion {
  std::string_view name;
  std::optional<Json> (*answer)(Question&);
};

constexpr std::array<NamedQuestion, 8> questions = {{{"board", board_answer},
                                                     {"solve", solve_answer},
                                                     {"mcts", search_answer},
                                                     {"move", move_answer},
                                                     {"verify", verify_answer},
                                                     {"features", features_answer},
                                                     {"evaluation", evaluation_answer},
                                                     {"learn", learn_answer}}};

/// Returns for each move its places in the order of its arguments: squares as [board, number].
Json places_json(const MovePlaces* places, const std::vector<std::string>& moves) {
  Json all = Json::array();
  for (const std::string& move : moves) {
    Json of_move = Json::array();
    for (const NamedPlace& place :
         places == nullptr ? std::vector<NamedPlace>() : places->of(move)) {
      Json squares = Json::array();
      for (const NamedSquare& one : place) squares.push_back(Json::array({one.board, one.square}));
      of_move.push_back(std::move(squares));
    }
    all.push_back(std::move(of_move));
  }
  return all;
}

std::optional<Json> guarded_answer(const NamedQuestion& named, Question& question) {
  ir::Diagnostics& diagnostics = question.session.diagnostics;
  try {
    return named.answer(question);
  } catch (const runtime::TurnError& error) {
    diagnostics.error({}, "turns", error.what());
  } catch (const learner::UnfitGame& error) {
    diagnostics.error({}, "unfit", error.what());
  } catch (const WrongFile&) {
    // Already reported.
  } catch (const runtime::Stopped&) {
    if (!diagnostics.has_errors()) diagnostics.error({}, "stopped", "stopped on request");
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> answer(AskedGame& game, std::string_view question,
                                  std::string_view options, const std::atomic<bool>* stop,
                                  driver::Session& session) {
  for (const NamedQuestion& named : questions) {
    if (named.name != question) continue;
    const runtime::StopScope scope(stop);
    session.texts = game.texts();
    QuestionOptions read(options, session.diagnostics);
    Question asked{game, read, stop, session};
    const std::optional<Json> found = guarded_answer(named, asked);
    if (!found || session.diagnostics.has_errors()) return std::nullopt;
    return json_text(*found, -1);
  }
  session.diagnostics.error(
      {}, "usage",
      "unknown question `" + std::string(question) +
          "`; they are board, solve, mcts, move, verify, features, evaluation, learn");
  return std::nullopt;
}

std::optional<Json> board_answer(Question& question) {
  const bool initially = !question.options.has("state");
  const bool compared = question.options.has("before");
  std::vector<std::string> state = question.options.texts("state");
  const std::vector<std::string> before = question.options.texts("before");
  const bool located = question.options.has("moves");
  const std::vector<std::string> moves = question.options.texts("moves");
  if (!question.options.finish()) return std::nullopt;
  const runtime::Game& game = *question.game.opened().game;
  if (initially) state = game.fluents(game.initial());
  const BoardView& view = question.game.boards();
  const std::vector<std::string>* const other = compared ? &before : nullptr;
  const DrawnState drawn = view.squares(state, other);
  Json json{{"text", view.draw(state, other)}};
  json.update(boards_json(drawn));
  if (located) json["moves"] = places_json(question.game.move_places(), moves);
  return json;
}

}  // namespace tesuji::tools
