// Terms, substitutions and unification: sections 13.2 and 13.3.
#include "backend/reference/program.h"
#include "backend/reference/unify.h"
#include "tests/unit/support/reasoner_support.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;
using reference::Substitution;
using reference::TermId;
using reference::TermStore;

namespace {

/// Terms over names made on the fly.
struct Terms {
  TermId constant(const std::string& name) { return store.constant(symbols.intern(name)); }
  TermId variable(reference::Variable number) { return store.variable(number); }
  TermId compound(const std::string& name, const std::vector<TermId>& args) {
    return store.compound(symbols.intern(name), args);
  }
  bool unify(TermId left, TermId right) {
    return reference::unify(left, right, substitution, store);
  }
  TermId apply(TermId term) { return substitution.apply(term, store); }

  Terms() { substitution.reserve(8); }
  ir::SymbolTable symbols;
  TermStore store;
  Substitution substitution;
};

}  // namespace

TEST_CASE("terms are interned", "[reference]") {
  Terms t;
  CHECK(t.constant("f") == t.constant("f"));
  CHECK(t.constant("f") != t.compound("f", {}));
  CHECK(t.variable(0) != t.constant("f"));
  const TermId inner = t.compound("f", {t.constant("a"), t.variable(1)});
  const TermId outer = t.compound("g", {inner, inner});
  CHECK(outer == t.compound("g", {inner, inner}));
  CHECK_FALSE(t.store.ground(outer));
  CHECK(t.store.depth(outer) == 2);
  CHECK(t.compound("f", {t.constant("a")}) != t.compound("f", {t.constant("a"), t.constant("a")}));
  // What args() gives stays valid while the store grows.
  const auto args = t.store.args(outer);
  for (int i = 0; i < 100'000; ++i) t.compound("h", {t.constant(std::to_string(i)), inner});
  CHECK(args.data() == t.store.args(outer).data());
  CHECK(outer == t.compound("g", {inner, inner}));
}

TEST_CASE("the book's example has a most general unifier", "[reference]") {
  // legal(white,L) and legal(P,reduce(X,N)): {P/white, L/reduce(X,N)}.
  Terms t;
  const TermId l = t.variable(0), p = t.variable(1), x = t.variable(2), n = t.variable(3);
  const TermId move = t.compound("reduce", {x, n});
  REQUIRE(t.unify(t.compound("legal", {t.constant("white"), l}), t.compound("legal", {p, move})));
  CHECK(t.apply(p) == t.constant("white"));
  CHECK(t.apply(l) == move);
  // It binds nothing else: less general unifiers give X or N values, or make them equal.
  CHECK(t.apply(x) == x);
  CHECK(t.apply(n) == n);
  CHECK(t.substitution.bound_since(0).size() == 2);
}

TEST_CASE("terms that do not unify leave the substitution alone", "[reference]") {
  Terms t;
  const TermId x = t.variable(0), y = t.variable(1), a = t.constant("a"), b = t.constant("b");
  SECTION("different constants") {
    CHECK_FALSE(t.unify(a, b));
  }
  SECTION("a constant and a function without arguments") {
    CHECK_FALSE(t.unify(a, t.compound("a", {})));
  }
  SECTION("different numbers of arguments") {
    CHECK_FALSE(t.unify(t.compound("f", {x}), t.compound("f", {x, y})));
  }
  SECTION("a clash behind a binding") {
    CHECK_FALSE(t.unify(t.compound("f", {x, x}), t.compound("f", {a, b})));
  }
  SECTION("a variable inside what it would stand for") {
    CHECK_FALSE(t.unify(x, t.compound("f", {x})));
  }
  SECTION("the same through another variable") {
    // f(X, X) and f(Y, g(Y)).
    CHECK_FALSE(t.unify(t.compound("f", {x, x}), t.compound("f", {y, t.compound("g", {y})})));
  }
  CHECK(t.substitution.bound_since(0).empty());
  CHECK(t.apply(x) == x);
  CHECK(t.apply(y) == y);
}

TEST_CASE("bindings go through variables, and are undone", "[reference]") {
  Terms t;
  const TermId x = t.variable(0), y = t.variable(1), z = t.variable(2), a = t.constant("a");
  REQUIRE(t.unify(x, y));
  REQUIRE(t.unify(y, t.compound("f", {z})));
  const std::size_t mark = t.substitution.mark();
  REQUIRE(t.unify(z, a));
  CHECK(t.apply(x) == t.compound("f", {a}));
  t.substitution.undo(mark);
  CHECK(t.apply(x) == t.compound("f", {z}));
  CHECK(t.unify(x, x));
  t.substitution.undo(0);
  CHECK(t.apply(x) == x);
}

TEST_CASE("a fresh copy shares no variable with its original", "[reference]") {
  Terms t;
  const TermId term =
      t.compound("f", {t.variable(0), t.compound("g", {t.variable(1)}), t.constant("a")});
  CHECK(reference::rename(term, 4, t.store) ==
        t.compound("f", {t.variable(4), t.compound("g", {t.variable(5)}), t.constant("a")}));
}

TEST_CASE("terms are written and read as in traces", "[reference]") {
  tests::Reasoner reasoner("(p (cell 1 (f) b) noop) (q cell) (q f)");
  reference::Program& program = reasoner.program();
  for (const char* text : {"noop", "(f)", "(cell 1 (f) b)", "(f f (f (f)))"}) {
    const auto term = reference::read_term(text, program);
    INFO(text);
    REQUIRE(term);
    CHECK(reference::term_text(*term, program) == text);
  }
  CHECK(reference::read_term("f", program) != reference::read_term("(f)", program));
  for (const char* text : {"", "(", ")", "()", "((f))", "(cell 1", "cell 1", "(cell 1))", "nobody",
                           "(nobody 1)", "?x"}) {
    INFO(text);
    CHECK_FALSE(reference::read_term(text, program));
  }
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "(f ";
  deep += "f" + std::string(1000, ')');
  CHECK(reference::read_term(deep, program, 1000));
  CHECK_FALSE(reference::read_term(deep, program, 999));
}

TEST_CASE("moves and values have an order", "[reference]") {
  tests::Reasoner reasoner("(p b a 10 9 -1) (q (f 2) (f 1 1) (g a))");
  std::vector<reference::TermId> terms =
      reasoner.terms("(g a) (f 10) a (f 2) 10 (f 1 1) b (f 9) 9 -1");
  std::sort(terms.begin(), terms.end(), [&](reference::TermId left, reference::TermId right) {
    return reference::term_less(left, right, reasoner.program());
  });
  std::string order;
  for (const auto term : terms) order += reference::term_text(term, reasoner.program()) + " ";
  CHECK(order == "-1 9 10 b a (f 2) (f 9) (f 10) (f 1 1) (g a) ");
}
