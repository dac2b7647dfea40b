// Counters in the memory of rank 0, which other ranks reach by messages to it.
#pragma once

#include "runtime/host/partition/shared_counters.h"

#include <memory>

namespace tesuji::mpi {

/// Collective. MPI has begun. Throws runtime::RankLost.
[[nodiscard]] std::unique_ptr<runtime::ProcessCounters> make_mpi_counters();

}  // namespace tesuji::mpi
