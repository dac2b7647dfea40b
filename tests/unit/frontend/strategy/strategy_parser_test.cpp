#include "frontend/strategy/strategy_parser.h"
#include "ir/module/proc_program.h"

#include "tests/corpus/corpus_files.h"
#include "tests/unit/support/words.h"

#include <sstream>
#include <string>
#include <vector>

namespace tesuji::frontend {
namespace {

struct Parsed {
  explicit Parsed(std::string text)
      : file(sources.add("test.pl", std::move(text))),
        diagnostics(sources),
        strategy(parse_strategy(file, diagnostics)) {}

  [[nodiscard]] std::vector<std::string> codes(ir::Severity severity) const {
    std::vector<std::string> found;
    for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
      if (diagnostic.severity == severity) {
        found.push_back(diagnostic.code);
      }
    }
    return found;
  }

  ir::SourceMap sources;
  ir::FileId file;
  ir::Diagnostics diagnostics;
  std::optional<Strategy> strategy;
};

/// A clause's operations in the style of the IR's text: `call p(A, ?B)`.
std::string shown(const ir::ProcClause& clause) {
  using Kind = ir::ProcOperation::Kind;
  std::string text;
  for (const ir::ProcOperation& operation : clause.ops) {
    text += text.empty() ? "" : "; ";
    text += operation.kind == Kind::call     ? "call "
            : operation.kind == Kind::test   ? "test "
            : operation.kind == Kind::absent ? "absent "
                                             : "yield ";
    text += operation.callee + "(";
    for (const ir::Argument& argument : operation.args) {
      text += text.back() == '(' ? "" : ", ";
      text += argument.kind == ir::Argument::Kind::ignore   ? "_"
              : argument.kind == ir::Argument::Kind::binder ? "?"
                                                            : "";
      if (argument.kind != ir::Argument::Kind::ignore) {
        text += clause.variables.at(argument.id);
      }
    }
    text += ")";
  }
  return text;
}

/// The first clause of the predicate, lowered without complaint.
std::string lowered(const std::string& text, const std::string& predicate = "p") {
  INFO(text);
  const Parsed parsed(text);
  INFO(parsed.diagnostics.render());
  REQUIRE(parsed.strategy);
  const ir::Proc* const proc = parsed.strategy->find(predicate);
  REQUIRE(proc != nullptr);
  return shown(proc->clauses.at(0));
}

/// The text is refused; the first error has this code and place.
void check_refused(const std::string& text, const std::string& code, ir::Position place) {
  INFO(text);
  const Parsed parsed(text);
  REQUIRE_FALSE(parsed.strategy);
  REQUIRE(parsed.diagnostics.has_errors());
  const std::vector<ir::Diagnostic>& all = parsed.diagnostics.all();
  const auto first = std::find_if(all.begin(), all.end(), [](const ir::Diagnostic& diagnostic) {
    return diagnostic.severity == ir::Severity::error;
  });
  CHECK(first->code == code);
  CHECK(first->span.begin == place);
  tests::check_words(first->message);
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("Strategy: goals become operations", "[strategy]") {
  CHECK(lowered("p(A,B) :- move(A,B), won(B).") == "call move(A, ?B); test won(B); yield (A, B)");
  CHECK(lowered("p(A,B):-move(A,C),move(C,B),move(A,B).") ==
        "call move(A, ?C); call move(C, ?B); test move(A, B); yield (A, B)");
  CHECK(lowered("p(A,B) :- move(A,B), not(move(B,_)), not move(A,B).") ==
        "call move(A, ?B); absent move(B, _); absent move(A, B); yield (A, B)");
  CHECK(lowered("p(A,B) :- move(A,B), \\+ won(B), \\+(drawn(B)), not (won(A)).") ==
        "call move(A, ?B); absent won(B); absent drawn(B); absent won(A); yield (A, B)");
  CHECK(lowered("p(A,B) :- move(A,B), not(move(B,_Any)).") ==
        "call move(A, ?B); absent move(B, _); yield (A, B)");
  CHECK(lowered("q(A,B) :- move(A,B), p(B). p(A) :- not won(A).") == "absent won(A); yield (A)");
}

TEST_CASE("Strategy: goals with constants are fluents", "[strategy]") {
  CHECK(lowered("p(A,B) :- move(A,B), cell(B,1,1,x), not(at(A,'N',f(2,g(y)))).") ==
        "call move(A, ?B); test (cell 1 1 x)(B); absent (at n (f 2 (g y)))(A); yield (A, B)");
  check_refused("p(A) :- cell(B,1).", "unsafe", {1, 14});
  check_refused("p(A) :- cell(A,1,B).", "parse", {1, 18});
  check_refused("p(A,B) :- move(A,B), q(A,B,1).", "arity", {1, 22});
  check_refused("p(A) :- q(A,1). q(A) :- won(A).", "arity", {1, 9});
  check_refused("p(A) :- won(A,x).", "arity", {1, 9});
  check_refused("p(A,1) :- won(A).", "parse", {1, 5});
  check_refused("p(A) :- cell(A,f(1).", "parse", {1, 20});
}

TEST_CASE("Strategy: an out argument that nothing looks at is still a call", "[strategy]") {
  CHECK(lowered("p(A,B) :- move(A,_), move(A,B), move(B,_).") ==
        "call move(A, ?_1); call move(A, ?B); call move(B, ?_2); yield (A, B)");
}

TEST_CASE("Strategy: comments, quotes, blanks and line ends", "[strategy]") {
  CHECK(lowered("\xEF\xBB\xBF% one :- (\r\n/* two\n p(A). */ 'p' ( A , B )\r:- move(A,B),\n\t"
                "'it''s'(B). 'it\\'s'(X) :- won(X).%end") ==
        "call move(A, ?B); test it's(B); yield (A, B)");
}

TEST_CASE("Strategy: clauses of one predicate are gathered in the order of the first",
          "[strategy]") {
  const Parsed parsed(
      "win_1(A,B) :- q(A,B), won(B).\nq(A,B) :- move(A,B).\nwin_1(A,B) :- q(A,B).\n");
  REQUIRE(parsed.strategy);
  const std::vector<ir::Proc>& procs = parsed.strategy->procs;
  REQUIRE(procs.size() == 2);
  CHECK(procs[0].name == "win_1");
  CHECK(procs[0].clauses.size() == 2);
  CHECK(procs[0].clauses[1].span.begin == ir::Position{3, 1});
  CHECK(procs[0].clauses[0].ops[1].span.begin == ir::Position{1, 23});
  CHECK(procs[0].clauses[0].variables == Names{"A", "B"});
  CHECK(procs[1].arity == 2);
}

TEST_CASE("Strategy: order of execution", "[strategy]") {
  const auto order = [](const std::string& text) {
    const Parsed parsed(text);
    REQUIRE(parsed.strategy);
    return parsed.strategy->order;
  };
  const std::string body = "(A,B) :- move(A,B). ";
  CHECK(order("draw_2" + body + "win_10" + body + "draw_1" + body + "win_2" + body + "other" +
              body) == Names{"win_2", "win_10", "draw_1", "draw_2"});
  CHECK(order("b" + body + "win_x" + body + "a(A,B) :- b(A,B). m(A) :- won(A).") ==
        Names{"win_x", "a"});
  check_refused("m(A) :- won(A).", "undefined", {1, 1});
}

TEST_CASE("Strategy: memo where one state is asked about again", "[strategy]") {
  const Parsed parsed(
      "win_1(A,B) :- h(A,B), not(g(B,_)), not(m(B)).\n"
      "h(A,B) :- move(A,B).\ng(A,B) :- h(A,B).\nm(A) :- won(A).\n");
  REQUIRE(parsed.strategy);
  CHECK(parsed.strategy->find("win_1")->memo);
  CHECK_FALSE(parsed.strategy->find("h")->memo);
  CHECK(parsed.strategy->find("g")->memo);
  CHECK_FALSE(parsed.strategy->find("m")->memo);
  CHECK(parsed.strategy->find("nothing") == nullptr);
}

TEST_CASE("Strategy: names and arities are checked", "[strategy]") {
  check_refused("p(A,B) :- mvoe(A,B).", "undefined", {1, 11});
  check_refused("p(A,B) :- move(A,B), qq(B).", "undefined", {1, 22});
  check_refused("p(A,B) :- move(A,B,C).", "arity", {1, 11});
  check_refused("p(A,B) :- move(A,B), p2(B).\np2(A,B) :- move(A,B).", "arity", {1, 22});
  check_refused("p(A,B) :- move(A,B).\np(A) :- won(A).", "arity", {2, 1});
  check_refused("p(A,B,C) :- move(A,B), move(B,C).", "arity", {1, 1});
  check_refused("p :- q.\nq.", "arity", {1, 1});
  check_refused("p(A,B) :- move(A,B).\nwon(A) :- drawn(A).", "keyword", {2, 1});
  check_refused("move(A,B,C) :- move(A,B), move(B,C).", "keyword", {1, 1});
}

TEST_CASE("Strategy: every state must be known where it is asked about", "[strategy]") {
  check_refused("p(A,B) :- won(A).", "unsafe", {1, 5});
  check_refused("p(A,_) :- move(A,B), won(B).", "unsafe", {1, 5});
  check_refused("p(A,A) :- won(A).", "unsafe", {1, 5});
  check_refused("p(A,B) :- won(B), move(A,B).", "unsafe", {1, 15});
  check_refused("p(A,B) :- move(A,B), move(_,B).", "unsafe", {1, 27});
  check_refused("p(A,B) :- not(move(A,C)), move(A,C), move(C,B).", "unsafe", {1, 22});
  check_refused("p(A,B) :- not(move(A,B)).", "unsafe", {1, 22});
  check_refused("p(A,B).", "unsafe", {1, 5});
}

TEST_CASE("Strategy: recursion is refused and the cycle named", "[strategy]") {
  check_refused("p(A,B) :- move(A,C), p(C,B).", "recursion", {1, 22});
  const std::string cycle =
      "a(A,B) :- b(A,B).\nb(A,B) :- move(A,B), not(c(B,_)).\nc(A,B) :- a(A,B).";
  check_refused(cycle, "recursion", {3, 11});
  const Parsed parsed(cycle);
  CHECK(parsed.codes(ir::Severity::error) == Names{"recursion"});
  CHECK(parsed.diagnostics.all().at(0).notes.size() == 2);

  // A long chain is no recursion, neither in the strategy nor in the checker.
  const auto chain = [](std::uint32_t links, const std::string& last) {
    std::ostringstream text;
    for (std::uint32_t i = 1; i < links; ++i) {
      text << 'p' << i << "(A,B) :- p" << i + 1 << "(A,B).\n";
    }
    text << 'p' << links << "(A,B) :- " << last << "(A,B).";
    return text.str();
  };
  CHECK(Parsed(chain(ir::deepest_proc, "move")).strategy);
  CHECK(Parsed(chain(20000, "p1")).codes(ir::Severity::error) == Names{"recursion"});
  // But running it takes stack.
  CHECK(Parsed(chain(20000, "move")).codes(ir::Severity::error) == Names{"limit"});
  check_refused(chain(ir::deepest_proc + 1, "move"), "limit", {1, 12});
}

TEST_CASE("Strategy: what is no clause is refused with a place", "[strategy]") {
  check_refused("p(A,B) :- move(A,B)", "parse", {1, 20});
  check_refused("p(A,B) :- move(A,B) q(A).", "parse", {1, 21});
  check_refused("p(A,B) move(A,B).", "parse", {1, 8});
  check_refused("P(A,B) :- move(A,B).", "parse", {1, 1});
  check_refused("p(a,B) :- move(a,B).", "parse", {1, 3});
  check_refused("p(A,B :- move(A,B).", "parse", {1, 7});
  check_refused("p(A,B) :- move(A,B), (won(B)).", "parse", {1, 22});
  check_refused("p(A,B) :- move(A,B) ; move(B,A).", "parse", {1, 21});
  check_refused("p(A,B) :- move(A,B), !.", "parse", {1, 22});
  check_refused("p(A,B) :- not(not(move(A,B))).", "parse", {1, 15});
  check_refused("p(A,B) :- not(move(A,B),won(B)).", "parse", {1, 24});
  check_refused("p(A,B) :- not(move(A,B).", "parse", {1, 24});
  check_refused(":- dynamic(p).", "parse", {1, 1});
  check_refused("'p(A,B) :- move(A,B).\n", "parse", {1, 1});
  check_refused("/* p(A,B) :- move(A,B).", "parse", {1, 1});
  check_refused(std::string("p\x01(A)."), "parse", {1, 2});
  check_refused("", "parse", {1, 1});
  check_refused(std::string(100000, '('), "parse", {1, 1});
}

TEST_CASE("Strategy: reading goes on after the clause that is wrong", "[strategy]") {
  const Parsed parsed("p(a).\nq(A,B) :- .\nr(A,B) :- move(A,B).\ns(A) :- ;.\n");
  CHECK(parsed.codes(ir::Severity::error) == Names{"parse", "parse", "parse"});
  std::string hopeless;
  for (int i = 0; i < 1000; ++i) {
    hopeless += "p(a). ";
  }
  CHECK(Parsed(hopeless).diagnostics.error_count() <= 20);
}

TEST_CASE("Strategy: suspicions are warnings", "[strategy]") {
  const Parsed parsed("win_1(A,B) :- move(A,B), move(B,C).\nhelper(A,B) :- move(A,B).\n");
  REQUIRE(parsed.strategy);
  CHECK(parsed.codes(ir::Severity::warning) == Names{"singleton", "unused"});
  // As published: the state that follows has a name. Another variable still is suspicious.
  const Parsed published("win_1(A,B) :- move(A,B), not(move(B,C)).\n");
  CHECK(published.codes(ir::Severity::warning).empty());
  const Parsed misspelt("win_1(A,B) :- move(A,B), not(move(C,_)).\n");
  CHECK(misspelt.codes(ir::Severity::warning) == Names{"singleton"});
  CHECK(parsed.diagnostics.all().at(0).span.begin == ir::Position{1, 33});
  CHECK(Parsed("win_1(A,B) :- move(A,B), not(move(B,_C)).").diagnostics.all().empty());
}

TEST_CASE("Strategy: win_k and draw_k are known by their names", "[strategy]") {
  CHECK(outcome_of("win_12") == Outcome{Outcome::Kind::win, 12});
  CHECK(outcome_of("draw_0") == Outcome{Outcome::Kind::draw, 0});
  for (const char* const name :
       {"win", "win_", "win_1_1_1", "win_x", "draw_-1", "draw_1x", "loss_1", "win_99999999999"}) {
    INFO(name);
    CHECK_FALSE(outcome_of(name));
  }
}

TEST_CASE("Strategy: the learned strategies are accepted", "[strategy][corpus]") {
  const std::filesystem::path folder = tests::shared_path("reference/migo-data/strategies");
  if (!tests::have_corpus(folder)) {
    return;
  }
  const auto order_of = [&](const char* name) {
    const Parsed parsed(tests::read_bytes(folder / name));
    INFO(parsed.diagnostics.render());
    REQUIRE(parsed.strategy);
    CHECK_FALSE(parsed.diagnostics.has_errors());
    return parsed.strategy->order;
  };
  CHECK(order_of("hexapawn3.pl") == Names{"win_1", "draw_1", "draw_2"});
  CHECK(order_of("hexapawn4.pl") ==
        Names{"win_1", "win_2", "win_3", "win_4", "win_5", "win_6", "draw_1", "draw_2"});
  CHECK(order_of("noughts-and-crosses.pl") ==
        Names{"win_1", "win_2", "win_3", "draw_1", "draw_2", "draw_3", "draw_4"});
}

}  // namespace tesuji::frontend
