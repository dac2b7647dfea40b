// What libtesuji_mpi.so gives the command: ranks that are processes of MPI.
//
// The library is loaded when it is asked for, so that nothing else needs MPI or waits for it.
#pragma once

#include "runtime/host/partition/ranks.h"
#include "runtime/host/partition/shared_counters.h"

#include <memory>

namespace tesuji::mpi {

/// Functions of the library, which is of the same build as the command (`identity`).
struct MpiLibrary {
  const char* identity;
  /// Begins MPI, and ends it when the process ends. To be called once, by the thread that will use
  /// the ranks. Throws runtime::RankLost.
  runtime::Ranks& (*open)();
  /// Counters of all ranks. Collective. After open(), by the same thread.
  std::unique_ptr<runtime::ProcessCounters> (*make_counters)();
  /// Ends the processes of all ranks with this exit code.
  void (*abort)(int code);
};

inline constexpr const char* mpi_library_symbol = "tesuji_mpi_library";

}  // namespace tesuji::mpi
