// MPI-3, section 12: a window at rank 0, MPI_Fetch_and_op in a passive epoch that lasts as long as
// the window.
#include "backend/mpi/library/mpi_counters.h"

#define OMPI_SKIP_MPICXX 1  // no classes of MPI-2
#include <mpi.h>

#include <cstring>

namespace tesuji::mpi {
namespace {

class MpiCounters final : public runtime::SharedCounters {
 public:
  MpiCounters() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const MPI_Aint bytes = rank == owner ? count * sizeof(std::uint64_t) : 0;
    void* memory = nullptr;
    MPI_Win_allocate(bytes, sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window_);
    if (rank == owner) std::memset(memory, 0, static_cast<std::size_t>(bytes));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window_);
  }
  ~MpiCounters() override {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  MpiCounters(const MpiCounters&) = delete;
  MpiCounters& operator=(const MpiCounters&) = delete;

  std::uint64_t fetch_add(std::size_t counter, std::uint64_t amount) override {
    std::uint64_t before = 0;
    MPI_Fetch_and_op(&amount, &before, MPI_UINT64_T, owner, static_cast<MPI_Aint>(counter), MPI_SUM,
                     window_);
    MPI_Win_flush(owner, window_);
    return before;
  }

  // Where the network does not reach into memory by itself, MPI answers while it is called.
  void attend() override {
    int found = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  }

 private:
  static constexpr int owner = 0;
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace

std::unique_ptr<runtime::SharedCounters> make_mpi_counters() {
  return std::make_unique<MpiCounters>();
}

}  // namespace tesuji::mpi
