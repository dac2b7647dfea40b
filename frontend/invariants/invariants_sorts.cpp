#include "frontend/invariants/invariants_sorts.h"

#include "ir/core/domain_values.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::Symbol;
using ir::TermSet;
using Values = std::vector<Symbol>;
using Rows = std::set<Values>;  ///< of equal length

/// Returns the rows as a union of products: merges the values of the first column that have the
/// same continuations.
std::vector<std::vector<Values>> products(const Rows& rows, std::size_t columns,
                                          const ir::SymbolTable& symbols) {
  if (columns == 0) return {{}};
  std::map<Symbol, Rows> rests;
  for (const Values& row : rows) rests[row.front()].insert(Values(row.begin() + 1, row.end()));
  std::map<Rows, Values> by_rest;
  for (const auto& [value, rest] : rests) by_rest[rest].push_back(value);
  std::vector<std::vector<Values>> result;
  for (auto& [rest, values] : by_rest) {
    ir::make_domain_values(values, symbols);
    for (std::vector<Values>& tail : products(rest, columns - 1, symbols)) {
      tail.insert(tail.begin(), values);
      result.push_back(std::move(tail));
    }
  }
  return result;
}

/// Returns the values of `from` that are, or are not, in `other`.
Values chosen(const Values& from, const Values& other, bool in_other) {
  const std::set<Symbol> known(other.begin(), other.end());
  Values result;
  for (const Symbol value : from) {
    if (known.contains(value) == in_other) result.push_back(value);
  }
  return result;
}

bool is_empty(const TermSet& set) {
  return std::any_of(set.leaves.begin(), set.leaves.end(),
                     [](const Values& values) { return values.empty(); });
}

/// Subtracts `other` from a product of its shape: one product for each leaf, of the terms that
/// first differ there.
void subtract(const TermSet& set, const TermSet& other, Sort& into) {
  if (set.shape != other.shape) {
    into.push_back(set);
    return;
  }
  TermSet agreeing = set;
  for (std::size_t i = 0; i < set.leaves.size(); ++i) {
    TermSet part = agreeing;
    part.leaves[i] = chosen(set.leaves[i], other.leaves[i], false);
    if (!is_empty(part)) into.push_back(std::move(part));
    agreeing.leaves[i] = chosen(set.leaves[i], other.leaves[i], true);
    if (agreeing.leaves[i].empty()) return;
  }
}

}  // namespace

Sort sort_of(const std::vector<GroundTerm>& terms, const ir::SymbolTable& symbols) {
  std::vector<std::pair<ir::TermPattern, Rows>> shapes;
  for (const GroundTerm& term : terms) {
    const auto same = [&](const auto& known) { return known.first == term.shape; };
    auto found = std::find_if(shapes.begin(), shapes.end(), same);
    if (found == shapes.end()) found = shapes.insert(shapes.end(), {term.shape, {}});
    found->second.insert(term.leaves);
  }
  Sort sort;
  for (const auto& [shape, rows] : shapes) {
    for (auto& product : products(rows, rows.begin()->size(), symbols)) {
      sort.push_back({shape, std::move(product)});
    }
  }
  return sort;
}

Sort difference(const Sort& sort, const Sort& other) {
  Sort rest = sort;
  for (const TermSet& removed : other) {
    Sort smaller;
    for (const TermSet& set : rest) subtract(set, removed, smaller);
    rest = std::move(smaller);
    if (rest.size() > max_sets) break;
  }
  return rest;
}

Sort sum(Sort sort, const Sort& other) {
  Sort rest = difference(other, sort);
  sort.insert(sort.end(), rest.begin(), rest.end());
  return sort;
}

Sort terms_of(Symbol functor, const std::vector<Sort>& args) {
  Sort sort = {{{functor, {}}, {}}};
  for (const Sort& arg : args) {
    Sort longer;
    for (const TermSet& begun : sort) {
      for (const TermSet& choice : arg) {
        TermSet set = begun;
        set.shape.args.push_back(choice.shape);
        set.leaves.insert(set.leaves.end(), choice.leaves.begin(), choice.leaves.end());
        longer.push_back(std::move(set));
      }
    }
    sort = std::move(longer);
  }
  return sort;
}

}  // namespace tesuji::frontend
