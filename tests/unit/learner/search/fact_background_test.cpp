#include "frontend/prolog/induction_reader.h"
#include "learner/search/background_rules.h"
#include "runtime/host/memory/rng.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using learner::FactBackground;
using learner::unbound;
using learner::Value;

namespace {

/// What a text becomes: its errors, or all facts of a predicate.
struct Evaluated {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics{sources};
  FactBackground background;
  bool good = false;

  explicit Evaluated(const std::string& text, const learner::RuleLimits& limits = {}) {
    ir::BackgroundText read;
    good = frontend::read_background(sources.add("bk.pl", text), read, diagnostics) &&
           learner::add_background(read.clauses, background, diagnostics, limits);
  }

  std::string facts(const std::string& name, std::uint32_t arity) {
    std::string text;
    const auto* relation = background.find(name, arity);
    for (std::uint32_t row = 0; relation && row < relation->size(); ++row) {
      for (const Value value : (*relation)[row]) text += background.text(value) + ' ';
    }
    return text;
  }
};

}  // namespace

TEST_CASE("facts are found by any of their arguments, in their order", "[induce]") {
  FactBackground background;
  auto& relation = background.relation("r", 3);
  runtime::Rng rng(3);
  std::vector<std::vector<Value>> rows;
  for (int i = 0; i < 200; ++i) {
    std::vector<Value> row;
    for (int k = 0; k < 3; ++k) row.push_back(static_cast<Value>(rng.below(6)));
    const bool old = std::find(rows.begin(), rows.end(), row) != rows.end();
    CHECK(relation.add(row) == !old);
    if (!old) rows.push_back(row);
  }
  background.offer(relation);
  for (Value a = 0; a < 8; ++a) {
    for (Value b = 0; b < 8; ++b) {
      for (Value c = 0; c < 8; ++c) {
        std::vector<Value> args{a, b, c};
        for (Value& arg : args) {
          if (arg == 7) arg = unbound;
        }
        std::vector<Value> expected;
        for (const auto& row : rows) {
          bool agrees = true;
          for (int i = 0; i < 3; ++i) agrees &= args[i] == unbound || args[i] == row[i];
          if (agrees) expected.insert(expected.end(), row.begin(), row.end());
        }
        std::vector<Value> solutions;
        background.solve(0, args, solutions);
        CHECK(solutions == expected);
        CHECK(background.any(0, args) == !expected.empty());
      }
    }
  }
}

TEST_CASE("rules of a background become facts", "[induce]") {
  Evaluated one(
      "e(a,b). e(b,c). e(c,a). e(c,d). node(X) :- e(X,_). node(X) :- e(_,X).\n"
      "path(X,Y) :- e(X,Y). path(X,Z) :- path(X,Y), path(Y,Z).\n"
      "sink(X) :- node(X), \\+ e(X,_). apart(X,Y) :- node(X), node(Y), not path(X,Y).\n"
      "other(X,Y) :- sink(X), node(Y), dif(X,Y). pair(p(X,[Y,1])) :- e(X,Y).\n"
      "first(X) :- pair(p(X,[_,1])). nothing :- e(a,zzz). something :- e(a,b).");
  INFO(one.diagnostics.render());
  REQUIRE(one.good);
  CHECK(one.background.find("path", 2)->size() == 12);
  CHECK(one.facts("sink", 1) == "d ");
  CHECK(one.facts("apart", 2) == "d a d b d c d d ");
  CHECK(one.facts("other", 2) == "d a d b d c ");
  CHECK(one.facts("pair", 1) == "p(a,[b,1]) p(b,[c,1]) p(c,[a,1]) p(c,[d,1]) ");
  CHECK(one.facts("first", 1) == "a b c ");
  CHECK(one.background.find("nothing", 0)->size() == 0);
  CHECK(one.background.find("something", 0)->size() == 1);
}

TEST_CASE("what is wrong with rules is told where it is", "[induce]") {
  const auto [text, code, column] = GENERATE(table<const char*, const char*, std::uint32_t>({
      {"p(X) :- q(X).", "unknown-predicate", 9},
      {"q(a). p(X,Y) :- q(X).", "unsafe", 11},
      {"q(a). p(X) :- q(X), \\+ q(Y).", "unsafe", 26},
      {"q(a). p(X) :- \\+ q(X).", "unsafe", 9},
      {"q(a). p(X) :- q(X), \\+ p(X).", "unstratified", 24},
      {"q(a). p(X) :- q(X), \\+ r(X). r(X) :- p(X).", "unstratified", 24},
      {"q(a). q(X).", "unsafe", 9},
      {"q(a). q(s(X)) :- q(X).", "limit", 7},
      {"q(a) :- .", "parse", 9},
      {"body_pred(q).", "parse", 11},
      {"body_pred(q/X).", "parse", 11},
      {"type(q(1)).", "parse", 8},
      {"max_clauses(a).", "parse", 13},
      {"3.", "parse", 1},
  }));
  INFO(text);
  Evaluated one(text);
  CHECK_FALSE(one.good);
  REQUIRE(one.diagnostics.all().size() >= 1);
  INFO(one.diagnostics.render());
  CHECK(one.diagnostics.all()[0].code == code);
  CHECK(one.diagnostics.all()[0].span.begin.column == column);
}

TEST_CASE("rules stop where they should", "[induce]") {
  const std::string text =
      "n(1). n(2). n(3). n(4). n(5). n(6). n(7). n(8).\n"
      "t(A,B,C,D,E,F,G) :- n(A), n(B), n(C), n(D), n(E), n(F), n(G).";
  learner::RuleLimits limits;
  limits.max_facts = 1000;
  Evaluated many(text, limits);
  CHECK_FALSE(many.good);
  CHECK(many.diagnostics.all()[0].code == "limit");
  const std::atomic<bool> stop{true};
  learner::RuleLimits stopped;
  stopped.stop = &stop;
  CHECK_FALSE(Evaluated(text, stopped).good);
}
