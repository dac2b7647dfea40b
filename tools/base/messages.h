// Prints messages on standard error. Those without a place begin with `tesuji: error: `, others
// with the place: `game.kif:3:7: error: `. Severities have colours if standard error gets them
// (terminal.h).
#pragma once

#include "ir/core/diagnostics.h"

#include <string>
#include <string_view>

namespace tesuji::tools {

// Each flushes standard output first, so that results precede messages about them.

/// Prints `tesuji: error: MESSAGE`.
void print_error(std::string_view message);
void print_warning(std::string_view message);
void print_note(std::string_view message);
/// Prints `PLACE: error: MESSAGE`. `place`: of a file or a line; empty: as above.
void print_message(std::string_view place, ir::Severity severity, std::string_view message);

/// Prints a diagnostic, with the line that it is about.
void print_diagnostic(const ir::Diagnostics& diagnostics, const ir::Diagnostic& diagnostic);

/// Returns what print_diagnostic() prints. With $TESUJI_DIAGNOSTIC_CODES its code follows the
/// severity: `error[parse]:`.
[[nodiscard]] std::string diagnostic_text(const ir::Diagnostics& diagnostics,
                                          const ir::Diagnostic& diagnostic);

}  // namespace tesuji::tools
