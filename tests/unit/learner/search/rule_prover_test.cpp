#include "learner/search/rule_prover.h"
#include "frontend/prolog/induction_reader.h"
#include "frontend/text/prolog_terms.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using learner::FactBackground;
using learner::unbound;
using learner::Value;

namespace {

struct Proved {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics{sources};
  FactBackground background;
  bool good = false;

  explicit Proved(const std::string& text, const learner::RuleLimits& limits = {}) {
    ir::BackgroundText read;
    good = frontend::read_background(sources.add("bk.pl", text), read, diagnostics) &&
           learner::add_background(read.clauses, background, diagnostics, limits);
    INFO(diagnostics.render());
    REQUIRE(good);
    for (const auto& relation : background.relations()) background.offer(relation);
  }

  /// All answers of a call, `_` for unbound arguments: `(1,2) (1,3) `.
  std::string answers(const std::string& call) {
    const auto [predicate, args] = read(call);
    std::vector<Value> solutions;
    background.solve(predicate, args, solutions);
    std::string text;
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      text += i % args.size() == 0 ? '(' : ',';
      text += background.text(solutions[i]);
      if (i % args.size() + 1 == args.size()) text += ") ";
    }
    return text;
  }

  bool any(const std::string& call) {
    const auto [predicate, args] = read(call);
    return background.any(predicate, args);
  }

 private:
  std::pair<std::uint32_t, std::vector<Value>> read(const std::string& call) {
    const auto terms = frontend::read_prolog_terms(sources.add("call.pl", call + "."), diagnostics);
    REQUIRE(terms);
    const ir::PrologTerm& atom = terms->front();
    std::vector<Value> args;
    for (const ir::PrologTerm& arg : atom.args) {
      args.push_back(arg.kind == ir::PrologTerm::Kind::variable ? unbound
                                                                : background.terms().intern(arg));
    }
    const auto all = background.predicates();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      if (all[i].name == atom.name && all[i].arity == args.size()) return {i, args};
    }
    FAIL("no such predicate: " << call);
    return {};
  }
};

constexpr const char* lists =
    "head([H|_],H). tail([_|T],T). empty([]). last([X],X). last([_|T],X) :- last(T,X).\n"
    "member(X,[X|_]). member(X,[_|T]) :- member(X,T).\n"
    "append([],L,L). append([H|T],L,[H|R]) :- append(T,L,R).\n"
    "reverse(L,R) :- reverse(L,[],R). reverse([],R,R). reverse([H|T],A,R) :- reverse(T,[H|A],R).\n"
    "len([],0). len([_|T],N) :- len(T,M), N is M+1.\n"
    "other(X,L) :- member(Y,L), Y \\= X. without(X,L) :- \\+ member(X,L), tail([a|L],L).\n"
    "pair(X,p(X,X)). sorted([]). sorted([_]). sorted([A,B|T]) :- A =< B, sorted([B|T]).";

}  // namespace

TEST_CASE("calls of list predicates are proved", "[induce]") {
  Proved one(lists);
  CHECK(one.answers("head([a,b],X)") == "([a,b],a) ");
  CHECK(one.answers("tail([a],X)") == "([a],[]) ");
  CHECK(one.answers("tail([],X)").empty());
  CHECK(one.answers("last([a,b,[c,d]],X)") == "([a,b,[c,d]],[c,d]) ");
  CHECK(one.answers("member(X,[b,a,b])") == "(b,[b,a,b]) (a,[b,a,b]) ");
  CHECK(one.answers("append(X,Y,[1,2])") == "([],[1,2],[1,2]) ([1],[2],[1,2]) ([1,2],[],[1,2]) ");
  CHECK(one.answers("append([a],[b],X)") == "([a],[b],[a,b]) ");
  CHECK(one.answers("reverse([1,2,3],X)") == "([1,2,3],[3,2,1]) ");
  CHECK(one.answers("len([a,b,c],X)") == "([a,b,c],3) ");
  CHECK(one.answers("pair(a,X)") == "(a,p(a,a)) ");
  CHECK(one.answers("pair(X,p(a,b))").empty());
  CHECK(one.any("sorted([1,2,2,10])"));
  CHECK_FALSE(one.any("sorted([1,3,2])"));
  CHECK(one.any("other(a,[a,b])"));
  CHECK_FALSE(one.any("other(a,[a])"));
  CHECK(one.any("without(c,[a,b])"));
  CHECK_FALSE(one.any("without(b,[a,b])"));
}

