// Implements ranks as MPI processes by Boost.MPI: the library's own code.
#include "backend/mpi/library/mpi_counters.h"
#include "backend/mpi/mpi_library.h"
#include "mpi_identity.h"

#include <boost/mpi/collectives.hpp>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/mpi/exception.hpp>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::mpi {
namespace {

namespace bmpi = boost::mpi;

class MpiRanks final : public runtime::Ranks {
 public:
  /// Only the main thread calls MPI.
  MpiRanks() : environment_(bmpi::threading::funneled, /*abort_on_exception=*/false) {}

  [[nodiscard]] unsigned rank() const override { return static_cast<unsigned>(world_.rank()); }
  [[nodiscard]] unsigned count() const override { return static_cast<unsigned>(world_.size()); }

  void begin_exchange(std::vector<Message> messages) override {
    guarded([&] {
      sent_ = std::move(messages);
      for (int other = 0; other < world_.size(); ++other) {
        if (other == world_.rank()) continue;
        const Message& message = sent_[static_cast<std::size_t>(other)];
        requests_.push_back(world_.isend(other, message_tag, message));
      }
    });
  }

  [[nodiscard]] std::vector<Message> finish_exchange() override {
    std::vector<Message> received(count());
    guarded([&] {
      for (int other = 0; other < world_.size(); ++other) {
        Message& message = received[static_cast<std::size_t>(other)];
        if (other == world_.rank()) {
          message = std::move(sent_[static_cast<std::size_t>(other)]);
        } else {
          world_.recv(other, message_tag, message);
        }
      }
      bmpi::wait_all(requests_.begin(), requests_.end());
      requests_.clear();
    });
    return received;
  }

  void add_up(std::span<std::uint64_t> numbers) override {
    if (numbers.empty()) return;
    guarded([&] {
      const std::vector<std::uint64_t> own(numbers.begin(), numbers.end());
      bmpi::all_reduce(world_, own.data(), static_cast<int>(own.size()), numbers.data(),
                       std::plus<>());
    });
  }

  void abort(int code) { environment_.abort(code); }

 private:
  static constexpr int message_tag = 1;

  template <typename Body>
  void guarded(const Body& body) {
    try {
      body();
    } catch (const bmpi::exception& error) {
      throw runtime::RankLost(error.what());
    }
  }

  bmpi::environment environment_;
  bmpi::communicator world_;
  std::vector<Message> sent_;  ///< kept until they have arrived
  std::vector<bmpi::request> requests_;
};

MpiRanks& ranks() {
  static MpiRanks all;
  return all;
}

}  // namespace
}  // namespace tesuji::mpi

extern "C" const tesuji::mpi::MpiLibrary tesuji_mpi_library = {
    .identity = tesuji::mpi::mpi_identity.data(),
    .open = []() -> tesuji::runtime::Ranks& { return tesuji::mpi::ranks(); },
    .make_counters = tesuji::mpi::make_mpi_counters,
    .abort = [](int code) { tesuji::mpi::ranks().abort(code); },
};
