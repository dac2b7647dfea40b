// Defines what a relation answers about a state, and the entries of a module.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tesuji::ir {

/// The question of the game contract that a derived relation answers (module.h). `goal` with
/// the term `?` holds values that are constants; other relations `goal` hold terms, which no
/// goal value should be. `feature`: the host asks how many rows it has
/// (frontend/prolog/feature_lowering.h). `ended`: whether a joint move ends the game, by which the
/// state that it leads to is terminal (passes/clauses/end_by_move.h).
enum class Answer : std::uint8_t { none, legal, next, terminal, goal, sees, feature, ended };

/// Names of the entries that a module may have, in the order in which they are made:
/// `static`, and one for each answer.
inline constexpr std::array<std::string_view, 8> entry_names = {
    "static", "legal", "next", "terminal", "goal", "sees", "feature", "ended"};

/// Name of the answer and of the entry that computes it; empty for `none`.
[[nodiscard]] constexpr std::string_view name_of(Answer answer) {
  return answer == Answer::none ? std::string_view()
                                : entry_names[static_cast<std::size_t>(answer)];
}

/// The answer that has this name; nothing if none has.
[[nodiscard]] std::optional<Answer> answer_named(std::string_view name);

}  // namespace tesuji::ir
