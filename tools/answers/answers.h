// Answers questions about a game with a JSON document: solve, mcts, verify, features,
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

/// Who asks, and how.
struct Question {
  AskedGame& game;
  QuestionOptions& options;
  const std::atomic<bool>* stop = nullptr;  ///< may be null
  driver::Session& session;                 ///< for reading texts, and what there is to say
};

// Each reads its options, and returns nothing where something was wrong (reported). They throw
// runtime::Stopped where they were stopped or their time was over (code "limit" reported then), and
// what the game throws.

/// `state`, `before`: the board, as text, SVG and data.
[[nodiscard]] std::optional<Json> board_answer(Question& question);
/// What `tesuji solve --json` prints, of the game or of `states`.
[[nodiscard]] std::optional<Json> solve_answer(Question& question);
/// Values of moves by tree search.
[[nodiscard]] std::optional<Json> search_answer(Question& question);
/// What `tesuji verify --json` prints.
[[nodiscard]] std::optional<Json> verify_answer(Question& question);
/// Names and values of logical features in `states`.
[[nodiscard]] std::optional<Json> features_answer(Question& question);
/// Features of the game's goals and their weights, and what `states` are worth.
[[nodiscard]] std::optional<Json> evaluation_answer(Question& question);
/// What `tesuji learn --json` prints.
[[nodiscard]] std::optional<Json> learn_answer(Question& question);

/// Answers the question of that name as JSON text; `options`: a JSON object, or empty. Nothing
/// where something was wrong (reported in the session; stopped: code "stopped"). Throws what the
/// game throws.
[[nodiscard]] std::optional<std::string> answer(AskedGame& game, std::string_view question,
                                                std::string_view options,
                                                const std::atomic<bool>* stop,
                                                driver::Session& session);

}  // namespace tesuji::tools
