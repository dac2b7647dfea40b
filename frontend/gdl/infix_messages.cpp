#include "frontend/gdl/infix_messages.h"

#include "frontend/gdl/infix_names.h"
#include "frontend/gdl/parsed_text.h"
#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace tesuji::frontend {
namespace {

using Kind = InfixToken::Kind;

std::string found(const InfixToken& token) {
  return token.kind == Kind::end ? "the end of the text" : "`" + shown(token.text) + "`";
}

bool begins_operand(const InfixToken& token) {
  switch (token.kind) {
    case Kind::name:
    case Kind::quoted:
    case Kind::variable:
    case Kind::anonymous:
    case Kind::negation:
    case Kind::open:
      return true;
    default:
      return false;
  }
}

/// Returns a hint that a bare operator can be quoted as a relation's name; empty for other texts.
std::string quoted_operator(std::string_view text) {
  const bool has_operand = std::any_of(text.begin(), text.end(), [](char c) {
    return ir::is_word_byte(c) || c == '?' || c == '(' || c == '\'';
  });
  if (has_operand) return {};
  return fmt::format("; a relation of that name is written in quotes: `{}(..)`", infix_name(text));
}

}  // namespace

std::string operand_missing(const InfixToken& token, const InfixFrame* frame) {
  if (frame == nullptr) {
    return fmt::format(
        "a clause begins with the name of a relation, not with {}{}", found(token),
        token.kind == Kind::open ? "; rules in prefix form are of the syntax `kif`" : "");
  }
  if (token.kind == Kind::open) {
    return "a term begins with a name: parentheses group literals only";
  }
  return fmt::format("a {} is missing before {}", frame->holds_literals() ? "literal" : "term",
                     found(token));
}

std::string operator_missing(const InfixToken& token, const InfixToken& previous,
                             const InfixFrame* frame) {
  if (token.kind == Kind::open && (previous.kind == Kind::name || previous.kind == Kind::quoted)) {
    return fmt::format("blank between `{}` and its `(`", shown(previous.text));
  }
  if (frame == nullptr) {
    return begins_operand(token)
               ? fmt::format("`:-` is missing between the head and {}", found(token))
               : fmt::format("{} cannot follow a head: a body begins with `:-`", found(token));
  }
  if (token.kind == Kind::neck && token.text == "<=" && previous.kind == Kind::variable) {
    return "`<=` is another form of `:-`, and GDL has no arithmetic: write facts instead, such as "
           "`succ(0,1)`";
  }
  if (token.kind == Kind::neck) {
    return fmt::format(
        "{} inside another clause: a `)` or a line end is missing before it, or there is an "
        "operator too many",
        found(token));
  }
  if (!frame->outermost()) {
    return fmt::format("{} or `)` is missing before {}",
                       frame->holds_literals() ? "an operator" : "`,`", found(token));
  }
  if (!begins_operand(token)) return fmt::format("unexpected {}", found(token));
  if (frame->kind == InfixFrame::Kind::terms) {
    return fmt::format("`,` is missing before {}", found(token));
  }
  if (token.text == "is" || token.text == "mod") return foreign_operator("is");
  if (token.text == "or") return "write `|` between literals, not `or`";
  if (token.text == "and") return "write `&` between literals, not `and`";
  return fmt::format(
      "an operator such as `&` is missing before {}; a new clause begins on a line of its own, or "
      "after a `.`",
      found(token));
}

std::string foreign_operator(std::string_view text) {
  if (text == "<=") return {};  // GDL has it, for `:-`
  const auto is_any = [&](std::initializer_list<std::string_view> operators) {
    return std::find(operators.begin(), operators.end(), text) != operators.end();
  };
  const auto has_any = [&](std::initializer_list<std::string_view> operators) {
    return std::any_of(operators.begin(), operators.end(), [&](std::string_view part) {
      return text.find(part) != std::string_view::npos;
    });
  };
  const std::string no = fmt::format("GDL has no `{}`: ", shown(text));
  if (is_any({"!"})) return no + "it does not search in an order that could be cut";
  if (text.starts_with("\\+") || text.starts_with("!(") ||
      (text.size() > 1 && text.front() == '!' && text[1] != '=')) {
    return no + "write `~` before what does not hold";
  }
  if (has_any({"!=", "\\=", "/=", "<>", "=\\="})) {
    return no + "write `distinct(X,Y)` for terms that differ" + quoted_operator(text);
  }
  if (text.starts_with('[')) return no + "write terms, such as `list(X,Y)`";
  if (is_any({"<-", "<--", ":=", "::="})) return no + "write `:-` between a head and its body";
  if (is_any({"->", "-->", "=>"})) return no + "a rule is its head, `:-` and its body";
  if (is_any({"=", "=="}) || has_any({"=="})) {
    return no + "write the same variable, or the constant, in both places" + quoted_operator(text);
  }
  // `a-b` and `?n++` are names that lack quotes.
  const auto is_operand = [](char c) { return ir::is_upper(c) || ir::is_digit(c); };
  const bool between = !text.empty() && is_operand(text.front()) && is_operand(text.back());
  if (is_any({"is", "+", "-", "*", "/", "//", "<", ">", ">=", "=<", "**"}) ||
      has_any({"=:=", "<", ">"}) || (between && has_any({"+", "-", "*", "/", "="}))) {
    return no + "write arithmetic as facts, such as `succ(0,1)`" + quoted_operator(text);
  }
  return {};
}

std::string no_token(const InfixToken& token) {
  switch (token.kind) {
    case Kind::unclosed_quote:
      return "this quotation is not closed on its line";
    case Kind::unclosed_comment:
      return "this comment is not closed: `*/` is missing";
    case Kind::invalid:
      return fmt::format("invalid byte 0x{:02x} in a rulesheet",
                         static_cast<unsigned char>(token.text.front()));
    default:
      break;
  }
  if (std::string meant = foreign_operator(token.text); !meant.empty()) return meant;
  if (token.text == "?") return "a variable needs a name after the `?`";
  const bool variable = token.text.front() == '?';
  return fmt::format(
      "{} must be quoted: write `{}`", found(token),
      shown(variable ? infix_variable(token.text.substr(1)) : infix_name(token.text)));
}

}  // namespace tesuji::frontend
