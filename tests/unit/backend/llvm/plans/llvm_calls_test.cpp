// Relations that are computed in calls: interpreter and native code find in calls what the same
// rules give where every relation is computed whole, by the letter of ir/module/module.h.
#include "backend/interpreter/interpreter.h"
#include "backend/llvm/plans/jit.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "passes/core/pass.h"
#include "tests/unit/support/model.h"

#include <catch2/catch.hpp>

#include <array>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace tesuji;
using namespace tesuji::tests;
using Tier = llvm_backend::JitOptions::Tier;

namespace {

/// A relation that is called, `asked`, and a rule for `out` that asks.
struct Case {
  std::string columns;
  std::string given;  ///< of `asked`: an index
  std::vector<std::string> rules;
  std::string asking;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      // Whether there is a tuple, all columns given.
      {"(side, side)",
       "(0, 1)",
       {"asked(X, Y) if cell(X, Y, w)"},
       "out(X, Y) if cell(X, Y, b) and asked(Y, X)"},
      {"(side, side)",
       "(0, 1)",
       {"asked(X, Y) if cell(X, Y, w)", "asked(X, X) if cell(X, 1, b)"},
       "out(X, Y) if cell(X, Y, b) and not asked(Y, X)"},
      // The tuples for what is given; some are asked for, or any.
      {"(side, side)",
       "(0)",
       {"asked(X, Y) if cell(X, Y, w)"},
       "out(X, Y) if cell(X, _, b) and asked(X, Y)"},
      {"(side, side)",
       "(1)",
       {"asked(X, Y) if cell(X, Y, w) and mark(Y)"},
       "out(X, Y) if mark(Y) and asked(X, Y)"},
      {"(side, side)",
       "(0)",
       {"asked(X, Y) if cell(X, Y, w)"},
       "out(X, 1) if cell(X, _, b) and asked(X, 2)"},
      {"(side, side)",
       "(0)",
       {"asked(X, Y) if cell(X, Y, w)"},
       "out(X, Y) if cell(X, Y, b) and asked(X, X)"},
      {"(side, side)",
       "(0)",
       {"asked(X, Y) if cell(X, Y, w)"},
       "out(X, Y) if cell(X, Y, b) and asked(X, _)"},
      {"(side, side, colour)",
       "(0)",
       {"asked(X, Y, P) if cell(Y, X, P)"},
       "out(X, Y) if cell(X, Y, w) and asked(Y, X, b)"},
      {"(side, side, colour)",
       "(1)",
       {"asked(X, Y, P) if cell(Y, X, P)"},
       "out(X, Y) if cell(X, Y, P) and asked(X, X, P)"},
      // Constants and repeated variables in the head.
      {"(side, side)",
       "(0)",
       {"asked(1, Y) if cell(1, Y, w)", "asked(X, X) if mark(X)"},
       "out(X, Y) if cell(X, _, b) and asked(X, Y)"},
      {"(side, side, side)",
       "(0, 2)",
       {"asked(X, Y, X) if cell(X, Y, w)"},
       "out(X, Y) if cell(X, Z, b) and asked(X, Y, Z)"},
      // What is given has a domain of its own.
      {"(side, side)",
       "(0)",
       {"asked(X, Y) if cell(X, Y, w)"},
       "out(1, Y) if wide(A) and asked(A, Y)"},
      {"(side, side)",
       "(0, 1)",
       {"asked(X, Y) if cell(X, Y, w)"},
       "out(X, 1) if wide(A) and cell(X, _, b) and not asked(X, A)"},
      // Calls within calls: with other values, and with the same ones.
      {"(side, side, side)",
       "(0, 1)",
       {"asked(X, Y, Z) if next(X, Z) and mark(Y)",
        "asked(X, Y, Z) if next(X, U) and cell(U, Y, b) and asked(U, Y, Z)"},
       "out(X, Z) if cell(X, Y, w) and asked(X, Y, Z)"},
      {"(side, side, side)",
       "(0, 1, 2)",
       {"asked(X, Y, Z) if next(X, Z) and mark(Y)",
        "asked(X, Y, Z) if next(X, U) and cell(U, Y, b) and asked(U, Y, Z)"},
       "out(X, Z) if cell(X, Y, w) and mark(Z) and not asked(X, Y, Z)"},
      {"(side, side, side)",
       "(1, 2)",
       {"asked(X, Y, Z) if next(X, Z) and mark(Y)",
        "asked(X, Y, Z) if next(X, U) and cell(U, Y, b) and asked(U, Y, Z)"},
       "out(X, Z) if cell(Z, Y, w) and asked(X, Y, Z)"},
      {"(side, side)",
       "(0)",
       {"asked(X, Y) if cell(X, Y, w)", "asked(X, Y) if asked(X, Z) and cell(Z, Y, b)"},
       "out(X, Y) if cell(X, _, b) and asked(X, Y)"},
      // Two columns that are not given: of nine values they are bits of two words.
      {"(side, side, side)",
       "(0)",
       {"asked(X, Y, Z) if cell(X, Y, w) and cell(Y, Z, w)"},
       "out(Y, Z) if mark(X) and asked(X, Y, Z)"},
      {"(side, side, side)",
       "(1)",
       {"asked(X, Y, Z) if cell(X, Y, w) and cell(Y, Z, w)", "asked(X, X, X) if mark(X)"},
       "out(X, Z) if cell(X, Y, b) and asked(X, Y, Z)"},
      {"(side, side, side)",
       "(0)",
       {"asked(X, Y, Z) if cell(X, Y, w) and cell(Y, Z, b)"},
       "out(X, Y) if cell(X, Y, w) and asked(X, Y, _)"},
      {"(side, side, side)",
       "(0)",
       {"asked(X, Y, Z) if cell(X, Y, w) and cell(X, Z, w)",
        "asked(X, Y, Z) if asked(X, Z, U) and cell(U, Y, b)"},
       "out(Y, Z) if mark(X) and asked(X, Y, Z)"},
  };
  return all;
}

