// The working memory: facts come, go, are found by any columns, in any number.
#include "runtime/host/production/working_memory.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

using namespace tesuji::runtime;

namespace {

using Row = std::vector<std::uint32_t>;

std::vector<Row> rows_of(const FactRows& rows, std::size_t arity) {
  std::vector<Row> all;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    const auto begin = rows.cells.begin() + static_cast<std::ptrdiff_t>(r * arity);
    all.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(arity));
  }
  return all;
}

/// What a walk along an index finds, oldest first.
std::vector<Row> found(const tsj_facts& facts, std::uint32_t index, const Row& key) {
  std::vector<Row> all;
  const tsj_fact_index& chains = facts.indexes[index];
  for (std::uint32_t at = tsj_fact_index_first(&chains, key.data()); at != 0;
       at = chains.next[at - 1]) {
    if (facts.gone[at - 1] != 0) continue;
    const std::uint32_t* cells = facts.cells + std::size_t{at - 1} * facts.arity;
    bool agrees = true;
    for (std::uint32_t c = 0; c < chains.column_count; ++c) {
      agrees &= cells[chains.columns[c]] == key[c];
    }
    if (agrees) all.emplace_back(cells, cells + facts.arity);
  }
  return all;
}

/// Random additions and removals against a plain list.
void compare_with_list(std::uint32_t size, std::uint64_t seed) {
  const std::vector<std::vector<std::uint32_t>> indexes{{0}, {1, 2}, {}};
  WorkingMemory memory(std::vector<FactsShape>{
      {.domain_sizes = {size, size, size}, .indexes = indexes, .removable = true}});
  tsj_facts& facts = memory.abi()->relations[0];
  std::mt19937_64 random(seed);
  std::vector<Row> list;
  for (int step = 0; step < 3'000; ++step) {
    // Few different values, however large the domain is.
    Row row;
    for (int c = 0; c < 3; ++c)
      row.push_back(static_cast<std::uint32_t>(random() % 6) * (size / 6));
    const auto place = std::find(list.begin(), list.end(), row);
    REQUIRE((tsj_facts_contain(&facts, row.data()) != 0) == (place != list.end()));
    if (random() % 5 < 3) {
      REQUIRE((tsj_facts_add(&facts, row.data()) != 0) == (place == list.end()));
      if (place == list.end()) list.push_back(row);
    } else {
      REQUIRE((tsj_facts_remove(&facts, row.data()) != 0) == (place != list.end()));
      if (place != list.end()) list.erase(place);
    }
    if (step % 100 != 0) continue;
    memory.compact();
    REQUIRE(rows_of(memory.rows(0), 3) == list);
    for (std::uint32_t i = 0; i < indexes.size(); ++i) {
      Row key;
      for (const std::uint32_t column : indexes[i]) key.push_back(row[column]);
      std::vector<Row> expected;
      for (const Row& fact : list) {
        bool agrees = true;
        for (std::size_t c = 0; c < key.size(); ++c) agrees &= fact[indexes[i][c]] == key[c];
        if (agrees) expected.push_back(fact);
      }
      REQUIRE(found(facts, i, key) == expected);
    }
  }
}

}  // namespace

TEST_CASE("Bits and dense chains", "[memory]") {
  compare_with_list(6, 1);
}

