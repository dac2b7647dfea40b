// The interpreter on modules written out as text: what each operation means.
#include "backend/interpreter/interpreter.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/model.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

using namespace tesuji;
using namespace tesuji::tests;

namespace {

using Names = std::set<std::vector<std::string>>;

/// A module from text, and a program for it.
class Fixture {
 public:
  explicit Fixture(const std::string& declarations, bool verified = true) {
    auto module = ir::parse(sources_->add("test.tir", "tir 1\nlevel plans\n" + declarations),
                            sources_, diagnostics_);
    if (module && verified) static_cast<void>(ir::verify(*module, diagnostics_));
    INFO(diagnostics_.render());
    REQUIRE(module);
    REQUIRE_FALSE(diagnostics_.has_errors());
    module_ = std::make_shared<ir::Module>(std::move(*module));
    layout_ = ir::lay_out(*module_);
    program_ = std::make_unique<interpreter::Program>(module_, layout_);
    stencils_ =
        std::make_unique<interpreter::Program>(module_, layout_, interpreter::Execution::stencils);
    REQUIRE(stencils_->execution() == interpreter::Execution::stencils);
    model_ = facts_model(*module_);
  }

  void put(std::string_view relation, const Names& tuples) {
    for (const auto& names : tuples) {
      std::vector<ir::Symbol> tuple;
      for (const std::string& name : names) tuple.push_back(module_->symbols->intern(name));
      model_[module_->find_relation(relation)].insert(std::move(tuple));
    }
  }

  /// By the interpreter, and with the same result by stencils.
  std::int32_t run(std::string_view entry, std::uint32_t row_limit = 1000,
                   const int* stop = nullptr) {
    Model by_stencils = model_;
    const std::int32_t status = run(*program_, entry, row_limit, stop, model_);
    // Machine code looks for a stop less often.
    if (stop == nullptr) {
      CHECK(run(*stencils_, entry, row_limit, stop, by_stencils) == status);
      if (status == TSJ_OK || status == TSJ_HOLDS) CHECK(by_stencils == model_);
    }
    return status;
  }

  /// By stencils alone.
  std::int32_t run_stencils(std::string_view entry, const int* stop) {
    return run(*stencils_, entry, 1000, stop, model_);
  }

  Names found(std::string_view relation) const {
    Names result;
    for (const auto& tuple : model_[module_->find_relation(relation)]) {
      std::vector<std::string> names;
      for (const ir::Symbol symbol : tuple) names.push_back(module_->symbols->text(symbol));
      result.insert(std::move(names));
    }
    return result;
  }

  const interpreter::Program& program() const { return *program_; }

 private:
  std::int32_t run(const interpreter::Program& program, std::string_view entry,
                   std::uint32_t row_limit, const int* stop, Model& model) const {
    runtime::ScratchBlock scratch(table_shapes(*module_, layout_), layout_.scratch_size, row_limit);
    scratch.get()->stop = stop;
    return run_entry(*module_, layout_, *module_->find_entry(entry), program.entry(entry), &program,
                     scratch, model);
  }

  std::shared_ptr<ir::SourceMap> sources_ = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics_{*sources_};
  std::shared_ptr<ir::Module> module_;
  ir::Layout layout_;
  std::unique_ptr<interpreter::Program> program_;
  std::unique_ptr<interpreter::Program> stencils_;
  Model model_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
    text.replace(at, from.size(), to);
  return text;
}

/// Rows of noughts and crosses: `line(p)` when a player has a whole row.
const std::string noughts = R"tir(
constants x, o, b
domain coord = {1 .. 3}
domain mark = {x, o, b}
domain player = {x, o}
relation true.cell(coord, coord, mark) state STORE term "(cell ? ? ?)" next next.cell
relation next.cell(coord, coord, mark) derived STORE
relation does.mark(player, coord, coord) input list term "(mark ? ?)"
relation row(coord, player) derived STORE
relation line(player) derived STORE
relation terminal() derived STORE
plan row#1 {
  scan true.cell(?M, 1, ?P)
  test true.cell(M, 2, P)
  test true.cell(M, 3, P)
  insert row(M, P)
}
plan line#1 { scan row(_, ?P) insert line(P) }
plan terminal#1 { scan line(?P) insert terminal() }
plan terminal#2 { absent true.cell(_, _, b) insert terminal() }
plan next.cell#1 {
  scan does.mark(?P, ?M, ?N)
  test true.cell(M, N, b)
  insert next.cell(M, N, P)
}
plan next.cell#2 {
  scan true.cell(?M, ?N, ?P)
  different (P) (b)
  insert next.cell(M, N, P)
}
plan next.cell#3 {
  scan true.cell(?M, ?N, b)
  absent does.mark(_, M, N)
  insert next.cell(M, N, b)
}
stratum 0 {
  relations row plans row#1
}
stratum 1 {
  relations line plans line#1
}
stratum 2 {
  relations terminal plans terminal#1, terminal#2
}
stratum 3 {
  relations next.cell plans next.cell#1, next.cell#2, next.cell#3
}
entry terminal = {0, 1, 2}
entry next = {3}
)tir";

