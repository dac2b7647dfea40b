#include "ir/core/prolog_term.h"

#include "ir/core/characters.h"

#include <array>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace tesuji::ir {

// --- Names

namespace {

/// Longer numbers could be too large for Prolog's floating-point numbers.
constexpr std::size_t most_digits_before_point = 300;

/// Ranges of characters beyond ASCII that are invisible, or change the text's direction.
constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 9> inkless{{{0x80, 0xA0},
                                                                          {0xAD, 0xAD},
                                                                          {0x1680, 0x1680},
                                                                          {0x2000, 0x200F},
                                                                          {0x2028, 0x202F},
                                                                          {0x205F, 0x206F},
                                                                          {0x3000, 0x3000},
                                                                          {0xFE00, 0xFE0F},
                                                                          {0xFEFF, 0xFEFF}}};

/// A UTF-8 character, or one byte if it is invalid (then `code` is 0).
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
  const std::uint8_t first = byte(0);
  const std::size_t length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 1 || at + length > text.size() || first > 0xF4) return {};
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return {code, length};
}

std::string hexadecimal_escape(std::uint32_t code) {
  std::array<char, 16> text{};
  static_cast<void>(std::snprintf(text.data(), text.size(), "\\x%X\\", code));
  return text.data();
}

/// Escapes an ASCII character inside quotes.
std::string escaped(char c) {
  switch (c) {
    case '\'':
      return "''";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return c < ' ' || c == '\x7F' ? hexadecimal_escape(static_cast<std::uint32_t>(c))
                                    : std::string(1, c);
  }
}

/// Whether the name is like `12`, `-3`, `2.50`: decimal digits without superfluous leading zeros.
bool is_number(std::string_view name) {
  const bool negative = name.starts_with('-');
  if (negative) name.remove_prefix(1);
  const std::size_t whole =
      static_cast<std::size_t>(std::find_if_not(name.begin(), name.end(), is_digit) - name.begin());
  if (whole == 0 || (whole > 1 && name[0] == '0')) return false;
  if (whole == name.size()) return !negative || name != "0";
  const std::string_view fraction = name.substr(whole + 1);
  return name[whole] == '.' && !fraction.empty() && whole <= most_digits_before_point &&
         std::all_of(fraction.begin(), fraction.end(), is_digit);
}

}  // namespace

std::string prolog_atom(std::string_view name) {
  if (!name.empty() && is_lower(name[0]) && std::all_of(name.begin(), name.end(), is_word_byte)) {
    return std::string(name);
  }
  std::string text = "'";
  for (std::size_t at = 0; at < name.size();) {
    const auto [code, length] = character_at(name, at);
    const bool hidden = std::any_of(inkless.begin(), inkless.end(), [code = code](auto range) {
      return code >= range.first && code <= range.second;
    });
    if (hidden) {
      text += hexadecimal_escape(code);
    } else if (length == 1 && static_cast<std::uint8_t>(name[at]) < 0x80) {
      text += escaped(name[at]);
    } else {
      text += name.substr(at, length);
    }
    at += length;
  }
  return text + "'";
}

std::string prolog_constant(std::string_view name) {
  const bool bare = name == "+" || name == "-" || name == "*" || is_number(name);
  return bare ? std::string(name) : prolog_atom(name);
}

// --- Terms

namespace {

void append_arguments(std::string& text, const std::vector<PrologTerm>& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) text += ',';
    text += to_text(args[i]);
  }
}

}  // namespace

std::string to_text(const PrologTerm& term) {
  switch (term.kind) {
    case PrologTerm::Kind::atom:
      return prolog_atom(term.name);
    case PrologTerm::Kind::number:
    case PrologTerm::Kind::variable:
      return term.name;
    case PrologTerm::Kind::list: {
      std::string text = "[";
      append_arguments(text, term.args);
      return text + "]";
    }
    case PrologTerm::Kind::partial_list: {
      std::string text = "[";
      append_arguments(text, {term.args.begin(), term.args.end() - 1});
      return text + "|" + to_text(term.args.back()) + "]";
    }
    case PrologTerm::Kind::compound:
      break;
  }
  if (term.is("/", 2)) {
    const auto side = [](const PrologTerm& arg) {
      return arg.is("/", 2) ? "(" + to_text(arg) + ")" : to_text(arg);
    };
    return side(term.args[0]) + "/" + side(term.args[1]);
  }
  std::string text = term.name == "," ? "(" : prolog_atom(term.name) + "(";
  append_arguments(text, term.args);
  return text + ")";
}

// --- Fluents

namespace {

/// Reads the term at `place`, and advances `place` past it.
PrologTerm read(std::string_view text, std::size_t& place) {
  PrologTerm term;
  const bool compound = text[place] == '(';
  if (compound) ++place;
  const std::size_t end = std::min(text.find_first_of(" )", place), text.size());
  term.name = std::string(text.substr(place, end - place));
  place = end;
  if (!compound) {
    std::string_view number(term.name);
    if (number.starts_with('-')) number.remove_prefix(1);
    if (all_digits(number)) term.kind = PrologTerm::Kind::number;
    return term;
  }
  term.kind = PrologTerm::Kind::compound;
  while (place < text.size() && text[place] == ' ') term.args.push_back(read(text, ++place));
  ++place;
  return term;
}

}  // namespace

std::string fluent_name(const PrologTerm& term) {
  if (term.args.empty()) return lower_case(term.name);
  std::string text = "(" + lower_case(term.name);
  for (const PrologTerm& arg : term.args) text += " " + fluent_name(arg);
  return text + ")";
}

PrologTerm fluent_term(std::string_view fluent) {
  std::size_t place = 0;
  return read(fluent, place);
}

std::string fluent_goal(std::string_view fluent, std::string_view state) {
  PrologTerm goal = fluent_term(fluent);
  goal.kind = PrologTerm::Kind::compound;
  goal.args.insert(goal.args.begin(), {PrologTerm::Kind::variable, std::string(state), {}, {}});
  return to_text(goal);
}

std::string prolog_text(std::string_view fluent) {
  return to_text(fluent_term(fluent));
}

}  // namespace tesuji::ir