TEST_CASE("calls whose answers have variables have none", "[induce]") {
  Proved one(lists);
  CHECK(one.answers("head(X,a)").empty());
  CHECK(one.answers("append(X,[a],Y)").empty());
  CHECK(one.answers("member(X,[a|[]])") == "(a,[a]) ");
  CHECK(one.any("head(X,a)"));
  CHECK(one.answers("sorted(X)").empty());
  CHECK(one.background.unanswered().empty());
}

TEST_CASE("lists that are no lists, cyclic terms and overflows have no answer", "[induce]") {
  Proved one(
      "cons(H,T,[H|T]). own(X) :- X = [a|X]. same(X,Y) :- X = Y.\n"
      "times(X,Y) :- Y is X * 9223372036854775807. by(X,Y) :- Y is 7 // X. left(X,Y) :- Y is X mod "
      "-3.\n"
      "sum(X,Y) :- Y is foo + X. twice(X,Y) :- Y is 2*(X-1) + 3.");
  CHECK(one.answers("cons(a,[b],X)") == "(a,[b],[a,b]) ");
  CHECK(one.answers("cons(a,b,X)").empty());
  CHECK_FALSE(one.any("own(X)"));
  CHECK_FALSE(one.any("own([a,a])"));
  CHECK(one.answers("same(X,[a])") == "([a],[a]) ");
  CHECK(one.answers("times(2,X)").empty());
  CHECK(one.answers("times(-1,X)") == "(-1,-9223372036854775807) ");
  CHECK(one.answers("by(0,X)").empty());
  CHECK(one.answers("by(-2,X)") == "(-2,-3) ");
  CHECK(one.answers("left(7,X)") == "(7,-2) ");
  CHECK(one.answers("sum(1,X)").empty());
  CHECK(one.answers("twice(5,X)") == "(5,11) ");
}

TEST_CASE("a call that takes too long has no answer, and is told", "[induce]") {
  learner::RuleLimits limits;
  limits.max_call_steps = 1000;
  Proved one("loop(X,Y) :- loop(X,Y). loop(_,b). count(X,Y) :- count(X,Z), Y is Z+1.", limits);
  CHECK(one.answers("loop(a,X)").empty());
  CHECK(one.background.unanswered().find("1 call of the background took more than 1000 steps") ==
        0);
  CHECK(one.background.unanswered().find("loop(a,_)") != std::string::npos);
  CHECK_FALSE(one.any("count(a,b)"));
}

TEST_CASE("long lists are proved without the host's stack", "[induce]") {
  Proved one(lists);
  std::string list = "[";
  for (int i = 0; i < 100'000; ++i) list += "a,";
  list += "z]";
  CHECK(one.answers("last(" + list + ",X)") == "(" + list + ",z) ");
  CHECK(one.any("member(z," + list + ")"));
  CHECK(one.any("len(" + list + ",100001)"));
  const std::string reversed = one.answers("reverse(" + list + ",X)");
  CHECK(reversed.find("],[z,a,a,") == list.size());
  CHECK(one.any("append(" + list + ",[b],X)"));
}

TEST_CASE("facts and rules of a predicate are both used, tables too", "[induce]") {
  Proved one(
      "n(1,2). n(2,3). n(X,Y) :- Y = s(X). m(X,Y) :- n(X,Y), e(X). e(1). e(3). t(X) :- e(X).");
  CHECK(one.answers("n(1,X)") == "(1,2) (1,s(1)) ");
  CHECK(one.answers("m(1,X)") == "(1,2) (1,s(1)) ");
  CHECK(one.answers("m(2,X)").empty());
  CHECK(one.answers("t(X)") == "(1) (3) ");
}
