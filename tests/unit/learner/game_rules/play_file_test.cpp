#include "learner/game_rules/play_file.h"
#include "tests/unit/support/words.h"

#include <catch2/catch.hpp>

using namespace tesuji;

namespace {

struct ReadPlayPart {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics{sources};
  learner::PlayVocabulary vocabulary;
  std::optional<learner::PlayPart> part;

  explicit ReadPlayPart(const std::string& text) {
    part = learner::read_play_part(sources.add("t.dat", text), vocabulary, diagnostics);
  }
};

const std::string two_states =
    "atoms:\n\tnext(p)\n\tnext_cell(1, f(2, a))\n\n---\n\nstatics:\n\trole(robot)\n\n---\n\n"
    "background:\n\ttrue(p)\n\tdoes(robot, a)\n\n---\n\npositives:\n\tnext(p)\n\n---\n\n"
    "background:\n\n---\n\npositives:\n\n---\n\n";

}  // namespace

TEST_CASE("tasks in the published form are read, and written as they were", "[iggp]") {
  ReadPlayPart read(two_states);
  REQUIRE(read.part);
  CHECK(read.part->examples.size() == 2);
  CHECK(read.part->examples[0].background.size() == 2);
  CHECK(read.part->examples[1].positives.empty());
  CHECK(learner::play_part_text(*read.part, read.vocabulary) == two_states);
}

TEST_CASE("atoms without parentheses and `static:` are read, too", "[iggp]") {
  ReadPlayPart read(
      "atoms:\n terminal()\n---\nstatic:\n---\nbackground:\n---\npositive:\nterminal\n");
  REQUIRE(read.part);
  CHECK(read.part->examples[0].positives == read.part->atoms);
}

TEST_CASE("wrong tasks are refused at their places", "[iggp]") {
  const auto [text, place] = GENERATE(table<std::string, std::string>({
      {"", "1:1 parse"},
      {"statics:\n", "1:1 parse, 2:1 parse"},
      {"atoms:\n\tp(1\n---\n", "3:1 parse"},
      {"atoms:\n\tp(,1)\n---\n", "2:4 parse"},
      {"atoms:\n\tp\n---\nstatics:\n---\nbackground:\n---\npositives:\n\tq\n", "8:1 parse"},
      {"atoms:\n\tp\n---\nstatics:\n---\nbackground:\n---\n", "8:1 parse"},
      {"atoms:\n\tp\n---\nfoo\n", "4:1 parse"},
      {"atoms:\n\tp(1,2,3,4,5,6,7,8,9,10,11,12,13)\n", "2:2 limit"},
  }));
  ReadPlayPart read(text);
  CHECK_FALSE(read.part);
  CAPTURE(text);
  CHECK(tests::places(read.diagnostics) == place);
  tests::check_words(tests::sentences(read.diagnostics));
}

TEST_CASE("terms of games become atoms with the functor in their name", "[iggp]") {
  learner::PlayVocabulary vocabulary;
  const auto text = [&](const learner::PlayAtom& atom) { return to_text(atom, vocabulary); };
  CHECK(text(learner::flatten("true", {}, "(cell 1 2 b)", vocabulary)) == "true_cell(1, 2, b)");
  CHECK(text(learner::flatten("true", {}, "p", vocabulary)) == "true(p)");
  CHECK(text(learner::flatten("true", {}, "(p)", vocabulary)) == "true_p()");
  CHECK(text(learner::flatten("does", {"x"}, "(mark (at 1 2))", vocabulary)) ==
        "does_mark(x, at(1, 2))");
  CHECK(text(learner::flatten("terminal", {}, "", vocabulary)) == "terminal()");
}
