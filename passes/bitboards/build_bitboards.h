// Makes the bitboards of a game from its ground rules (docs/engines/bitboards.md).
#pragma once

#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"
#include "passes/bitboards/board_layout.h"
#include "passes/nets/ground.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tesuji::passes {

struct BoardLimits {
  std::uint32_t squares = 256;          ///< of a board
  std::size_t words = 20'000;           ///< of a program
  std::size_t table_words = 1'000'000;  ///< of what depends on moves alone
  std::size_t rules = 400'000;          ///< ground rules; more are not looked at
};

/// What boards can be for a game, in states of every kind; and the boards for one kind.
class BitboardBuilder {
 public:
  /// The program and the net, which is of it, outlive the builder.
  BitboardBuilder(const GroundProgram& program, const ir::Net& net, const BoardLimits& limits = {});

  /// Those of the net's questions legal, terminal and next that can be answered so. Nothing where
  /// none can.
  [[nodiscard]] std::optional<ir::Bitboards> build(const BoardCase& known) const;

 private:
  const GroundProgram& program_;
  const ir::Net& net_;
  BoardLimits limits_;
  RulesByAtom rules_;
  std::optional<BoardLayout> layout_;
};

/// Takes out answers for which the boards have more operations than the net has gates: these are
/// packed into words, too, though not as well. Whether any are left.
[[nodiscard]] bool keep_short(ir::Bitboards& boards, const ir::Net& net);

}  // namespace tesuji::passes
