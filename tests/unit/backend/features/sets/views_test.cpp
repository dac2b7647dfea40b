// Features kept from position to position: the same values as from scratch, whatever changes.
#include "backend/features/sets/features.h"
#include "backend/features/sets/positions.h"
#include "backend/features/views/view_machine.h"
#include "frontend/prolog/feature_reader.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

using Values = std::vector<std::uint64_t>;

/// A theory with features, evaluated in one mode.
struct Evaluated {
  driver::Session session;
  std::optional<driver::FeatureSet> set;
  std::optional<driver::PositionReader> reader;
  std::optional<driver::FeatureEvaluator> evaluator;

  Evaluated(const std::string& theory, const std::string& features, driver::FeatureMode mode) {
    driver::FeatureTexts texts;
    REQUIRE(frontend::read_domain_theory(session.sources->add("theory.pl", theory), texts.theory,
                                         session.diagnostics));
    REQUIRE(frontend::read_features(session.sources->add("features.pl", features), texts.features,
                                    session.diagnostics));
    driver::Options options;
    options.engine = driver::Engine::interpreter;
    set = driver::compile_features(texts, std::nullopt, options, mode, session);
    INFO(session.diagnostics.render());
    REQUIRE(set);
    reader = driver::PositionReader::make(*set, driver::PositionForm::facts, session.diagnostics);
    REQUIRE(reader);
    evaluator.emplace(*set);
  }

  Values at(const std::set<std::string>& facts) {
    std::string line;
    for (const std::string& fact : facts) line += fact + ". ";
    driver::ReadPosition position;
    driver::PositionFault fault;
    INFO(line);
    REQUIRE(reader->read(line, position, fault));
    Values values(set->names.size());
    evaluator->evaluate(std::span(&position.state, 1), values);
    return values;
  }
};

/// A walk through positions in which some of the facts are added or taken away at a time.
void compare_along_walk(const std::string& theory, const std::string& features,
                        const std::vector<std::string>& facts) {
  Evaluated kept(theory, features, driver::FeatureMode::incremental);
  Evaluated anew(theory, features, driver::FeatureMode::one_by_one);
  REQUIRE(kept.set->views);
  REQUIRE(kept.set->counter == nullptr);
  std::mt19937 random(7);
  std::set<std::string> position;
  for (int step = 0; step < 400; ++step) {
    const std::size_t changes = random() % 4;
    for (std::size_t i = 0; i < changes; ++i) {
      const std::string& fact = facts[random() % facts.size()];
      if (!position.erase(fact)) position.insert(fact);
    }
    if (step % 100 == 50) position.clear();
    INFO("step " << step);
    REQUIRE(kept.at(position) == anew.at(position));
  }
}

constexpr const char* graph = R"(
node(a). node(b). node(c). node(d). node(e).
base(link(S,T)) :- node(S), node(T).
base(start(S)) :- node(S).
reached(S) :- start(S).
reached(T) :- reached(S), link(S,T).
lonely(S) :- node(S), \+ reached(S).
mutual(S,T) :- path(S,T), path(T,S).
path(S,T) :- link(S,T).
path(S,U) :- path(S,T), link(T,U).
)";

std::vector<std::string> graph_facts() {
  std::vector<std::string> facts;
  for (const char s : std::string("abcde")) {
    facts.push_back(std::string("start(") + s + ")");
    for (const char t : std::string("abcde"))
      facts.push_back(std::string("link(") + s + "," + t + ")");
  }
  return facts;
}

}  // namespace

TEST_CASE("What is reached in circles is there no longer than what it is reached from") {
  const std::string features = "f(S) :- reached(S).\n";
  Evaluated kept(graph, features, driver::FeatureMode::incremental);
  CHECK(!kept.set->views->cycles.empty());
  CHECK(kept.at({"start(a)", "link(a,b)", "link(b,c)", "link(c,b)"}) == Values{3});
  CHECK(kept.at({"start(a)", "link(b,c)", "link(c,b)"}) == Values{1});
  CHECK(kept.at({"start(a)", "link(a,c)", "link(b,c)", "link(c,b)"}) == Values{3});
  CHECK(kept.at({"link(a,c)", "link(b,c)", "link(c,b)"}) == Values{0});
}

