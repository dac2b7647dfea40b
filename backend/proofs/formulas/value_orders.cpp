#include "backend/proofs/formulas/value_orders.h"

#include "backend/proofs/formulas/invariant_maker.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tesuji::proofs {

namespace {

using ir::Symbol;
using Order = std::vector<Symbol>;

std::optional<Order> by_size(const Order& values, const ir::SymbolTable& symbols) {
  std::vector<std::pair<std::int64_t, Symbol>> numbers;
  for (const Symbol value : values) {
    const std::string& text = symbols.text(value);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    numbers.emplace_back(number, value);
  }
  std::sort(numbers.begin(), numbers.end());
  Order order;
  for (const auto& [number, value] : numbers) order.push_back(value);
  return order;
}

/// Topological, first things first in the order of the domain.
std::optional<Order> along(const ir::Facts& facts, const Order& values) {
  std::map<Symbol, std::size_t> position;
  for (std::size_t i = 0; i < values.size(); ++i) position.emplace(values[i], i);
  std::vector<std::vector<std::size_t>> after(values.size());
  std::vector<std::size_t> before(values.size(), 0);
  std::size_t edges = 0;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const auto from = position.find(facts.cells[2 * row]);
    const auto to = position.find(facts.cells[2 * row + 1]);
    if (from == position.end() || to == position.end()) continue;
    after[from->second].push_back(to->second);
    ++before[to->second];
    ++edges;
  }
  if (edges + 1 < values.size()) return std::nullopt;
  std::set<std::size_t> ready;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (before[i] == 0) ready.insert(i);
  }
  Order order;
  while (!ready.empty()) {
    const std::size_t next = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(values[next]);
    for (const std::size_t other : after[next]) {
      if (--before[other] == 0) ready.insert(other);
    }
  }
  if (order.size() < values.size()) return std::nullopt;  // a cycle
  return order;
}

}  // namespace

std::vector<Order> value_orders(const ir::Module& module, ir::RelationId relation,
                                std::size_t column) {
  const Order& values = column_values(module, relation, column);
  std::vector<Order> orders;
  if (values.size() < 2) return orders;
  const auto add = [&](std::optional<Order> order) {
    if (!order) return;
    for (int direction = 0; direction < 2; ++direction) {
      if (std::find(orders.begin(), orders.end(), *order) == orders.end()) orders.push_back(*order);
      std::reverse(order->begin(), order->end());
    }
  };
  add(by_size(values, *module.symbols));
  for (const ir::Relation& some : module.relations) {
    if (some.kind != ir::RelationKind::fixed || some.columns.size() != 2) continue;
    add(along(some.facts, values));
  }
  return orders;
}

}  // namespace tesuji::proofs
