// Unification step by step: results, reasons, agreement with unify(), growth.
#include "backend/reference/unification.h"
#include "backend/reference/unify.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

using namespace tesuji;
using reference::Clash;
using reference::TermId;
using reference::TermStore;
using reference::Unification;
using reference::UnificationStep;

namespace {

/// Terms over names made on the fly.
struct SteppedTerms {
  TermId constant(const std::string& name) { return store.constant(symbols.intern(name)); }
  TermId compound(const std::string& name, const std::vector<TermId>& args) {
    return store.compound(symbols.intern(name), args);
  }
  Unification unify(TermId left, TermId right) {
    return reference::unify_in_steps(left, right, store);
  }

  ir::SymbolTable symbols;
  TermStore store;
  TermId x = store.variable(0), y = store.variable(1), z = store.variable(2);
  TermId a = constant("a"), b = constant("b");
};

std::vector<UnificationStep::Kind> kinds_of(const Unification& unification) {
  std::vector<UnificationStep::Kind> kinds;
  for (const UnificationStep& step : unification.steps) kinds.push_back(step.kind);
  return kinds;
}

/// Random terms over few names, so that variables repeat and functors often agree.
class RandomTerms {
 public:
  RandomTerms(SteppedTerms& terms, unsigned seed) : terms_(terms), random_(seed) {}

