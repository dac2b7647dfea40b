// Reads positions for `features` line by line, in all forms.
#pragma once

#include "backend/features/sets/positions.h"
#include "tools/files/state_list.h"

#include <optional>
#include <string_view>

namespace tesuji::tools {

/// Reads the lines of a file of positions. Immutable; thread-safe.
class PositionLines {
 public:
  enum class Form : std::uint8_t { automatic, board, facts, states };

  /// `automatic`: states if there is a game, else boards if the domain theory has board_squares,
  /// else facts. Reports what the form lacks, and then returns nothing. `set` must outlive it.
  [[nodiscard]] static std::optional<PositionLines> make(const driver::FeatureSet& set, Form form,
                                                         bool game, ir::Diagnostics& diagnostics);

  /// Whether the line is empty or only a comment, after `%`, or `#` in lists of states.
  [[nodiscard]] bool is_blank(std::string_view line) const;

  /// Returns false, with the fault, if the line is not a position.
  [[nodiscard]] bool read(std::string_view line, driver::ReadPosition& into,
                          driver::PositionFault& fault) const;

 private:
  explicit PositionLines(const driver::FeatureSet& set) : set_(&set) {}
  [[nodiscard]] bool read_state(std::string_view line, driver::ReadPosition& into,
                                driver::PositionFault& fault) const;

  const driver::FeatureSet* set_;
  std::optional<driver::PositionReader> reader_;  ///< not for states
};

}  // namespace tesuji::tools
