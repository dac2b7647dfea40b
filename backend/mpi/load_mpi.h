// Loads libtesuji_mpi.so.
#pragma once

#include "backend/mpi/mpi_library.h"

#include <string>

namespace tesuji::mpi {

/// The library, which stays loaded; null where it cannot be, and then why.
[[nodiscard]] const MpiLibrary* load_mpi(std::string& reason);

}  // namespace tesuji::mpi
