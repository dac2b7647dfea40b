// Filters and inserts that are done on whole words of bits: every kind of
// operation behind a scan, over relations of one word, of several, and with
// spans that straddle words.
#include "backend/llvm/plans/jit.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/model.h"

#include <catch2/catch.hpp>

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace tesuji;
using namespace tesuji::tests;
using Tier = llvm_backend::JitOptions::Tier;

namespace {

/// A module read from the text.
std::optional<ir::Module> read_module(const std::string& text) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  std::optional<ir::Module> module =
      ir::parse(sources->add("test.tir", text), sources, diagnostics);
  INFO(diagnostics.render());
  REQUIRE(module);
  REQUIRE(ir::verify(*module, diagnostics));
  return module;
}

/// `insert out(..)` behind operations that begin with a scan of `true.cell`.
struct Case {
  std::string operations;
  std::string inserted = "out(X, Y, P)";
  bool never = false;       ///< nothing can be found
  std::string before = {};  ///< a plan that comes before, with its insert
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      // The whole relation, filtered by constants and by relations of its shape.
      {"scan true.cell(?X, ?Y, ?P) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\ndifferent (P) (b) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\nsame (P) (w) -> 1\ndifferent (Y) (nowhere) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\nsame (Y) (nowhere) -> 1", "out(X, Y, P)", /*never=*/true},
      {"scan true.cell(?X, ?Y, ?P) -> 1\ndifferent (X, P) (2, w) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\ntest true.mark(X, Y, P) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\nabsent true.mark(X, Y, P) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\ntest corner(X, Y) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\nabsent corner(Y, X) -> 1\ntest corner(_, Y) -> 1"},
      {"scan true.cell(?X, ?Y, _) -> 1\ntest corner(X, _) -> 1", "pair(X, Y)"},
      // Behind something that is bound.
      {"scan side(?A) -> 1\nscan true.cell(A, ?Y, ?P) -> 1", "out(A, Y, P)"},
      {"scan side(?A) -> 1\nscan true.cell(2, ?Y, ?P) -> 1\ndifferent (Y) (A) -> 1",
       "out(1, Y, P)"},
      {"scan side(?A) -> 1\nscan true.cell(2, ?Y, ?P) -> 1\nsame (Y) (A) -> 1", "out(A, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\ndifferent (Y) (A) -> 1",
       "out(1, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\nsame (Y) (A) -> 1", "out(1, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\ntest true.cell(A, Y, P) -> 1",
       "out(A, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\nabsent true.mark(A, Y, P) -> 1",
       "out(1, Y, P)"},
      {"scan side(?A) -> 1\nscan true.cell(A, ?Y, ?P) -> 1\ntest true.mark(A, Y, b) -> 1",
       "out(A, Y, P)"},
      {"scan side(?A) -> 1\nscan true.cell(A, ?Y, ?P) -> 1\nabsent true.mark(1, 2, P) -> 1",
       "out(A, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(3, ?Y, ?P) -> 1\ntest corner(A, Y) -> 1",
       "out(3, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(3, ?Y, ?P) -> 1\nabsent corner(A, Y) -> 1",
       "out(3, Y, P)"},
      {"scan side(?A) -> 1\nscan true.cell(?X, A, ?P) -> 1\ntest true.cell(X, 1, P) -> 1",
       "out(X, A, P)"},
      {"scan side(?A) -> 1\nscan true.cell(?X, A, ?P) -> 1\ndifferent (X) (A) -> 1\n"
       "test true.mark(X, X, P) -> 1",
       "out(A, X, P)"},
      // Filters that must wait for a later operation, and an exists.
      {"scan true.cell(1, ?Y, ?P) -> 1\nscan true.cell(2, ?X, P) -> 1\ndifferent (X) (Y) -> 1\n"
       "absent true.mark(X, Y, P) -> 1"},
      {"scan side(?A) -> 1\nexists {\nscan true.cell(A, ?Y, ?P) -> 1\nabsent true.mark(A, Y, P) -> "
       "1\n"
       "different (Y) (A) -> 1\n} -> 1",
       "out(A, A, b)"},
      {"scan true.cell(?X, ?X2, ?P) -> 1\nsame (X) (X2) -> 1", "out(X, X2, P)"},
      // A bound value or a constant that the filter's column cannot have: nothing is
      // there, however few values the column has.
      {"scan wide(?A) -> 1\nscan true.cell(?X, ?Y, ?P) -> 1\nabsent only(A, Y) -> 1"},
      {"scan wide(?A) -> 1\nscan true.cell(?X, ?Y, ?P) -> 1\ntest only(A, Y) -> 1"},
      {"scan high(?A) -> 1\nscan true.cell(?X, ?Y, ?P) -> 1\nabsent only(A, Y) -> 1"},
      {"scan high(?A) -> 1\nscan true.cell(?X, ?Y, ?P) -> 1\ntest only(A, Y) -> 1", "out(X, Y, P)",
       /*never=*/true},
      {"scan high(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\nabsent only(A, Y) -> 1",
       "out(1, Y, P)"},
      {"scan high(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\ntest only(A, Y) -> 1", "out(1, Y, P)",
       /*never=*/true},
      {"scan wide(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\nabsent true.lone(A, Y, P) -> 1",
       "out(1, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1\ntest true.lone(A, Y, P) -> 1",
       "out(1, Y, P)"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\nabsent corner(0, Y) -> 1"},
      {"scan true.cell(?X, ?Y, ?P) -> 1\ntest corner(0, Y) -> 1", "out(X, Y, P)", /*never=*/true},
      {"scan wide(?A) -> 1\nscan true.cell(?X, ?Y, ?P) -> 1\nabsent void(A, Y) -> 1"},
      {"scan wide(?A) -> 1\nscan true.cell(?X, ?Y, ?P) -> 1\ntest void(A, Y) -> 1", "out(X, Y, P)",
       /*never=*/true},
      {"scan true.lone(?A, ?Y, ?P) -> 1\nabsent corner(A, Y) -> 1", "out(A, Y, P)"},
      {"scan wide(?A) -> 1\nscan true.cell(1, ?Y, ?P) -> 1", "out(A, Y, P)"},
      {"scan side(?A) -> 1\nscan true.cell(?X, ?Y, b) -> 1\nabsent true.mark(X, A, w) -> 1",
       "out(X, Y, w)"},
  };
  return all;
}

