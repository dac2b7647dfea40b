// Answers questions about a game with a JSON document: solve, mcts, move, verify, features,
// evaluation, learn, board.
#pragma once

#include "backend/driver/session.h"
#include "tools/answers/asked_game.h"
#include "tools/answers/question_options.h"
#include "tools/base/report.h"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// The context of a question.
struct Question {
  AskedGame& game;
  QuestionOptions& options;
  const std::atomic<bool>* stop = nullptr;  ///< may be null
  driver::Session& session;                 ///< for reading texts, and for messages
};

// Each function reads its options, and returns nothing if something was wrong (reported). They
// throw runtime::Stopped if they were stopped or out of time (code "limit" reported then), and what
// the game throws.

/// `state`, `before`: the board, as text, SVG and data; the squares that `moves` name.
[[nodiscard]] std::optional<Json> board_answer(Question& question);
/// Returns the output of `tesuji solve --json`, for the game or for `states`.
[[nodiscard]] std::optional<Json> solve_answer(Question& question);
/// Returns values of moves by tree search.
[[nodiscard]] std::optional<Json> search_answer(Question& question);
/// Returns the move of a player for a role.
[[nodiscard]] std::optional<Json> move_answer(Question& question);
/// Returns the output of `tesuji verify --json`.
[[nodiscard]] std::optional<Json> verify_answer(Question& question);
/// Returns names and values of logical features in `states`.
[[nodiscard]] std::optional<Json> features_answer(Question& question);
/// Returns features of the game's goals with their weights, and the values of `states`. In
/// goal_learning.cpp.
[[nodiscard]] std::optional<Json> evaluation_answer(Question& question);
/// Returns the output of `tesuji learn --json`.
[[nodiscard]] std::optional<Json> learn_answer(Question& question);

/// Answers the question of that name as JSON text; `options`: a JSON object, or empty. Returns
/// nothing if something was wrong (reported in the session; after a stop: code "stopped"). Throws
/// what the game throws.
[[nodiscard]] std::optional<std::string> answer(AskedGame& game, std::string_view question,
                                                std::string_view options,
                                                const std::atomic<bool>* stop,
                                                driver::Session& session);

}  // namespace tesuji::tools
