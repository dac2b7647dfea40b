// Counters in the memory of rank 0, which all ranks reach by one-sided messages.
#pragma once

#include "runtime/host/partition/shared_counters.h"

#include <memory>

namespace tesuji::mpi {

/// Collective, and so is its end. MPI has begun.
[[nodiscard]] std::unique_ptr<runtime::SharedCounters> make_mpi_counters();

}  // namespace tesuji::mpi
