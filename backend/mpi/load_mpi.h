// Loads libtesuji_mpi.so.
#pragma once

#include "backend/mpi/mpi_library.h"

#include <string>

namespace tesuji::mpi {

/// Returns the library, which stays loaded, or null and sets `reason` if it cannot be loaded.
[[nodiscard]] const MpiLibrary* load_mpi(std::string& reason);

/// Whether an MPI launcher (mpirun, srun) has started this process.
[[nodiscard]] bool under_mpi();

}  // namespace tesuji::mpi
