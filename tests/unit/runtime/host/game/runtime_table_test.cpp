// Row tables and scratch blocks.
#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game/tabled_game.h"

#include <catch2/catch.hpp>

#include <array>
#include <map>
#include <random>
#include <set>
#include <vector>

using tesuji::runtime::ScratchBlock;
using tesuji::runtime::TableShape;

namespace {

using Row = std::array<std::uint32_t, 3>;

/// The rows of a table's chain whose column 1 and 2 have these values, newest first.
std::vector<Row> probe(const tsj_table& table, std::uint32_t second, std::uint32_t third) {
  const tsj_index& index = table.indexes[1];
  const std::array<std::uint32_t, 2> key = {second, third};
  std::vector<Row> found;
  for (std::uint32_t r = tsj_index_first(&index, key.data()); r != 0; r = index.next[r - 1]) {
    const std::uint32_t* row = table.rows + std::size_t{r - 1} * 3;
    if (row[1] == second && row[2] == third) found.push_back({row[0], row[1], row[2]});
  }
  return found;
}

}  // namespace

TEST_CASE("tables are sets that keep the order of insertion", "[runtime]") {
  ScratchBlock scratch({TableShape{3, {{0, 1, 2}, {1, 2}}}}, 128);
  tsj_table& table = scratch.get()->tables[0];
  std::mt19937 engine(3);
  const auto random = [&] { return static_cast<std::uint32_t>(engine() % 20); };
  for (int round = 0; round < 5; ++round) {
    std::set<Row> expected;
    std::vector<Row> order;
    const int inserts = round % 2 == 0 ? 3000 : 3;  // a small fill after a large one
    for (int i = 0; i < inserts; ++i) {
      const Row row = {random(), random(), random()};
      const bool is_new = expected.insert(row).second;
      REQUIRE(tsj_table_contains(&table, row.data()) == (is_new ? 0 : 1));
      REQUIRE(tsj_table_insert(&table, row.data()) == (is_new ? 1 : 0));
      if (is_new) order.push_back(row);
    }
    REQUIRE(table.count == order.size());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Row>> by_key;
    for (std::size_t r = 0; r < order.size(); ++r) {
      const std::uint32_t* row = table.rows + r * 3;
      REQUIRE(Row{row[0], row[1], row[2]} == order[r]);
      auto& same_key = by_key[{row[1], row[2]}];
      same_key.insert(same_key.begin(), order[r]);
    }
    for (std::uint32_t a = 0; a < 20; ++a)
      for (std::uint32_t b = 0; b < 20; ++b) REQUIRE(probe(table, a, b) == by_key[{a, b}]);
    tsj_table_clear(&table);
    CHECK(table.count == 0);
    for (const Row& row : order) REQUIRE(tsj_table_contains(&table, row.data()) == 0);
  }
}

TEST_CASE("a chain can be followed while rows are added", "[runtime]") {
  ScratchBlock scratch({TableShape{3, {{0, 1, 2}, {1, 2}}}}, 64);
  tsj_table& table = scratch.get()->tables[0];
  for (std::uint32_t i = 0; i < 10; ++i) {
    const Row row = {i, 7, 7};
    tsj_table_insert(&table, row.data());
  }
  const tsj_index& index = table.indexes[1];
  const std::array<std::uint32_t, 2> key = {7, 7};
  std::vector<std::uint32_t> seen;
  for (std::uint32_t r = tsj_index_first(&index, key.data()); r != 0; r = index.next[r - 1]) {
    const std::uint32_t* row = table.rows + std::size_t{r - 1} * 3;
    if (row[1] != 7) continue;
    seen.push_back(row[0]);
    for (std::uint32_t i = 0; i < 100; ++i) {  // makes the table grow several times
      const Row added = {seen.back() * 100 + i, i % 2 == 0 ? 7U : 8U, 7};
      tsj_table_insert(&table, added.data());
    }
  }
  CHECK(seen == std::vector<std::uint32_t>{9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
}

TEST_CASE("lists and tables without columns hold rows once", "[runtime]") {
  ScratchBlock scratch({TableShape{2, {}}, TableShape{0, {{}}}}, 64);
  tsj_table& list = scratch.get()->tables[0];
  const std::array<std::uint32_t, 2> row = {4, 5};
  CHECK(tsj_table_contains(&list, row.data()) == 0);
  CHECK(tsj_table_insert(&list, row.data()) == 1);
  CHECK(tsj_table_insert(&list, row.data()) == 0);
  tsj_table& unit = scratch.get()->tables[1];
  CHECK(tsj_table_insert(&unit, row.data()) == 1);
  CHECK(tsj_table_insert(&unit, row.data()) == 0);
  CHECK(unit.count == 1);
}

TEST_CASE("the delta is what the last round added", "[runtime]") {
  ScratchBlock scratch({TableShape{1, {{0}}}}, 64);
  tsj_table& table = scratch.get()->tables[0];
  const auto add = [&](std::uint32_t value) { tsj_table_insert(&table, &value); };
  add(1);
  add(2);
  tsj_table_next_round(&table);
  CHECK((table.delta_begin == 0 && table.delta_end == 2));
  add(2);
  add(3);
  tsj_table_next_round(&table);
  CHECK((table.delta_begin == 2 && table.delta_end == 3));
  tsj_table_next_round(&table);
  CHECK(table.delta_begin == table.delta_end);
  tsj_table_clear(&table);
  CHECK((table.delta_begin == 0 && table.delta_end == 0));
}

TEST_CASE("a full table sets the status and stays as it was", "[runtime]") {
  ScratchBlock scratch({TableShape{1, {{0}}}}, 64, 100);
  tsj_table& table = scratch.get()->tables[0];
  for (std::uint32_t i = 0; i < 100; ++i) REQUIRE(tsj_table_insert(&table, &i) == 1);
  CHECK(scratch.get()->status == TSJ_OK);
  const std::uint32_t more = 100;
  CHECK(tsj_table_insert(&table, &more) == 0);
  CHECK(scratch.get()->status == TSJ_LIMIT);
  CHECK(table.count == 100);
  for (std::uint32_t i = 0; i < 100; ++i) REQUIRE(tsj_table_contains(&table, &i) == 1);
}
