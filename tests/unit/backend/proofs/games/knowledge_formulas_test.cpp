// Formulas about what roles know: verdicts of many random ones against all histories of small
// games.
#include "backend/driver/load.h"
#include "backend/proofs/games/verify.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <algorithm>
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

using proofs::Verdict;
using runtime::Move;
using runtime::State;
using Fluents = std::set<std::string>;

/// A formula as a tree: its text, and its value.
struct Tree {
  enum class Kind : std::uint8_t { fluent, negation, conjunction, disjunction, implication, knows };
  Kind kind = Kind::fluent;
  std::string fluent;  ///< KIF
  std::size_t role = 0;
  std::vector<Tree> parts;
};

/// `(stage first-folded)` as `true('stage'('first-folded'))`.
std::string atom_text(const std::string& kif) {
  std::string text = "true('";
  for (std::size_t i = kif.front() == '(' ? 1 : 0; i < kif.size() && kif[i] != ')'; ++i) {
    text += kif[i] == ' ' ? std::string("', '") : std::string(1, kif[i]);
  }
  if (kif.front() != '(') return text + "')";
  const std::size_t comma = text.find(", ");
  return text.substr(0, comma) + "(" + text.substr(comma + 2) + "'))";
}

std::string text_of(const Tree& tree, const std::vector<std::string>& roles) {
  const auto part = [&](std::size_t i) { return text_of(tree.parts[i], roles); };
  switch (tree.kind) {
    case Tree::Kind::fluent:
      return atom_text(tree.fluent);
    case Tree::Kind::negation:
      return "(not " + part(0) + ")";
    case Tree::Kind::conjunction:
      return "(" + part(0) + " and " + part(1) + ")";
    case Tree::Kind::disjunction:
      return "(" + part(0) + " or " + part(1) + ")";
    case Tree::Kind::implication:
      return "(" + part(0) + " implies " + part(1) + ")";
    case Tree::Kind::knows:
      return "knows(" + roles[tree.role] + ", " + part(0) + ")";
  }
  return {};
}

/// What a play is: its last state, and of each role the number of what it has seen.
struct History {
  State state;
  std::vector<std::size_t> seen;
  auto operator<=>(const History&) const = default;
};

/// All plays of a game, move by move.
class AllHistories {
 public:
  explicit AllHistories(const runtime::Game& game) : game_(game), scratch_(game.make_scratch()) {
    std::set<History> now{{State(game.initial().begin(), game.initial().end()),
                           std::vector<std::size_t>(game.roles().size(), 0)}};
    while (!now.empty()) {
      levels_.push_back(now);
      std::set<History> next;
      std::map<std::pair<std::size_t, std::string>, std::size_t> numbers;
      for (const History& history : now) advance(history, numbers, next);
      now = std::move(next);
    }
  }

  /// All fluents of all states.
  Fluents fluents() {
    Fluents all;
    for (const auto& level : levels_) {
      for (const History& history : level) all.merge(Fluents(of(history.state)));
    }
    return all;
  }

  /// Whether it holds at the end of all plays.
  bool holds(const Tree& tree) {
    return std::all_of(levels_.begin(), levels_.end(), [&](const std::set<History>& level) {
      return std::all_of(level.begin(), level.end(),
                         [&](const History& history) { return value(tree, history, level); });
    });
  }

 private:
  const Fluents& of(const State& state) {
    const auto [place, is_new] = named_.try_emplace(state);
    if (is_new) {
      for (const std::string& fluent : game_.fluents(state)) place->second.insert(fluent);
    }
    return place->second;
  }

  bool value(const Tree& tree, const History& history, const std::set<History>& level) {
    const auto part = [&](std::size_t i) { return value(tree.parts[i], history, level); };
    switch (tree.kind) {
      case Tree::Kind::fluent:
        return of(history.state).contains(tree.fluent);
      case Tree::Kind::negation:
        return !part(0);
      case Tree::Kind::conjunction:
        return part(0) && part(1);
      case Tree::Kind::disjunction:
        return part(0) || part(1);
      case Tree::Kind::implication:
        return !part(0) || part(1);
      case Tree::Kind::knows:
        return std::all_of(level.begin(), level.end(), [&](const History& other) {
          return other.seen[tree.role] != history.seen[tree.role] ||
                 value(tree.parts[0], other, level);
        });
    }
    return false;
  }

