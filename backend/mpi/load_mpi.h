// Loads libtesuji_mpi.so.
#pragma once

#include "backend/mpi/mpi_library.h"

#include <string>

namespace tesuji::mpi {

/// The library, which stays loaded; null where it cannot be, and then why.
[[nodiscard]] const MpiLibrary* load_mpi(std::string& reason);

/// Whether a launcher of MPI has started this process (mpirun, srun).
[[nodiscard]] bool under_mpi();

}  // namespace tesuji::mpi
