// Code over lanes as text: what is printed reads back and prints the same; bad texts are told
// where.
#include "backend/driver/games/lanes.h"
#include "ir/nets/net_module.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "passes/lanes/lane_step.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/random_net.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace tesuji;
using namespace tesuji::ir;

namespace {

std::string seed(const std::string& name) {
  std::ifstream file(
      std::filesystem::path(tests::source_dir()) / "tests/fuzz/seeds/lane_text" / name,
      std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A small game in lanes with everything in it.
std::string graphs() {
  return seed("walk-graphs.tir");
}
std::string programs() {
  return seed("walk-programs.tir");
}

struct Reading {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics{*sources};
  std::optional<Module> module;
  bool verified = false;

  explicit Reading(const std::string& text) {
    module = parse(sources->add("lanes.tir", text), sources, diagnostics);
    verified = module && verify(*module, diagnostics);
  }
};

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  CAPTURE(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The text so changed is refused with that message (and place).
void refuse(const std::string& text, const std::string& from, const std::string& to,
            const std::string& place) {
  CAPTURE(from, to);
  const Reading reading(changed(text, from, to));
  CHECK_FALSE(reading.verified);
  CHECK(tests::places(reading.diagnostics).starts_with(place));
  tests::check_words(tests::sentences(reading.diagnostics));
}

/// What reads, verifies and prints as it is written.
void survives(const Module& module) {
  Diagnostics diagnostics(*module.sources);
  const bool verified = verify(module, diagnostics);
  INFO(diagnostics.render());
  REQUIRE(verified);
  const std::string text = print(module);
  const Reading again(text);
  INFO(again.diagnostics.render());
  REQUIRE(again.verified);
  // One comparison that does not print both.
  CHECK((print(*again.module) == text));
}

/// Graphs and programs of a net, as they are and read back: graphs that were read become the same
/// programs.
void check_lanes(const Module& module, const Net& net, const passes::FluentList& control) {
  passes::LaneOptions options;
  options.roles = static_cast<std::uint32_t>(module.roles.size());
  const LaneGraphs graphs = passes::make_lane_graphs(net, control, options);
  const Module of_graphs = lane_module(module, net, graphs);
  survives(of_graphs);
  const Module of_programs = lane_module(module, net, passes::map_lanes(graphs));
  survives(of_programs);
  const Reading again(print(of_graphs));
  REQUIRE(again.verified);
  Module mapped = *again.module;
  auto lanes = std::make_shared<Lanes>(*mapped.lanes);
  lanes->code = passes::map_lanes(std::get<LaneGraphs>(lanes->code));
  mapped.lanes = std::move(lanes);
  CHECK((print(mapped, PrintedPlaces::none) == print(of_programs, PrintedPlaces::none)));
}

/// A module whose relations name the fluents, moves and goals of a net without names.
Module name_all(Net& net, std::size_t roles) {
  Module module;
  module.level = Level::nets;
  std::vector<Symbol> role_names;
  for (std::size_t i = 0; i < roles; ++i) {
    role_names.push_back(module.symbols->intern("r" + std::to_string(i)));
  }
  module.roles = role_names;
  std::vector<Symbol> numbers;
  const std::size_t most = std::max({net.fluents.size(), net.moves.size(), net.goals.size()});
  for (std::size_t i = 0; i < most; ++i) {
    numbers.push_back(module.symbols->intern(std::to_string(i)));
  }
  const DomainId role = module.intern_domain(role_names, "role");
  const DomainId number = module.intern_domain(numbers, "number");
  const auto add = [&](const char* name, RelationKind kind, Answer answer,
                       std::vector<DomainId> columns) {
    Relation relation;
    relation.name = name;
    relation.kind = kind;
    relation.answer = answer;
    relation.columns = std::move(columns);
    return module.relations.push_back(std::move(relation));
  };
  // Names that could be taken for those of words.
  const RelationId fluents = add("running", RelationKind::state, Answer::none, {number});
  const RelationId moves = add("made", RelationKind::derived, Answer::legal, {role, number});
  const RelationId goals = add("only", RelationKind::derived, Answer::goal, {role, number});
  for (std::size_t i = 0; i < net.fluents.size(); ++i) {
    net.fluents[i].atom = {fluents, {numbers[i]}};
  }
  for (std::size_t i = 0; i < net.moves.size(); ++i) {
    net.moves[i].atom = {moves, {role_names[net.moves[i].role], numbers[i]}};
  }
  for (std::size_t i = 0; i < net.goals.size(); ++i) {
    net.goals[i].atom = {goals, {role_names[net.goals[i].role], numbers[i]}};
  }
  return module;
}

}  // namespace

TEST_CASE("The text of lanes reads, verifies and prints as it is written", "[lanes][text]") {
  for (const std::string& text : {graphs(), programs()}) {
    const Reading reading(text);
    INFO(reading.diagnostics.render());
    REQUIRE(reading.verified);
    CHECK(print(*reading.module) == text);
    CHECK(reading.module->level == Level::lanes);
    CHECK(reading.module->lanes->fluents.size() == 4);
    CHECK(reading.module->lanes->goals.size() == 2);
  }
  const Reading reading(programs());
  const auto& game = std::get<LaneGame>(reading.module->lanes->code);
  CHECK(game.fluents == 4);
  CHECK(game.answers.size() == 4);
  CHECK(game.phases.size() == 1);
  CHECK(game.phases[0].fluent == no_id);
}

TEST_CASE("The lanes in docs/engines/ir.md read, verify and print as they are written",
          "[lanes][text]") {
  std::ifstream file(std::filesystem::path(tests::source_dir()) / "docs/engines/ir.md",
                     std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::string fence = "```tir\n";
  const std::size_t start =
      text.find(fence, text.find("Code over lanes (the tests")) + fence.size();
  const std::string example = text.substr(start, text.find("```", start) - start);
  const Reading reading(example);
  INFO(reading.diagnostics.render());
  REQUIRE(reading.verified);
  CHECK(print(*reading.module) == example);
}

TEST_CASE("The lanes of random nets survive as text", "[lanes][text]") {
  for (std::uint32_t number = 0; number < 60; ++number) {
    CAPTURE(number);
    std::mt19937 random(number);
    tests::RandomNetShape shape;
    shape.fluents = 1 + random() % 9;
    shape.moves.assign(1 + random() % 3, 0);
    for (std::uint32_t& moves : shape.moves) moves = 1 + random() % 5;
    shape.formulas = 1 + random() % 12;
    Net net = tests::random_net(shape, random);
    passes::FluentList turns;
    for (std::uint32_t f = 0; f < shape.fluents && turns.size() < number % 4; ++f) {
      if (!is_fixed(net.fluents[f])) turns.push_back(f);
    }
    if (turns.size() == 1) turns.clear();
    const Module module = name_all(net, shape.moves.size());
    check_lanes(module, net, turns);
  }
}

TEST_CASE("The lanes of the examples survive as text", "[lanes][text]") {
  for (const char* const name :
       {"hexapawn3", "noughts-and-crosses", "kuhn-poker", "goofspiel", "connect-four"}) {
    CAPTURE(name);
    driver::Session session;
    const std::string path = tests::source_dir() + "/examples/" + name + ".kif";
    const auto ground = driver::load_net(path, {}, {}, session);
    REQUIRE(ground);
    check_lanes(*ground->module, *ground->net, ground->control);
  }
}

TEST_CASE("Lanes of a net on other states have places for nothing", "[lanes][text]") {
  std::string text = changed(graphs(), "fluent true.at(2)\n", "fluent true.at(2)\nfluent _\n");
  text = changed(text, "  inputs ", "  inputs nothing.2, ");
  const Reading reading(text);
  INFO(reading.diagnostics.render());
  REQUIRE(reading.verified);
  CHECK(reading.module->lanes->fluents[2].relation == no_id);
  const std::string printed = print(*reading.module);
  CHECK_THAT(printed, Catch::Contains("fluent _\n"));
  CHECK_THAT(printed, Catch::Contains("inputs nothing.2, "));
  const Reading again(printed);
  REQUIRE(again.verified);
  CHECK(print(*again.module) == printed);
  refuse(text, "nothing.2", "nothing.1", "28:10 parse");
}

TEST_CASE("Bad graphs over lanes are refused with a place", "[lanes][text]") {
  const std::string text = graphs();
  refuse(text, "level lanes", "level nets", "16:1 parse");
  refuse(text, "lanes graphs\n", "", "25:1 parse");
  refuse(text, "lanes graphs\n", "lanes graphs\nlanes graphs\n", "17:1 parse");
  refuse(text, "lanes graphs", "lanes nets", "16:7 parse");
  refuse(text, "lanes graphs", "lanes programs", "28:8 parse");
  refuse(text, "fluent true.at(1)", "fluent true.at(4)", "17:16 parse");
  refuse(text, "fluent true.at(2)", "fluent true.at(1)", "18:8 parse");
  refuse(text, "fluent true.at(2)", "fluent goal(robot, 0)", "18:8 parse");
  refuse(text, "answer only goal(robot, 0)", "answer only goal(robot, 100)", "22:8 parse");
  refuse(text, "answer only goal(robot, 0)", "answer only true.at(1)", "21:13 parse");
  refuse(text, "answer no goal of robot", "answer no goal of 100", "23:19 parse");
  refuse(text, "answer no goal of robot", "answer robot", "23:8 parse");
  refuse(text, "phase always", "phase true.at(9)", "26:15 parse");
  refuse(text, "phase always", "phase true.at(1)", "26:7 parse");
  refuse(text, "phase always", "phase never", "26:7 parse");
  refuse(text, "phase always random ", "phase always random 9999999", "26:21 parse");
  refuse(text, "phase always random ", "phase always random -", "26:21 parse");
  refuse(text, "\ngoals {", "\nphase true.at(1) random 0 {\n}\n\ngoals {", "112:7 parse");
  refuse(text, "\ngoals {", "\nphase always random 0 {\n}\n\ngoals {", "112:7 parse");
  refuse(text, "\ngoals {", "\nfluent _\n\ngoals {", "112:1 parse");
  refuse(text, "\ngoals {", "\ngoals {\n}\n\ngoals {", "112:1 parse");
  refuse(text, "  inputs ", "  inputs true.at(1), true.at(1), ", "27:22 parse");
  refuse(text, "  inputs ", "  inputs no goal of robot, ", "27:10 parse");
  refuse(text, "  inputs ", "  inputs random.77, ", "27:10 parse");
  refuse(text, "  inputs ", "  inputs counter.8, ", "27:10 parse");
  refuse(text, "  inputs ", "  inputs generator.4, ", "27:10 parse");
  refuse(text, "  inputs ", "  inputs random.4294967296, ", "27:10 parse");
  refuse(text, "  inputs ", "  inputs random.01, ", "27:10 parse");
  refuse(text, "  inputs ", "  inputs nothing.0, ", "27:10 parse");
  refuse(text, "  running = ", "  random.0 = true\n  running = ", "100:3 parse");
  refuse(text, "  running = ", "  running = true\n  running = ", "101:3 parse");
  refuse(text, "  running = ", "  running = n9999\n  held = ", "100:13 parse");
  refuse(text, "  running = ", "  n2000 = and true.at(1) carry\n  running = ", "100:26 parse");
  refuse(text, "  running = ", "  z = and running !running\n  running = ", "100:3 parse");
  refuse(text, "  running = ", "  z = and running true\n  running = ", "100:19 parse");
  refuse(text, "  running = ", "  z = or running ended\n  running = ", "100:7 parse");
  refuse(text, "  running = ", "  true = and running ended\n  running = ", "100:3 parse");
  refuse(text, "  running = ", "  z = and running ended\n  z = xor running ended\n  running = ",
         "101:3 parse");
  refuse(text, "goals {", "goals {\n  inputs running", "113:10 parse");
  refuse(text, "goals {", "goals {\n  running = true", "113:3 parse");
  const std::string goals = text.substr(text.find("\ngoals {"));
  refuse(text, goals, "", "111:1 parse");
  const std::string phases = text.substr(text.find("\nphase"));
  refuse(text, phases, goals, "33:1 parse");
  refuse(text, goals, goals.substr(0, goals.size() - 2), "118:1 parse");
}

TEST_CASE("Bad programs over lanes are refused with a place", "[lanes][text]") {
  const std::string text = programs();
  const std::string first = "  v1 = ";
  refuse(text, first, first + "0101010 ", "30:8 parse");
  refuse(text, first, first + "012 ", "30:8 parse");
  refuse(text, first, "  v0 = 11110000 _ _ _\n" + first, "30:17 parse");
  refuse(text, first, "  v0 = 11001100 running _ _\n" + first, "30:25 parse");
  refuse(text, first, "  v0 = 11110000 v1 _ _\n" + first, "30:17 parse");
  refuse(text, first, "  v0 = 11110000 !running _ _\n" + first, "30:17 parse");
  refuse(text, "  running = ", "  inputs stuck\n  running = ", "59:3 parse");
  refuse(text, "  running = ", "  generator.0 = running\n  running = ", "59:17 parse");
  // Every beginning is refused, and none brings the reader down.
  for (std::size_t length = 0; length + 1 < text.size(); length += 7) {
    const Reading reading(text.substr(0, length));
    CHECK_FALSE(reading.verified);
  }
}

TEST_CASE("Lanes that a program made are verified, too", "[lanes]") {
  const auto refused = [&](const std::string& text, const auto& change) {
    const Reading reading(text);
    REQUIRE(reading.verified);
    Module module = *reading.module;
    Lanes lanes = *module.lanes;
    change(lanes);
    module.lanes = std::make_shared<const Lanes>(std::move(lanes));
    Diagnostics diagnostics(*reading.sources);
    CHECK_FALSE(verify(module, diagnostics));
    tests::check_words(tests::sentences(diagnostics));
    // What is refused can still be looked at.
    CHECK_FALSE(print(module).empty());
  };
  const auto graph_of = [](Lanes& lanes) -> Xag& {
    return std::get<LaneGraphs>(lanes.code).phases[0].tick;
  };
  const std::string text = graphs();
  refused(text, [](Lanes& lanes) { lanes.fluents.pop_back(); });
  refused(text, [](Lanes& lanes) { lanes.fluents[0] = lanes.fluents[1]; });
  refused(text, [](Lanes& lanes) { lanes.fluents[0].relation = 99; });
  refused(text, [](Lanes& lanes) { lanes.goals.clear(); });
  refused(text, [&](Lanes& lanes) { graph_of(lanes).nodes.back().a = 1U << 30U; });
  refused(text, [&](Lanes& lanes) { graph_of(lanes).nodes.back().a = 0; });
  refused(text, [&](Lanes& lanes) { graph_of(lanes).nodes.clear(); });
  refused(text, [&](Lanes& lanes) { graph_of(lanes).inputs.pop_back(); });
  refused(text, [&](Lanes& lanes) { graph_of(lanes).outputs[0].signal = 1U << 30U; });
  refused(text, [&](Lanes& lanes) { graph_of(lanes).inputs[0] = {lane_array::state, 99}; });
  refused(programs(),
          [](Lanes& lanes) { std::get<LaneGame>(lanes.code).phases[0].random_words = UINT32_MAX; });
  Module module = *Reading(text).module;
  Diagnostics diagnostics(*module.sources);
  module.lanes = nullptr;
  CHECK_FALSE(verify(module, diagnostics));
}
