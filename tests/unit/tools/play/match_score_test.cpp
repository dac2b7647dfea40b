// Scores of matches, addresses of players, and terms of their answers.
#include "tools/play/tournament.h"
#include "tools/servers/ggp_message.h"
#include "tools/servers/open_http.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace tesuji::tools;

TEST_CASE("Scores of a match add up to one", "[match]") {
  CHECK(scores_of({100, 0}) == std::vector<double>{1, 0});
  CHECK(scores_of({50, 50}) == std::vector<double>{0.5, 0.5});
  CHECK(scores_of({30, 30, 10}) == std::vector<double>{0.5, 0.5, 0});
  CHECK(scores_of({40}) == std::vector<double>{0.4});
}

TEST_CASE("What is uncertain of a score is the mean of rounds", "[match]") {
  // In each round one win and one loss: the openings decide, and the mean is certain.
  MatchScore score;
  for (int round = 0; round < 30; ++round) {
    score.add(1, 100);
    score.add(0, 0);
    score.end_round(0.5);
  }
  CHECK(score.games() == 60);
  CHECK(score.wins() == 30);
  CHECK(score.losses() == 30);
  CHECK(score.score()->mean == Approx(0.5));
  // Of 34 rounds four differ from the mean, each by a half.
  CHECK(score.score()->high == Approx(0.5 + 1.96 * std::sqrt(4 * 0.25 / 34 / 34)));
  CHECK(score.score()->low == Approx(1 - score.score()->high));
  MatchScore swings;
  CHECK_FALSE(swings.score());
  for (int round = 0; round < 100; ++round) swings.end_round(round % 2);
  CHECK(swings.score()->mean == Approx(0.5));
  // 1.96 standard errors of 104 results with the deviation 0.5.
  CHECK(swings.score()->high == Approx(0.5 + 1.96 * 0.5 / std::sqrt(104)));
}

TEST_CASE("The interval of a score contains it and is within 0 and 1", "[match]") {
  // The first is Agresti and Coull's for 5 wins of 5.
  MatchScore five;
  for (int round = 0; round < 5; ++round) five.end_round(1);
  CHECK(five.score()->low == Approx(7.0 / 9 - 1.96 * std::sqrt(14.0 / 81 / 9)));
  CHECK(five.score()->high == 1);
  for (int rounds = 1; rounds < 200; rounds += 11) {
    for (int won = 0; won <= rounds; won += 3) {
      MatchScore score;
      for (int round = 0; round < rounds; ++round) score.end_round(round < won ? 1 : 0);
      const auto found = score.score();
      INFO(won << " of " << rounds);
      CHECK(found->low >= 0);
      CHECK(found->high <= 1);
      CHECK(found->low <= found->mean);
      CHECK(found->mean <= found->high);
      CHECK(found->low < found->high);
    }
  }
}

TEST_CASE("Elo of scores", "[match]") {
  CHECK(*elo_of(0.5) == Approx(0));
  CHECK(*elo_of(10.0 / 11) == Approx(400));
  CHECK_FALSE(elo_of(1));
  CHECK_FALSE(elo_of(0));
}

TEST_CASE("Addresses of players", "[match]") {
  const auto address = [](std::string_view text) {
    const auto found = parse_http_address(text);
    return found ? found->host + " " + std::to_string(found->port) : std::string();
  };
  CHECK(address("http://127.0.0.1:9147") == "127.0.0.1 9147");
  CHECK(address("http://player.example:80/") == "player.example 80");
  CHECK(address("http://[::1]:9147") == "::1 9147");
  for (const char* wrong :
       {"http://", "http://host", "http://host:", "http://host:0", "http://host:65536",
        "http://host:9x", "http://::1:9147", "http://ho st:9147", "http://:9147", "http://a/b:1",
        "http://host:-1"}) {
    INFO(wrong);
    CHECK(address(wrong).empty());
  }
}

TEST_CASE("Terms of answers, rules and lists in messages", "[ggp]") {
  CHECK(parse_ggp_term(" (MARK  1\n2 ) ") == "(mark 1 2)");
  CHECK(parse_ggp_term("NOOP") == "noop");
  CHECK(parse_ggp_term("; what\nnoop") == "noop");
  for (const char* wrong : {"", "()  (", "(", ")", "a b", "(a))", ")("}) {
    INFO(wrong);
    CHECK_FALSE(parse_ggp_term(wrong));
  }
  CHECK(ggp_rules("; x\n(role  a)\n(<= terminal ; y\n (true  b))\n") ==
        "( role a ) ( <= terminal ( true b ) )");
  CHECK(ggp_list({}) == "NIL");
  CHECK(ggp_list({"a", "(b 1)"}) == "(a (b 1))");
}
