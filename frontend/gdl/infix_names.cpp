#include "frontend/gdl/infix_names.h"

#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>

namespace tesuji::frontend {
namespace {

using ir::is_digit;
using ir::is_lower;
using ir::is_upper;

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), ir::is_word_byte);
}

std::string quote(std::string_view name) {
  std::string result = "'";
  for (const char c : name) {
    result += c;
    if (c == '\'') result += c;
  }
  return result + '\'';
}

/// Whether the prefix form would end a name at this character.
bool splits_names(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7f || c == '(' || c == ')' || c == ';';
}

}  // namespace

std::string name_of(const InfixToken& token) {
  std::string_view text = token.text;
  if (token.kind == InfixToken::Kind::variable && text.front() == '?') text.remove_prefix(1);
  std::string name;
  if (text.size() >= 2 && text.front() == '\'') {
    text = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
      name += text[i];
      if (text[i] == '\'') ++i;
    }
  } else {
    name = text;
  }
  for (char& c : name) {
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

std::string infix_name(std::string_view name) {
  const bool sign = name.size() > 1 && (name.front() == '+' || name.front() == '-');
  const bool integer = sign && std::all_of(name.begin() + 1, name.end(), is_digit);
  const bool plain = is_word(name) && (is_lower(name.front()) || is_digit(name.front()));
  return plain || integer ? std::string(name) : quote(name);
}

std::string infix_variable(std::string_view name) {
  if (!is_word(name)) return "?" + quote(name);
  std::string result(name);
  if (is_lower(result.front())) {
    result.front() = static_cast<char>(result.front() - 'a' + 'A');
  } else if (is_digit(result.front()) || result == "_") {
    result.insert(0, 1, '?');
  }
  return result;
}

std::string why_no_variable(std::string_view name) {
  if (name.empty()) return "a name cannot be empty";
  const auto* const bad = std::find_if(name.begin(), name.end(), splits_names);
  if (bad == name.end()) return {};
  const auto byte = static_cast<unsigned char>(*bad);
  return byte > 0x20 && byte != 0x7f
             ? fmt::format("a name cannot hold `{}`, not even in quotes", *bad)
             : fmt::format("a name cannot hold {}, not even in quotes",
                           byte == ' ' ? "a blank" : fmt::format("the byte 0x{:02x}", byte));
}

std::string why_no_name(std::string_view name) {
  if (!name.empty() && name.front() == '?') {
    return "a constant cannot begin with `?`, not even in quotes: that is how variables begin";
  }
  return why_no_variable(name);
}

}  // namespace tesuji::frontend
