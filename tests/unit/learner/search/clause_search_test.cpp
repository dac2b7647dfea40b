#include "learner/search/clause_search.h"
#include "frontend/prolog/clause_metarules_reader.h"
#include "learner/search/description_length.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/clause_search_brute_force.h"

#include <catch2/catch.hpp>

using namespace tesuji;
using learner::Example;
using learner::SearchOptions;
using learner::SearchResult;
using learner::Value;
using test::SmallBackground;
using test::SmallWorld;
using Examples = std::vector<Example>;
using End = SearchResult::End;

namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : rng_(seed) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(rng_.below(n)); }

 private:
  runtime::Rng rng_;
};

std::vector<ir::ClauseMetarule> metarules(std::string_view text) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  auto read = frontend::read_clause_metarules(sources.add("m.pl", std::string(text)), diagnostics);
  INFO(diagnostics.render());
  REQUIRE(read);
  return *read;
}

SmallWorld random_world(Random& random) {
  SmallWorld world;
  world.domain = 3 + random.below(2);
  world.predicates = {{"e", 2, {}}, {"f", 2, {}}, {"u", 1, {}}};
  world.tuples.resize(3);
  for (std::uint32_t i = 0; i < 4; ++i) {
    world.tuples[0].insert({random.below(world.domain), random.below(world.domain)});
    world.tuples[1].insert({random.below(world.domain), random.below(world.domain)});
  }
  for (std::uint32_t i = 0; i < 2; ++i) world.tuples[2].insert({random.below(world.domain)});
  return world;
}

/// A chain 0 -> 1 -> .. -> n-1, and back to 0 where it is a circle.
SmallWorld chain(std::uint32_t n, bool circle) {
  SmallWorld world;
  world.domain = n;
  world.predicates = {{"next", 2, {}}};
  world.tuples.resize(1);
  for (std::uint32_t i = 0; i + 1 < n; ++i) world.tuples[0].insert({i, i + 1});
  if (circle) world.tuples[0].insert({n - 1, 0});
  return world;
}

struct Learned {
  SearchResult result;
  std::string text;
};

Learned learn(const SmallWorld& world, const std::vector<ir::ClauseMetarule>& shapes,
              const Examples& positive, const Examples& negative, SearchOptions options = {}) {
  SmallBackground background(world);
  learner::ClauseSearch search(shapes, background);
  SearchResult result = search.learn(positive, negative, options);
  std::string text = learner::to_text(result.hypothesis, {"p", shapes, &background});
  return {std::move(result), std::move(text)};
}

constexpr const char* shape_sets[] = {
    // The usual ones without inverse, without recursion, with negation, with constants.
    "metarule(i,[P,Q],[P,A,B],[[Q,A,B]]). metarule(c,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]). "
    "metarule(t,[P,Q],[P,A,B],[[Q,A,C],[P,C,B]]).",
    "metarule(i,[P,Q],[P,A,B],[[Q,A,B]]). metarule(v,[P,Q],[P,A,B],[[Q,B,A]]). "
    "metarule(c,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]).",
    "metarule(i,[P,Q],[P,A,B],[[Q,A,B]]). metarule(pre,[P,Q,R],[P,A,B],[[Q,A],[R,A,B]]). "
    "metarule(neg,[P,Q,R],[P,A,B],[[R,A,B],not([Q,B,_])]).",
    "metarule(i,[P,Q],[P,A,B],[[Q,A,B]]). metarule(k,[P,Q,R,X],[P,A,B],[[Q,A,B],[R,A,X]]).",
};

}  // namespace

TEST_CASE("clause search finds a smallest program exactly where there is one", "[induce]") {
  const std::size_t set = GENERATE(0, 1, 2, 3);
  const auto shapes = metarules(shape_sets[set]);
  Random random(71 + set);
  std::uint32_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const SmallWorld world = random_world(random);
    // Examples of a random relation: most are not to be learned; of paths: more are.
    Examples positive;
    Examples negative;
    for (Value a = 0; a < world.domain; ++a) {
      for (Value b = 0; b < world.domain; ++b) {
        const bool known = world.tuples[0].count({a, b}) > 0 ||
                           (round % 2 == 1 && world.tuples[1].count({b, a}) > 0);
        if (random.below(4) == 0) (known ? positive : negative).push_back({a, b});
      }
    }
    if (positive.empty()) continue;
    if (round % 3 == 0 && !negative.empty()) {
      positive.push_back(negative.back());
      negative.pop_back();
    }
    const std::uint32_t most = round % 6 == 0 ? 3 : 2;
    const auto size = test::smallest_program(shapes, world, positive, negative, most);
    SearchOptions options;
    options.max_clauses = most;
    options.any_order = true;
    const Learned learned = learn(world, shapes, positive, negative, options);
    INFO("round " << round << "\n" << learned.text);
    CHECK(learned.result.end == (size ? End::found : End::exhausted));
    if (!size || learned.result.end != End::found) continue;
    ++found;
    CHECK(learned.result.hypothesis.size() == *size);
    const auto tuples = test::derived(learned.result.hypothesis, shapes, world);
    for (const Example& one : positive) CHECK(tuples.count(one) > 0);
    for (const Example& one : negative) CHECK(tuples.count(one) == 0);
    SmallBackground background(world);
    learner::ClauseSearch search(shapes, background);
    for (Value a = 0; a < world.domain; ++a) {
      for (Value b = 0; b < world.domain; ++b) {
        CHECK(search.covers(learned.result.hypothesis, {a, b}, {}) == (tuples.count({a, b}) > 0));
      }
    }
  }
  CHECK(found >= 10);
}

