// What there is one of is left out of what is asked: the net stays the game, and becomes smaller.
#include "passes/ground/project_unique.h"

#include "backend/driver/games/net.h"
#include "backend/interpreter/interpreter.h"
#include "backend/open/open_game.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/kings_and_rooks.h"
#include "tests/unit/support/lowered.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace tesuji;

namespace {

bool evaluate(ir::Module& module, ir::Diagnostics& diagnostics, std::uint64_t max_rows) {
  return interpreter::evaluate_static(module, diagnostics, max_rows);
}

tests::Lowered grounded(const std::string& text) {
  tests::Lowered sheet(text);
  REQUIRE(sheet.module);
  REQUIRE(sheet.run(passes::net_pipeline(), evaluate));
  return sheet;
}

/// One engine's view of a game.
class Played {
 public:
  Played(const std::string& sheet, const char* engine) {
    const tests::Folder folder;
    std::ofstream(folder.path / "game.kif") << sheet;
    opened_ = driver::open_game(folder.path / "game.kif", engine);
    CAPTURE(opened_.messages);
    REQUIRE(opened_.game);
    scratch_ = opened_.game->make_scratch();
    state_ = {opened_.game->initial().begin(), opened_.game->initial().end()};
  }

  [[nodiscard]] std::vector<std::set<std::string>> legal() const {
    std::vector<std::vector<runtime::Move>> moves;
    opened_.game->legal(state_, *scratch_, moves);
    std::vector<std::set<std::string>> names(moves.size());
    for (std::size_t role = 0; role < moves.size(); ++role) {
      for (const runtime::Move move : moves[role]) {
        names[role].insert(opened_.game->move_name(move));
      }
    }
    return names;
  }
  [[nodiscard]] bool terminal() const { return opened_.game->terminal(state_, *scratch_); }
  [[nodiscard]] std::set<std::string> fluents() const {
    const auto names = opened_.game->fluents(state_);
    return {names.begin(), names.end()};
  }
  void make(const std::vector<std::string>& names) {
    std::vector<runtime::Move> moves;
    for (const std::string& name : names) {
      const auto move = opened_.game->find_move(name);
      REQUIRE(move);
      moves.push_back(*move);
    }
    runtime::State next(opened_.game->state_words());
    opened_.game->next(state_, moves, *scratch_, next);
    state_ = std::move(next);
  }

 private:
  driver::OpenedGame opened_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State state_;
};

/// Plays random games on both, and compares all that they say. States that were compared.
std::size_t compare(const std::string& sheet) {
  std::mt19937_64 random(11);
  std::size_t states = 0;
  for (int game = 0; game < 12; ++game) {
    Played net(sheet, "net");
    Played matchers(sheet, "interpreter");
    for (;; ++states) {
      REQUIRE(net.fluents() == matchers.fluents());
      REQUIRE(net.terminal() == matchers.terminal());
      if (net.terminal()) break;
      const auto legal = matchers.legal();
      REQUIRE(net.legal() == legal);
      std::vector<std::string> made;
      for (const std::set<std::string>& moves : legal) {
        REQUIRE_FALSE(moves.empty());
        auto move = moves.begin();
        std::advance(move, static_cast<std::ptrdiff_t>(random() % moves.size()));
        made.push_back(*move);
      }
      net.make(made);
      matchers.make(made);
    }
  }
  return states;
}

}  // namespace

TEST_CASE("Threats to the one king are asked without his cell", "[passes][unique]") {
  const tests::Lowered sheet = grounded(tests::kings_and_rooks());
  const ir::Relation* const projection = sheet.relation("projection.threatened");
  REQUIRE(projection != nullptr);
  CHECK(projection->columns.size() == 3);
  // Nobody asks for threats to any cell.
  CHECK(sheet.relation("threatened") == nullptr);
}

TEST_CASE("Threats to one of several kings are asked with the cell", "[passes][unique]") {
  const tests::Lowered sheet = grounded(tests::kings_and_rooks({}, "(coord ?a)"));
  CHECK(sheet.relation("projection.threatened") == nullptr);
  CHECK(sheet.relation("threatened") != nullptr);
}

TEST_CASE("With and without the cell of the king it is the same game", "[passes][unique]") {
  CHECK(compare(tests::kings_and_rooks()) > 50);
  CHECK(compare(tests::kings_and_rooks({}, "(coord ?a)")) > 50);
}
