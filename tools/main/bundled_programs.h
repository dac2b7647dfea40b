// Finds programs that a release includes: a linker, clingo and cadical.
#pragma once

namespace tesuji::tools {

/// Appends ../lib/tesuji/bin, relative to the executable's folder, to PATH if it exists; programs
/// already on PATH come first. Call before any thread starts.
void add_bundled_programs();

}  // namespace tesuji::tools
