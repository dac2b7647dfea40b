// What programs say of components that were left out.
#include "tools/base/component.h"

#include <catch2/catch.hpp>

#include <array>

namespace tesuji::tools {
namespace {

void add_first(Command& /*app*/, Action& /*action*/) {}

constexpr std::array<std::string_view, 2> words_of_ships{"sail", "row --oars"};
constexpr std::array<std::string_view, 1> words_of_planes{"fly"};

TEST_CASE("a left-out component is named by its words", "[component]") {
  const std::array all{Component{"TESUJI_SHIPS", words_of_ships, nullptr},
                       Component{"TESUJI_PLANES", words_of_planes, [](auto&) {}}};
  components() = all;
  CHECK(about_left_out("row --oars") ==
        "this build has no `row --oars`: it was configured with -DTESUJI_SHIPS=OFF");
  CHECK(about_left_out("row").empty());
  CHECK(about_left_out("fly").empty());
  CHECK(left_out_text() == "TESUJI_SHIPS");
  components() = {};
  CHECK(left_out_text().empty());
}

TEST_CASE("a component's subcommand has its place in --help", "[component]") {
  std::vector<NamedCommand> commands{{"play", add_first}, {"solve", add_first}};
  insert_command(commands, "play", {"sail", add_first});
  insert_command(commands, "no such", {"row", add_first});
  REQUIRE(commands.size() == 4);
  CHECK(commands[1].name == "sail");
  CHECK(commands[3].name == "row");
}

}  // namespace
}  // namespace tesuji::tools
