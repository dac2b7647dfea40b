// What flows from column to column, against going round until nothing changes.
#include "frontend/rules/rule_domains.h"

#include <catch2/catch.hpp>

#include <random>
#include <set>

using namespace tesuji;

TEST_CASE("Values flow along chains and round cycles", "[domains]") {
  frontend::ColumnDomains domains;
  REQUIRE(domains.add_columns(2) == 0);
  REQUIRE(domains.add_columns(3) == 2);
  domains.insert(0, 7);
  domains.insert(0, 3);
  domains.insert(0, 7);
  domains.insert(2, 5);
  domains.flow(0, 1);
  domains.flow(1, 2);
  domains.flow(2, 1);
  domains.flow(3, 3);
  using Values = std::vector<std::vector<ir::Symbol>>;
  CHECK(domains.close() == Values{{3, 7}, {3, 5, 7}, {3, 5, 7}, {}, {}});
  CHECK(frontend::ColumnDomains().close().empty());
}

TEST_CASE("Random flows", "[domains]") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t columns = 1 + random() % 12;
    frontend::ColumnDomains domains;
    domains.add_columns(columns);
    std::vector<std::set<ir::Symbol>> expected(columns);
    std::vector<std::pair<std::size_t, std::size_t>> flows;
    for (std::size_t i = random() % 10; i > 0; --i) {
      const std::size_t column = random() % columns;
      const auto value = static_cast<ir::Symbol>(random() % 20);
      domains.insert(column, value);
      expected[column].insert(value);
    }
    for (std::size_t i = random() % 20; i > 0; --i) {
      flows.emplace_back(random() % columns, random() % columns);
      domains.flow(flows.back().first, flows.back().second);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to] : flows) {
        const std::set<ir::Symbol> values = expected[from];
        const std::size_t before = expected[to].size();
        expected[to].insert(values.begin(), values.end());
        changed |= expected[to].size() != before;
      }
    }
    const auto found = domains.close();
    for (std::size_t column = 0; column < columns; ++column) {
      CHECK(found[column] ==
            std::vector<ir::Symbol>(expected[column].begin(), expected[column].end()));
    }
  }
}
