// What roles of GDL-II games know: verdicts against all pairs of plays that look alike, for whole
// games and for faults put into them.
#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/driver/load.h"
#include "backend/proofs/games/verify.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <array>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tesuji {
namespace {

using proofs::Known;
using proofs::Verdict;
using runtime::Move;
using runtime::State;

/// Whether each fact is known, by all pairs of states to which plays come that look alike.
class AllPairs {
 public:
  AllPairs(const runtime::Game& game, std::size_t role)
      : game_(game), role_(role), scratch_(game.make_scratch()) {}

  std::array<bool, 3> known() {
    std::array<bool, 3> known{true, true, true};
    const State first(game_.initial().begin(), game_.initial().end());
    std::set<std::pair<State, State>> met{{first, first}};
    std::vector<std::pair<State, State>> open{{first, first}};
    while (!open.empty()) {
      const auto [a, b] = open.back();
      open.pop_back();
      const bool a_over = game_.terminal(a, *scratch_);
      const bool b_over = game_.terminal(b, *scratch_);
      if (a_over != b_over) known[static_cast<std::size_t>(Known::terminal)] = false;
      if (a_over && b_over && goals(a) != goals(b)) {
        known[static_cast<std::size_t>(Known::goal)] = false;
      }
      if (a_over || b_over) continue;
      if (legal(a)[role_] != legal(b)[role_]) known[static_cast<std::size_t>(Known::legal)] = false;
      for (const auto& [seen, from_a] : successors(a)) {
        const auto& others = successors(b);
        const auto found = others.find(seen);
        if (found == others.end()) continue;
        for (const State& next_a : from_a) {
          for (const State& next_b : found->second) {
            if (met.emplace(next_a, next_b).second) open.emplace_back(next_a, next_b);
          }
        }
      }
    }
    return known;
  }

 private:
  using Seen = std::pair<Move, std::vector<std::string>>;

  std::vector<std::vector<Move>> legal(const State& state) {
    std::vector<std::vector<Move>> moves;
    game_.legal(state, *scratch_, moves);
    return moves;
  }
  std::vector<std::string> goals(const State& state) {
    std::vector<std::vector<std::string>> values;
    game_.goal(state, *scratch_, values);
    return values[role_];
  }

  /// Next states by what the role sees.
  const std::map<Seen, std::set<State>>& successors(const State& state) {
    const auto [place, is_new] = successors_.try_emplace(state);
    if (!is_new) return place->second;
    const auto moves = legal(state);
    std::vector<std::size_t> at(moves.size(), 0);
    for (const auto& some : moves) {
      if (some.empty()) return place->second;
    }
    for (;;) {
      std::vector<Move> joint;
      for (std::size_t r = 0; r < moves.size(); ++r) joint.push_back(moves[r][at[r]]);
      std::vector<std::vector<std::string>> percepts;
      game_.percepts(state, joint, *scratch_, percepts);
      State next(game_.state_words());
      game_.next(state, joint, *scratch_, next);
      place->second[{joint[role_], percepts[role_]}].insert(next);
      std::size_t r = 0;
      while (r < at.size() && ++at[r] == moves[r].size()) at[r++] = 0;
      if (r == at.size()) return place->second;
    }
  }

  const runtime::Game& game_;
  std::size_t role_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::map<State, std::map<Seen, std::set<State>>> successors_;
};

std::string example(const std::string& name) {
  std::ifstream file(tests::source_dir() + "/examples/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The text with one part replaced, which is there once.
std::string with(std::string text, const std::string& part, const std::string& other) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), other);
}