/// Scans of a few words in which the bits lie far apart.
const std::vector<Case>& scattered() {
  static const std::vector<Case> all = {
      {"scan true.narrow(?X, ?P, b) -> 1\nscan true.narrow(X, ?Q, w) -> 1", "out(X, 2, Q)"},
      {"scan true.narrow(?X, b, ?P) -> 1\nscan true.narrow(?Y, P, P) -> 1", "out(X, Y, P)"},
      {"scan side(?A) -> 1\nexists {\nscan true.narrow(?X, b, w) -> 1\ntest corner(A, X) -> 1\n"
       "} -> 1",
       "out(A, A, b)"},
      {"scan side(?A) -> 1\ntest true.narrow(_, b, b) -> 1\nabsent true.narrow(_, w, w) -> 1",
       "out(A, A, b)"},
  };
  return all;
}

/// Copies with exceptions of which few are expected.
const std::vector<Case>& frames() {
  const std::string scan = "scan true.cell(?X, ?Y, ?P) -> 1\n";
  static const std::vector<Case> all = {
      {scan + "absent true.lone(X, _, _) -> 1"},
      {scan + "absent true.lone(_, Y, _) -> 1"},
      {scan + "absent true.lone(_, _, P) -> 1"},
      {scan + "absent true.lone(X, Y, P) -> 1\nabsent true.few(_, X, w) -> 1"},
      {scan + "absent true.few(X, Y, _) -> 1\nabsent true.few(Y, X, P) -> 1"},
      {scan + "absent true.few(2, Y, P) -> 1"},
      {scan + "absent true.few(X, Y, P) -> 1", "out(X, Y, P)", /*never=*/false,
       "scan true.mark(?X, ?Y, ?P) -> 1\ninsert out(Y, X, P) -> 1"},
      {scan + "absent true.few(X, Y, P) -> 1", "out(X, Y, P)", /*never=*/false,
       scan + "absent true.lone(X, Y, P) -> 1\ninsert out(X, Y, P) -> 1"},
      {scan + "absent true.few(X, X, P) -> 1"},
      {scan + "absent true.few(X, nowhere, P) -> 1"},
  };
  return all;
}

std::string module_text(std::size_t side, const Case& tested) {
  const std::string last = std::to_string(side);
  return "tir 1\nlevel plans\ngame \"fused\"\nconstants b, w, nowhere\nroles b\n"
         "domain side = {1 .. " +
         last +
         "}\ndomain colour = {b, w}\n"
         "domain wide = {0 .. " +
         std::to_string(side + 2) +
         "}\n"
         "domain single = {2}\ndomain none = {}\n"
         "relation true.cell(side, side, colour) state bits term \"(cell ? ? ?)\" expect 9\n"
         "relation true.mark(side, side, colour) state bits term \"(mark ? ? ?)\"\n"
         "relation true.lone(single, side, colour) state bits term \"(lone ? ? ?)\" expect 1\n"
         "relation true.few(side, side, colour) state bits term \"(few ? ? ?)\" expect 1\n"
         "relation true.narrow(side, colour, colour) state bits term \"(narrow ? ? ?)\"\n"
         "relation only(single, side) static rows\nrelation void(none, side) static rows\n"
         "relation high(wide) static rows\n"
         "relation side(side) static rows\nrelation wide(wide) static rows\n"
         "relation corner(side, side) static rows\n"
         "relation out(side, side, colour) derived bits\nrelation pair(side, side) derived bits\n"
         "facts side {\n (1)\n (3)\n (" +
         last +
         ")\n}\n"
         "facts wide {\n (0)\n (2)\n (" +
         last + ")\n (" + std::to_string(side + 1) +
         ")\n}\n"
         "facts high {\n (" +
         std::to_string(side + 1) +
         ")\n}\nfacts only {\n (2, 1)\n (2, 3)\n}\n"
         "facts corner {\n (1, 1)\n (1, " +
         last + ")\n (2, 1)\n (" + last + ", 2)\n}\n" +
         (tested.before.empty()
              ? ""
              : "plan out#0 at \"test.kif\":1:1-2 {\n" + tested.before + "\n}\n") +
         "plan out#1 at \"test.kif\":1:1-2 {\n" + tested.operations + "\ninsert " +
         tested.inserted + " -> 1\n}\nstratum 0 {\n relations out, pair\n plans " +
         (tested.before.empty() ? "" : "out#0, ") +
         "out#1\n}\n"
         "entry static = {}\nentry legal = {0}\n";
}

