// Prints a strategy in several forms.
#pragma once

#include "backend/driver/file_formats.h"
#include "backend/driver/session.h"
#include "frontend/strategy/strategy_parser.h"
#include "tools/files/claims.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

using driver::FileKind;

/// The forms of a strategy, by their names on the command line: clauses; a sentence for each
/// predicate that plays; which predicate calls which.
inline const std::vector<std::pair<std::string, FileKind>> strategy_forms{
    {"prolog", FileKind::clauses}, {"words", FileKind::words}, {"dot", FileKind::diagram}};

/// Returns one sentence per predicate that chooses moves, in the order in which they are tried,
/// after a line that says what they are worth. `check`: whether the claims are right, if that is
/// known.
[[nodiscard]] std::string in_words(const frontend::Strategy& strategy,
                                   const std::optional<ClaimCheck>& check = std::nullopt);

/// Returns the program in that form; in words and as a diagram, a program without definitions is
/// empty.
[[nodiscard]] std::string strategy_text(const std::string& prolog, FileKind form,
                                        driver::Session& session,
                                        const std::optional<ClaimCheck>& check = std::nullopt);

}  // namespace tesuji::tools
