// Defines which question about a state a relation answers, and the entries of a module.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tesuji::ir {

/// The question of the game contract that a derived relation answers (module.h). `goal` with the
/// term `?` contains values that are constants; other `goal` relations contain terms, which are not
/// valid goal values. `feature`: the host reads its number of rows
/// (frontend/prolog/feature_lowering.h). `ended`: whether a joint move ends the game, so that its
/// successor state is terminal (passes/clauses/end_by_move.h).
enum class Answer : std::uint8_t { none, legal, next, terminal, goal, sees, feature, ended };

/// Names of the entries that a module may have, in the order of their creation: `static`, and one
/// for each answer.
inline constexpr std::array<std::string_view, 8> entry_names = {
    "static", "legal", "next", "terminal", "goal", "sees", "feature", "ended"};

/// Returns the name of the answer and of its entry; empty for `none`.
[[nodiscard]] constexpr std::string_view name_of(Answer answer) {
  return answer == Answer::none ? std::string_view()
                                : entry_names[static_cast<std::size_t>(answer)];
}

/// Returns the answer with this name; nullopt for other names.
[[nodiscard]] std::optional<Answer> answer_named(std::string_view name);

}  // namespace tesuji::ir
