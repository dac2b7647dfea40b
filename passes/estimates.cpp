#include "passes/estimates.h"

#include <algorithm>
#include <cmath>

namespace tesuji::passes {
namespace {

/// Fluents of which the initial state has none, and recursive relations: part of the
/// product, in between one tuple and all. Where the product is huge, what there is
/// says less about its tuples than that somebody means to compute them.
double unknown_rows(double product) {
  constexpr double most = 1000;
  return std::clamp(std::sqrt(product), 1.0, most);
}

/// How many constants a column of facts has. `seen`: per symbol, all false before and
/// after.
std::size_t count_distinct(const ir::Facts& facts, std::size_t column, std::size_t width,
                           std::vector<bool>& seen) {
  std::size_t count = 0;
  for (std::size_t i = column; i < facts.cells.size(); i += width) {
    if (seen[facts.cells[i]]) continue;
    seen[facts.cells[i]] = true;
    ++count;
  }
  for (std::size_t i = column; i < facts.cells.size(); i += width) seen[facts.cells[i]] = false;
  return count;
}

}  // namespace

Estimates::Estimates(const ir::Module& module) : module_(module) {
  std::vector<bool> seen(module.symbols->size(), false);
  for (const ir::Relation& relation : module.relations) {
    const auto product = static_cast<double>(module.product_size(relation));
    double rows = std::min(product, unknown_rows(product));
    if (relation.kind == ir::RelationKind::fixed) {
      rows = static_cast<double>(relation.facts.rows);
    } else if (relation.kind == ir::RelationKind::input) {
      rows = std::min(product, 1.0);
    } else if (relation.kind == ir::RelationKind::state && relation.init != ir::no_id &&
               module.relations[relation.init].facts.rows > 0) {
      rows = static_cast<double>(module.relations[relation.init].facts.rows);
    }
    rows_.push_back(rows);
    std::vector<double> distinct;
    const std::size_t width = relation.columns.size();
    for (std::size_t c = 0; c < width; ++c) {
      auto values = static_cast<double>(module.domains[relation.columns[c]].values.size());
      if (relation.kind == ir::RelationKind::fixed) {
        values = static_cast<double>(count_distinct(relation.facts, c, width, seen));
      }
      distinct.push_back(std::max(1.0, values));
    }
    distinct_.push_back(std::move(distinct));
  }
}

void Estimates::set_rows(ir::RelationId relation, double rows) {
  const auto product = static_cast<double>(module_.product_size(module_.relations[relation]));
  rows_[relation] = std::min(rows, product);
}

double Estimates::matches(ir::RelationId relation, const std::vector<bool>& bound) const {
  double matches = rows_[relation];
  for (std::size_t c = 0; c < bound.size(); ++c) {
    if (bound[c]) matches /= distinct_[relation][c];
  }
  return matches;
}

double Estimates::walk(ir::RelationId relation, const std::vector<bool>& bound) const {
  const double found = matches(relation, bound);
  switch (module_.relations[relation].storage) {
    case ir::Storage::bits: {
      // Free columns before the last bound one are looped over, those behind it
      // are a range of bits.
      std::size_t last = bound.size();
      while (last > 0 && !bound[last - 1]) --last;
      double loops = 1;
      for (std::size_t c = 0; c < last; ++c) {
        if (!bound[c]) loops *= distinct_[relation][c];
      }
      double range = 1;
      for (std::size_t c = last; c < bound.size(); ++c) range *= distinct_[relation][c];
      return loops * std::max(1.0, range / 64) + found;
    }
    case ir::Storage::list:
      return rows_[relation];
    default:
      return 1 + found;
  }
}

}  // namespace tesuji::passes
