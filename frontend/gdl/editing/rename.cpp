#include "frontend/gdl/editing/rename.h"

#include "frontend/gdl/editing/describe.h"
#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/infix_names.h"
#include "frontend/text/kif_lexer.h"
#include "ir/core/characters.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return ir::all_digits(text);
}

/// Whether the text begins with a comment mark of another language.
bool looks_like_comment(std::string_view text) {
  constexpr std::array<std::string_view, 4> marks{"%", "#", "//", "/*"};
  return std::any_of(marks.begin(), marks.end(),
                     [&](std::string_view mark) { return text.starts_with(mark); });
}

/// Returns the name, in lower case, of a text that is one token of prefix form; otherwise nullopt.
std::optional<std::string> kif_name(std::string_view text, bool variable) {
  KifLexer lexer(0, text);
  const KifToken token = lexer.next();
  if (token.kind != KifToken::Kind::symbol || token.text != text) return std::nullopt;
  if (text.starts_with('?') != variable || looks_like_comment(text)) return std::nullopt;
  if (variable && text.size() == 1) return std::nullopt;
  if (text.starts_with("\xEF\xBB\xBF") || text.find(":-") != std::string_view::npos) {
    return std::nullopt;
  }
  return ir::lower_case(variable ? text.substr(1) : text);
}

/// The same in infix form.
std::optional<std::string> infix_name_of(std::string_view text, bool variable) {
  using Kind = InfixToken::Kind;
  InfixLexer lexer(0, text);
  const InfixToken token = lexer.next();
  const bool fits = variable ? token.kind == Kind::variable
                             : token.kind == Kind::name || token.kind == Kind::quoted;
  if (!fits || token.text != text) return std::nullopt;
  std::string name = name_of(token);
  if (!(variable ? why_no_variable(name) : why_no_name(name)).empty()) return std::nullopt;
  return name;
}

/// Returns how the sheet uses the name, such as "a constant and a function of 1 argument"; empty if
/// only for variables.
std::string kinds_of(const SheetSnapshot& sheet, ir::Symbol name) {
  std::string kinds;
  for (const auto& [key, places] : sheet.index().names()) {
    if (key.name != name || places.empty()) continue;
    if (!kinds.empty()) kinds += " and ";
    if (key.kind == NameKey::Kind::relation) {
      kinds += "a relation";
    } else if (key.detail == 0) {
      kinds += "a constant";
    } else {
      kinds += "a function of " + ir::counted(key.detail - 1, "argument");
    }
  }
  return kinds;
}

}  // namespace

std::string why_not_renamed(const SheetSnapshot& sheet, NodeId node) {
  if (node == no_node) return "no name at this place";
  const NameKey key = sheet.index().key_of(node);
  const std::string& name = sheet.name(node);
  if (key.kind == NameKey::Kind::none || sheet.index().keyword(node) != Keyword::none) {
    return fmt::format("`{}` is a keyword of GDL: it keeps its name", name);
  }
  if (key.kind == NameKey::Kind::term && is_number(name)) {
    return fmt::format("`{}` is a number: goal values and the order of moves depend on it", name);
  }
  if (key.kind == NameKey::Kind::term && name == "random") {
    return "`random` is the player of chance (GDL-II): it keeps its name";
  }
  if (key.kind == NameKey::Kind::variable && sheet.written(node) == "_") {
    return "`_` cannot be renamed: each one is a separate variable";
  }
  return {};
}

Renaming plan_renaming(const SheetSnapshot& sheet, NodeId node, std::string_view name) {
  Renaming result;
  result.fault = why_not_renamed(sheet, node);
  if (!result.fault.empty()) return result;
  if (sheet.syntax() == Syntax::infix && !sheet.tree().complete) {
    result.fault = "a clause with a syntax error might have the name: correct it first";
    return result;
  }
  NameKey key = sheet.index().key_of(node);
  const bool variable = key.kind == NameKey::Kind::variable;
  const bool kif = sheet.syntax() == Syntax::kif;
  result.name = name;
  if (kif && variable && !name.starts_with('?')) result.name.insert(0, "?");
  const auto lower = kif ? kif_name(result.name, variable) : infix_name_of(result.name, variable);
  if (!lower) {
    result.fault = fmt::format("`{}` cannot be the name of a {}", name,
                               variable                              ? "variable"
                               : key.kind == NameKey::Kind::relation ? "relation"
                                                                     : "function or constant");
    return result;
  }
  if (!variable && keyword_help(*lower) != nullptr) {
    result.fault = fmt::format("`{}` is a keyword of GDL", *lower);
    return result;
  }
  if (!variable && (is_number(*lower) || *lower == "random")) {
    result.fault = fmt::format("`{}` already has a meaning", *lower);
    return result;
  }
  const auto places = sheet.index().occurrences(key);
  for (const NodeId place : places) result.places.push_back(sheet.tree()[place].word);
  if (*lower == sheet.name(node)) return result;
  if (const auto other = sheet.symbols().find(*lower)) {
    key.name = *other;
    if (!sheet.index().occurrences(key).empty()) {
      result.fault = fmt::format("`{}` already exists: both would become one", result.name);
    } else if (const std::string kinds = variable ? "" : kinds_of(sheet, *other); !kinds.empty()) {
      result.fault =
          fmt::format("`{}` already exists as {}: both would look the same", result.name, kinds);
    }
  }
  return result;
}

}  // namespace tesuji::frontend
