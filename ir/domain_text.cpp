#include "ir/domain_text.h"

#include "ir/formula_text.h"
#include "ir/text_writer.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace tesuji::ir {
namespace {

/// Lists that are no longer than this, runs of integers being one item, are shown.
constexpr std::size_t short_list = 6;
/// Integers in a row from which on they are written as a range.
constexpr std::size_t short_run = 3;

bool successive(std::string_view a, std::string_view b) {
  std::int64_t first = 0;
  std::int64_t second = 0;
  const auto parse = [](std::string_view text, std::int64_t& into) {
    return is_canonical_integer(text) &&
           std::from_chars(text.data(), text.data() + text.size(), into).ec == std::errc();
  };
  return parse(a, first) && parse(b, second) && second > first && second - first == 1;
}

}  // namespace

DomainTexts::DomainTexts(const Invariant& invariant, const Module& module,
                         const Vocabulary& vocabulary)
    : invariant_(invariant), module_(module), vocabulary_(vocabulary) {
  for (const Symbol predicate : vocabulary.predicates()) {
    std::vector<TermSet> sets;
    bool dynamic = false;
    for (const Vocabulary::Entry& entry : vocabulary.entries(predicate)) {
      if (entry.atom.args.size() != 1) continue;
      dynamic |= vocabulary.depends_on_state(entry.relation);
      vocabulary.unite(sets, vocabulary.values(entry, entry.atom.args[0], 0));
    }
    if (dynamic || sets.size() != 1 || !sets[0].shape.is_leaf()) continue;
    predicates_.emplace(std::move(sets[0].leaves[0]), predicate);
  }
}

std::string DomainTexts::text(VariableId variable, const Formula& scope) const {
  const std::vector<Symbol>& values = invariant_.variables[variable].domain;
  if (const auto named = predicates_.find(values); named != predicates_.end() && !values.empty()) {
    return name_text(module_.symbols->text(named->second));
  }
  std::string listed = list(values);
  if (static_cast<std::size_t>(std::count(listed.begin(), listed.end(), ',')) < short_list) {
    return listed;
  }
  std::string place = this->place(variable, scope);
  return place.empty() ? listed : place;
}

std::string DomainTexts::list(const std::vector<Symbol>& values) const {
  const auto text = [&](std::size_t i) -> const std::string& {
    return module_.symbols->text(values[i]);
  };
  std::string result = "{";
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && end - i < max_range && successive(text(end - 1), text(end))) {
      ++end;
    }
    if (end - i < short_run) end = i + 1;
    if (i > 0) result += ",";
    result += name_text(text(i));
    if (end > i + 1) result += ".." + name_text(text(end - 1));
    i = end;
  }
  return result + "}";
}

std::string DomainTexts::place(VariableId variable, const Formula& scope) const {
  std::vector<const Formula*> open = {&scope};
  while (!open.empty()) {
    const Formula* const formula = open.back();
    open.pop_back();
    for (auto part = formula->parts.rbegin(); part != formula->parts.rend(); ++part) {
      open.push_back(&*part);
    }
    if (formula->kind != Formula::Kind::atom) continue;
    if (std::string place = place_in(variable, *formula); !place.empty()) return place;
  }
  return {};
}

/// Where a domain is all that an argument can be, and that argument is the variable.
std::string DomainTexts::place_in(VariableId variable, const Formula& atom) const {
  const TermPattern* const pattern = vocabulary_.pattern(atom.relation);
  if (pattern == nullptr) return {};
  struct Part {
    const TermPattern* pattern;
    std::size_t first;
  };
  std::vector<Part> open = {{pattern, 0}};
  while (!open.empty()) {
    const Part part = open.back();
    open.pop_back();
    std::size_t column = part.first;
    const std::vector<TermPattern>& args = part.pattern->args;
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (!args[i].is_leaf()) {
        open.push_back({&args[i], column});
      } else if (atom.args[column] == Argument::variable(variable)) {
        const auto sets = vocabulary_.place(part.pattern->functor, args.size(), i);
        if (sets.size() == 1 && sets[0].shape.is_leaf() &&
            sets[0].leaves[0] == invariant_.variables[variable].domain) {
          std::string name = name_text(module_.symbols->text(part.pattern->functor));
          if (vocabulary_.arities(part.pattern->functor).size() > 1) {
            name += "/" + std::to_string(args.size());
          }
          return "dom(" + name + "," + std::to_string(i + 1) + ")";
        }
      }
      column += leaves(args[i]);
    }
  }
  return {};
}

}  // namespace tesuji::ir