TEST_CASE("with noise the shortest description of all is found", "[induce]") {
  const auto shapes = metarules(shape_sets[1]);
  Random random(5);
  std::size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const SmallWorld world = random_world(random);
    Examples positive;
    Examples negative;
    for (Value a = 0; a < world.domain; ++a) {
      for (Value b = 0; b < world.domain; ++b) {
        const bool known = world.tuples[0].count({a, b}) > 0 || world.tuples[1].count({b, a}) > 0;
        const bool wrong = random.below(8) == 0;
        (known != wrong ? positive : negative).push_back({a, b});
      }
    }
    if (positive.empty()) continue;
    // All clauses, and all programs of at most two.
    std::vector<learner::HypothesisClause> clauses;
    for (std::uint32_t m = 0; m < shapes.size(); ++m) {
      const std::uint32_t seconds = shapes[m].predicates.size() > 2 ? 2 : 1;
      for (std::uint32_t q = 0; q < 2; ++q) {
        for (std::uint32_t r = 0; r < seconds; ++r) {
          learner::HypothesisClause clause{m, {learner::PredicateId::own(0)}, {}};
          clause.predicates.push_back(learner::PredicateId::background(q));
          if (seconds == 2) clause.predicates.push_back(learner::PredicateId::background(r));
          clause.constants.assign(shapes[m].variables.size(), learner::unbound);
          clauses.push_back(clause);
        }
      }
    }
    const std::size_t all = positive.size() + negative.size();
    double best =
        learner::listing_bits(static_cast<double>(positive.size()), static_cast<double>(all));
    const auto consider = [&](const learner::Hypothesis& program) {
      const auto tuples = test::derived(program, shapes, world);
      std::size_t wrong = 0;
      double bits = 0;
      for (const Example& one : positive) wrong += tuples.count(one) == 0 ? 1 : 0;
      for (const Example& one : negative) wrong += tuples.count(one);
      for (const auto& clause : program) {
        bits += learner::clause_bits(shapes[clause.metarule], shapes.size(),
                                     world.predicates.size() + 1, 0);
      }
      bits += learner::listing_bits(static_cast<double>(wrong), static_cast<double>(all));
      best = std::min(best, bits);
    };
    for (std::size_t i = 0; i < clauses.size(); ++i) {
      consider({clauses[i]});
      for (std::size_t j = 0; j < i; ++j) consider({clauses[i], clauses[j]});
    }
    SearchOptions options;
    options.max_clauses = 2;
    options.noise = true;
    options.invent = false;
    const Learned learned = learn(world, shapes, positive, negative, options);
    INFO("round " << round << "\n" << learned.text);
    CHECK(learned.result.bits == Approx(best));
    CHECK((learned.result.end == End::found) == (best < learned.result.empty_bits));
    if (learned.result.end != End::found) continue;
    ++found;
    const auto tuples = test::derived(learned.result.hypothesis, shapes, world);
    for (std::size_t i = 0; i < positive.size(); ++i) {
      const auto& missed = learned.result.missed;
      CHECK((tuples.count(positive[i]) == 0) ==
            (std::find(missed.begin(), missed.end(), i) != missed.end()));
    }
    for (std::size_t i = 0; i < negative.size(); ++i) {
      const auto& covered = learned.result.wrongly_covered;
      CHECK((tuples.count(negative[i]) > 0) ==
            (std::find(covered.begin(), covered.end(), i) != covered.end()));
    }
  }
  CHECK(found >= 10);
}

