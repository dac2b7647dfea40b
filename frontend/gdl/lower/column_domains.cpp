#include "frontend/gdl/lower/column_domains.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace tesuji::frontend {
std::size_t ColumnDomains::add_columns(std::size_t count) {
  const std::size_t first = values_.size();
  values_.resize(first + count);
  return first;
}

std::vector<std::vector<ir::Symbol>> ColumnDomains::close() const {
  std::vector<std::vector<std::size_t>> next(values_.size());
  for (const auto& [from, to] : flows_) {
    if (from != to) next[from].push_back(to);
  }
  // Each constant is propagated from each column once, when it first arrives there.
  std::vector<std::vector<ir::Symbol>> domains(values_.size());
  std::vector<std::unordered_set<ir::Symbol>> known(values_.size());
  std::vector<std::pair<std::size_t, ir::Symbol>> open;
  const auto arrive = [&](std::size_t column, ir::Symbol value) {
    if (!known[column].insert(value).second) return;
    domains[column].push_back(value);
    open.emplace_back(column, value);
  };
  for (std::size_t column = 0; column < values_.size(); ++column) {
    for (const ir::Symbol value : values_[column]) arrive(column, value);
  }
  while (!open.empty()) {
    const auto [column, value] = open.back();
    open.pop_back();
    for (const std::size_t to : next[column]) arrive(to, value);
  }
  for (std::vector<ir::Symbol>& domain : domains) std::sort(domain.begin(), domain.end());
  return domains;
}

}  // namespace tesuji::frontend
