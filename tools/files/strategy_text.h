// Prints a strategy in several forms.
#pragma once

#include "backend/driver/session.h"
#include "frontend/strategy/strategy_parser.h"

#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

enum class StrategyForm {
  prolog,
  words,  ///< a sentence for each predicate that plays
  dot,    ///< which predicate calls which
};

/// Their names on the command line.
inline const std::vector<std::pair<std::string, StrategyForm>> strategy_forms{
    {"prolog", StrategyForm::prolog}, {"words", StrategyForm::words}, {"dot", StrategyForm::dot}};

/// Returns one sentence per predicate that chooses moves, in the order in which they are tried.
[[nodiscard]] std::string in_words(const frontend::Strategy& strategy);

/// Returns the program in that form; in words and as a diagram, a program without definitions is
/// empty.
[[nodiscard]] std::string strategy_text(const std::string& prolog, StrategyForm form,
                                        driver::Session& session);

}  // namespace tesuji::tools