std::string with_storage(const std::string& text, bool bits) {
  if (bits) return replaced(text, "STORE", "bits");
  std::string result = replaced(text, "coord, coord, mark) state STORE",
                                "coord, coord, mark) state table index (0, 1, 2)");
  result = replaced(result, "coord, coord, mark) derived STORE",
                    "coord, coord, mark) derived table index (0, 1, 2)");
  result = replaced(result, "player) derived STORE", "player) derived table INDEX");
  result = replaced(result, "(coord, player) derived table INDEX",
                    "(coord, player) derived table index (0, 1)");
  result = replaced(result, "INDEX", "index (0)");
  return replaced(result, "terminal() derived STORE", "terminal() derived table index ()");
}

}  // namespace

TEST_CASE("a board: lines, an end, the next state", "[interpreter]") {
  const bool bits = GENERATE(true, false);
  Fixture game(with_storage(noughts, bits));
  game.put("true.cell", {{"1", "1", "x"}, {"1", "2", "x"}, {"1", "3", "b"}, {"2", "1", "o"}});
  CHECK(game.run("terminal") == TSJ_OK);
  CHECK(game.found("row").empty());

  game.put("does.mark", {{"x", "1", "3"}, {"o", "1", "1"}});
  CHECK(game.run("next") == TSJ_OK);
  CHECK(game.found("next.cell") ==
        Names{{"1", "1", "x"}, {"1", "2", "x"}, {"1", "3", "x"}, {"2", "1", "o"}});

  game.put("true.cell", {{"1", "3", "x"}});
  CHECK(game.run("terminal") == TSJ_HOLDS);
  CHECK(game.found("row") == Names{{"1", "x"}});
  CHECK(game.found("line") == Names{{"x"}});
}

TEST_CASE("a board without blanks is an end", "[interpreter]") {
  Fixture game(with_storage(noughts, true));
  game.put("true.cell", {{"1", "1", "x"}});
  CHECK(game.run("terminal") == TSJ_HOLDS);
  CHECK(game.found("line").empty());
}

TEST_CASE("transitive closure, in every storage", "[interpreter]") {
  const std::string storage =
      GENERATE("bits", "table index (0, 1)", "table index (0, 1) index (0)");
  Fixture walk(replaced(R"tir(
domain node = {1 .. 20}
relation true.edge(node, node) state bits term "(edge ? ?)"
relation path(node, node) derived STORE
plan path#1 { scan true.edge(?X, ?Y) insert path(X, Y) }
plan path#2 delta 0 { scan delta path(?X, ?Y) scan path(Y, ?Z) insert path(X, Z) }
plan path#2 delta 1 { scan delta path(?Y, ?Z) scan path(?X, Y) insert path(X, Z) }
stratum 0 recursive {
    relations path plans path#1, path#2 delta 0, path#2 delta 1 }
entry legal = {0}
)tir",
                        "STORE", storage),
               false);
  Names edges;
  Names paths;
  for (int i = 1; i < 20; ++i) {
    edges.insert({std::to_string(i), std::to_string(i + 1)});
    for (int j = i + 1; j <= 20; ++j) paths.insert({std::to_string(i), std::to_string(j)});
  }
  walk.put("true.edge", edges);
  CHECK(walk.run("legal") == TSJ_OK);
  CHECK(walk.found("path") == paths);
}

