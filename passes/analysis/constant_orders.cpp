#include "passes/analysis/constant_orders.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tesuji::passes {

ConstantOrders::ConstantOrders(const ir::Module& module) {
  constexpr std::size_t most_rows = 10'000;
  for (const ir::Relation& relation : module.relations) {
    const std::size_t width = relation.columns.size();
    if (relation.kind != ir::RelationKind::fixed || (width != 2 && width != 4)) continue;
    if (relation.facts.rows > most_rows) continue;
    const std::vector<ir::Symbol>& cells = relation.facts.cells;
    for (std::size_t first = 0; first < width / 2; ++first) {
      Pairs pairs;
      for (std::size_t row = 0; row < relation.facts.rows; ++row) {
        const std::size_t at = row * width;
        const std::size_t other = 1 - first;
        if (width == 4 && cells[at + other] != cells[at + other + 2]) continue;
        const ir::Symbol from = cells[at + first];
        const ir::Symbol to = cells[at + first + width / 2];
        if (from != to) pairs.emplace_back(from, to);
      }
      add_paths(pairs);
      add_line(pairs, *module.symbols);
    }
  }
}

void ConstantOrders::add_paths(const Pairs& pairs) {
  std::map<ir::Symbol, ir::Symbol> next;
  std::set<ir::Symbol> entered;
  for (const auto& [from, to] : std::set<Pairs::value_type>(pairs.begin(), pairs.end())) {
    if (!next.emplace(from, to).second || !entered.insert(to).second) return;
  }
  for (const auto& [from, to] : next) {
    if (entered.contains(from)) continue;
    std::unordered_map<ir::Symbol, std::size_t> path{{from, 0}};
    for (auto step = next.find(from); step != next.end(); step = next.find(step->second)) {
      path.emplace(step->second, path.size());
    }
    paths_.push_back(std::move(path));
  }
}

void ConstantOrders::add_line(const Pairs& pairs, const ir::SymbolTable& symbols) {
  std::map<ir::Symbol, std::set<ir::Symbol>> beside;
  for (const auto& [a, b] : pairs) {
    beside[a].insert(b);
    beside[b].insert(a);
  }
  std::vector<ir::Symbol> ends;
  for (const auto& [constant, others] : beside) {
    if (others.size() > 2) return;
    if (others.size() == 1) ends.push_back(constant);
  }
  if (ends.size() != 2) return;
  ir::Symbol at = symbols.domain_less(ends[0], ends[1]) ? ends[0] : ends[1];
  std::unordered_map<ir::Symbol, std::size_t> path{{at, 0}};
  while (true) {
    const std::set<ir::Symbol>& others = beside.at(at);
    const auto next = std::find_if(others.begin(), others.end(),
                                   [&](ir::Symbol each) { return !path.contains(each); });
    if (next == others.end()) break;
    at = *next;
    path.emplace(at, path.size());
  }
  paths_.push_back(std::move(path));
}

std::optional<std::vector<ir::Symbol>> ConstantOrders::ordered(
    const std::vector<ir::Symbol>& constants) const {
  for (const auto& path : paths_) {
    std::map<std::size_t, ir::Symbol> found;
    for (const ir::Symbol constant : constants) {
      const auto position = path.find(constant);
      if (position == path.end()) break;
      found.emplace(position->second, constant);
    }
    if (found.size() != constants.size() || found.empty()) continue;
    if (found.rbegin()->first - found.begin()->first + 1 != found.size()) continue;
    std::vector<ir::Symbol> sorted;
    for (const auto& [position, constant] : found) sorted.push_back(constant);
    return sorted;
  }
  return std::nullopt;
}

}  // namespace tesuji::passes
