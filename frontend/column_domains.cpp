#include "frontend/column_domains.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <set>

namespace tesuji::frontend {
namespace {

void make_set(std::vector<ir::Symbol>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

std::size_t ColumnDomains::add_columns(std::size_t count) {
  const std::size_t first = values_.size();
  values_.resize(first + count);
  return first;
}

std::vector<std::vector<ir::Symbol>> ColumnDomains::close() const {
  const std::size_t columns = values_.size();
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(columns);
  for (const auto& [from, to] : flows_) boost::add_edge(to, from, graph);
  // Tarjan's numbering: a component is finished before those that it flows into.
  std::vector<std::size_t> component(columns);
  const std::size_t count = columns == 0 ? 0 : boost::strong_components(graph, component.data());
  std::vector<std::set<std::size_t>> sources(count);
  for (const auto& [from, to] : flows_) {
    if (component[from] != component[to]) sources[component[to]].insert(component[from]);
  }
  std::vector<std::vector<ir::Symbol>> closed(count);
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<ir::Symbol>& all = closed[component[column]];
    all.insert(all.end(), values_[column].begin(), values_[column].end());
  }
  for (std::size_t c = 0; c < count; ++c) {
    for (const std::size_t source : sources[c]) {
      closed[c].insert(closed[c].end(), closed[source].begin(), closed[source].end());
    }
    make_set(closed[c]);
  }
  std::vector<std::vector<ir::Symbol>> domains;
  for (std::size_t column = 0; column < columns; ++column) {
    domains.push_back(closed[component[column]]);
  }
  return domains;
}

}  // namespace tesuji::frontend
