#include "ir/core/fluent_terms.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace tesuji::ir {

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool is_integer(std::string_view word) {
  const std::size_t begin = word.starts_with('-') ? 1 : 0;
  return word.size() > begin &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(begin), word.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Reads the term at `place`, and advances `place` past it.
PrologTerm read(std::string_view text, std::size_t& place) {
  PrologTerm term;
  const bool compound = text[place] == '(';
  if (compound) ++place;
  const std::size_t end = std::min(text.find_first_of(" )", place), text.size());
  term.name = std::string(text.substr(place, end - place));
  place = end;
  if (!compound) {
    if (is_integer(term.name)) term.kind = PrologTerm::Kind::number;
    return term;
  }
  term.kind = PrologTerm::Kind::compound;
  while (place < text.size() && text[place] == ' ') term.args.push_back(read(text, ++place));
  ++place;
  return term;
}

}  // namespace

std::string fluent_name(const PrologTerm& term) {
  if (term.args.empty()) return lower(term.name);
  std::string text = "(" + lower(term.name);
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
