#include "ir/formulas/domain_text.h"

#include "ir/formulas/formula_text.h"
#include "ir/text/text_writer.h"

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

DomainTexts::DomainTexts(const Module& module, const Vocabulary& vocabulary)
    : module_(module), vocabulary_(vocabulary) {
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

std::string DomainTexts::text(const std::vector<TermSet>& sort, std::uint32_t variable,
                              const WrittenFormula& scope) {
  if (sort.size() == 1 && sort[0].shape.is_leaf()) {
    std::string text = leaf_text(sort[0].leaves[0]);
    if (static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) < short_list) {
      return text;
    }
    const std::string found = place(sort, variable, scope);
    return found.empty() ? text : found;
  }
  std::string result = place(sort, variable, scope);
  if (!result.empty()) return result;
  for (const TermSet& set : sort) result += (result.empty() ? "" : " or ") + text(set);
  return result;
}

std::string DomainTexts::text(const TermSet& set) const {
  std::size_t leaf = 0;
  return text(set.shape, set, leaf);
}

std::string DomainTexts::text(const TermPattern& shape, const TermSet& set,
                              std::size_t& leaf) const {
  if (shape.is_leaf()) return leaf_text(set.leaves[leaf++]);
  std::string args;
  for (const TermPattern& arg : shape.args) {
    args += (args.empty() ? "" : ",") + text(arg, set, leaf);
  }
  return name_text(module_.symbols->text(shape.functor)) + "(" + args + ")";
}

std::string DomainTexts::leaf_text(const std::vector<Symbol>& values) const {
  const auto named = predicates_.find(values);
  if (named == predicates_.end() || values.empty()) return list(values);
  return name_text(module_.symbols->text(named->second));
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

std::string DomainTexts::place_text(const Place& place) const {
  const auto& [name, arity, argument] = place;
  const std::string& written = module_.symbols->text(name);
  std::string text = written == "true" ? written : name_text(written);
  if (vocabulary_.arities(name).size() > 1) text += "/" + std::to_string(arity);
  return "dom(" + text + "," + std::to_string(argument + 1) + ")";
}

std::string DomainTexts::place(const std::vector<TermSet>& sort, std::uint32_t variable,
                               const WrittenFormula& scope) {
  // The places where the variable stands, in the order of the text.
  std::vector<Place> places;
  std::vector<const WrittenFormula*> formulas = {&scope};
  while (!formulas.empty()) {
    const WrittenFormula* const formula = formulas.back();
    formulas.pop_back();
    for (auto part = formula->parts.rbegin(); part != formula->parts.rend(); ++part) {
      formulas.push_back(&*part);
    }
    if (formula->kind != Formula::Kind::atom) continue;
    std::vector<const WrittenTerm*> terms = {&formula->left};
    while (!terms.empty()) {
      const WrittenTerm* const term = terms.back();
      terms.pop_back();
      for (std::size_t i = 0; i < term->args.size(); ++i) {
        const WrittenTerm& arg = term->args[i];
        terms.push_back(&arg);
        if (arg.kind == WrittenTerm::Kind::variable && arg.id == variable) {
          places.emplace_back(term->id, term->args.size(), i);
        }
      }
    }
  }
  for (const Place& place : places) {
    const auto& [name, arity, argument] = place;
    if (vocabulary_.place(name, arity, argument) == sort) return place_text(place);
  }
  const bool simple = sort.size() == 1 && sort[0].shape.is_leaf();
  return simple ? any_place(sort[0].leaves[0]) : std::string{};
}

std::string DomainTexts::any_place(const std::vector<Symbol>& values) {
  if (!places_) {
    places_.emplace();
    for (const Symbol name : vocabulary_.names()) {
      for (const std::size_t arity : vocabulary_.arities(name)) {
        for (std::size_t argument = 0; argument < arity; ++argument) {
          std::vector<TermSet> sets = vocabulary_.place(name, arity, argument);
          if (sets.size() != 1 || !sets[0].shape.is_leaf()) continue;
          places_->emplace(std::move(sets[0].leaves[0]), Place{name, arity, argument});
        }
      }
    }
  }
  const auto found = places_->find(values);
  return found == places_->end() ? std::string{} : place_text(found->second);
}

}  // namespace tesuji::ir