TEST_CASE("own predicates that call those before them need any_order", "[induce]") {
  // There and back: p_1 is called before p_2, which calls it too.
  SmallWorld world;
  world.domain = 5;
  world.predicates = {{"a", 2, {}}, {"b", 2, {}}};
  world.tuples = {{{0, 1}, {3, 4}}, {{1, 2}, {4, 2}}};
  const auto shapes = metarules(
      "metarule(c,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]). metarule(v,[P,Q],[P,A,B],[[Q,B,A]]).");
  SearchOptions options;
  options.max_clauses = 3;
  CHECK(learn(world, shapes, {{0, 3}}, {}, options).result.end == End::exhausted);
  options.any_order = true;
  const Learned learned = learn(world, shapes, {{0, 3}}, {}, options);
  REQUIRE(learned.result.end == End::found);
  CHECK(learned.text ==
        "p(A,B) :- p_1(A,C), p_2(C,B).\n"
        "p_1(A,B) :- a(A,C), b(C,B).\n"
        "p_2(A,B) :- p_1(B,A).\n");
}

TEST_CASE("recursion in circles ends", "[induce]") {
  const auto shapes = metarules(shape_sets[0]);
  SmallWorld world = chain(6, true);
  world.domain = 7;  // 6 is on its own
  SearchOptions options;
  options.max_clauses = 2;
  const Learned learned = learn(world, shapes, {{0, 4}, {4, 1}}, {{0, 6}}, options);
  CHECK(learned.text == "p(A,B) :- next(A,B).\np(A,B) :- next(A,C), p(C,B).\n");
  SmallBackground background(world);
  learner::ClauseSearch search(shapes, background);
  CHECK(search.covers(learned.result.hypothesis, {5, 5}, {}) == true);
  CHECK(search.covers(learned.result.hypothesis, {5, 6}, {}) == false);
  CHECK(learn(world, shapes, {{0, 6}}, {}, options).result.end == End::exhausted);
}

TEST_CASE("deep recursion needs no stack, and max_goals ends it", "[induce]") {
  const auto shapes = metarules(shape_sets[0]);
  const SmallWorld world = chain(1500, false);
  const Learned learned = learn(world, shapes, {{0, 1}, {0, 1499}}, {});
  CHECK(learned.result.hypothesis.size() == 2);
  SearchOptions options;
  options.max_goals = 100;
  options.max_clauses = 2;
  const Learned shallow = learn(world, shapes, {{0, 1}, {0, 1499}}, {}, options);
  CHECK(shallow.result.end == End::exhausted);
  CHECK(shallow.result.too_many_goals);
  CHECK_FALSE(shallow.result.too_deep);
}

TEST_CASE("deep recursion costs the same per step", "[induce]") {
  // Arguments with values, and one without a value until the recursion has ended.
  const bool open = GENERATE(false, true);
  const auto shapes = metarules(open ? "metarule(i,[P,Q],[P,A,B],[[Q,A,B]]). "
                                       "metarule(m,[P,Q,R],[P,A,B],[[Q,A,C],[P,C,D],[R,D,B]])."
                                     : shape_sets[0]);
  const auto run = [&](std::uint32_t n) {
    SmallWorld world = chain(n, false);
    Examples positive{{0, 1}, {0, n - 1}};
    if (open) {
      world.predicates.insert(world.predicates.end(), {{"end", 2, {}}, {"before", 2, {}}});
      world.tuples.push_back({{n - 1, n - 1}});
      world.tuples.emplace_back();
      for (std::uint32_t i = 0; i + 1 < n; ++i) world.tuples.back().insert({i + 1, i});
      positive = {{n - 1, n - 1}, {0, 0}};
    }
    SearchResult result = learn(world, shapes, positive, {}).result;
    REQUIRE(result.end == End::found);
    REQUIRE(result.hypothesis.size() == 2);
    return result;
  };
  const SearchResult small = run(100);
  const SearchResult large = run(800);
  INFO(small.steps << " and " << large.steps << " steps, " << small.frames_seen << " and "
                   << large.frames_seen << " frames seen");
  CHECK(large.steps > 4 * small.steps);
  CHECK(large.steps < 10 * small.steps);
  // A walk over the frames above each goal would see some 400 a step.
  CHECK(large.frames_seen < 4 * large.steps);
}

TEST_CASE("in a circle each goal looks at few frames", "[induce]") {
  // Each round comes to the first goal again: equal frames are there, and the way up is long.
  const auto shapes = metarules(
      "metarule(t,[P,Q],[P,A,B],[[Q,A,C],[P,C,B]]). "
      "metarule(i,[P,Q],[P,A,B],[[Q,A,B]]).");
  SmallWorld world = chain(1000, true);
  world.predicates.push_back({"jump", 2, {}});
  world.tuples.push_back({{0, 999}});
  SearchOptions options;
  options.max_steps = 1'000'000;
  const SearchResult result =
      learn(world, shapes, {{0, 999}, {1, 0}}, {{5, 5}, {7, 3}}, options).result;
  INFO(result.frames_seen << " frames seen");
  CHECK(result.end == End::steps);
  CHECK(result.frames_seen < 4 * result.steps);
}