  void advance(const History& history,
               std::map<std::pair<std::size_t, std::string>, std::size_t>& numbers,
               std::set<History>& next) {
    if (game_.terminal(history.state, *scratch_)) return;
    std::vector<std::vector<Move>> legal;
    game_.legal(history.state, *scratch_, legal);
    std::vector<std::size_t> at(legal.size(), 0);
    for (const auto& some : legal) {
      if (some.empty()) return;
    }
    for (;;) {
      std::vector<Move> joint;
      for (std::size_t r = 0; r < legal.size(); ++r) joint.push_back(legal[r][at[r]]);
      std::vector<std::vector<std::string>> percepts;
      game_.percepts(history.state, joint, *scratch_, percepts);
      History after{State(game_.state_words()), {}};
      game_.next(history.state, joint, *scratch_, after.state);
      for (std::size_t r = 0; r < legal.size(); ++r) {
        std::string seen = std::to_string(r) + " " + game_.move_name(joint[r]);
        for (const std::string& percept : percepts[r]) seen += "; " + percept;
        after.seen.push_back(
            numbers.try_emplace({history.seen[r], seen}, numbers.size()).first->second);
      }
      next.insert(std::move(after));
      std::size_t r = 0;
      while (r < at.size() && ++at[r] == legal[r].size()) at[r++] = 0;
      if (r == at.size()) return;
    }
  }

  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::vector<std::set<History>> levels_;
  std::map<State, Fluents> named_;
};

/// Makes formulas of a game's fluents.
class RandomTrees {
 public:
  RandomTrees(std::vector<std::string> fluents, std::size_t roles, std::uint64_t seed)
      : fluents_(std::move(fluents)), roles_(roles), rng_(seed) {}

  Tree make(int depth, bool with_knowledge) {
    Tree tree;
    const std::uint64_t kind = rng_.below(with_knowledge ? 10 : 6);
    if (with_knowledge && (kind >= 6 || depth == 0)) {
      tree.kind = Tree::Kind::knows;
      tree.role = rng_.below(roles_);
      tree.parts.push_back(make(std::min(depth, 1), false));
    } else if (depth == 0 || kind < 2) {
      if (with_knowledge) return binary(depth);
      tree.fluent = fluents_[rng_.below(fluents_.size())];
    } else if (kind == 2) {
      tree.kind = Tree::Kind::negation;
      tree.parts.push_back(make(depth - 1, with_knowledge));
    } else {
      return binary(depth, with_knowledge);
    }
    return tree;
  }

 private:
  /// One side knows something, the other may.
  Tree binary(int depth, bool with_knowledge = true) {
    Tree tree;
    constexpr std::array kinds{Tree::Kind::conjunction, Tree::Kind::disjunction,
                               Tree::Kind::implication};
    tree.kind = kinds[rng_.below(kinds.size())];
    const bool first = with_knowledge && rng_.below(2) == 0;
    tree.parts.push_back(make(depth - 1, first));
    tree.parts.push_back(make(depth - 1, with_knowledge && (!first || rng_.below(3) == 0)));
    return tree;
  }

  std::vector<std::string> fluents_;
  std::size_t roles_;
  runtime::Rng rng_;
};

std::string example(const std::string& name) {
  std::ifstream file(tests::source_dir() + "/examples/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string with(std::string text, const std::string& part, const std::string& other) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), other);
}

/// Verdicts of `count` random formulas against all histories; how often each was given.
std::map<Verdict, int> compare(const std::string& kif, std::uint64_t seed, int count,
                               std::uint64_t attack, bool enumerate) {
  const tests::Folder folder;
  const std::string path = folder.path / "game.kif";
  std::ofstream(path) << kif;
  driver::Session session;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  const auto game = driver::load_game(path, options, session);
  REQUIRE(game);
  AllHistories histories(*game->game);
  const Fluents fluents = histories.fluents();
  const std::vector<std::string> roles(game->game->roles().begin(), game->game->roles().end());
  RandomTrees trees({fluents.begin(), fluents.end()}, roles.size(), seed);
  driver::VerifyRequest request;
  request.game = options;
  request.verification.attack.states = attack;
  if (!enumerate) request.verification.enumerate = proofs::Enumerate::never;
  std::vector<Tree> asked;
  for (int i = 0; i < count; ++i) {
    constexpr int depth = 3;
    constexpr int most_tries = 40;
    Tree tree = trees.make(depth, true);
    // Most are false: of every second one a true one is looked for.
    for (int tries = 0; i % 2 == 0 && tries < most_tries && !histories.holds(tree); ++tries) {
      tree = trees.make(depth, true);
    }
    asked.push_back(std::move(tree));
    request.properties.push_back(text_of(asked.back(), roles));
  }
  const auto verified = driver::verify(path, request, session);
  INFO(session.diagnostics.render());
  REQUIRE(verified);
  CHECK(verified->report.disagreements.empty());
  REQUIRE(verified->report.knowledge);
  REQUIRE(verified->report.knowledge->formulas.size() == asked.size());
  std::map<Verdict, int> found;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const proofs::KnownFormula& formula = verified->report.knowledge->formulas[i];
    const Verdict verdict = formula.verdicts.at(0);
    CAPTURE(request.properties[i], name_of(verdict));
    const bool holds = histories.holds(asked[i]);
    if (verdict == Verdict::proved || verdict == Verdict::enumerated) CHECK(holds);
    if (verdict == Verdict::refuted) CHECK_FALSE(holds);
    CHECK(formula.plays.has_value() == (verdict == Verdict::refuted));
    ++found[verdict];
  }
  return found;
}