TEST_CASE("No bits: domains whose product is too large", "[memory]") {
  compare_with_list(60'000, 2);
}

TEST_CASE("Hashed chains: too many heads", "[memory]") {
  compare_with_list(6'000'000, 3);
}

TEST_CASE("A memory grows, and a walk sees what arrives meanwhile", "[memory]") {
  WorkingMemory memory(std::vector<FactsShape>{{.domain_sizes = {1'000}, .indexes = {{}}}});
  tsj_facts& facts = memory.abi()->relations[0];
  const Row first{0};
  REQUIRE(tsj_facts_add(&facts, first.data()) != 0);
  std::uint32_t visited = 0;
  const Row key{};
  for (std::uint32_t at = tsj_fact_index_first(&facts.indexes[0], key.data()); at != 0;
       at = facts.indexes[0].next[at - 1]) {
    CHECK(facts.cells[at - 1] == visited);
    ++visited;
    const Row next{visited};
    if (visited < 1'000) REQUIRE(tsj_facts_add(&facts, next.data()) != 0);
  }
  CHECK(visited == 1'000);
  CHECK(memory.rows(0).rows == 1'000);
}

TEST_CASE("A walk that stands on a removed fact goes on", "[memory]") {
  WorkingMemory memory(
      std::vector<FactsShape>{{.domain_sizes = {10}, .indexes = {{}}, .removable = true}});
  memory.load(0, {{0, 1}, 2});
  tsj_facts& facts = memory.abi()->relations[0];
  std::vector<std::uint32_t> visited;
  const Row key{};
  for (std::uint32_t at = tsj_fact_index_first(&facts.indexes[0], key.data()); at != 0;
       at = facts.indexes[0].next[at - 1]) {
    if (facts.gone[at - 1] != 0) continue;
    const Row row{facts.cells[at - 1]};
    visited.push_back(row[0]);
    REQUIRE(tsj_facts_remove(&facts, row.data()) != 0);
    const Row next{row[0] + 2};
    if (next[0] < 6) REQUIRE(tsj_facts_add(&facts, next.data()) != 0);
  }
  CHECK(visited == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
  CHECK(memory.rows(0).rows == 0);
}

TEST_CASE("Relations without columns", "[memory]") {
  WorkingMemory memory(
      std::vector<FactsShape>{{.domain_sizes = {}, .indexes = {}, .removable = true}});
  tsj_facts& facts = memory.abi()->relations[0];
  CHECK(tsj_facts_contain(&facts, nullptr) == 0);
  CHECK(tsj_facts_add(&facts, nullptr) == 1);
  CHECK(tsj_facts_add(&facts, nullptr) == 0);
  CHECK(memory.rows(0).rows == 1);
  CHECK(tsj_facts_remove(&facts, nullptr) == 1);
  CHECK(tsj_facts_remove(&facts, nullptr) == 0);
  CHECK(memory.rows(0).rows == 0);
}

TEST_CASE("What was loaded is told from what was added, also after compaction", "[memory]") {
  WorkingMemory memory(
      std::vector<FactsShape>{{.domain_sizes = {500}, .indexes = {}, .removable = true}});
  FactRows initial;
  for (std::uint32_t i = 0; i < 200; ++i) initial.cells.push_back(i);
  initial.rows = 200;
  memory.load(0, initial);
  tsj_facts& facts = memory.abi()->relations[0];
  for (std::uint32_t i = 0; i < 199; ++i) {
    const Row row{i};
    REQUIRE(tsj_facts_remove(&facts, row.data()) != 0);
  }
  const Row added{300};
  REQUIRE(tsj_facts_add(&facts, added.data()) != 0);
  memory.compact();
  CHECK(facts.count == 2);
  CHECK(memory.rows(0).cells == std::vector<std::uint32_t>{199, 300});
  CHECK(memory.added_rows(0).cells == std::vector<std::uint32_t>{300});
}

TEST_CASE("Removals can be rationed", "[memory]") {
  WorkingMemory memory(
      std::vector<FactsShape>{{.domain_sizes = {3}, .indexes = {}, .removable = true}});
  memory.load(0, {{0, 1}, 2});
  tsj_facts& facts = memory.abi()->relations[0];
  memory.abi()->removals = 1;
  const Row zero{0};
  const Row one{1};
  CHECK(tsj_facts_remove(&facts, zero.data()) == 1);
  CHECK(memory.abi()->status == TSJ_OK);
  CHECK(tsj_facts_remove(&facts, one.data()) == 0);
  CHECK(memory.abi()->status == TSJ_LIMIT);
}

TEST_CASE("Holes are counted, and gone after compaction", "[memory]") {
  WorkingMemory memory(
      std::vector<FactsShape>{{.domain_sizes = {500}, .indexes = {}, .removable = true}});
  tsj_facts& facts = memory.abi()->relations[0];
  for (std::uint32_t i = 0; i < 300; ++i) {
    const Row row{i};
    REQUIRE(tsj_facts_add(&facts, row.data()) != 0);
    if (i % 3 != 0) REQUIRE(tsj_facts_remove(&facts, row.data()) != 0);
  }
  CHECK(facts.holes == 200);
  memory.compact();
  CHECK(facts.holes == 0);
  CHECK(facts.count == 100);
}

TEST_CASE("Relations share a budget for bits and heads", "[memory]") {
  // Many of 500^3, and small ones, which keep theirs.
  std::vector<FactsShape> shapes(300, {.domain_sizes = {500, 500, 500}, .indexes = {{0, 1}}});
  shapes.push_back({.domain_sizes = {500, 500}, .indexes = {{0}}});
  share_room(shapes, std::vector<std::uint64_t>(shapes.size()));
  std::uint64_t bits = 0;
  std::uint64_t heads = 0;
  for (const FactsShape& shape : shapes) {
    bits += present_bits(shape).value_or(0);
    heads += dense_heads(shape, shape.indexes[0]).value_or(0);
  }
  CHECK(bits <= most_bits_of_all);
  CHECK(heads <= most_heads_of_all);
  CHECK(present_bits(shapes.back()) == 250'000);
  CHECK(dense_heads(shapes.back(), {0}) == 500);
  // Alone, one may take as much as ever; a fixed one by its rows.
  std::vector<FactsShape> alone{{.domain_sizes = {500, 500, 500}, .indexes = {}}};
  share_room(alone, {0});
  CHECK(present_bits(alone[0]));
  alone[0].fixed = true;
  share_room(alone, {100'000});
  CHECK(present_bits(alone[0]));
  share_room(alone, {10});
  CHECK(!present_bits(alone[0]));
}