std::string literal_text(std::string literal) {
  for (const std::string_view name : {"cell(", "mark("}) {
    const std::size_t at = literal.find(name);
    const bool is_whole = at != std::string::npos && (at == 0 || literal[at - 1] == ' ');
    if (is_whole) literal.insert(at, "true.");
  }
  return literal;
}

/// A rule as IR text: `head if literal and literal`.
std::string rule_text(const std::string& name, std::string rule) {
  std::string text = "rule '" + name + "' at \"test.kif\":1:1-2 {\n";
  for (const std::string_view word : {" if ", " and "}) {
    for (std::size_t at = rule.find(word); at != std::string::npos; at = rule.find(word)) {
      text += literal_text(rule.substr(0, at)) + "\n" + std::string(word.substr(1));
      rule.erase(0, at + word.size());
      if (word == " if ") break;
    }
  }
  return text + literal_text(rule) + "\n}\n";
}

/// With so many sides.
std::string module_text(const Case& tested, bool called, int sides) {
  std::string text =
      "tir 2\nlevel clauses\ngame \"calls\"\nroles w\n"
      "domain side = {1 .. " +
      std::to_string(sides) +
      "}\ndomain wide = {3 .. 6}\ndomain colour = {b, w}\n"
      "relation true.cell(side, side, colour) state term \"(cell ? ? ?)\"\n"
      "relation true.mark(side) state term \"(mark ?)\"\n"
      "relation next(side, side) static\nrelation wide(wide) static\n"
      "relation asked" +
      tested.columns + " derived" + (called ? " call index " + tested.given : "") +
      "\nrelation out(side, side) derived answer feature\n"
      "facts next {\n (1, 2)\n (2, 3)\n (3, 4)\n}\nfacts wide {\n (3)\n (4)\n (5)\n}\n";
  for (std::size_t r = 0; r < tested.rules.size(); ++r) {
    text += rule_text("asked#" + std::to_string(r + 1), tested.rules[r]);
  }
  return text + rule_text("out#1", tested.asking);
}

