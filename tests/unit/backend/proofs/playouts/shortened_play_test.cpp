// Plays that come back to a state before they violate a formula.
#include "backend/proofs/playouts/replay.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

/// A play through these states, with moves that name where they lead from and to.
proofs::Play play_through(const std::string& states, std::size_t violated) {
  proofs::Play play;
  for (std::size_t i = 0; i < states.size(); ++i) {
    proofs::PlayStep& step = play.steps.emplace_back();
    step.fluents = {std::string(1, states[i])};
    if (i + 1 < states.size()) step.joint = {states.substr(i, 2)};
  }
  play.violated = violated;
  return play;
}

/// Checks that joint moves lead from each state to the next.
std::string states_of(const proofs::Play& play) {
  std::string states;
  for (std::size_t i = 0; i < play.steps.size(); ++i) {
    states += play.steps[i].fluents.front();
    if (i + 1 == play.steps.size()) break;
    CHECK(play.steps[i].joint.front() ==
          play.steps[i].fluents.front() + play.steps[i + 1].fluents.front());
  }
  return states;
}

}  // namespace

TEST_CASE("a play without its repetitions", "[proofs]") {
  const auto shorter = [](const std::string& states, std::size_t violated) {
    const proofs::Play play = proofs::without_repetitions(play_through(states, violated));
    return states_of(play) + " " + std::to_string(play.violated);
  };
  CHECK(shorter("abcd", 3) == "abcd 3");
  CHECK(shorter("abacad", 5) == "ad 1");
  CHECK(shorter("abcbdbe", 6) == "abe 2");
  // The steps after the violation are those that it is about.
  CHECK(shorter("abab", 2) == "ab 0");
  CHECK(shorter("aba", 1) == "aba 1");
  CHECK(shorter("a", 0) == "a 0");
}
