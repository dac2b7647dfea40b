// Runs commands of this program as children with limits, and keeps their output.
#pragma once

#include "backend/child/child_process.h"
#include "tools/servers/explore/job_request.h"
#include "tools/servers/explore/warm_workers.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tesuji::tools {

struct ExploreLimits {
  double seconds = 60;                                ///< for one command
  std::uint64_t memory = std::uint64_t{4096} << 20U;  ///< bytes of address space of one command
  std::size_t output = std::size_t{64} << 20U;        ///< bytes that one command may print
  std::size_t running = 4;                            ///< commands that run at a time; further ones
                                                      ///< wait
  std::size_t waiting = 32;                           ///< commands that may wait
  std::size_t kept = 64;                              ///< results that are kept
};

/// How many bytes of a job's output and messages the client has already.
struct JobPlace {
  std::size_t output = 0;
  std::size_t errors = 0;
};

/// State of a job.
struct JobReport {
  enum class State : std::uint8_t { waiting, running, done } state = State::waiting;
  std::string output;  ///< from the given place on, complete lines while it runs
  std::string errors;  ///< its standard error, likewise
  std::string end;     ///< exited, stopped, out of time, ..; once it is done
  int code = 0;        ///< exit code, if it exited
  JobPlace next;       ///< the place after this output and these messages
};

/// Thread-safe.
class ExploreJobs {
 public:
  /// Throws std::system_error if no thread can be started.
  ExploreJobs(std::string program, ExploreLimits limits);
  /// Stops all jobs and waits for their end.
  ~ExploreJobs();
  ExploreJobs(const ExploreJobs&) = delete;
  ExploreJobs& operator=(const ExploreJobs&) = delete;

  /// Starts a job; returns its number, or nothing if too many wait.
  [[nodiscard]] std::optional<std::uint64_t> start(JobRequest request);
  /// Waits up to `seconds` for the end, or for messages after `from`. Returns nothing if the job no
  /// longer exists.
  [[nodiscard]] std::optional<JobReport> report(std::uint64_t job, JobPlace from, double seconds);
  /// Ends the job. Returns false if it no longer exists.
  bool stop(std::uint64_t job);

 private:
  struct Job {
    JobRequest request;
    std::atomic<bool> stop{false};
    std::string output;  ///< all so far
    std::string errors;
    JobReport report;  ///< without texts and places
  };

  void work();
  void run(Job& job);
  void ask_worker(Job& job);
  void finish(Job& job, const child::ChildResult& result, const std::string& output,
              const std::string& errors);

  const std::string program_;
  const ExploreLimits limits_;
  WarmWorkers workers_;
  std::mutex mutex_;  ///< guards the members that follow, and reports
  std::condition_variable changed_;
  std::map<std::uint64_t, std::shared_ptr<Job>> jobs_;
  std::deque<std::uint64_t> queue_;
  std::uint64_t last_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tesuji::tools
