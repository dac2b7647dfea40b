// Random numbers, hashes, mixed radix, goal values, terms.
#include "runtime/host/game/game.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/mixed_radix.h"
#include "runtime/host/memory/rng.h"
#include "runtime/host/playouts/perft.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace tesuji::runtime;

TEST_CASE("term sets hash as the traces say", "[runtime]") {
  const std::vector<std::string> none;
  CHECK(hash_terms(none) == 0xcbf29ce484222325ULL);
  CHECK(hash_terms(std::vector<std::string>{"noop"}) == 0x3c1110bad16d326dULL);
  CHECK(hash_terms(std::vector<std::string>{"(cell 1 1 b)", "noop"}) == 0xe85c04561c9c051aULL);
}

TEST_CASE("SplitMix64 gives its published numbers", "[runtime]") {
  std::uint64_t state = 1234567;
  CHECK(splitmix64(state) == 6457827717110365317ULL);
  CHECK(splitmix64(state) == 3203168211198807973ULL);
  CHECK(splitmix64(state) == 9817491932198370423ULL);
}

TEST_CASE("streams repeat, differ, and are uniform below a bound", "[runtime]") {
  Rng a(5, 7);
  Rng same(5, 7);
  Rng other_stream(5, 8);
  Rng other_seed(6, 7);
  const std::uint64_t first = a.next();
  CHECK(first == same.next());
  CHECK(first != other_stream.next());
  CHECK(first != other_seed.next());

  std::vector<int> counts(7);
  Rng rng(1);
  for (int i = 0; i < 70'000; ++i) ++counts.at(rng.below(7));
  // Each count is binomial with deviation 93; six of these are never seen.
  for (const int count : counts) CHECK(std::abs(count - 10'000) < 560);
  CHECK(rng.below(1) == 0);
  // Just over half of the range: without rejection small numbers would be twice as likely.
  const std::uint64_t bound = (std::uint64_t{1} << 63) + 1;
  int low = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t number = rng.below(bound);
    REQUIRE(number < bound);
    if (number < bound / 2) ++low;
  }
  CHECK(std::abs(low - 5000) < 300);
}

TEST_CASE("mixed radix numbers tuples in lexicographic order", "[runtime]") {
  const MixedRadix radix({3, 4, 2});
  CHECK(radix.count() == 24);
  std::uint64_t expected = 0;
  for (std::uint32_t a = 0; a < 3; ++a)
    for (std::uint32_t b = 0; b < 4; ++b)
      for (std::uint32_t c = 0; c < 2; ++c) {
        const std::uint32_t row[] = {a, b, c};
        REQUIRE(radix.pack(row) == expected);
        std::uint32_t back[3];
        radix.unpack(expected++, back);
        REQUIRE((back[0] == a && back[1] == b && back[2] == c));
      }
  CHECK(MixedRadix(std::vector<std::uint32_t>{}).count() == 1);
  CHECK_THROWS_AS(MixedRadix({4'000'000'000, 4'000'000'000, 2}), std::length_error);
}

TEST_CASE("goal values are integers in 0..100", "[runtime]") {
  CHECK(goal_value("0") == 0);
  CHECK(goal_value("100") == 100);
  CHECK(goal_value("+50") == 50);
  for (const char* term : {"101", "-1", "", "+", "+-1", "win", "50x", "(50)", "99999999999999"}) {
    INFO(term);
    CHECK_FALSE(goal_value(term));
  }
}

TEST_CASE("large counts in decimal", "[runtime]") {
  CHECK(to_decimal(0) == "0");
  CHECK(to_decimal(PerftCount{1'000'000'007} * 1'000'000'007 * 1'000'000'007) ==
        "1000000021000000147000000343");
  CHECK(count_text(perft_most - 1) == "340282366920938463463374607431768211454");
  CHECK(count_text(perft_most) == ">=340282366920938463463374607431768211455");
}

TEST_CASE("terms are written and read back", "[runtime]") {
  const TermShape cell("(cell ? (pair ? x) ?)", {{"1", "2"}, {"a"}, {"b", "(f a)"}});
  const std::uint32_t row[] = {1, 0, 1};
  CHECK(cell.name(row) == "(cell 2 (pair a x) (f a))");
  CHECK(cell.functor() == "cell");
  std::uint32_t back[3];
  CHECK(cell.match(tokenize_term(" ( cell 2 (pair a x)(f  a) )"), back));
  CHECK((back[0] == 1 && back[1] == 0 && back[2] == 1));
  for (const char* term :
       {"(cell 3 (pair a x) b)", "(cell 1 (pair a y) b)", "(cell 1 (pair a x))", "cell",
        "(cell 1 (pair a x) b) b", "(cell 1 (pair a x) b", "(cell 1 (pair a x) (f a)", ""}) {
    INFO(term);
    CHECK_FALSE(cell.match(tokenize_term(term), back));
  }
  const TermShape atom("?", {{"noop", "pass"}});
  CHECK(atom.functor().empty());
  CHECK(atom.match(tokenize_term("pass"), back));
  CHECK(back[0] == 1);
  CHECK_FALSE(atom.match(tokenize_term("(pass)"), back));
  const TermShape nullary("(f)", {});
  CHECK(nullary.name(row) == "(f)");
  CHECK(nullary.match(tokenize_term("(f)"), back));
  CHECK_FALSE(nullary.match(tokenize_term("f"), back));
  CHECK_THROWS_AS(TermShape("(cell ?)", {}), std::invalid_argument);
}
