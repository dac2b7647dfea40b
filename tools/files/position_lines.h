// Reads positions for `features` line by line, in all forms.
#pragma once

#include "backend/features/sets/positions.h"
#include "tools/files/state_list.h"

#include <optional>
#include <string_view>

namespace tesuji::tools {

/// Reads the lines of a file of positions. Immutable; safe for many threads.
class PositionLines {
 public:
  enum class Form : std::uint8_t { automatic, board, facts, states };

  /// `automatic`: states of a game where there is one, else boards where the domain theory has
  /// board_squares, else facts. Reports what is missing for the form, and returns nothing then.
  /// `set` must outlive it.
  [[nodiscard]] static std::optional<PositionLines> make(const driver::FeatureSet& set, Form form,
                                                         bool game, ir::Diagnostics& diagnostics);

  /// Whether there is nothing in the line: it is empty or a comment, behind `%`, or `#` in lists of
  /// states.
  [[nodiscard]] bool is_blank(std::string_view line) const;

  /// False, with the fault, where the line is no position.
  [[nodiscard]] bool read(std::string_view line, driver::ReadPosition& into,
                          driver::PositionFault& fault) const;

 private:
  explicit PositionLines(const driver::FeatureSet& set) : set_(&set) {}
  [[nodiscard]] bool read_state(std::string_view line, driver::ReadPosition& into,
                                driver::PositionFault& fault) const;

  const driver::FeatureSet* set_;
  std::optional<driver::PositionReader> reader_;  ///< not of states
};

}  // namespace tesuji::tools