TEST_CASE("Recursive relations are kept along a walk, and what negates them") {
  compare_along_walk(graph,
                     "f(S) :- reached(S).\n"
                     "g(S) :- lonely(S), link(S,_).\n"
                     "h(S,T) :- mutual(S,T), lonely(T).\n"
                     "k(S,T,U) :- path(S,T), start(U), \\+ link(T,U).\n"
                     "l :- path(a,e), \\+ start(e).\n",
                     graph_facts());
}

TEST_CASE("Tests, negated literals and several clauses are kept along a walk") {
  compare_along_walk(graph,
                     "f(S) :- node(S), link(S,T), link(T,U), link(U,S).\n"
                     "g(S) :- start(S), \\+ link(S,_).\n"
                     "h(S,T) :- start(S), start(T), \\+ link(S,T).\n"
                     "k(S) :- start(S).\n"
                     "k(S) :- link(S,S).\n"
                     "l(S) :- start(S), link(a,b).\n"
                     "m(S,T) :- start(S), link(T,T).\n"
                     "n(S) :- node(S).\n",
                     graph_facts());
}

TEST_CASE("Slots with the same conjunctions are one") {
  // Runs along the row are the same squares from either end.
  const std::string theory =
      "square(a). square(b). square(c). square(d).\n"
      "next_to(a,b). next_to(b,c). next_to(c,d). next_to(b,a). next_to(c,b). next_to(d,c).\n"
      "way(a,b,east). way(b,c,east). way(c,d,east). way(b,a,west). way(c,b,west). way(d,c,west).\n"
      "base(owns(S)) :- square(S).\n"
      "row(S,S,D) :- owns(S), way(_,_,D).\n"
      "row(S,U,D) :- owns(S), way(S,T,D), row(T,U,D).\n";
  const Evaluated one(theory, "f(S,U) :- row(S,U,east).\n", driver::FeatureMode::incremental);
  const Evaluated both(theory, "f(S,U) :- row(S,U,east).\ng(S,U) :- row(S,U,west).\n",
                       driver::FeatureMode::incremental);
  CHECK(one.set->views->slots == both.set->views->slots);
  CHECK(one.set->views->nodes.size() == both.set->views->nodes.size());
  Evaluated kept(theory, "f(S,U) :- row(S,U,east).\ng(S,U) :- row(S,U,west).\n",
                 driver::FeatureMode::incremental);
  CHECK(kept.at({"owns(a)", "owns(b)", "owns(d)"}) == Values{4, 4});
}

TEST_CASE("Whoever is to stop amid a position can go on from there") {
  const auto mode = GENERATE(driver::FeatureMode::slices, driver::FeatureMode::incremental,
                             driver::FeatureMode::one_by_one);
  CAPTURE(static_cast<int>(mode));
  Evaluated stopped(graph,
                    "f(S) :- reached(S).\n"
                    "g(S,T) :- mutual(S,T), lonely(T).\n",
                    mode);
  Evaluated other(graph,
                  "f(S) :- reached(S).\n"
                  "g(S,T) :- mutual(S,T), lonely(T).\n",
                  driver::FeatureMode::one_by_one);
  const std::vector<std::string> facts = graph_facts();
  std::mt19937 random(3);
  std::atomic<bool> stop = false;
  const runtime::StopScope scope(&stop);
  for (int step = 0; step < 50; ++step) {
    std::set<std::string> position;
    for (const std::string& fact : facts) {
      if (random() % 3 == 0) position.insert(fact);
    }
    stop = step % 2 == 0;
    if (stop) {
      CHECK_THROWS_AS(stopped.at(position), runtime::Stopped);
      CHECK(stopped.evaluator->evaluated() == 0);
      continue;
    }
    CHECK(stopped.at(position) == other.at(position));
    CHECK(stopped.evaluator->evaluated() == 1);
  }
}
