// Messages for tokens that stand where the infix parser cannot use them.
#pragma once

#include "frontend/gdl/infix_frame.h"
#include "frontend/gdl/infix_lexer.h"

#include <string>
#include <string_view>

namespace tesuji::frontend {

/// `token` stands where a literal, term or clause should begin. `frame` is the
/// innermost open one, nullptr outside a clause.
[[nodiscard]] std::string operand_missing(const InfixToken& token, const InfixFrame* frame);

/// `token` stands behind a complete literal, term or head (`frame` nullptr) and
/// continues nothing; `previous` is the token before it.
[[nodiscard]] std::string operator_missing(const InfixToken& token, const InfixToken& previous,
                                           const InfixFrame* frame);

/// What to write instead of an operator that other languages have and GDL has not, or of a term
/// with one: `!=`, `\+`, `is`, `N+1`, ... Empty where `text` is none.
[[nodiscard]] std::string foreign_operator(std::string_view text);

/// The bytes of `token` are no token of the language.
[[nodiscard]] std::string no_token(const InfixToken& token);

}  // namespace tesuji::frontend
