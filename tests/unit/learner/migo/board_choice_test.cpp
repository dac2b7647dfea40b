#include "learner/migo/migo_learner.h"

#include <catch2/catch.hpp>

using tesuji::learner::BoardChoice;
using tesuji::learner::Outcome;

TEST_CASE("a game tells most where its outcome is least certain", "[migo]") {
  BoardChoice choice;
  const auto unsettled = [](std::size_t) { return false; };
  CHECK(choice.information(0) == Approx(1.58496));  // log2(3): nothing is known
  CHECK(choice.best(3, unsettled) == std::vector<std::size_t>{0, 1, 2});
  choice.record(1, Outcome::won);
  CHECK(choice.information(1) == Approx(1.5));  // 1/2, 1/4, 1/4
  CHECK(choice.best(3, unsettled) == std::vector<std::size_t>{0, 2});
  for (int game = 0; game < 5; ++game) {
    choice.record(0, Outcome::drawn);
    choice.record(2, Outcome::lost);
  }
  CHECK(choice.best(3, unsettled) == std::vector<std::size_t>{1});
  choice.record(1, Outcome::drawn);
  choice.record(1, Outcome::lost);
  CHECK(choice.information(1) == Approx(1.58496));
  // From a board that is settled nothing is learned; where all are, any will do.
  CHECK(choice.best(3, [](std::size_t board) { return board == 1; }) ==
        std::vector<std::size_t>{0, 2});
  CHECK(choice.best(3, [](std::size_t) { return true; }) == std::vector<std::size_t>{0, 1, 2});
  CHECK(choice.best(0, unsettled).empty());
}
