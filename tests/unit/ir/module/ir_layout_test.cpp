// Where things lie: words of states, areas of scratch memory, numbers of moves.
#include "ir/module/layout.h"

#include <catch2/catch.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace tesuji::ir;

namespace {

/// A module with domains of given sizes and relations over them.
struct Sketch {
  Module module;

  DomainId domain(int size) {
    std::vector<Symbol> values;
    for (int i = 0; i < size; ++i) values.push_back(module.symbols->intern(std::to_string(i)));
    return module.intern_domain(values);
  }

  RelationId relation(std::string name, std::vector<int> sizes, RelationKind kind,
                      Storage storage) {
    Relation relation;
    relation.name = std::move(name);
    for (const int size : sizes) relation.columns.push_back(domain(size));
    relation.kind = kind;
    relation.storage = storage;
    return module.relations.push_back(relation);
  }

  RelationId legal(std::string name, std::vector<int> sizes, Storage storage) {
    const RelationId id =
        relation(std::move(name), std::move(sizes), RelationKind::derived, storage);
    module.relations[id].answer = Answer::legal;
    return id;
  }
};

}  // namespace

TEST_CASE("bits come before tables in a state, each from a word boundary", "[ir][layout]") {
  Sketch s;
  const auto rows = s.relation("true.row", {5, 7}, RelationKind::state, Storage::table);
  const auto cell = s.relation("true.cell", {3, 3, 3}, RelationKind::state, Storage::bits);
  const auto wide = s.relation("true.wide", {9, 8}, RelationKind::state, Storage::bits);
  const auto flag = s.relation("true.flag", {}, RelationKind::state, Storage::bits);
  const auto next = s.relation("next.cell", {3, 3, 3}, RelationKind::derived, Storage::bits);
  s.module.relations[cell].next = next;
  const Layout layout = lay_out(s.module);

  CHECK(layout.relations[cell].bits == 27);
  CHECK(layout.relations[cell].words == 1);
  CHECK(layout.relations[cell].strides == std::vector<std::uint64_t>{9, 3, 1});
  CHECK(layout.relations[cell].state_offset == 0);
  CHECK(layout.relations[wide].words == 2);
  CHECK(layout.relations[wide].state_offset == 8);
  CHECK(layout.relations[flag].bits == 1);
  CHECK(layout.relations[flag].state_offset == 24);
  CHECK(layout.relations[rows].state_offset == 32);
  CHECK(layout.relations[rows].state_capacity == 35);  // all there are
  CHECK(layout.relations[rows].table == 0);
  CHECK(layout.state_size == 32 + 8 * 36);

  CHECK(layout.relations[next].state_offset == layout.relations[cell].state_offset);
  CHECK(layout.relations[next].scratch_offset == no_id);
  CHECK(layout.scratch_size == scratch_header_size);
}

TEST_CASE("a state's table has room to grow", "[ir][layout]") {
  Sketch s;
  const auto big = s.relation("true.big", {100, 100}, RelationKind::state, Storage::table);
  const auto init = s.relation("init.big", {100, 100}, RelationKind::fixed, Storage::rows);
  s.module.relations[big].init = init;
  CHECK(lay_out(s.module).relations[big].state_capacity == 1024);
  s.module.relations[init].facts.rows = 300;
  CHECK(lay_out(s.module).relations[big].state_capacity == 1200);
  s.module.relations[init].facts.rows = 9000;
  CHECK(lay_out(s.module).relations[big].state_capacity == 10000);
}

