#include "tools/files/instance_patterns.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

// Cuts a set of tuples into products. A set that is not a product is grouped by the value in one
// column; values that leave the same tuples of the other columns form a group. The column with the
// fewest groups is taken, and the rest of each group is cut in the same way. This does not always
// find the fewest products, but those that people see, too.

namespace tesuji::tools {

namespace {

using Positions = std::vector<std::uint32_t>;  ///< in a domain
using PositionRows = std::vector<Positions>;   ///< different ones, of one length
using Product = std::vector<Positions>;        ///< by column, ascending

Positions values_of(const PositionRows& rows, std::size_t column) {
  Positions values;
  for (const Positions& row : rows) values.push_back(row[column]);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::optional<Product> as_product(const PositionRows& rows) {
  Product product;
  std::size_t size = 1;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    product.push_back(values_of(rows, column));
    if (size > rows.size()) return std::nullopt;
    size *= product.back().size();
  }
  if (size != rows.size()) return std::nullopt;
  return product;
}

/// The tuples of the other columns, with the values of this column that leave them.
using Groups = std::map<PositionRows, Positions>;

Groups group_by(const PositionRows& rows, std::size_t column) {
  std::map<std::uint32_t, PositionRows> by_value;
  for (const Positions& row : rows) {
    Positions rest = row;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(column));
    by_value[row[column]].push_back(std::move(rest));
  }
  Groups groups;
  for (auto& [value, rest] : by_value) {
    std::sort(rest.begin(), rest.end());
    groups[std::move(rest)].push_back(value);
  }
  return groups;
}

/// Recursion is as deep as there are columns. Returns false if more than `most` are needed.
bool cut(const PositionRows& rows, std::size_t most, std::vector<Product>& products) {
  if (most == 0) return false;
  if (auto product = as_product(rows)) {
    products.push_back(std::move(*product));
    return true;
  }
  std::size_t best = 0;
  Groups fewest;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    Groups groups = group_by(rows, column);
    if (column > 0 && groups.size() >= fewest.size()) continue;
    fewest = std::move(groups);
    best = column;
  }
  if (fewest.size() > most) return false;
  // In the order of the domain.
  std::vector<std::pair<Positions, PositionRows>> ordered;
  for (auto& [rest, values] : fewest) ordered.emplace_back(values, rest);
  std::sort(ordered.begin(), ordered.end());
  const std::size_t before = products.size();
  for (const auto& [values, rest] : ordered) {
    const std::size_t first = products.size();
    if (!cut(rest, most - (first - before), products)) return false;
    for (std::size_t i = first; i < products.size(); ++i) {
      products[i].insert(products[i].begin() + static_cast<std::ptrdiff_t>(best), values);
    }
  }
  return true;
}

}  // namespace

std::vector<InstancePattern> patterns_of(const ir::Invariant& invariant,
                                         std::span<const std::uint64_t> instances,
                                         std::size_t most) {
  if (instances.empty()) return {};
  PositionRows rows;
  rows.reserve(instances.size());
  for (std::uint64_t number : instances) {
    Positions row(invariant.parameters.size());
    for (std::size_t i = row.size(); i-- > 0;) {
      const std::uint64_t size = invariant.variables[invariant.parameters[i]].domain.size();
      row[i] = static_cast<std::uint32_t>(number % size);
      number /= size;
    }
    rows.push_back(std::move(row));
  }
  std::vector<Product> products;
  if (!cut(rows, most, products)) return {};
  std::vector<InstancePattern> patterns;
  for (const Product& product : products) {
    InstancePattern& pattern = patterns.emplace_back();
    for (std::size_t i = 0; i < product.size(); ++i) {
      std::vector<ir::Symbol>& values = pattern.emplace_back();
      for (const std::uint32_t position : product[i]) {
        values.push_back(invariant.variables[invariant.parameters[i]].domain[position]);
      }
    }
  }
  return patterns;
}

}  // namespace tesuji::tools
