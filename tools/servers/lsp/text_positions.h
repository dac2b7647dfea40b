// Converts places of the Language Server Protocol to bytes and back. Lines count from 0, and
// characters in units of UTF-16 unless both sides agree on UTF-8.
#pragma once

#include "frontend/gdl/editing/source_tree.h"
#include "ir/core/source.h"
#include "tools/base/report.h"

#include <cstdint>
#include <string_view>

namespace tesuji::tools {

enum class PositionUnits : std::uint8_t { utf8, utf16, utf32 };

/// Returns `utf-16`, the protocol's name.
[[nodiscard]] std::string_view name_of(PositionUnits units);

/// Returns the units of a text. Each byte that is not UTF-8 counts as a character.
[[nodiscard]] std::uint32_t units_in(std::string_view text, PositionUnits units);

/// Returns the byte of a line at this many units, at most its end.
[[nodiscard]] std::uint32_t byte_at(std::string_view line, std::uint64_t count,
                                    PositionUnits units);

/// Returns the byte of the text for a `Position`; positions after the text are its end. Throws Json
/// exceptions if `position` is not one.
[[nodiscard]] std::uint32_t offset_of(const ir::SourceFile& source, const Json& position,
                                      PositionUnits units);

[[nodiscard]] Json to_position(const ir::SourceFile& source, std::uint32_t offset,
                               PositionUnits units);
[[nodiscard]] Json to_range(const ir::SourceFile& source, frontend::TextRange range,
                            PositionUnits units);

}  // namespace tesuji::tools