TEST_CASE("scratch memory has one area per relation, three if recursive", "[ir][layout]") {
  Sketch s;
  const auto line = s.relation("line", {3}, RelationKind::derived, Storage::bits);
  const auto path = s.relation("path", {10, 10}, RelationKind::derived, Storage::bits);
  const auto fixed = s.relation("succ", {10, 10}, RelationKind::fixed, Storage::rows);
  const auto table = s.relation("far", {10, 10}, RelationKind::derived, Storage::table);
  const auto does = s.relation("does.go", {2, 4}, RelationKind::input, Storage::list);
  s.module.strata = {{false, {line, table}, {}}, {true, {path}, {}}};
  const Layout layout = lay_out(s.module);

  CHECK(layout.relations[line].scratch_offset == scratch_header_size);
  CHECK(layout.relations[line].delta_offset == no_id);
  CHECK(layout.relations[path].scratch_offset == scratch_header_size + 16);
  CHECK(layout.relations[path].delta_offset == scratch_header_size + 16 + 24);
  CHECK(layout.relations[path].new_offset == scratch_header_size + 16 + 48);
  CHECK(layout.scratch_size == scratch_header_size + 16 + 72);
  CHECK(layout.relations[fixed].table == no_id);
  CHECK(layout.relations[fixed].scratch_offset == no_id);
  CHECK(layout.relations[table].table == 0);
  CHECK(layout.relations[does].table == 1);
  CHECK(layout.tables == 2);
  CHECK(layout.state_size == 0);
}

TEST_CASE("a recursive next relation keeps its rounds in scratch memory", "[ir][layout]") {
  Sketch s;
  const auto state = s.relation("true.p", {4}, RelationKind::state, Storage::bits);
  const auto next = s.relation("next.p", {4}, RelationKind::derived, Storage::bits);
  s.module.relations[state].next = next;
  s.module.strata = {{true, {next}, {}}};
  const Layout layout = lay_out(s.module);
  CHECK(layout.relations[next].state_offset == 0);
  CHECK(layout.relations[next].scratch_offset == no_id);
  CHECK(layout.relations[next].delta_offset == scratch_header_size);
  CHECK(layout.relations[next].new_offset == scratch_header_size + 16);
}

TEST_CASE("moves are numbered shape by shape, without the role", "[ir][layout]") {
  Sketch s;
  const auto mark = s.legal("mark", {2, 3, 4}, Storage::bits);
  s.relation("legal.no", {2, 3}, RelationKind::derived, Storage::bits);
  const auto noop = s.legal("noop", {2}, Storage::bits);
  const auto last = s.legal("b", {2, 5}, Storage::table);
  const auto does = s.relation("does.mark", {2, 3, 4}, RelationKind::input, Storage::list);
  s.module.relations[does].legal = mark;
  const Layout layout = lay_out(s.module);
  REQUIRE(layout.moves.size() == 3);
  CHECK(layout.moves[0].legal == mark);
  CHECK(layout.moves[0].does == does);
  CHECK(layout.moves[0].first == 0);
  CHECK(layout.moves[0].count == 12);
  CHECK(layout.moves[1].legal == noop);
  CHECK(layout.moves[1].does == no_id);
  CHECK(layout.moves[1].first == 12);
  CHECK(layout.moves[1].count == 1);
  CHECK(layout.moves[2].legal == last);
  CHECK(layout.moves[2].first == 13);
  CHECK(layout.moves[2].count == 5);
}

TEST_CASE("what cannot be addressed is refused by name", "[ir][layout]") {
  const std::vector<int> huge(13, 64);  // 2^78 tuples
  const auto refuses = [](const Sketch& s, const std::string& name) {
    REQUIRE_THROWS_AS(lay_out(s.module), std::length_error);
    REQUIRE_THROWS_WITH(lay_out(s.module), Catch::Contains(name));
  };
  Sketch bits;
  bits.relation("true.huge", huge, RelationKind::state, Storage::bits);
  refuses(bits, "true.huge");
  Sketch table;
  table.relation("true.deep", huge, RelationKind::state, Storage::table);
  refuses(table, "true.deep");
  Sketch scratch;
  scratch.relation("wide", huge, RelationKind::derived, Storage::bits);
  refuses(scratch, "wide");
  Sketch moves;
  moves.legal("legal.any", huge, Storage::table);
  refuses(moves, "legal.any");
  Sketch fine;  // a table in scratch memory may have any domains
  fine.relation("seen", huge, RelationKind::derived, Storage::table);
  CHECK(lay_out(fine.module).tables == 1);
}

