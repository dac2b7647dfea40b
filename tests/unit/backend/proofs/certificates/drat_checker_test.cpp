// The checker of DRAT proofs: what it accepts proves, and what proves it accepts.
#include "backend/proofs/certificates/drat_checker.h"

#include "tests/property/certificates/naive_drat.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace tesuji::certificates;
using tesuji::tests::naive_follows;

namespace {

using End = DratResult::End;
using Clauses = std::vector<std::vector<Literal>>;

Cnf cnf_of(const Clauses& clauses) {
  Cnf cnf;
  for (const auto& clause : clauses) {
    cnf.add(clause);
    for (const Literal literal : clause) {
      cnf.variables = std::max(cnf.variables, static_cast<std::uint32_t>(std::abs(literal)));
    }
  }
  return cnf;
}

DratResult check(const Clauses& clauses, const std::string& proof) {
  return check_drat(cnf_of(clauses), proof, DratForm::text);
}

/// All eight clauses over three variables.
Clauses eight() {
  Clauses clauses;
  for (int bits = 0; bits < 8; ++bits) {
    std::vector<Literal> clause;
    for (int i = 0; i < 3; ++i) clause.push_back((bits >> i) % 2 == 1 ? i + 1 : -(i + 1));
    clauses.push_back(clause);
  }
  return clauses;
}

bool satisfiable(const Clauses& clauses, int variables) {
  for (int bits = 0; bits < (1 << variables); ++bits) {
    const bool all = std::all_of(clauses.begin(), clauses.end(), [&](const auto& clause) {
      return std::any_of(clause.begin(), clause.end(), [&](Literal literal) {
        return ((bits >> (std::abs(literal) - 1)) % 2 == 1) == (literal > 0);
      });
    });
    if (all) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("A proof by RUP is accepted, and counted", "[certificates][drat]") {
  const DratResult result = check(eight(), "1 2 0\n1 -2 0\nd 1 2 3 0\n1 0\n-1 2 0\n0\n");
  CHECK(result.message.empty());
  CHECK(result.end == End::refuted);
  CHECK(result.by_rat == 0);
  CHECK(result.deleted == 1);
  CHECK(result.added >= 4);
}

TEST_CASE("A proof by RAT needs all resolvents with the first literal", "[certificates][drat]") {
  // 4 <-> 1 and 2, over a new variable: the second clause does not follow.
  const std::string definition = "4 -1 -2 0\n-4 1 0\n-4 2 0\n";
  const DratResult result = check(eight(), definition + "1 2 0\n1 -2 0\n1 0\n-1 2 0\n0\n");
  CHECK(result.end == End::refuted);
  CHECK(result.by_rat == 1);
  const DratResult wrong = check({{1, 2}, {1, -2}}, "-1 0\n");
  CHECK(wrong.end == End::rejected);
  tesuji::tests::check_words(wrong.message);
}

TEST_CASE("What is no refutation is rejected", "[certificates][drat]") {
  CHECK(check(eight(), "").end == End::rejected);
  tesuji::tests::check_words(check(eight(), "1 2 0\n").message);
  CHECK(check(eight(), "0\n").end == End::rejected);
  CHECK(check(eight(), "1 0\n0\n").end == End::rejected);  // 1 is no RUP yet
  CHECK(check({{1, 2}, {-1, 2}}, "2 0\n0\n").end == End::rejected);
  CHECK(check({}, "0\n").end == End::rejected);
  CHECK(check({{1}, {-1}}, "").end == End::refuted);  // propagation alone
  CHECK(check({{}}, "").end == End::refuted);
}

TEST_CASE("A deletion of a clause that is needed makes a proof fail", "[certificates][drat]") {
  CHECK(check(eight(), "d 1 2 3 0\n1 2 0\n").end == End::rejected);
  // Twice the same clause: one is left.
  Clauses twice = eight();
  twice.push_back({3, 2, 1});
  CHECK(check(twice, "d 1 2 3 0\n1 2 0\n1 -2 0\n1 0\n2 -1 0\n0\n").end == End::refuted);
  // A reason of what is true for good stays, and so does what is not there.
  CHECK(check({{1}, {-1, 2}, {-2, 3, 4}, {-3, 4}, {-4, 3}, {-3, -4}},
              "d 1 0\nd -1 2 0\nd 7 8 0\n3 0\n0\n")
            .end == End::refuted);
}

TEST_CASE("Bytes that are no proof are told from a bad proof", "[certificates][drat]") {
  for (const std::string text : {"1 2", "1 x 0", "- 0", "d", "1 -0 0", "99999999999 0", "1 2a 0"}) {
    INFO(text);
    CHECK(check(eight(), text).end == End::malformed);
  }
  const auto binary = [](const std::string& bytes) {
    return check_drat(cnf_of(eight()), bytes, DratForm::binary).end;
  };
  using namespace std::string_literals;
  CHECK(binary("a\x02\x04\0a\x02\x05\0a\x02\0a\x03\x04\0a\0"s) == End::refuted);
  CHECK(binary("a\x02\x04\0d\x02\x04"s) == End::malformed);
  CHECK(binary("b\x02\0"s) == End::malformed);
  CHECK(binary("a\x01\0"s) == End::malformed);
  CHECK(binary("a\xff\xff\xff\xff\xff\xff\0"s) == End::malformed);
  CHECK(binary("a\x02\x05\0"s) == End::rejected);  // follows, and that is all
}

TEST_CASE("Limits of the checker are limits, not verdicts", "[certificates][drat]") {
  DratLimits limits;
  limits.literals = 30;
  const std::string proof = "1 2 0\n1 -2 0\n1 0\n2 -1 0\n0\n";
  CHECK(check_drat(cnf_of(eight()), proof, DratForm::text, limits).end == End::limit);
  limits = {};
  limits.variables = 2;
  CHECK(check_drat(cnf_of(eight()), proof, DratForm::text, limits).end == End::limit);
}

TEST_CASE("Random proofs: whatever is accepted is a proof", "[certificates][drat]") {
  std::mt19937 random(1);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int refuted = 0;
  int rejected = 0;
  for (int round = 0; round < 3000; ++round) {
    constexpr int variables = 5;
    const auto clause_of = [&](int longest) {
      std::vector<Literal> clause;
      const int size = below(longest + 1);
      for (int i = 0; i < size; ++i) {
        clause.push_back((1 + below(variables)) * (below(2) == 0 ? 1 : -1));
      }
      return clause;
    };
    Clauses clauses;
    const int size = 8 + below(18);
    for (int i = 0; i < size; ++i) {
      auto clause = clause_of(3);
      if (clause.empty()) clause = {1};
      clauses.push_back(clause);
    }
    // A proof of lines some of which follow, and deletions.
    Clauses now = clauses;
    std::string text;
    bool honest = true;
    for (int line = 0; line < 25; ++line) {
      if (below(5) == 0 && !now.empty()) {
        const auto gone = now[static_cast<std::size_t>(below(static_cast<int>(now.size())))];
        text += "d ";
        for (const Literal literal : gone) text += std::to_string(literal) + " ";
        text += "0\n";
        continue;  // for the naive checker nothing is deleted
      }
      const auto clause = line == 24 ? std::vector<Literal>{} : clause_of(3);
      const bool follows = naive_follows(now, clause);
      if (!follows && below(40) != 0 && line != 24) continue;
      honest = honest && follows;
      for (const Literal literal : clause) text += std::to_string(literal) + " ";
      text += "0\n";
      now.push_back(clause);
    }
    const DratResult result = check(clauses, text);
    INFO(text);
    REQUIRE(result.end != End::malformed);
    if (result.end == End::refuted) {
      ++refuted;
      REQUIRE_FALSE(satisfiable(clauses, variables));
    } else {
      ++rejected;
    }
    if (text.find('d') == std::string::npos && honest) REQUIRE(result.end == End::refuted);
  }
  CHECK(refuted > 100);
  CHECK(rejected > 100);
}

TEST_CASE("CNFs are read as they are written", "[certificates][drat]") {
  const Cnf cnf = cnf_of(eight());
  CHECK(read_dimacs(to_dimacs(cnf)) == cnf);
  CHECK(read_dimacs("c a comment\np cnf 3 1\nc another\n1\n -2 0\n").clauses() == 1);
  for (const std::string text :
       {"", "p cnf", "p cnf 2 1\n3 0\n", "p cnf 2 2\n1 0\n", "p cnf 2 1\n1 2\n",
        "p cnf 2 1\n1 x 0\n", "p dnf 2 1\n1 0\n", "p cnf -1 0\n", "p cnf 9999999999 0\n"}) {
    INFO(text);
    CHECK_THROWS_AS(read_dimacs(text), Malformed);
  }
}