TEST_CASE("constants belong to clauses", "[induce]") {
  const auto shapes = metarules("metarule([P,Q,X],([P,A]:-[[Q,A,X]])).");
  SmallWorld world;
  world.domain = 5;
  world.predicates = {{"likes", 2, {}}};
  world.tuples = {{{0, 3}, {1, 4}, {1, 3}, {2, 4}}};
  CHECK(learn(world, shapes, {{0}, {1}}, {{2}}).text == "p(A) :- likes(A,c3).\n");
  CHECK(learn(world, shapes, {{0}, {2}}, {}).text ==
        "p(A) :- likes(A,c3).\np(A) :- likes(A,c4).\n");
  const Learned none = learn(world, shapes, {{0}}, {{1}});
  CHECK(none.result.end == End::exhausted);
  CHECK(none.result.refused > 0);
  CHECK(none.result.refusing == 0U);
}

TEST_CASE("types keep predicates apart", "[induce]") {
  const auto shapes = metarules("metarule(c,[P,Q,R],[P,A,B],[[Q,A,C],[R,C,B]]).");
  SmallWorld world;
  world.domain = 4;
  world.predicates = {{"f", 2, {1, 2}}, {"g", 2, {1, 3}}, {"h", 2, {2, 3}}};
  world.tuples = {{{0, 1}}, {{1, 2}}, {{1, 2}}};
  CHECK(learn(world, shapes, {{0, 2}}, {}).text == "p(A,B) :- f(A,C), h(C,B).\n");
  SmallBackground background(world);
  learner::ClauseSearch search(shapes, background);
  const std::vector<std::uint32_t> types{1, 2};  // B is what h does not give
  CHECK(search.learn(Examples{{0, 2}}, {}, {}, types).end == End::exhausted);
  for (auto& predicate : world.predicates) predicate.types.clear();
  CHECK(learn(world, shapes, {{0, 2}}, {}).text == "p(A,B) :- f(A,C), g(C,B).\n");
}

TEST_CASE("own predicates are not negated, and the same clause is not taken twice", "[induce]") {
  const auto shapes = metarules(
      "metarule(m,[P,Q,R],[P,A,B],[[Q,A,B],not([Q,B,_])]). metarule(n,[P],[P,A,B],[[next,A,B]]).");
  const SmallWorld world = chain(4, false);
  // With p_1 for Q, which gets its clause from n, the negation says nothing yet.
  const Learned learned = learn(world, shapes, {{2, 3}}, {{0, 1}, {1, 2}});
  CHECK(learned.text == "p(A,B) :- next(A,B), not(next(B,_)).\n");
  const Learned none = learn(world, shapes, {{2, 0}}, {});
  CHECK(none.result.end == End::exhausted);
  CHECK(none.result.steps < 1000);
}

TEST_CASE("limits end a search, and tell how far it was", "[induce]") {
  const auto shapes = metarules(shape_sets[1]);
  const SmallWorld world = chain(8, true);
  const Examples positive{{0, 5}};
  const Examples negative{{0, 5 - 1}, {0, 6}, {1, 2}, {1, 3}, {1, 6}};
  SearchOptions options;
  options.max_clauses = 6;
  options.max_steps = 5000;
  const Learned steps = learn(world, shapes, positive, negative, options);
  CHECK(steps.result.end == End::steps);
  CHECK(steps.result.steps == 5001);
  CHECK(steps.result.size >= 2);
  const std::atomic<bool> stop{true};
  options.max_steps = 100'000'000;
  options.stop = &stop;
  const Learned stopped = learn(world, shapes, positive, negative, options);
  CHECK(stopped.result.end == End::stopped);
  CHECK(stopped.result.steps <= 1024);
}

TEST_CASE("one search leaves nothing for the next", "[induce]") {
  const auto shapes = metarules(shape_sets[0]);
  Random random(5);
  const SmallWorld world = random_world(random);
  SmallBackground background(world);
  learner::ClauseSearch search(shapes, background);
  SearchOptions options;
  options.max_clauses = 3;
  const auto run = [&](const Examples& positive) {
    const SearchResult result = search.learn(positive, {}, options);
    return std::tuple(result.end, result.steps, result.covered, result.refused,
                      learner::to_text(result.hypothesis, {"p", shapes, &background}));
  };
  const Examples tasks[] = {{{0, 0}, {0, 1}, {1, 2}}, {{2, 1}}, {{0, 2}, {2, 2}, {2, 0}}};
  for (const Examples& a : tasks) {
    const auto first = run(a);
    CHECK(run(a) == first);
    for (const Examples& b : tasks) {
      (void)run(b);
      options.max_steps = 50;  // one that is broken off
      (void)run(b);
      options.max_steps = 100'000'000;
      CHECK(run(a) == first);
    }
  }
}
