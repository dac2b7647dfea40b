#include "frontend/invariants/invariants_messages.h"

#include "frontend/gdl/parsed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 20> elsewhere = {{
    {"->", "write `implies`"},
    {"<=>", "write two formulas with `implies`"},
    {"<->", "write two formulas with `implies`"},
    {":-", "a formula is not a rule: write `B implies A` for `A :- B`"},
    {"<=", "a formula is not a rule: write `B implies A` for `(<= A B)`"},
    {"==", "write `=`"},
    {"\\=", "write `!=`"},
    {"<>", "write `!=`"},
    {"\\+", "write `not`"},
    {"!", "write `not`"},
    {"/\\", "write `and`"},
    {"&&", "write `and`"},
    {"\\/", "write `or`"},
    {"||", "write `or`"},
    {"//", "comments begin with `%`"},
    {"/*", "comments begin with `%`"},
    {"#", "comments begin with `%`"},
    {"?", "the name of a variable is missing"},
    {"_", "give it a name, and bind it by `exists`"},
    {"\"", "write names with other characters in single quotes: `'++'`"},
}};

}  // namespace

std::string found(const InvariantToken& token) {
  switch (token.kind) {
    case InvariantToken::Kind::end:
      return "the end of the text";
    case InvariantToken::Kind::quoted:
      return "`'" + shown(token.text) + "'`";
    case InvariantToken::Kind::odd: {
      const auto byte = static_cast<unsigned char>(token.text[0]);
      if (byte < 0x20 || byte == 0x7F || (token.text.size() == 1 && byte >= 0x80)) {
        return fmt::format("the byte 0x{:02x}", byte);
      }
      break;
    }
    default:
      break;
  }
  return "`" + shown(token.text) + "`";
}

std::string expected(std::string_view what, const InvariantToken& token) {
  if (token.kind == InvariantToken::Kind::unclosed_quote) {
    return "this quotation is not closed on its line";
  }
  std::string message = fmt::format("{} is expected here, not {}", what, found(token));
  const auto* const sign = std::find_if(elsewhere.begin(), elsewhere.end(), [&](const auto& entry) {
    return entry.first == token.text;
  });
  const bool is_sign =
      token.kind == InvariantToken::Kind::odd || token.kind == InvariantToken::Kind::anonymous;
  if (is_sign && sign != elsewhere.end()) message += fmt::format("; {}", sign->second);
  return message;
}

std::string did_you_mean(std::string_view name) {
  return name.empty() ? std::string{} : fmt::format("; did you mean `{}`?", name);
}

}  // namespace tesuji::frontend
