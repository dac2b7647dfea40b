// Declares the interface of libtesuji_mpi.so, ranks that are MPI processes, and loads it.
//
// The library is loaded only on request, so that the command neither needs MPI nor waits for it
// otherwise.
#pragma once

#include "runtime/host/partition/ranks.h"

#include <memory>
#include <string>

namespace tesuji::mpi {

/// Functions of the library, which must be of the same build as the command (`identity`).
struct MpiLibrary {
  const char* identity;
  /// Initialises MPI, and finalises it when the process ends. To be called once, by the thread that
  /// will use the ranks. Throws runtime::RankLost.
  runtime::Ranks& (*open)();
  /// Creates counters shared by all ranks. Collective; to be called after open(), by the same
  /// thread.
  std::unique_ptr<runtime::ProcessCounters> (*make_counters)();
  /// Ends the processes of all ranks with this exit code.
  void (*abort)(int code);
};

inline constexpr const char* mpi_library_symbol = "tesuji_mpi_library";

/// Returns the library, which stays loaded, or null and sets `reason` if it cannot be loaded.
[[nodiscard]] const MpiLibrary* load_mpi(std::string& reason);

/// Whether an MPI launcher (mpirun, srun) has started this process.
[[nodiscard]] bool under_mpi();

}  // namespace tesuji::mpi