TEST_CASE("a formula may need several plays to fail", "[asp][knowledge]") {
  const auto verdict_of = [](const std::string& formula) {
    driver::Session session;
    driver::VerifyRequest request;
    request.game.engine = driver::Engine::interpreter;
    request.verification.attack.states = 0;
    request.verification.enumerate = proofs::Enumerate::never;
    request.properties = {formula};
    const auto verified =
        driver::verify(tests::source_dir() + "/examples/monty-hall.kif", request, session);
    INFO(session.diagnostics.render());
    REQUIRE(verified);
    const proofs::KnownFormula& found = verified->report.knowledge->formulas.at(0);
    return std::pair(found.verdicts.at(0), found.plays ? found.plays->witnesses.size() : 0);
  };
  const std::string one = "knows(candidate, not true(car(1)))";
  const std::string two = "knows(candidate, not true(car(2)))";
  // With the car behind door 3, the candidate thinks that it may be behind each of the others.
  CHECK(verdict_of("true(car(3)) implies " + one + " or " + two) ==
        std::pair(Verdict::refuted, std::size_t{2}));
  CHECK(verdict_of("true(car(3)) implies " + one + " or true(stage(choose))") ==
        std::pair(Verdict::refuted, std::size_t{1}));
  // Once a door is open, one of them is ruled out.
  CHECK(verdict_of("true(car(3)) and true(stage(choose)) implies " + one + " or " + two).first ==
        Verdict::proved);
  // Of what a role knows or knows not to be so, a second play tells.
  CHECK(verdict_of("knows(candidate, true(car(1))) or " + one) ==
        std::pair(Verdict::refuted, std::size_t{1}));
}

TEST_CASE("random formulas about what roles know hold as all histories say", "[asp][knowledge]") {
  const std::string monty = example("monty-hall.kif");
  const std::string kuhn = example("kuhn-poker.kif");
  const std::vector<std::string> games{
      monty,
      kuhn,
      with(monty, "(<= (sees candidate (car ?d))", "(<= (never candidate ?d)"),
      with(monty, "(<= (sees candidate (goat ?d))", "(<= (never candidate ?d)"),
      with(kuhn, "(<= (sees ?p (says ?q ?move))", "(<= (never ?p (says ?q ?move))"),
      with(kuhn, "(<= (sees ?p (holds ?p ?card))", "(<= (never ?p ?card)")};
  std::map<Verdict, int> all;
  for (std::size_t i = 0; i < games.size(); ++i) {
    // Without random plays, with them, which may refute what proofs would have to, and with
    // enumeration, which leaves nothing open.
    for (const std::uint64_t attack : {0U, 2000U}) {
      for (const auto& [verdict, count] : compare(games[i], 2 * i + attack, 200, attack, false)) {
        all[verdict] += count;
      }
    }
    auto decided = compare(games[i], i + 100, 200, 0, true);
    CHECK(decided[Verdict::step_fails] + decided[Verdict::unknown] == 0);
    CHECK(decided[Verdict::enumerated] > 0);
  }
  INFO(all[Verdict::proved] << " proved, " << all[Verdict::refuted] << " refuted, "
                            << all[Verdict::step_fails] << " open");
  CHECK(all[Verdict::proved] > 500);
  CHECK(all[Verdict::refuted] > 500);
  CHECK(all[Verdict::unknown] < 50);  // more witnesses than there may be
}

}  // namespace
}  // namespace tesuji