  TermId term(int depth) {
    const unsigned choice = below(depth == 0 ? 4 : 8);
    if (choice < 3) return terms_.store.variable(below(variables));
    if (choice == 3) return below(2) == 0 ? terms_.a : terms_.b;
    std::vector<TermId> args;
    for (unsigned count = 1 + below(3); count > 0; --count) args.push_back(term(depth - 1));
    return terms_.compound(below(8) == 0 ? "g" : "f", args);
  }
  static constexpr unsigned variables = 5;

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  SteppedTerms& terms_;
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("the book's example in steps", "[reference]") {
  SteppedTerms t;
  const TermId white = t.constant("white");
  const TermId n = t.store.variable(3);
  const TermId move = t.compound("reduce", {t.z, n});
  const Unification result =
      t.unify(t.compound("legal", {white, t.x}), t.compound("legal", {t.y, move}));
  REQUIRE(result.unifiable);
  using Kind = UnificationStep::Kind;
  CHECK(kinds_of(result) == std::vector{Kind::decompose, Kind::bind, Kind::bind});
  CHECK(result.unifier == std::vector<reference::Binding>{{1, white}, {0, move}});
  CHECK(result.instance == t.compound("legal", {white, move}));
}

TEST_CASE("steps name how terms clash, and where", "[reference]") {
  SteppedTerms t;
  const auto f = [&](const std::vector<TermId>& args) { return t.compound("f", args); };
  SECTION("behind a variable") {
    // f(X, X) and f(a, b): both parts stand in the second term.
    const Unification result = t.unify(f({t.x, t.x}), f({t.a, t.b}));
    REQUIRE_FALSE(result.unifiable);
    CHECK(result.clash == Clash::constants);
    CHECK(result.left_place.in_right);
    CHECK(result.left_place.path == std::vector<std::uint32_t>{0});
    CHECK(result.right_place.in_right);
    CHECK(result.right_place.path == std::vector<std::uint32_t>{1});
    CHECK(result.steps.back().left == t.x);
    CHECK(result.steps.back().left_value == t.a);
  }
  SECTION("inside a ground term") {
    const Unification result = t.unify(f({f({t.a, t.a})}), f({f({t.a, t.b})}));
    REQUIRE_FALSE(result.unifiable);
    CHECK(result.left_place.path == std::vector<std::uint32_t>{0, 1});
    CHECK_FALSE(result.left_place.in_right);
  }
  SECTION("kinds of clash") {
    CHECK(t.unify(t.constant("f"), f({})).clash == Clash::kinds);
    CHECK(t.unify(f({t.x}), t.compound("g", {t.x})).clash == Clash::functors);
    CHECK(t.unify(f({t.x}), f({t.x, t.y})).clash == Clash::arities);
  }
}

TEST_CASE("the occurs check names the first binding that fails", "[reference]") {
  SteppedTerms t;
  // p(X, Y, a) and p(g(Y), f(X), b): the check comes before the clash.
  const TermId fx = t.compound("f", {t.x});
  const TermId gy = t.compound("g", {t.y});
  const Unification result =
      t.unify(t.compound("p", {t.x, t.y, t.a}), t.compound("p", {gy, fx, t.b}));
  REQUIRE_FALSE(result.unifiable);
  REQUIRE(result.steps.back().kind == UnificationStep::Kind::occurs);
  CHECK(result.steps.back().binding == reference::Binding{1, fx});
  CHECK(result.through == std::vector<reference::Binding>{{0, gy}});
  CHECK(result.right_place.path == std::vector<std::uint32_t>{1});
}

TEST_CASE("unification in steps agrees with unify on random terms", "[reference]") {
  int unifiable = 0;
  int cyclic = 0;
  constexpr int rounds = 20'000;
  for (unsigned seed = 0; seed < rounds; ++seed) {
    SteppedTerms t;
    RandomTerms random(t, seed);
    const TermId left = random.term(4);
    const TermId right = random.term(4);
    reference::Substitution substitution;
    substitution.reserve(RandomTerms::variables);
    const bool expected = reference::unify(left, right, substitution, t.store);
    const Unification result = t.unify(left, right);
    INFO("seed " << seed);
    REQUIRE(result.unifiable == expected);
    if (!expected) {
      CHECK(result.unifier.empty());
      cyclic += result.steps.back().kind == UnificationStep::Kind::occurs ? 1 : 0;
      continue;
    }
    ++unifiable;
    REQUIRE(result.unifier.size() == substitution.bound_since(0).size());
    for (std::size_t i = 0; i < result.unifier.size(); ++i) {
      const auto& [variable, term] = result.unifier[i];
      CHECK(variable == substitution.bound_since(0)[i]);
      CHECK(term == substitution.apply(t.store.variable(variable), t.store));
    }
    CHECK(result.instance == substitution.apply(left, t.store));
    CHECK(result.instance == substitution.apply(right, t.store));
  }
  // Each outcome is frequent.
  CHECK(unifiable > rounds / 20);
  CHECK(cyclic > rounds / 20);
}

TEST_CASE("repeated variables cost no exponential time", "[reference]") {
  // f(X0, X0, .., Y0, Y0, ..) and f(X1', ..): the classical example, in both orders.
  constexpr std::uint32_t count = 20'000;
  for (const bool reversed : {false, true}) {
    SteppedTerms t;
    std::vector<TermId> left, right;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t k = reversed ? count - 1 - i : i;
      left.push_back(t.store.variable(k));
      const TermId next = t.store.variable(k + 1);
      right.push_back(t.compound("g", {next, next}));
    }
    const Unification result = t.unify(t.compound("f", left), t.compound("f", right));
    REQUIRE(result.unifiable);
    CHECK(result.unifier.size() == count);
    CHECK(result.steps.size() == count + 1);
    CHECK(t.store.depth(result.unifier[reversed ? count - 1 : 0].second) == count);
  }
  // Two such towers are equal; the pairs below are compared once each.
  SteppedTerms t;
  TermId left = t.x, right = t.y;
  for (int i = 0; i < 60; ++i) {
    left = t.compound("g", {left, left});
    right = t.compound("g", {right, right});
  }
  CHECK(t.unify(left, right).steps.size() == 121);
}

TEST_CASE("deep terms unify without recursion", "[reference]") {
  SteppedTerms t;
  TermId left = t.x, right = t.a, other = t.b;
  for (int i = 0; i < 1'000'000; ++i) {
    left = t.compound("f", {left});
    right = t.compound("f", {right});
    other = t.compound("f", {other});
  }
  const Unification result = t.unify(left, right);
  REQUIRE(result.unifiable);
  CHECK(result.instance == right);
  const Unification clash = t.unify(other, right);
  REQUIRE_FALSE(clash.unifiable);
  CHECK(clash.left_place.path.size() == 1'000'000);
  // X inside a deep term.
  CHECK(t.unify(t.x, left).steps.back().kind == UnificationStep::Kind::occurs);
}
