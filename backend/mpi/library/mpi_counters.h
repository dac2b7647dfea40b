// Keeps counters in the memory of rank 0, which other ranks access by messages.
#pragma once

#include "runtime/host/partition/ranks.h"

#include <memory>

namespace tesuji::mpi {

/// Collective; requires that MPI is initialised. Throws runtime::RankLost.
[[nodiscard]] std::unique_ptr<runtime::ProcessCounters> make_mpi_counters();

}  // namespace tesuji::mpi
