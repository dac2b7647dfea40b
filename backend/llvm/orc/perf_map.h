// Names functions of the JIT for profilers: the map that `perf report` reads for code without a
// file (Linux, tools/perf/Documentation/jit-interface.txt). Internal to this layer.
#pragma once

#include <llvm/ExecutionEngine/Orc/LLJIT.h>

namespace tesuji::llvm_backend {

/// If the environment variable TESUJI_PERF_MAP is set, functions that the session links from now on
/// get a line `address size name` each, at the end of /tmp/perf-PID.map, the only place where perf
/// looks. Files that cannot be written are left out.
void write_perf_map(llvm::orc::LLJIT& jit);

}  // namespace tesuji::llvm_backend
