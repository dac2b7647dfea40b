// Composes messages for tokens that the infix parser cannot use where they occur.
#pragma once

#include "frontend/gdl/infix_frame.h"
#include "frontend/gdl/infix_lexer.h"

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// For `token` where a literal, term or clause should begin. `frame` is the innermost open frame,
/// nullptr outside a clause.
[[nodiscard]] std::string operand_missing(const InfixToken& token, const InfixFrame* frame);

/// For `token` after a complete literal, term or head (`frame` nullptr) that it cannot continue;
/// `previous` is the token before it.
[[nodiscard]] std::string operator_missing(const InfixToken& token, const InfixToken& previous,
                                           const InfixFrame* frame);

/// Returns what to write instead of an operator that other languages have but GDL lacks, or of a
/// term with one: `!=`, `\+`, `is`, `N+1`, ... Empty for other texts.
[[nodiscard]] std::string foreign_operator(std::string_view text);

/// For bytes that do not form a token of the language.
[[nodiscard]] std::string no_token(const InfixToken& token);

}  // namespace tesuji::frontend