TEST_CASE("keys are numbers in mixed radix", "[ir][layout]") {
  Sketch s;
  s.relation("true.cell", {3, 4, 5}, RelationKind::state, Storage::bits);
  const Layout layout = lay_out(s.module);
  const std::vector<std::uint32_t> row = {2, 1, 3};
  CHECK(pack(layout.relations[0], row) == 2 * 20 + 1 * 5 + 3);
  const std::vector<std::uint32_t> last = {2, 3, 4};
  CHECK(pack(layout.relations[0], last) + 1 == layout.relations[0].bits);
}

TEST_CASE("products saturate, and an empty domain empties them", "[ir][layout]") {
  Sketch s;
  const auto huge =
      s.relation("huge", std::vector<int>(13, 64), RelationKind::derived, Storage::table);
  const auto none = s.relation("none", {64, 0, 64}, RelationKind::derived, Storage::bits);
  CHECK(s.module.product_size(s.module.relations[huge]) == std::uint64_t{1} << 63);
  CHECK(s.module.product_size(s.module.relations[none]) == 0);
  CHECK(lay_out(s.module).relations[none].words == 0);
}

TEST_CASE("constants are translated from one domain to another", "[ir][layout]") {
  Sketch s;
  const auto symbol = [&](const char* text) { return s.module.symbols->intern(text); };
  const DomainId from = s.module.intern_domain({symbol("a"), symbol("b"), symbol("7")}, "from");
  const DomainId to = s.module.intern_domain({symbol("c"), symbol("b"), symbol("7")}, "to");
  CHECK(translate(s.module, from, to) == std::vector<std::int32_t>{0, -1, 1});
  CHECK(translate(s.module, from, from).empty());
}

TEST_CASE("facts become sorted rows of positions", "[ir][layout]") {
  Sketch s;
  const auto symbol = [&](const char* text) { return s.module.symbols->intern(text); };
  const auto id = s.relation("succ", {4, 4}, RelationKind::fixed, Storage::rows);
  Relation& succ = s.module.relations[id];
  succ.facts.rows = 4;
  for (const char* text : {"2", "3", "0", "1", "2", "0", "2", "3"}) {
    succ.facts.cells.push_back(symbol(text));
  }
  CHECK(encode_facts(s.module, succ) == std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3});
  succ.facts.cells.back() = symbol("other");
  CHECK_THROWS_AS(encode_facts(s.module, succ), std::invalid_argument);
  Relation flag;
  flag.facts.rows = 1;
  CHECK(encode_facts(s.module, flag).empty());
}

TEST_CASE("domains are interned by their values", "[ir][module]") {
  Module module;
  const auto symbol = [&](const char* text) { return module.symbols->intern(text); };
  const Symbol b = symbol("b");
  const Symbol a = symbol("a");
  const DomainId mark = module.intern_domain({a, b, a}, "mark");
  CHECK(module.domains[mark].name == "mark");
  CHECK(module.domains[mark].values == std::vector<Symbol>{b, a});
  CHECK(module.domains[mark].position(a) == 1);
  CHECK(module.domains[mark].position(symbol("c")) == -1);
  CHECK(module.intern_domain({b, a}, "other") == mark);
  CHECK(module.domains[module.intern_domain({b}, "mark")].name == "mark_2");
  CHECK(module.domains[module.intern_domain({symbol("1"), symbol("3")})].name == "int_1_3");
  CHECK(module.domains[module.intern_domain({symbol("x+"), b})].name == "dom_b_x_");
  CHECK(module.domains[module.intern_domain({})].name == "empty");
}
