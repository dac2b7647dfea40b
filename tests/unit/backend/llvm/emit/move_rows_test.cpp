// Next values that depend on moves alone come from tables, however their conjunctions are nested.
#include "backend/llvm/emit/move_rows.h"
#include "passes/nets/net_builder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

using namespace tesuji;
using ir::Signal;

namespace {

/// A board of four cells. Each of two roles puts a piece on one of them, or takes one away.
class Board {
 public:
  Board() {
    for (std::uint32_t cell = 0; cell < 4; ++cell) cells_[cell] = builder_.add_fluent(cell);
    for (std::uint32_t role = 0; role < 2; ++role) {
      for (std::uint32_t move = 0; move < 8; ++move) {
        moves_[role][move] = builder_.add_move(static_cast<std::uint32_t>(net_moves_.size()), role);
        net_moves_.push_back({{}, role, ir::true_signal});
      }
    }
  }

  passes::NetBuilder& builder() { return builder_; }
  [[nodiscard]] Signal cell(std::uint32_t cell) const { return cells_[cell]; }
  [[nodiscard]] Signal put(std::uint32_t role, std::uint32_t cell) const {
    return moves_[role][cell];
  }
  [[nodiscard]] Signal take(std::uint32_t role, std::uint32_t cell) const {
    return moves_[role][4 + cell];
  }

  ir::Net net(const std::array<Signal, 4>& next) {
    ir::Net net = builder_.net();
    for (const Signal signal : next) net.fluents.push_back({{}, false, signal});
    net.moves = net_moves_;
    return net;
  }

 private:
  passes::NetBuilder builder_{0};  // conjunctions stay nested
  std::array<Signal, 4> cells_{};
  std::array<std::array<Signal, 8>, 2> moves_{};
  std::vector<ir::NetMove> net_moves_;
};

std::size_t conjunctions(const ir::Net& net) {
  return static_cast<std::size_t>(std::count_if(
      net.nodes.begin(), net.nodes.end(),
      [](const ir::NetNode& node) { return node.kind == ir::NetNode::Kind::conjunction; }));
}

}  // namespace

TEST_CASE("frame axioms are rows where their parts are nodes of their own", "[net]") {
  Board board;
  passes::NetBuilder& builder = board.builder();
  std::array<Signal, 4> next{};
  for (std::uint32_t cell = 0; cell < 4; ++cell) {
    // Nobody takes it: a conjunction over moves of both roles, which no table has by itself.
    const Signal stays =
        builder.all_of({ir::complement(board.take(0, cell)), ir::complement(board.take(1, cell))});
    const Signal put = builder.any_of({board.put(0, cell), board.put(1, cell)});
    next[cell] = builder.any_of({put, builder.all_of({board.cell(cell), stays})});
  }
  const auto rows = llvm_backend::tabulate_moves(board.net(next));
  REQUIRE(rows.has_value());
  CHECK(conjunctions(rows->net) == 0);
  CHECK(std::count(rows->answer.begin(), rows->answer.end(), ir::false_signal) == 4);
  REQUIRE(rows->updates.size() == 1);
  CHECK(rows->updates[0].kept == 0b1111);
  CHECK(rows->updates[0].keep.size() == 2);
  CHECK(rows->updates[0].set.size() == 2);
}

TEST_CASE("tables of more words than are allowed are not made", "[net]") {
  Board board;
  const std::array<Signal, 4> next{board.put(0, 0), board.put(1, 1), board.cell(2), board.cell(3)};
  const ir::Net net = board.net(next);
  // For each role a word for each of its moves and for none.
  llvm_backend::MoveRowLimits limits;
  limits.table_words = 18;
  const auto rows = llvm_backend::tabulate_moves(net, limits);
  REQUIRE(rows.has_value());
  CHECK(rows->roles[0].words.size() + rows->roles[1].words.size() == 18);
  limits.table_words = 17;
  CHECK_FALSE(llvm_backend::tabulate_moves(net, limits).has_value());
}

TEST_CASE("disjunctions without rows stay whole", "[net]") {
  Board board;
  passes::NetBuilder& builder = board.builder();
  const Signal pair = builder.any_of({builder.all_of({board.cell(0), board.cell(1)}),
                                      builder.all_of({board.cell(2), board.cell(3)})});
  const Signal next = builder.any_of({board.put(0, 0), pair});
  const auto rows = llvm_backend::tabulate_moves(board.net({next, pair, next, pair}));
  REQUIRE(rows.has_value());
  CHECK(conjunctions(rows->net) == 3);  // the two pairs of cells and their disjunction, once
}