Model random_model(const ir::Module& module, unsigned density, std::mt19937& random) {
  Model model = facts_model(module);
  for (const char* name : {"true.cell", "true.mark", "true.lone", "true.few", "true.narrow"}) {
    const ir::RelationId id = module.find_relation(name);
    const std::vector<ir::DomainId>& columns = module.relations[id].columns;
    for (const ir::Symbol x : module.domains[columns[0]].values) {
      for (const ir::Symbol y : module.domains[columns[1]].values) {
        for (const ir::Symbol p : module.domains[columns[2]].values) {
          if (random() % 100 < density) model[id].insert({x, y, p});
        }
      }
    }
  }
  return model;
}

/// Returns the number of tuples found.
std::size_t compare(const ir::Module& module) {
  const ir::Layout layout = ir::lay_out(module);
  const auto code = llvm_backend::compile(module, layout, {Tier::fast, /*verify=*/true});
  const ir::Entry& entry = *module.find_entry("legal");
  runtime::ScratchBlock scratch(table_shapes(module, layout), layout.scratch_size);
  std::mt19937 random(5);
  std::size_t tuples = 0;
  for (const unsigned density : {0U, 20U, 50U, 50U, 80U, 100U}) {
    Model expected = random_model(module, density, random);
    Model found = expected;
    REQUIRE(run_entry(module, layout, entry, code->entry("legal"), nullptr, scratch, found) ==
            TSJ_OK);
    evaluate_naively(module, entry, expected);
    INFO("density " << density);
    REQUIRE(found == expected);
    tuples += found[module.find_relation("out")].size();
    tuples += found[module.find_relation("pair")].size();
  }
  return tuples;
}

}  // namespace

TEST_CASE("filters and inserts on words of bits find what single tuples find", "[llvm]") {
  // 18, 128, 162 and 3,200 bits; rows of 6, 16, 18 and 80, the last two straddling words.
  const std::size_t side = GENERATE(3U, 8U, 9U, 40U);
  for (const Case& tested : cases()) {
    INFO("side " << side << ": " << tested.operations << "\ninsert " << tested.inserted);
    const std::optional<ir::Module> module = read_module(module_text(side, tested));
    CHECK((compare(*module) == 0) == tested.never);
  }
}

TEST_CASE("words with bits far apart are walked as single tuples are", "[llvm]") {
  const std::size_t side = GENERATE(3U, 40U, 100U);
  std::size_t found = 0;
  for (const Case& tested : scattered()) {
    INFO("side " << side << ": " << tested.operations);
    found += compare(*read_module(module_text(side, tested)));
  }
  CHECK(found > 0);
}

TEST_CASE("a scan of few words goes through these", "[llvm]") {
  const std::optional<ir::Module> module = read_module(module_text(100, scattered().front()));
  const std::string text = emit_text(*module, ir::lay_out(*module), llvm_backend::Text::llvm);
  CHECK(text.find("agreeing") != std::string::npos);
}

TEST_CASE("a copy without its few exceptions is what single tuples give", "[llvm]") {
  const std::size_t side = GENERATE(3U, 8U, 9U, 20U, 40U);
  std::size_t found = 0;
  for (const Case& tested : frames()) {
    INFO("side " << side << ": " << tested.operations);
    found += compare(*read_module(module_text(side, tested)));
  }
  CHECK(found > 0);
}

TEST_CASE("a copy with few exceptions goes through these alone", "[llvm]") {
  const std::optional<ir::Module> module = read_module(module_text(9, frames().front()));
  const std::string text = emit_text(*module, ir::lay_out(*module), llvm_backend::Text::llvm);
  CHECK(text.find("copied") != std::string::npos);
  CHECK(text.find("taken.out") != std::string::npos);
}

TEST_CASE("a copy that filters by constants has no loop over tuples", "[llvm]") {
  const Case frame{
      "scan true.cell(?X, ?Y, ?P) -> 1\ndifferent (P) (b) -> 1\n"
      "absent corner(X, Y) -> 1\nabsent true.mark(X, Y, P) -> 1"};
  const std::optional<ir::Module> module = read_module(module_text(9, frame));
  const std::string text = emit_text(*module, ir::lay_out(*module), llvm_backend::Text::llvm);
  CHECK(text.find("word.header") != std::string::npos);
  CHECK(text.find("llvm.cttz") == std::string::npos);
}
