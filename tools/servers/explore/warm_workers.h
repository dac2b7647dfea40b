// Keeps processes that have loaded a game and answer questions about its positions one after the
// other (`tesuji position --requests`).
#pragma once

#include "backend/child/child_process.h"
#include "backend/child/child_worker.h"
#include "tools/servers/explore/job_request.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace tesuji::tools {

/// The answer of a worker, as the command itself would give it.
struct WorkerAnswer {
  child::ChildResult result;
  std::string output;
  std::string errors;
};

/// Thread-safe. A worker is killed when the thread that started it dies.
class WarmWorkers {
 public:
  /// `memory`: bytes of address space of one process. `most`: number of processes, as long as no
  /// more questions are asked at a time.
  WarmWorkers(std::string program, std::uint64_t memory, std::size_t most);
  ~WarmWorkers();
  WarmWorkers(const WarmWorkers&) = delete;
  WarmWorkers& operator=(const WarmWorkers&) = delete;

  /// Asks a process that holds the text of `request.game` and is not busy; starts one if there is
  /// none, in place of the one that has waited longest. A process that does not answer within the
  /// limits is ended. The lines of `limits` are not used.
  [[nodiscard]] WorkerAnswer ask(const JobRequest& request, const child::WorkerRequest& limits);

 private:
  struct Worker;
  using Workers = std::list<std::unique_ptr<Worker>>;

  [[nodiscard]] std::unique_ptr<Worker> take(const JobFile& game, Workers& dropped);
  /// Ends the worker's question; a null or dead worker is not kept. Moves those that are too many
  /// to `dropped`.
  void put_back(std::unique_ptr<Worker> worker, Workers& dropped);
  [[nodiscard]] WorkerAnswer ask(Worker& worker, const JobRequest& request,
                                 const child::WorkerRequest& limits);

  const std::string program_;
  const std::uint64_t memory_;
  const std::size_t most_;
  std::mutex mutex_;  ///< guards the members that follow
  Workers idle_;      ///< the one used last first
  std::size_t busy_ = 0;
};

}  // namespace tesuji::tools
