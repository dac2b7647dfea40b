// Nets as text: what is printed reads back and prints the same; bad texts are told where.
#include "backend/driver/games/net.h"
#include "ir/nets/net_module.h"
#include "ir/text/net_dot.h"
#include "ir/text/net_text.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;
using namespace tesuji::ir;
using tesuji::tests::check_words;
using tesuji::tests::places;
using tesuji::tests::sentences;

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(std::filesystem::path(tests::source_dir()) / path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A small net with everything in it.
std::string walk() {
  return text_of("tests/fuzz/seeds/net_text/walk.tir");
}

struct Reading {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics{*sources};
  std::optional<Module> module;
  bool verified = false;

  explicit Reading(const std::string& text) {
    module = parse(sources->add("net.tir", text), sources, diagnostics);
    verified = module && verify(*module, diagnostics);
  }
};

/// The walk with one piece of text in the place of another.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = walk();
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The walk so changed is refused with that message (and place).
void refuse(const std::string& from, const std::string& to, const std::string& place) {
  CAPTURE(from, to);
  const Reading reading(changed(from, to));
  CHECK_FALSE(reading.verified);
  CHECK(places(reading.diagnostics).starts_with(place));
  check_words(sentences(reading.diagnostics));
}

}  // namespace

TEST_CASE("A net's text reads, verifies and prints as it is written", "[net][text]") {
  const Reading reading(walk());
  INFO(reading.diagnostics.render());
  REQUIRE(reading.verified);
  CHECK(print(*reading.module) == walk());
  const Net& net = *reading.module->net;
  CHECK(reading.module->level == Level::nets);
  CHECK(net.fluents.size() == 4);
  CHECK(net.fluents[0].initially);
  CHECK_FALSE(net.fluents[1].initially);
  CHECK(net.moves[1].legal == true_signal);
  CHECK(net.nodes.size() == 11);
  CHECK(count_gates(net, net_answers(net, NetQuestion::next)) == 3);
  CHECK(net.goals.size() == 2);
  CHECK(net.percepts.size() == 1);
  CHECK(net.moves[0].declaration.begin.line == 23);
}

TEST_CASE("The net in docs/engines/ir.md reads, verifies and prints as it is written",
          "[net][text]") {
  const std::string text = text_of("docs/engines/ir.md");
  const std::string fence = "```tir\n";
  const std::size_t begin = text.find("level nets", text.find("A net (the tests parse it"));
  REQUIRE(begin != std::string::npos);
  const std::size_t start = text.rfind(fence, begin) + fence.size();
  const std::string example = text.substr(start, text.find("```", start) - start);
  const Reading reading(example);
  INFO(reading.diagnostics.render());
  REQUIRE(reading.verified);
  CHECK(print(*reading.module) == example);
}

TEST_CASE("The nets of the examples survive as text", "[net][text]") {
  for (const char* const name : {"hexapawn3", "noughts-and-crosses", "kuhn-poker", "goofspiel"}) {
    CAPTURE(name);
    driver::Session session;
    const std::string path = tests::source_dir() + "/examples/" + name + ".kif";
    const auto ground = driver::load_net(path, {}, {}, session);
    REQUIRE(ground);
    const Module module = net_module(*ground->module, *ground->net);
    CHECK(verify(module, session.diagnostics));
    const std::string text = print(module);
    const Reading again(text);
    INFO(again.diagnostics.render());
    REQUIRE(again.verified);
    CHECK(print(*again.module) == text);
    CHECK(again.module->net->nodes.size() == ground->net->nodes.size());
    CHECK(again.module->net->inputs == ground->net->inputs);
  }
}

TEST_CASE("Declarations may come in any order that has inputs before gates", "[net][text]") {
  std::string text = changed("fluent true.lamp() initially\n", "");
  text.insert(text.find("gate n1"),
              "gate n0 = and(true.at(2), true.at(1))\nfluent true.lamp() initially\n");
  const Reading reading(text);
  INFO(reading.diagnostics.render());
  REQUIRE(reading.verified);
  const std::string printed = print(*reading.module);
  CHECK_THAT(printed, Catch::Contains("gate n1 = and(true.at(1), true.at(2))\n"));
  const Reading again(printed);
  REQUIRE(again.verified);
  CHECK(print(*again.module) == printed);
}

