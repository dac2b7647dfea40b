// Messages of the general game playing protocol, and what is none.
#include "tools/servers/ggp_message.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <string>
#include <variant>
#include <vector>

using namespace tesuji::tools;
using tesuji::tests::check_words;

namespace {

using Kind = GgpMessage::Kind;
using Terms = std::vector<std::string>;

GgpMessage read(const std::string& text) {
  auto parsed = parse_ggp_message(text);
  const auto* fault = std::get_if<GgpFault>(&parsed);
  INFO(text << ": " << (fault == nullptr ? "" : fault->what));
  REQUIRE(fault == nullptr);
  return std::get<GgpMessage>(std::move(parsed));
}

GgpFault fault_of(const std::string& text) {
  const auto parsed = parse_ggp_message(text);
  INFO(text);
  REQUIRE(std::holds_alternative<GgpFault>(parsed));
  return std::get<GgpFault>(parsed);
}

}  // namespace

TEST_CASE("Messages are read in any case and with blanks anywhere", "[ggp]") {
  CHECK(read("( INFO )").kind == Kind::info);
  CHECK(read("(info)").kind == Kind::info);
  CHECK(read(" \r\n(\tInfo\v)\f\n").kind == Kind::info);
  CHECK(read("; a remark (\n(info ; another )\n)").kind == Kind::info);
  CHECK(read("; a remark (\r(info ; another )\r)").kind == Kind::info);

  const GgpMessage preview = read("( PREVIEW ((role a) (<= (legal a ?x) (p ?x))) 10 )");
  CHECK(preview.kind == Kind::preview);
  CHECK(preview.rules == "(role a) (<= (legal a ?x) (p ?x))");
  CHECK(preview.start_clock == 10);

  const GgpMessage start =
      read("(START Match.3 WHITE\n((ROLE White)\n(role (Black 1)))30 15.5 more (things))");
  CHECK(start.kind == Kind::start);
  CHECK(start.match == "Match.3");
  CHECK(ggp_match_key(start.match) == "match.3");
  CHECK(start.role == "white");
  CHECK(start.rules == "(ROLE White)\n(role (Black 1))");
  CHECK(start.start_clock == 30);
  CHECK(start.play_clock == 15.5);
  CHECK(read("(start m ( black  1 ) () 0 1)").role == "(black 1)");

  CHECK(read("(abort m)").kind == Kind::abort);
  CHECK(read("(abort m)").match == "m");
}

TEST_CASE("Moves are terms of one form", "[ggp]") {
  CHECK(read("(PLAY m NIL)").moves.empty());
  CHECK(read("(play m nil)").moves.empty());
  CHECK(read("(play m ())").moves.empty());
  CHECK(read("(PLAY m ((MARK 1  2)NOOP))").moves == Terms{"(mark 1 2)", "noop"});
  CHECK(read("(play m ( noop ( f(g\nx )y ) ))").moves == Terms{"noop", "(f (g x) y)"});
  CHECK(read("(play m ((f)))").moves == Terms{"(f)"});
  CHECK(read("(STOP m ((mark 3 3) noop))").moves == Terms{"(mark 3 3)", "noop"});
  CHECK(read("(stop m)").moves.empty());
  CHECK_FALSE(read("(play m (a b))").seen);
}

TEST_CASE("Percepts are told apart by their shape", "[ggp]") {
  const GgpMessage first = read("(PLAY m 0 NIL NIL)");
  REQUIRE(first.seen);
  CHECK(first.seen->turn == 0);
  CHECK(first.seen->move.empty());
  CHECK(first.seen->percepts.empty());
  const GgpMessage later = read("(play m 17 (open 3) ((Sees b) a (Sees b)))");
  REQUIRE(later.seen);
  CHECK(later.moves.empty());
  CHECK(later.seen->turn == 17);
  CHECK(later.seen->move == "(open 3)");
  CHECK(later.seen->percepts == Terms{"(sees b)", "a"});
  CHECK(read("(stop m 3 noop (x))").seen);
}

TEST_CASE("What is no message is refused where it goes wrong", "[ggp]") {
  check_words(fault_of("").what);
  check_words(fault_of(" \n ").what);
  check_words(fault_of("()").what);
  check_words(fault_of("info").what);
  check_words(fault_of("(info").what);
  CHECK(fault_of("(info))").column == 7);
  CHECK(fault_of("(info) x").column == 8);
  CHECK(fault_of("(move m)").column == 2);
  CHECK(fault_of("((info))").column == 2);
  const std::string lost = "(start m r ( ; the rules (role r)) 1 2)";
  check_words(fault_of(lost).what);
  CHECK(fault_of(" ; (info)").what.find("--data-binary") != std::string::npos);
  check_words(fault_of("( ; one\n info").what);
  CHECK(fault_of("(hello) ; one").what.find("--data-binary") == std::string::npos);
  const GgpFault place = fault_of("(start m\n  r rules 1 2)");
  CHECK(place.line == 2);
  CHECK(place.column == 5);
  check_words(place.what);
  check_words(fault_of("(start m r ())").what);
  check_words(fault_of("(start m r () 10)").what);
  for (const char* clock : {"ten", "-1", "nan", "inf", "1e300", "1x", "(1)"}) {
    CHECK(fault_of(std::string("(start m r () 10 ") + clock + ")").column == 18);
  }
  check_words(fault_of("(play)").what);
  check_words(fault_of("(play (m) nil)").what);
  check_words(fault_of("(play m)").what);
  check_words(fault_of("(play m noop)").what);
  check_words(fault_of("(play m x noop ())").what);
  check_words(fault_of("(play m 99999999999999999999 noop ())").what);
  check_words(fault_of(std::string("\0(info)", 7)).what);
}

TEST_CASE("Deep brackets are no danger", "[ggp]") {
  const std::size_t depth = 200'000;
  const std::string deep = std::string(depth, '(') + "a" + std::string(depth, ')');
  CHECK(read("(play m (" + deep + "))").moves.front() == deep);
  check_words(fault_of("(play m " + std::string(depth, '(')).what);
}