/// The module with plans.
std::shared_ptr<ir::Module> plan(const std::string& text) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  std::optional<ir::Module> module =
      ir::parse(sources->add("test.tir", text), sources, diagnostics);
  INFO(text << diagnostics.render());
  REQUIRE(module);
  constexpr std::array<std::string_view, 5> names{"stratify", "choose-storage", "order-joins",
                                                  "introduce-exists", "insert-absent"};
  passes::PassContext context{diagnostics, {}};
  REQUIRE(passes::run_pipeline(*module, names, {}, context));
  REQUIRE(ir::verify(*module, diagnostics));
  return std::make_shared<ir::Module>(std::move(*module));
}

Model random_model(const ir::Module& module, unsigned density, std::mt19937& random) {
  Model model = facts_model(module);
  const auto fill = [&](const char* name) {
    const ir::RelationId id = module.find_relation(name);
    std::vector<std::vector<ir::Symbol>> tuples{{}};
    for (const ir::DomainId column : module.relations[id].columns) {
      std::vector<std::vector<ir::Symbol>> longer;
      for (const auto& tuple : tuples) {
        for (const ir::Symbol value : module.domains[column].values) {
          longer.push_back(tuple);
          longer.back().push_back(value);
        }
      }
      tuples = std::move(longer);
    }
    for (auto& tuple : tuples) {
      if (random() % 100 < density) model[id].insert(std::move(tuple));
    }
  };
  fill("true.cell");
  fill("true.mark");
  return model;
}

/// What `out` has in random states, with the relation called and computed whole.
std::size_t compare(const Case& tested, std::string_view engine, int sides) {
  const auto whole = plan(module_text(tested, false, sides));
  const auto called = plan(module_text(tested, true, sides));
  REQUIRE(called->relations[called->find_relation("asked")].storage == ir::Storage::call);
  const ir::Layout layout = ir::lay_out(*called);
  const interpreter::Program program(called, layout,
                                     engine == "stencils" ? interpreter::Execution::stencils
                                                          : interpreter::Execution::interpreted);
  const bool native = engine == "native code";
  const auto code = llvm_backend::compile(*called, layout, {Tier::fast, /*verify=*/true});
  const ir::Entry& entry = *called->find_entry("feature");
  runtime::ScratchBlock scratch(table_shapes(*called, layout), layout.scratch_size);
  std::mt19937 random(7);
  std::size_t tuples = 0;
  for (const unsigned density : {0U, 20U, 40U, 50U, 60U, 80U, 100U}) {
    Model expected = random_model(*whole, density, random);
    Model found = expected;
    const tsj_entry function = native ? code->entry("feature") : program.entry("feature");
    const void* self = native ? nullptr : &program;
    REQUIRE(run_entry(*called, layout, entry, function, self, scratch, found) == TSJ_OK);
    evaluate_naively(*whole, *whole->find_entry("feature"), expected);
    INFO("density " << density);
    const ir::RelationId out = called->find_relation("out");
    REQUIRE(found[out] == expected[whole->find_relation("out")]);
    tuples += found[out].size();
  }
  return tuples;
}

}  // namespace

TEST_CASE("calls find what relations computed whole hold", "[llvm][interpreter][calls]") {
  const std::string_view engine = GENERATE("interpreter", "stencils", "native code");
  const int sides = GENERATE(4, 9);
  for (const Case& tested : cases()) {
    INFO(engine << ": " << tested.rules.front() << " given " << tested.given << ": "
                << tested.asking << ", " << sides << " sides");
    CHECK(compare(tested, engine, sides) > 0);
  }
}
