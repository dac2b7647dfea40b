// Static relations: their indexes, and their evaluation at compile time.
#include "backend/interpreter/fixed_data.h"
#include "backend/interpreter/interpreter.h"
#include "ir/text/text.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

using namespace tesuji;
using interpreter::FixedIndex;

namespace {

using Row = std::vector<std::uint32_t>;

std::vector<Row> rows_found(const FixedIndex& index, const Row& key) {
  const auto [begin, end] = index.find(key.data());
  std::vector<Row> rows;
  for (const std::uint32_t* row = begin; row != end; row += index.arity())
    rows.emplace_back(row, row + index.arity());
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Looks up every key that occurs, and some that do not, in every index.
void check_indexes(const std::vector<Row>& rows, const std::vector<std::uint32_t>& sizes) {
  std::vector<std::uint32_t> cells;
  for (const Row& row : rows) cells.insert(cells.end(), row.begin(), row.end());
  for (std::uint32_t mask = 0; mask < 1U << sizes.size(); ++mask) {
    std::vector<std::uint32_t> columns;
    for (std::uint32_t c = 0; c < sizes.size(); ++c)
      if ((mask >> c & 1) != 0) columns.push_back(c);
    const FixedIndex index(cells, sizes, columns);
    for (const Row& wanted : rows) {
      for (const std::uint32_t shift : {0U, 1U}) {
        Row key;
        for (const std::uint32_t c : columns) key.push_back((wanted[c] + shift) % sizes[c]);
        std::vector<Row> expected;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(expected), [&](const Row& row) {
          for (std::size_t i = 0; i < columns.size(); ++i)
            if (row[columns[i]] != key[i]) return false;
          return true;
        });
        REQUIRE(rows_found(index, key) == expected);
      }
    }
  }
}

std::vector<Row> random_rows(std::size_t count, const std::vector<std::uint32_t>& sizes) {
  std::mt19937_64 random(7);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) {
    Row row;
    for (const std::uint32_t size : sizes)
      row.push_back(
          static_cast<std::uint32_t>(random() % std::min(size, 5U) * (size / 5 + 1) % size));
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

struct Source {
  std::shared_ptr<ir::SourceMap> sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics{*sources};
  ir::Module module;

  explicit Source(const std::string& text) {
    auto parsed =
        ir::parse(sources->add("test.tir", "tir 1\nlevel plans\n" + text), sources, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(parsed);
    module = std::move(*parsed);
  }

  std::vector<std::string> facts(std::string_view name) const {
    const ir::Relation& relation = module.relations[module.find_relation(name)];
    std::vector<std::string> rows;
    for (std::size_t r = 0; r < relation.facts.rows; ++r) {
      rows.emplace_back();
      for (std::size_t c = 0; c < relation.columns.size(); ++c) {
        if (c > 0) rows.back() += ' ';
        rows.back() += module.symbols->text(relation.facts.cells[r * relation.columns.size() + c]);
      }
    }
    return rows;
  }
};

const char* const graph = R"tir(
constants a, b, c
domain node = {1 .. 3, a, b, c}
relation edge(node, node) static rows
relation path(node, node) derived
relation connected() derived
relation loop(node) derived
facts edge { (b, 3) (3, 1) (1, a) }
plan path#1 { scan edge(?X, ?Y) insert path(X, Y) }
plan path#2 delta 0 { scan delta path(?X, ?Y) scan edge(Y, ?Z) insert path(X, Z) }
plan connected#1 { test path(b, a) insert connected() }
plan loop#1 { scan path(?X, ?Y) same (X) (Y) insert loop(X) }
stratum 0 recursive { relations path plans path#1, path#2 delta 0 }
stratum 1 { relations connected, loop plans connected#1, loop#1 }
entry static = {0, 1}
)tir";

/// The numbers from 1 to 300.
std::string numbers() {
  std::string rows;
  for (int i = 1; i <= 300; ++i) rows += "(" + std::to_string(i) + ") ";
  return "domain n = {1 .. 300}\nrelation number(n) static rows\nfacts number { " + rows + "}\n";
}

/// A module that computes the 90,000 pairs of 300 numbers.
std::string all_pairs() {
  return numbers() +
         "relation pair(n, n) derived\n"
         "plan pair#1 { scan number(?X) scan number(?Y) insert pair(X, Y) }\n"
         "stratum 0 { relations pair plans pair#1 }\nentry static = {0}\n";
}

}  // namespace

TEST_CASE("static indexes: an offset table over the whole key", "[interpreter]") {
  const std::vector<std::uint32_t> sizes = {5, 4, 6};
  check_indexes(random_rows(60, sizes), sizes);
}

TEST_CASE("static indexes: a key too large for an offset table is searched for", "[interpreter]") {
  const std::vector<std::uint32_t> sizes = {7, 100'000, 3'000'000'000, 50};
  check_indexes(random_rows(60, sizes), sizes);
  const std::vector<std::uint32_t> no_prefix = {4'000'000, 4'000'000};
  check_indexes(random_rows(20, no_prefix), no_prefix);
}

TEST_CASE("static relations become sorted facts", "[interpreter]") {
  Source source(graph);
  REQUIRE(interpreter::evaluate_static(source.module, source.diagnostics));
  CHECK(source.facts("path") == std::vector<std::string>{"1 a", "3 1", "3 a", "b 1", "b 3", "b a"});
  CHECK(source.facts("connected").size() == 1);
  CHECK(source.facts("loop").empty());
}

TEST_CASE("many static rows are sorted, however they were found", "[interpreter]") {
  // `pair` is looked through, and lies in a table; `other` is only tested, and lies in bits.
  Source source(numbers() + R"tir(
relation pair(n, n) derived
relation other(n, n) derived
relation both(n, n) derived
plan pair#1 { scan number(?X) scan number(?Y) insert pair(Y, X) }
plan other#1 { scan pair(?X, ?Y) different (X) (Y) insert other(Y, X) }
plan both#1 { scan pair(?X, ?Y) test other(Y, X) test other(X, Y) insert both(X, Y) }
stratum 0 { relations pair plans pair#1 }
stratum 1 { relations other plans other#1 }
stratum 2 { relations both plans both#1 }
entry static = {0, 1, 2}
)tir");
  REQUIRE(interpreter::evaluate_static(source.module, source.diagnostics));
  std::vector<std::string> pairs;
  std::vector<std::string> different;
  for (int x = 1; x <= 300; ++x) {
    for (int y = 1; y <= 300; ++y) {
      pairs.push_back(std::to_string(x) + ' ' + std::to_string(y));
      if (x != y) different.push_back(pairs.back());
    }
  }
  CHECK(source.facts("pair") == pairs);
  CHECK(source.facts("other") == different);
  CHECK(source.facts("both") == different);
}

TEST_CASE("too many static rows are an error that names the relation", "[interpreter]") {
  Source source(graph);
  CHECK_FALSE(interpreter::evaluate_static(source.module, source.diagnostics, 5));
  REQUIRE(source.diagnostics.error_count() == 1);
  CHECK(source.diagnostics.all()[0].code == "limit");
  CHECK(source.diagnostics.all()[0].message.find("`path`") != std::string::npos);
}

TEST_CASE("the row limit ends an evaluation while it runs", "[interpreter]") {
  Source source(all_pairs());
  CHECK_FALSE(interpreter::evaluate_static(source.module, source.diagnostics, 80'000));
  REQUIRE(source.diagnostics.error_count() == 1);
  CHECK(source.diagnostics.all()[0].message.find("`pair`") != std::string::npos);
  REQUIRE(interpreter::evaluate_static(source.module, source.diagnostics, 90'000));
  CHECK(source.facts("pair").size() == 90'000);
}

TEST_CASE("a limit on steps ends an evaluation, and is shared by those that follow",
          "[interpreter]") {
  Source source(all_pairs());
  constexpr std::uint64_t rows_at_most = 90'000;
  std::uint64_t enough = 150'000;
  REQUIRE(interpreter::evaluate_static(source.module, source.diagnostics, rows_at_most, &enough));
  CHECK(enough < 150'000 - 80'000);  // what was taken is gone
  CHECK_FALSE(
      interpreter::evaluate_static(source.module, source.diagnostics, rows_at_most, &enough));
  CHECK(enough == 0);
  REQUIRE(source.diagnostics.error_count() == 1);
  CHECK(source.diagnostics.all()[0].message.find("steps") != std::string::npos);
}
