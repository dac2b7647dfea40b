// Statements and manifests: what is read, what it means, what is refused.
#include "backend/proofs/certificates/statement.h"

#include "backend/proofs/certificates/certificate.h"
#include "backend/proofs/certificates/drat_checker.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace tesuji::certificates;

namespace {

/// A walk from 1 to 3 that one role makes; it ends at 3.
const std::string walk =
    "(role r) (cell 1) (cell 2) (cell 3) (succ 1 2) (succ 2 3) (init (at 1)) (init mark)\n"
    "(<= (legal r (to ?y)) (true (at ?x)) (succ ?x ?y)) (<= (legal r stay) (true (at ?x)))\n"
    "(<= (next (at ?y)) (does r (to ?y))) (<= (next (at ?x)) (true (at ?x)) (does r stay))\n"
    "(<= (next mark) (true mark)) (<= moved (does r (to ?x)))\n"
    "(<= terminal (true (at 3))) (<= (goal r 100) (true (at 3))) (<= (goal r 0) (not terminal))\n";

const std::vector<WantedPredicate> predicates{{"true", 1}, {"legal", 2}, {"terminal", 0},
                                              {"goal", 2}, {"cell", 1},  {"nowhere", 1}};

/// Whether the statement holds of all plays from the initial state, as far as it looks. Plays that
/// propagation does not decide need a solver, and are not for this.
bool holds_initially(const std::string& statement) {
  ProofObligations obligations(walk, predicates, {}, {});
  obligations.begin_step({1, {{"name", read_sexprs(statement).at(0)}}});
  const Cnf cnf = obligations.cnf(obligations.obligations().front()).cnf;
  return check_drat(cnf, "", DratForm::text).end == DratResult::End::refuted;
}

std::string refusal(const std::string& statement) {
  try {
    ProofObligations obligations(walk, predicates, {}, {});
    obligations.begin_step({1, {{"name", read_sexprs(statement).at(0)}}});
  } catch (const Malformed& fault) {
    return fault.what();
  }
  return {};
}

}  // namespace

TEST_CASE("A statement of degree 0 has its value in the initial state",
          "[certificates][statements]") {
  for (const std::string text :
       {"(holds (true (at 1)))", "(holds (cell 2))", "(and)", "(not (or))", "(= a a)",
        "(not (= a (a)))", "(holds (legal r (to 2)))", "(not (holds terminal))",
        "(or (holds (true (at 9))) (holds (goal r 0)))", "(not (holds (nowhere 1)))",
        "(count 1 1 (range ((?x 1 2 3)) (holds (true (at ?x)))))",
        "(count 3 3 (range ((?x 1 2 3)) (holds (cell ?x))))",
        "(count 2 2 (range ((?x 1 2 9)) (holds (cell ?x))))",
        "(count 2 inf (range () (and)) (range () (and)))", "(count 0 0 (range ((?x)) (and)))",
        "(count 1 1 (range ((?m (to 2) (to 3))) (holds (legal r ?m))))",
        "(count 3 3 (range ((?x 1 2 3) (?y 1 2 3)) (= ?x ?y)))",
        "(count 6 6 (range ((?x 1 2 3) (?y 1 2 3)) (not (= ?x ?y))))",
        "(count 0 inf (range ((?x 1 2 3)) (holds (cell ?x))))"}) {
    INFO(text);
    CHECK(holds_initially(text));
    CHECK_FALSE(holds_initially("(not " + text + ")"));
  }
  CHECK_FALSE(holds_initially("(count 2 1 (range ((?x 1 2 3)) (holds (cell ?x))))"));
  CHECK_FALSE(holds_initially("(count 4 inf (range ((?x 1 2 3)) (holds (cell ?x))))"));
}

TEST_CASE("next looks at all next states, unless the game is over", "[certificates][statements]") {
  CHECK(holds_initially("(next (holds (true mark)))"));
  CHECK_FALSE(holds_initially("(next (not (holds (true mark))))"));
  CHECK_FALSE(holds_initially("(not (next (holds (true mark))))"));
  CHECK(holds_initially("(next (next (or (holds (true mark)) (holds terminal))))"));
}