/// Verdicts of all roles against all pairs; returns how often each verdict was given.
std::map<Verdict, int> compare(const std::string& kif, std::uint64_t attack = 0) {
  const tests::Folder folder;
  const std::string path = folder.path / "game.kif";
  std::ofstream(path) << kif;
  driver::Session session;
  driver::VerifyRequest request;
  request.automatic = true;
  request.game.engine = driver::Engine::interpreter;
  request.verification.attack.states = attack;
  request.verification.sieve_states = 0;
  const auto verified = driver::verify(path, request, session);
  INFO(session.diagnostics.render());
  REQUIRE(verified);
  CHECK(verified->report.disagreements.empty());
  REQUIRE(verified->report.knowledge);
  CHECK(verified->report.knowledge->left_out.empty());
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto game = driver::load_game(path, options, session);
  REQUIRE(game);
  std::map<Verdict, int> count;
  for (const proofs::RoleKnowledge& role : verified->report.knowledge->roles) {
    const std::array<bool, 3> known = AllPairs(*game->game, role.role).known();
    for (const proofs::KnownFact& fact : role.facts) {
      CAPTURE(role.role, static_cast<int>(fact.known), name_of(fact.verdict));
      const bool expected = known[static_cast<std::size_t>(fact.known)];
      if (fact.verdict == Verdict::proved) CHECK(expected);
      if (fact.verdict == Verdict::refuted) CHECK_FALSE(expected);
      CHECK(fact.plays.has_value() == (fact.verdict == Verdict::refuted));
      ++count[fact.verdict];
    }
  }
  return count;
}

TEST_CASE("what roles know is proved of whole games", "[asp][knowledge]") {
  CHECK(compare(example("monty-hall.kif"), 2000) == std::map<Verdict, int>{{Verdict::proved, 3}});
  CHECK(compare(example("kuhn-poker.kif"), 2000) == std::map<Verdict, int>{{Verdict::proved, 6}});
}

TEST_CASE("what percepts are missing for is refuted by two plays that look alike",
          "[asp][knowledge]") {
  const std::string monty = example("monty-hall.kif");
  const std::string kuhn = example("kuhn-poker.kif");
  const std::string shown = "(<= (sees ?p (holds ?q ?card))";
  const std::string heard = "(<= (sees ?p (says ?q ?move))";

  SECTION("the cards are not shown at the end") {
    auto count = compare(with(kuhn, shown, "(<= (never ?p (holds ?q ?card))"));
    CHECK(count[Verdict::refuted] == 2);
    CHECK(count[Verdict::proved] == 4);
  }
  SECTION("nobody hears what the other does") {
    auto count = compare(with(kuhn, heard, "(<= (never ?p (says ?q ?move))"));
    CHECK(count[Verdict::refuted] > 0);
    CHECK(count[Verdict::step_fails] + count[Verdict::unknown] == 0);
  }
  SECTION("only one hears it") {
    auto count =
        compare(with(kuhn, heard, "(<= (sees first (says ?q ?move)) (distinct ?p second)"));
    CHECK(count[Verdict::refuted] > 0);
  }
  SECTION("nobody sees their own card") {
    const auto count =
        compare(with(kuhn, "(<= (sees ?p (holds ?p ?card))", "(<= (never ?p ?card)"));
    CHECK(count.at(Verdict::proved) == 6);  // at the end all cards are shown
  }
  SECTION("the car is not shown") {
    auto count = compare(with(monty, "(<= (sees candidate (car ?d))", "(<= (never candidate ?d)"));
    CHECK(count[Verdict::refuted] == 1);
    CHECK(count[Verdict::proved] == 2);
  }
  SECTION("a move depends on what is hidden") {
    auto count =
        compare(monty + "(<= (legal candidate peek) (true (stage choose)) (true (car 1)))");
    CHECK(count[Verdict::refuted] >= 1);
    CHECK(count[Verdict::step_fails] + count[Verdict::unknown] == 0);
  }
  SECTION("the end depends on what is hidden") {
    auto count = compare(monty + "(<= terminal (true (stage choose)) (true (car 1)))");
    CHECK(count[Verdict::refuted] >= 1);
  }
  SECTION("the host's door is not seen") {
    compare(with(monty, "(<= (sees candidate (goat ?d))", "(<= (never candidate ?d)"));
  }
}

}  // namespace
}  // namespace tesuji