TEST_CASE("limits and the wish to stop end a run", "[interpreter]") {
  Fixture pairs(R"tir(
domain n = {1 .. 90}
relation true.on(n) state bits term "?"
relation pair(n, n) derived table index (0, 1)
relation triple(n, n, n) derived bits
plan pair#1 { scan true.on(?X) scan true.on(?Y) insert pair(X, Y) }
plan triple#1 { scan true.on(?X) scan true.on(?Y) scan true.on(?Z) insert triple(X, Y, Z) }
stratum 0 { relations pair plans pair#1 }
stratum 1 { relations triple plans triple#1 }
entry legal = {0}
entry goal = {1}
)tir");
  Names all;
  for (int i = 1; i <= 90; ++i) all.insert({std::to_string(i)});
  pairs.put("true.on", all);
  CHECK(pairs.run("legal", 8099) == TSJ_LIMIT);
  CHECK(pairs.run("legal", 8100) == TSJ_OK);
  CHECK(pairs.found("pair").size() == 8100);
  const int stop = 1;
  CHECK(pairs.run("legal", 10'000, &stop) == TSJ_STOPPED);
  CHECK(pairs.run_stencils("goal", &stop) == TSJ_STOPPED);
}

TEST_CASE("constants are compared across domains", "[interpreter]") {
  Fixture cross(R"tir(
constants a, b, c, d
domain low = {a, b, c}
domain high = {b, c, d}
relation true.low(low) state bits term "(low ?)"
relation true.high(high) state bits term "(high ?)"
relation both(low) derived bits
relation apart(low, high) derived bits
relation only(low) derived bits
relation equal(low, high) derived bits
plan both#1 { scan true.low(?X) test true.high(X) insert both(X) }
plan apart#1 { scan true.low(?X) scan true.high(?Y) different (X) (Y) insert apart(X, Y) }
plan only#1 { scan true.low(?X) absent true.high(X) insert only(X) }
plan equal#1 { scan true.high(?Y) scan true.low(?X) same (X, a) (Y, a) insert equal(X, Y) }
stratum 0 {
    relations both plans both#1 }
stratum 1 {
    relations apart plans apart#1 }
stratum 2 {
    relations only plans only#1 }
stratum 3 {
    relations equal plans equal#1 }
entry legal = {0, 1, 2, 3}
)tir");
  cross.put("true.low", {{"a"}, {"b"}, {"c"}});
  cross.put("true.high", {{"c"}, {"d"}});
  CHECK(cross.run("legal") == TSJ_OK);
  CHECK(cross.found("both") == Names{{"c"}});
  CHECK(cross.found("apart") == Names{{"a", "c"}, {"a", "d"}, {"b", "c"}, {"b", "d"}, {"c", "d"}});
  CHECK(cross.found("only") == Names{{"a"}, {"b"}});
  CHECK(cross.found("equal") == Names{{"c", "c"}});
}

TEST_CASE("exists looks for a witness and binds nothing outside", "[interpreter]") {
  Fixture blocked(R"tir(
domain n = {1 .. 5}
relation next_to(n, n) static rows index (0)
relation true.blank(n) state bits term "(blank ?)"
relation free(n) derived bits
relation closed(n) derived bits
facts next_to { (1, 2) (1, 3) (2, 4) (3, 5) (4, 5) }
plan free#1 {
  scan next_to(?X, _)
  exists { probe next_to(X, ?Y) using index 0 test true.blank(Y) }
  insert free(X)
}
plan closed#1 { scan next_to(?X, _) absent free(X) insert closed(X) }
stratum 0 {
  relations free plans free#1 }
stratum 1 {
  relations closed plans closed#1 }
entry goal = {0, 1}
)tir");
  blocked.put("true.blank", {{"3"}, {"4"}});
  CHECK(blocked.run("goal") == TSJ_OK);
  CHECK(blocked.found("free") == Names{{"1"}, {"2"}});
  CHECK(blocked.found("closed") == Names{{"3"}, {"4"}});
}

TEST_CASE("static relations that are still to be computed are known to every entry",
          "[interpreter]") {
  Fixture game(R"tir(
domain n = {1 .. 4}
relation step(n, n) static rows
relation path(n, n) derived table index (0, 1)
relation true.at(n) state bits term "(at ?)"
relation terminal() derived bits
facts step { (1, 2) (2, 3) }
plan path#1 { scan step(?X, ?Y) insert path(X, Y) }
plan path#2 delta 0 { scan delta path(?X, ?Y) scan step(Y, ?Z) insert path(X, Z) }
plan terminal#1 { scan true.at(?X) test path(1, X) insert terminal() }
stratum 0 recursive {
    relations path plans path#1, path#2 delta 0 }
stratum 1 {
    relations terminal plans terminal#1 }
entry static = {0}
entry terminal = {1}
)tir",
               false);
  game.put("true.at", {{"3"}});
  CHECK(game.run("terminal") == TSJ_HOLDS);
  CHECK(game.program().entry("goal") == nullptr);
  CHECK(game.program().entry("terminal") != nullptr);
}

// Where two columns of a head are one variable, the place of the bit that was found is part of the
// head's only once.
TEST_CASE("a variable occurs twice in a head", "[interpreter][stencils]") {
  Fixture moves(R"tir(
domain n = {1 .. 9}
domain p = {x, o, b}
relation true.cell(n, n, p) state bits term "(cell ? ? ?)"
relation move(n, n, n, n) derived bits
relation kept(n, n, p) derived bits
relation others(n, n, p) derived bits
plan move#1 { scan true.cell(?X, ?Y, b) insert move(X, Y, X, 5) }
plan kept#1 { scan true.cell(?X, ?Y, ?P) different (P) (b) insert kept(X, Y, P) }
plan others#1 {
  scan true.cell(?A, ?B, o)
  scan true.cell(?X, ?Y, ?P) absent kept(X, Y, P) different (X, Y) (A, B) insert others(X, Y, P)
}
stratum 0 {
  relations move plans move#1 }
stratum 1 {
  relations kept plans kept#1 }
stratum 2 {
  relations others plans others#1 }
entry goal = {0, 1, 2}
)tir");
  moves.put("true.cell", {{"2", "3", "b"}, {"9", "9", "b"}, {"1", "1", "x"}, {"9", "8", "o"}});
  CHECK(moves.run("goal") == TSJ_OK);
  CHECK(moves.found("move") == Names{{"2", "3", "2", "5"}, {"9", "9", "9", "5"}});
  CHECK(moves.found("kept") == Names{{"1", "1", "x"}, {"9", "8", "o"}});
  CHECK(moves.found("others") == Names{{"2", "3", "b"}, {"9", "9", "b"}});
}