TEST_CASE("What is no statement is refused", "[certificates][statements]") {
  for (const std::string text : {"true",
                                 "()",
                                 "((and))",
                                 "(holds)",
                                 "(holds a b)",
                                 "(= a)",
                                 "(not)",
                                 "(xor (and) (and))",
                                 "(count 1)",
                                 "(count x 1)",
                                 "(count 1 x)",
                                 "(count 1 1 (and))",
                                 "(count 1 1 (range (?x) (and)))",
                                 "(count 1 1 (range ((x 1)) (and)))",
                                 "(count 1 1 (range ((?x 1 1)) (and)))",
                                 "(count 1 1 (range ((?x ?y)) (and)))",
                                 "(count 1 1 (range ((?x 1)) (count 1 1 (range ((?x 1)) (and)))))",
                                 "(= ?x 1)",
                                 "(and (count 1 1 (range ((?x 1)) (and))) (= ?x 1))",
                                 "(holds (does r stay))",
                                 "(holds (next mark))",
                                 "(holds (init mark))",
                                 "(holds (succ 1 2))",
                                 "(holds ((a) b))"}) {
    INFO(text);
    CHECK_FALSE(refusal(text).empty());
  }
  // What depends on moves says nothing of a state.
  CHECK_THROWS_AS(ProofObligations(walk, {{"moved", 0}}, {}, {}), Malformed);
}

TEST_CASE("Manifests are read as they are written", "[certificates][statements]") {
  Certificate certificate;
  certificate.sheet_hash = hash_of("a sheet");
  certificate.predicates = {{"goal", 2}, {"terminal", 0}};
  certificate.steps.push_back({2, {{"one", read_sexprs("(not (holds terminal))").at(0)}}});
  certificate.steps.push_back(
      {1, {{"two[x]", read_sexprs("(and)").at(0)}, {"three", read_sexprs("(or)").at(0)}}});
  const std::string text = to_text(certificate);
  const Certificate read = read_manifest(text);
  CHECK(to_text(read) == text);
  REQUIRE(read.steps.size() == 2);
  CHECK(read.steps[0].induction == 2);
  CHECK(read.steps[1].formulas[0].name == "two[x]");
  CHECK(hash_of("") == "cbf29ce484222325");
  CHECK(hash_of("a") == "af63dc4c8601ec8c");
  for (const std::string fault :
       {"", "(certificate 1)", "(certificate 2) (sheet x) (predicates)",
        "(certificate 1) (sheet) (predicates)", "(certificate 1) (sheet x) (steps)",
        "(certificate 1) (sheet x) (predicates p)", "(certificate 1) (sheet x) (predicates (p x))",
        "(certificate 1) (sheet x) (predicates) (step 1)",
        "(certificate 1) (sheet x) (predicates) (step 0 (formula a (and)))",
        "(certificate 1) (sheet x) (predicates) (step 99 (formula a (and)))",
        "(certificate 1) (sheet x) (predicates) (step 1 (formula (a) (and)))",
        "(certificate 1) (sheet x) (predicates) (stop 1 (formula a (and)))"}) {
    INFO(fault);
    CHECK_THROWS_AS(read_manifest(fault), Malformed);
  }
}

TEST_CASE("An induction over K states has K base cases for each degree",
          "[certificates][statements]") {
  ProofObligations obligations(walk, predicates, {}, {});
  obligations.begin_step({2,
                          {{"a", read_sexprs("(holds (true mark))").at(0)},
                           {"b", read_sexprs("(next (holds (true mark)))").at(0)},
                           {"c", read_sexprs("(holds (cell 1))").at(0)}}});
  const std::vector<Obligation> all = obligations.obligations();
  REQUIRE(all.size() == 6);
  CHECK(all[0].start == CnfStart::initial);
  CHECK(all[1].position == 1);
  CHECK(all[2].start == CnfStart::any);
  CHECK(all[2].position == 2);
  CHECK(all[5].degree == 1);
  CHECK(obligations.formulas_of(0) == std::vector<std::size_t>{0, 2});
  // All of them follow by propagation alone.
  for (const Obligation& obligation : all) {
    CHECK(check_drat(obligations.cnf(obligation).cnf, "", DratForm::text).end ==
          DratResult::End::refuted);
  }
}
