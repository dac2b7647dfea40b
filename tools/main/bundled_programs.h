// Programs that a release brings along: a linker, clingo and cadical.
#pragma once

namespace tesuji::tools {

/// Appends ../lib/tesuji/bin, seen from the executable's folder, to PATH if it exists; programs
/// already on PATH come first. Call before any thread starts.
void add_bundled_programs();

}  // namespace tesuji::tools
