// What is left of `legal` once `terminal` was asked.
#include "ir/entries.h"
#include "ir/text.h"

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
