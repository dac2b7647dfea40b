#include "backend/rules/fact_order.h"

#include "ir/core/number.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace tesuji::driver {
namespace {

struct Key {
  bool is_name = false;
  ir::Decimal number;
  std::string_view text;

  friend bool operator<(const Key& a, const Key& b) {
    return std::tie(a.is_name, a.number, a.text) < std::tie(b.is_name, b.number, b.text);
  }
};

std::vector<std::uint32_t> places_of(const ir::Domain& domain, const ir::SymbolTable& symbols) {
  std::vector<Key> keys;
  for (const ir::Symbol symbol : domain.values) {
    const std::string_view text = symbols.text(symbol);
    std::optional<ir::Decimal> number = ir::parse_decimal(text);
    const bool is_name = !number;
    keys.push_back({is_name, std::move(number).value_or(ir::Decimal{}), text});
  }
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

}  // namespace

FactOrder::FactOrder(const ir::Module& module) : places_(module.domains.size()) {
  for (const ir::Relation& relation : module.relations) {
    columns_.push_back(relation.columns);
    if (relation.kind != ir::RelationKind::memory) continue;
    for (const ir::DomainId domain : relation.columns) {
      if (places_[domain].empty()) {
        places_[domain] = places_of(module.domains[domain], *module.symbols);
      }
    }
  }
}

void FactOrder::sort(runtime::Facts& facts) const {
  for (std::size_t r = 0; r < facts.size(); ++r) {
    const std::vector<ir::DomainId>& columns = columns_[r];
    const std::vector<std::uint32_t> cells = std::move(facts[r].cells);
    std::vector<std::size_t> order(facts[r].rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::vector<std::uint32_t>& places = places_[columns[c]];
        const std::uint32_t left = places[cells[a * columns.size() + c]];
        const std::uint32_t right = places[cells[b * columns.size() + c]];
        if (left != right) return left < right;
      }
      return false;
    });
    facts[r].cells.clear();
    for (const std::size_t row : order) {
      const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(row * columns.size());
      facts[r].cells.insert(facts[r].cells.end(), begin,
                            begin + static_cast<std::ptrdiff_t>(columns.size()));
    }
  }
}

}  // namespace tesuji::driver
