#include "ir/core/fluent_terms.h"

#include "ir/core/characters.h"

#include <algorithm>
#include <cstddef>

namespace tesuji::ir {

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
