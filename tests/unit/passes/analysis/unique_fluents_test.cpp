// Of which fluents there is one at most: proved for kings that move, not where they may double.
#include "passes/analysis/unique_fluents.h"

#include "backend/interpreter/interpreter.h"
#include "tests/unit/support/kings_and_rooks.h"
#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace tesuji;
using ir::Argument;

namespace {

bool evaluate(ir::Module& module, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
  return interpreter::evaluate_static(module, diagnostics, max_rows);
}

/// A sheet with its static relations folded.
class Sheet {
 public:
  explicit Sheet(const std::string& text) : lowered_(text) {
    REQUIRE(lowered_.module);
    REQUIRE(lowered_.run({"stratify", "infer-domains", "fold-static", "infer-domains"}, evaluate));
  }

  /// Whether there is at most one cell with the piece.
  [[nodiscard]] bool has_one(const std::string& piece) const {
    return proves({lowered_.module->find_relation("true.cell"),
                   {Argument::ignored(), Argument::ignored(),
                    Argument::constant(lowered_.symbols->intern(piece))}});
  }
  [[nodiscard]] bool proves(const passes::FluentKey& key) const {
    const auto proved = passes::prove_unique(*lowered_.module, {key});
    return std::find(proved.begin(), proved.end(), key) != proved.end();
  }
  [[nodiscard]] const tests::Lowered& lowered() const { return lowered_; }

 private:
  tests::Lowered lowered_;
};

constexpr auto moved = "(<= (next (cell ?u ?v ?p)) (does ?r (move ?p ?x ?y ?u ?v)))";

}  // namespace

TEST_CASE("Of a king that moves there is one", "[passes][unique]") {
  const Sheet sheet(tests::kings_and_rooks());
  CHECK(sheet.has_one("wk"));
  CHECK(sheet.has_one("bk"));
  // Two from the beginning.
  CHECK_FALSE(sheet.has_one("wr"));
  // Whose turn it is, and which step, are proved without being asked for.
  const auto proved = passes::prove_unique(*sheet.lowered().module, {});
  for (const char* name : {"true.control", "true.step"}) {
    const passes::FluentKey key{sheet.lowered().module->find_relation(name), {Argument::ignored()}};
    CHECK(std::find(proved.begin(), proved.end(), key) != proved.end());
  }
}

TEST_CASE("A king that stays where it was is two", "[passes][unique]") {
  const Sheet sheet(tests::kings_and_rooks({}, "(coord ?a)"));
  CHECK_FALSE(sheet.has_one("wk"));
}

TEST_CASE("A king may have stayed on one line only", "[passes][unique]") {
  // Cells of the same rank keep their pieces, the moved one too.
  const Sheet sheet(tests::kings_and_rooks({}, "(same_or_other ?a ?b ?x ?y)") +
                    "(<= (same_or_other ?a ?b ?x ?y) (different ?a ?b ?x ?y))"
                    "(<= (same_or_other ?a 3 ?a 3) (coord ?a))");
  CHECK_FALSE(sheet.has_one("wk"));
}

TEST_CASE("Where both may move, one keeps what the other has moved", "[passes][unique]") {
  CHECK_FALSE(Sheet(tests::kings_and_rooks("(init (control black))")).has_one("wk"));
  // And where control may come to both.
  CHECK_FALSE(
      Sheet(tests::kings_and_rooks("(<= (next (control white)) (true (step 7)))")).has_one("wk"));
}

TEST_CASE("What becomes a king is a second one", "[passes][unique]") {
  const std::string promoted =
      std::string(moved) + "(<= (next (cell ?u 8 wk)) (does white (move wr ?x ?y ?u 8)))";
  const Sheet sheet(tests::kings_and_rooks({}, "(different ?a ?b ?x ?y)", promoted));
  CHECK_FALSE(sheet.has_one("wk"));
  CHECK(sheet.has_one("bk"));
}

TEST_CASE("A move may say two things of a king that are one", "[passes][unique]") {
  // A king that moves up is put on its cell by two rules.
  const std::string again = std::string(moved) +
                            "(<= (next (cell ?x ?v ?k)) (king_of ?r ?k) (succ ?y ?v)"
                            "    (does ?r (move ?k ?x ?y ?x ?v)))";
  CHECK(Sheet(tests::kings_and_rooks({}, "(different ?a ?b ?x ?y)", again)).has_one("wk"));
  // Two cells up is another one.
  const std::string far = std::string(moved) +
                          "(<= (next (cell ?x ?w ?k)) (king_of ?r ?k) (succ ?y ?v) (succ ?v ?w)"
                          "    (does ?r (move ?k ?x ?y ?x ?v)))";
  CHECK_FALSE(Sheet(tests::kings_and_rooks({}, "(different ?a ?b ?x ?y)", far)).has_one("wk"));
}

TEST_CASE("A move that need not be legal from there proves nothing", "[passes][unique]") {
  // The king may be moved from where it is not.
  const Sheet sheet(tests::kings_and_rooks(
      "(<= (legal white (move wk 1 1 ?u 4)) (true (control white)) (coord ?u))"));
  CHECK_FALSE(sheet.has_one("wk"));
}
