// A rank that needs a number sends a message to rank 0 and waits for its answer. One-sided
// communication (MPI-3, section 12) would not involve rank 0; but on machines whose network does
// not support it, Open MPI 4.1.4 cannot create windows: MPI_Win_allocate and MPI_Win_create fail or
// crash.
#include "backend/mpi/library/mpi_counters.h"

#include "runtime/host/partition/ranks.h"

#define OMPI_SKIP_MPICXX 1  // without the C++ classes of MPI-2
#include <mpi.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>

namespace tesuji::mpi {
namespace {

constexpr auto between_answers = std::chrono::milliseconds(2);

void require(int error) {
  if (error == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(error, text.data(), &length);
  throw runtime::RankLost(std::string(text.data(), static_cast<std::size_t>(length)));
}

class MpiCounters final : public runtime::ProcessCounters {
 public:
  MpiCounters() {
    // A communicator of its own keeps its messages apart from all others.
    require(MPI_Comm_dup(MPI_COMM_WORLD, &world_));
    require(MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN));
    require(MPI_Comm_rank(world_, &rank_));
  }
  ~MpiCounters() override { MPI_Comm_free(&world_); }
  MpiCounters(const MpiCounters&) = delete;
  MpiCounters& operator=(const MpiCounters&) = delete;

  std::uint64_t fetch_add(std::size_t counter, std::uint64_t amount) override {
    if (rank_ == owner) return add(counter, amount);
    const Request request{counter, amount};
    std::uint64_t before = 0;
    require(MPI_Send(request.data(), 2, MPI_UINT64_T, owner, request_tag, world_));
    require(MPI_Recv(&before, 1, MPI_UINT64_T, owner, answer_tag, world_, MPI_STATUS_IGNORE));
    return before;
  }

  void attend() override {
    if (rank_ != owner) return;
    while (true) {
      int found = 0;
      MPI_Status status;
      require(MPI_Iprobe(MPI_ANY_SOURCE, request_tag, world_, &found, &status));
      if (found == 0) return;
      Request request{};
      const int asking = status.MPI_SOURCE;
      require(MPI_Recv(request.data(), 2, MPI_UINT64_T, asking, request_tag, world_,
                       MPI_STATUS_IGNORE));
      const std::uint64_t before = add(request[0], request[1]);
      require(MPI_Send(&before, 1, MPI_UINT64_T, asking, answer_tag, world_));
    }
  }

  void meet() override {
    MPI_Request barrier = MPI_REQUEST_NULL;
    require(MPI_Ibarrier(world_, &barrier));
    while (true) {
      int all_are_here = 0;
      require(MPI_Test(&barrier, &all_are_here, MPI_STATUS_IGNORE));
      if (all_are_here != 0) return;
      attend();
      std::this_thread::sleep_for(between_answers);
    }
  }

 private:
  static constexpr int owner = 0;
  static constexpr int request_tag = 1;
  static constexpr int answer_tag = 2;
  /// The number of a counter, and the amount to add.
  using Request = std::array<std::uint64_t, 2>;

  std::uint64_t add(std::size_t counter, std::uint64_t amount) {
    const std::uint64_t before = counters_.at(counter);
    counters_.at(counter) += amount;
    return before;
  }

  MPI_Comm world_ = MPI_COMM_NULL;
  int rank_ = 0;
  std::array<std::uint64_t, count> counters_{};  ///< used on rank 0 only
};

}  // namespace

std::unique_ptr<runtime::ProcessCounters> make_mpi_counters() {
  return std::make_unique<MpiCounters>();
}

}  // namespace tesuji::mpi
