// Renders diagnostics with escape sequences of terminals: colours for severities, carets and
// places.
#pragma once

#include "ir/core/diagnostics.h"

#include <string>
#include <string_view>

namespace tesuji::ir {

/// Escape sequences that begin parts of a message, and the one that ends each; empty: plain text.
struct DiagnosticStyle {
  std::string_view place;    ///< `game.kif:3:7:`
  std::string_view error;    ///< the severity, and carets
  std::string_view warning;  ///< the same
  std::string_view note;     ///< the same
  std::string_view message;
  std::string_view end;
};

/// Returns the style of terminals with eight colours.
[[nodiscard]] const DiagnosticStyle& coloured_style();

/// As Diagnostics::render, in this style.
[[nodiscard]] std::string render(const Diagnostics& diagnostics, const Diagnostic& diagnostic,
                                 const DiagnosticStyle& style);

/// Returns `PLACE: error: MESSAGE` in this style, without a line's end; an empty place is left out.
/// Unprintable bytes of the message are replaced.
[[nodiscard]] std::string styled_message(std::string_view place, Severity severity,
                                         std::string_view message, const DiagnosticStyle& style);

}  // namespace tesuji::ir