TEST_CASE("Bad nets are refused with a place", "[net][text]") {
  refuse("level nets", "level plans", "19:1 parse");
  refuse("fluent true.at(1) initially", "fluent legal(robot, go)", "19:8 parse");
  refuse("fluent true.at(2)", "fluent true.at(1)", "20:8 parse");
  refuse("fluent true.at(2)", "fluent true.at(4)", "20:16 parse");
  refuse("fluent true.at(2)", "fluent true.at(2, 2)", "20:15 parse");
  refuse("fluent true.at(2)", "fluent true.ta(2)", "20:8 parse");
  refuse("move legal(robot, go)", "move goal(robot, 0)", "23:6 parse");
  refuse("roles robot", "roles go", "23:6 parse");
  refuse("gate n2 = and(true.at(1), ", "gate n2 = and(n3, ", "26:15 parse");
  refuse("gate n2 = ", "gate n1 = ", "26:6 parse");
  refuse("gate n2 = ", "gate made = ", "26:6 parse");
  refuse("and(!true.at(2), !true.at(3))", "and(!true.at(2), true.at(2))", "28:6 parse");
  refuse("and(!true.at(2), !true.at(3))", "and(!true.at(2))", "28:6 parse");
  refuse("and(!true.at(2), !true.at(3))", "or(true.at(2), true.at(3))", "28:11 parse");
  refuse("made legal(robot, wait)", "made legal(robot, 1)", "27:45 parse");
  refuse("legal legal(robot, go) = n1", "legal legal(robot, wait) = n1", "30:7 parse");
  refuse("next true.at(3) = !n4\n", "", "21:1 parse");
  refuse("legal legal(robot, go) = n1\n", "", "23:6 parse");
  refuse("terminal = true.at(3)\n", "", "38:1 parse");
  refuse("terminal = true.at(3)\n", "terminal = true\nterminal = false\n", "36:1 parse");
  refuse("answer goal(robot, 100)", "answer goal(robot, 0)", "37:8 parse");
  refuse("answer goal(robot, 100)", "answer true.at(1)", "37:8 parse");
  refuse("terminal = true.at(3)", "terminal = true.at(3", "36:1 parse");
  refuse("terminal = true.at(3)", "terminal = !!n1", "35:13 parse");
  // What the verifier finds.
  refuse("legal legal(robot, go) = n1", "legal legal(robot, go) = n2", "23:6 ir");
  refuse("terminal = true.at(3)", "terminal = n3", "ir");
  refuse("answer goal(robot, 0) = !true.at(3)", "answer goal(robot, 0) = n2", "36:8 ir");
  refuse("move legal(robot, go)\nmove legal(robot, wait)",
         "move legal(robot, wait)\nmove legal(robot, go)", "24:6 ir");
  refuse("answer goal(robot, 0) = !true.at(3)\nanswer goal(robot, 100) = true.at(3)",
         "answer goal(robot, 100) = true.at(3)\nanswer goal(robot, 0) = !true.at(3)", "37:8 ir");
  refuse("terminal = true.at(3)", "terminal = true.at(3)\nrule x#1 {\n  goal(robot, 0)\n}", "ir");
  refuse("true.at(place)", "true.at(_)", "12:1 ir");
}

TEST_CASE("Nets that a program made are verified, too", "[net]") {
  const Reading reading(walk());
  REQUIRE(reading.verified);
  const auto refused = [&](const auto& change) {
    Module module = *reading.module;
    Net net = *module.net;
    change(net);
    module.net = std::make_shared<const Net>(std::move(net));
    Diagnostics diagnostics(*reading.sources);
    CHECK_FALSE(verify(module, diagnostics));
    check_words(sentences(diagnostics));
    // What is refused can still be looked at.
    CHECK_FALSE(print(module).empty());
  };
  refused([](Net& net) { std::swap(net.inputs[0], net.inputs[1]); });
  refused([](Net& net) { net.inputs[0] = net.inputs[1] ^ 1U; });
  refused([](Net& net) { net.inputs[1] = 20; });
  refused([](Net& net) { net.nodes.back().count = 1; });
  refused([](Net& net) { net.nodes[1].kind = NetNode::Kind::constant; });
  refused([](Net& net) { net.nodes[1].first = 1; });
  refused([](Net& net) { net.fluents[0].next = 99; });
  refused([](Net& net) { net.moves[0].role = 1; });
  refused([](Net& net) { net.fluents[1].atom = net.fluents[0].atom; });
  refused([](Net& net) { net.fluents[0].atom.relation = 99; });
  refused([](Net& net) { net.nodes.erase(net.nodes.begin()); });

  Module module = *reading.module;
  module.net = nullptr;
  Diagnostics diagnostics(*reading.sources);
  CHECK_FALSE(verify(module, diagnostics));
  module.net = reading.module->net;
  module.level = Level::clauses;
  CHECK_FALSE(verify(module, diagnostics));
}

TEST_CASE("Answers are selected by question, atom or term", "[net][dot]") {
  const Reading reading(walk());
  REQUIRE(reading.verified);
  const Module& module = *reading.module;
  const Net& net = *module.net;
  const auto count = [&](std::string_view name) {
    return select_answers(module, net, name).size();
  };
  CHECK(count("") == 10);
  CHECK(count("legal") == 2);
  CHECK(count("next") == 4);
  CHECK(count("goal") == 2);
  CHECK(count("terminal") == 1);
  CHECK(count("sees") == 1);
  CHECK(count("true.at( 2 )") == 1);
  CHECK(count("( at 2 )") == 1);
  CHECK(count("goal(robot,100)") == 1);
  CHECK(count("100") == 0);
  CHECK(count("go") == 2);  // the move and the percept
  CHECK(count("nothing") == 0);
  const auto next = select_answers(module, net, "(at 3)");
  CHECK(count_drawn(net, next) == 4);
  const std::string dot = print_dot(module, net, next);
  CHECK_THAT(dot, Catch::StartsWith("digraph \"walk\" {\n"));
  CHECK_THAT(dot, Catch::Contains("label=\"or\""));
  CHECK_THAT(dot, !Catch::Contains("odot"));
}
