// Programs that a release brings along: a linker, clingo and cadical.
#pragma once

namespace tesuji::tools {

/// Where ../lib/tesuji/bin exists, as seen from this program's folder, its programs are found once
/// those on PATH are not: changes PATH. For the main thread, before others run.
void add_bundled_programs();

}  // namespace tesuji::tools
