// Sentences that tests compare with the file words.txt of their folder, so that tests have codes
// and places.
#pragma once

#include "ir/core/diagnostics.h"

#include <source_location>
#include <string>

namespace tesuji::tests {

/// Checks that `text` is the next sentence of the running test case in words.txt. `tests/words.py
/// --write` rewrites these files: under $TESUJI_WORDS, a folder, the text is written into it
/// instead.
void check_words(const std::string& text,
                 std::source_location where = std::source_location::current());

/// Places and codes of diagnostics, without their notes: `3:8 unsafe`, or `unsafe` without a place;
/// joined by `, `.
std::string places(const ir::Diagnostics& diagnostics);

/// The same with what diagnostics and their notes say, a line each: for check_words.
std::string sentences(const ir::Diagnostics& diagnostics);

}  // namespace tesuji::tests
