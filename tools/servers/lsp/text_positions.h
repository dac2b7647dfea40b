// Converts places of the Language Server Protocol to bytes and back: lines from 0, and characters
// in units of UTF-16 unless both sides agree on UTF-8.
#pragma once

#include "frontend/gdl/editing/source_tree.h"
#include "ir/core/source.h"
#include "tools/base/report.h"

#include <cstdint>
#include <string_view>

namespace tesuji::tools {

enum class PositionUnits : std::uint8_t { utf8, utf16, utf32 };

/// `utf-16`, as the protocol calls it.
[[nodiscard]] std::string_view name_of(PositionUnits units);

/// Units of a text. Each byte that is no UTF-8 is a character of its own.
[[nodiscard]] std::uint32_t units_in(std::string_view text, PositionUnits units);

/// The byte of a line that so many units lead to, at most its end.
[[nodiscard]] std::uint32_t byte_at(std::string_view line, std::uint64_t count,
                                    PositionUnits units);

/// A byte of the text for a `Position`; those behind the text are its end. Throws Json exceptions
/// where `position` is none.
[[nodiscard]] std::uint32_t offset_of(const ir::SourceFile& source, const Json& position,
                                      PositionUnits units);

[[nodiscard]] Json to_position(const ir::SourceFile& source, std::uint32_t offset,
                               PositionUnits units);
[[nodiscard]] Json to_range(const ir::SourceFile& source, frontend::TextRange range,
                            PositionUnits units);

}  // namespace tesuji::tools
