// What is left of questions once others were asked.
#include "ir/module/entries.h"
#include "ir/text/text.h"

#include <catch2/catch.hpp>

#include <memory>
#include <string>

using namespace tesuji;

namespace {

/// Strata 0 to 2 of one plan each: `p` from the state, `legal` and `terminal`, or where `p` is
/// called otherwise, that.
std::optional<ir::Entry> rest_of(const std::string& legal, const std::string& terminal,
                                 const std::string& p = "p") {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const std::string text = R"(tir 1
level plans
game "entries"
constants white
roles white
domain role = {white}
relation true.on() state bits term "on"
relation )" + p + R"(() derived bits
relation legal(role) derived bits term "go"
relation terminal() derived bits
plan p#1 at "e.kif":1:1-2 {
  test   true.on()
  insert )" + p + R"(()
}
plan legal#1 at "e.kif":1:1-2 {
  insert legal(white)
}
plan terminal#1 at "e.kif":1:1-2 {
  insert terminal()
}
stratum 0 {
  relations )" + p + R"(
  plans p#1
}
stratum 1 {
  relations legal
  plans legal#1
}
stratum 2 {
  relations terminal
  plans terminal#1
}
entry legal = {)" + legal + R"(}
entry terminal = {)" + terminal +
                           "}\n";
  const auto module = ir::parse(sources->add("e.tir", text), sources, diagnostics);
  INFO(diagnostics.render());
  REQUIRE(module);
  return ir::entry_after_terminal(*module);
}

}  // namespace

TEST_CASE("what terminal has computed is not computed again for legal moves", "[entries]") {
  const auto rest = rest_of("0, 1", "0, 2");
  REQUIRE(rest);
  CHECK(rest->name == ir::legal_after_terminal);
  CHECK(rest->strata == std::vector<std::uint32_t>{1});
  const auto nothing_left = rest_of("0, 1", "0, 1, 2");
  REQUIRE(nothing_left);
  CHECK(nothing_left->strata.empty());
}

TEST_CASE("legal is asked as a whole where terminal computes none of it", "[entries]") {
  CHECK_FALSE(rest_of("0, 1", "2"));
  CHECK_FALSE(rest_of("1", "0, 2"));
}

TEST_CASE("what lies in the next state is kept for one question only", "[entries]") {
  CHECK_FALSE(rest_of("0, 1", "0, 2", "next.on"));
}

namespace {

/// Stratum 0 is `p`, from the state or, where `reads` says so, from the moves, expecting so many
/// bindings; 1 is `legal`, 2 is `next`. What is left of `next` after `legal`, or for other moves.
std::optional<ir::Entry> rest_of_next(const std::string& next, const std::string& reads,
                                      int bindings, bool other_moves = false) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const std::string text = R"tir(tir 1
level plans
game "entries"
constants white
roles white
domain role = {white}
relation true.on(role) state bits term "(on ?)" next next.on
relation next.on(role) derived bits term "(on ?)"
relation p(role) derived bits
relation legal(role) derived bits term "go"
relation does(role) input list term "go" legal legal
plan p#1 at "e.kif":1:1-2 {
  scan   )tir" + reads + "(?X) -> " +
                           std::to_string(bindings) + R"tir(
  insert p(X)
}
plan legal#1 at "e.kif":1:1-2 {
  scan   p(?X)
  insert legal(X)
}
plan next.on#1 at "e.kif":1:1-2 {
  scan   p(?X)
  insert next.on(X)
}
stratum 0 {
  relations p
  plans p#1
}
stratum 1 {
  relations legal
  plans legal#1
}
stratum 2 {
  relations next.on
  plans next.on#1
}
entry legal = {0, 1}
entry next = {)tir" + next +
                           "}\n";
  const auto module = ir::parse(sources->add("e.tir", text), sources, diagnostics);
  INFO(diagnostics.render());
  REQUIRE(module);
  if (other_moves) return ir::entry_for_other_moves(*module);
  return ir::entry_after_legal(*module);
}

}  // namespace

TEST_CASE("what legal moves have computed is not computed again for the next state", "[entries]") {
  const auto rest = rest_of_next("0, 2", "true.on", 100);
  REQUIRE(rest);
  CHECK(rest->name == ir::next_after_legal);
  CHECK(rest->strata == std::vector<std::uint32_t>{2});
  CHECK_FALSE(rest_of_next("0, 2", "true.on", 10));
}

TEST_CASE("what depends on the moves made is not taken for known", "[entries]") {
  CHECK_FALSE(rest_of_next("0, 2", "does", 100));
}

TEST_CASE("what depends on the state alone is not computed again for other moves", "[entries]") {
  const auto rest = rest_of_next("0, 2", "true.on", 100, true);
  REQUIRE(rest);
  CHECK(rest->name == ir::next_for_other_moves);
  CHECK(rest->strata == std::vector<std::uint32_t>{2});
  CHECK_FALSE(rest_of_next("0, 2", "true.on", 10, true));
}

TEST_CASE("what depends on the moves is computed again for others", "[entries]") {
  CHECK_FALSE(rest_of_next("0, 2", "does", 100, true));
}
