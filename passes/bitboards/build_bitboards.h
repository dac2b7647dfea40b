// Builds the bitboards of a game from its ground rules (docs/engines/bitboards.md).
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
  std::size_t table_words = 1'000'000;  ///< of tables that depend only on moves
  std::size_t rules = 400'000;          ///< ground rules; larger programs are skipped
};

/// Analyses a game's possible boards once, and builds the boards for one kind of states.
class BitboardBuilder {
 public:
  /// The program and its net must outlive the builder.
  BitboardBuilder(const GroundProgram& program, const ir::Net& net, const BoardLimits& limits = {});

  /// Builds boards for those of the net's questions legal, terminal and next that boards can
  /// answer. Returns nullopt if boards answer nothing.
  [[nodiscard]] std::optional<ir::Bitboards> build(const BoardCase& known) const;

 private:
  const GroundProgram& program_;
  const ir::Net& net_;
  BoardLimits limits_;
  RulesByAtom rules_;
  std::optional<BoardLayout> layout_;
};

/// Removes answers for which the boards have more operations than the net has gates: gates are
/// packed into words, too, though less densely. Returns whether any remain.
[[nodiscard]] bool keep_short(ir::Bitboards& boards, const ir::Net& net);

}  // namespace tesuji::passes
