// Counts of a static relation for one row after another of a relation that it is made of.
#include "backend/interpreter/static_sampler.h"

#include "backend/interpreter/fixed_data.h"
#include "backend/interpreter/interpreter.h"
#include "ir/text/text.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

/// The nodes that can be reached from one of a ring of 10 with a tail of 5, and whether one can;
/// `many` has all pairs of 200 numbers for each start, in a table, as `first` looks through it.
const char* const source = R"tir(
domain node = {1 .. 15}
domain n = {1 .. 200}
relation edge(node, node) static rows
relation number(n) static rows
relation start(node) static rows
relation path(node, node) derived
relation any() derived
relation many(node, n, n) derived
relation first(node) derived
facts edge { (1, 2) (2, 3) (3, 4) (4, 5) (5, 6) (6, 7) (7, 8) (8, 9) (9, 10) (10, 1) (1, 11) (11, 12) (12, 13) (13, 14) (14, 15) }
plan path#1 { scan start(?X) scan edge(X, ?Y) insert path(X, Y) }
plan path#2 delta 0 { scan delta path(?X, ?Y) scan edge(Y, ?Z) insert path(X, Z) }
plan any#1 { scan path(?X, ?Y) insert any() }
plan many#1 { scan start(?X) scan number(?Y) scan number(?Z) insert many(X, Y, Z) }
plan first#1 { scan many(?X, ?Y, 1) insert first(X) }
stratum 0 recursive { relations path plans path#1, path#2 delta 0 }
stratum 1 { relations any plans any#1 }
stratum 2 { relations many plans many#1 }
stratum 3 { relations first plans first#1 }
)tir";

struct Sampled {
  std::shared_ptr<ir::SourceMap> sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics{*sources};
  ir::Module module;

  explicit Sampled(const std::string& entry) {
    std::string facts = "facts number { ";
    for (int i = 1; i <= 200; ++i) facts += "(" + std::to_string(i) + ") ";
    auto parsed = ir::parse(
        sources->add("test.tir", "tir 1\nlevel plans\n" + (source + facts) + "}\n" + entry),
        sources, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(parsed);
    module = std::move(*parsed);
  }

  [[nodiscard]] ir::RelationId id(const char* name) const { return module.find_relation(name); }

  [[nodiscard]] std::vector<ir::Symbol> node(std::size_t number) const {
    const ir::Relation& start = module.relations[id("start")];
    return {module.domains[start.columns[0]].values.at(number - 1)};
  }
};

constexpr std::uint64_t enough_rows = 1'000'000;
constexpr std::array<std::size_t, 6> starts{3, 15, 12, 3, 10, 14};

}  // namespace

TEST_CASE("samples: counts are those of an evaluation with the row as a fact", "[interpreter]") {
  Sampled sampled("entry static = {0, 1}\n");
  interpreter::StaticSampler sampler;
  const auto paths =
      sampler.prepare(sampled.module, sampled.id("start"), sampled.id("path"), enough_rows);
  const auto any =
      sampler.prepare(sampled.module, sampled.id("start"), sampled.id("any"), enough_rows);
  REQUIRE(paths);
  REQUIRE(any);
  CHECK(sampled.module.relations[sampled.id("edge")].facts.rows == 15);  // it has its facts still
  for (const std::size_t number : starts) {
    const std::vector<ir::Symbol> row = sampled.node(number);
    Sampled evaluated("entry static = {0, 1}\n");
    evaluated.module.relations[evaluated.id("start")].facts = {evaluated.node(number), 1};
    REQUIRE(interpreter::evaluate_static(evaluated.module, evaluated.diagnostics));
    const auto rows = [&](const char* name) {
      return evaluated.module.relations[evaluated.id(name)].facts.rows;
    };
    CHECK(paths(row) == rows("path"));
    CHECK(any(row) == rows("any"));
  }
}

TEST_CASE("samples: a count goes on after one that came to too many rows", "[interpreter]") {
  interpreter::StaticSampler sampler;
  Sampled wide("entry static = {2, 3}\n");
  const auto many = sampler.prepare(wide.module, wide.id("start"), wide.id("many"), 5'000);
  REQUIRE(many);
  for (int round = 0; round < 2; ++round) {
    const auto rows = many(wide.node(1));
    REQUIRE(rows);
    CHECK(*rows >= 5'000);
    CHECK(*rows < 40'000);
  }
}

TEST_CASE("samples: steps are shared by all counts, and end them", "[interpreter]") {
  Sampled sampled("entry static = {2, 3}\n");
  std::uint64_t steps = 100'000;
  interpreter::StaticSampler sampler(&steps);
  const auto many =
      sampler.prepare(sampled.module, sampled.id("start"), sampled.id("many"), enough_rows);
  REQUIRE(many);
  CHECK(many(sampled.node(1)) == 40'000);
  CHECK(steps < 60'000);
  std::size_t counted = 1;
  while (many(sampled.node(2))) ++counted;
  CHECK(counted <= 3);
  CHECK(steps == 0);
}

TEST_CASE("samples: what is encoded of static relations is shared", "[interpreter]") {
  Sampled sampled("entry static = {0, 1}\n");
  interpreter::FixedRelations encoded;
  const auto& first = encoded.get(sampled.module, sampled.id("edge"));
  CHECK(encoded.cells() == 30);
  CHECK(&encoded.get(sampled.module, sampled.id("edge")) == &first);
  CHECK(encoded.cells() == 30);
}
