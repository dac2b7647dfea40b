// Runs commands of this program as children with limits, and keeps what they print.
#pragma once

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
  double seconds = 60;                                ///< of one command
  std::uint64_t memory = std::uint64_t{4096} << 20U;  ///< bytes of address space of one command
  std::size_t output = std::size_t{64} << 20U;        ///< bytes that one command may print
  std::size_t running = 4;                            ///< commands at a time; further ones wait
  std::size_t waiting = 32;                           ///< commands that may wait
  std::size_t kept = 64;                              ///< results that are kept
};

/// A file that a command reads.
struct JobFile {
  std::string name;  ///< without folders
  std::string text;
};

/// An argument of the command.
struct JobArgument {
  std::string text;
  std::string file{};  ///< name of a file of the job, whose path is appended; empty: none
};

struct JobRequest {
  std::vector<JobArgument> arguments;
  std::vector<JobFile> files;
  std::string result{};  ///< file that the command writes, which is the output; empty: none
};

/// How much of a job's output and messages is known already, in bytes.
struct JobPlace {
  std::size_t output = 0;
  std::size_t errors = 0;
};

/// What is known of a job.
struct JobReport {
  enum class State : std::uint8_t { waiting, running, done } state = State::waiting;
  std::string output;  ///< from the asked place on, whole lines while it runs
  std::string errors;  ///< what it wrote to standard error, in the same way
  std::string end;     ///< exited, stopped, out of time, ..; once it is done
  int code = 0;        ///< exit code, where it exited
  JobPlace next;       ///< after this output and these messages
};

/// All functions may be called by several threads.
class ExploreJobs {
 public:
  /// Throws std::system_error where no thread is to be had.
  ExploreJobs(std::string program, ExploreLimits limits);
  /// Stops all jobs and waits for their end.
  ~ExploreJobs();
  ExploreJobs(const ExploreJobs&) = delete;
  ExploreJobs& operator=(const ExploreJobs&) = delete;

  /// Returns the job's number; nothing where too many wait.
  [[nodiscard]] std::optional<std::uint64_t> start(JobRequest request);
  /// Waits up to `seconds` for the end, or for messages after `from`. Nothing where there is no
  /// such job any more.
  [[nodiscard]] std::optional<JobReport> report(std::uint64_t job, JobPlace from, double seconds);
  /// Ends the job. False where there is no such job any more.
  bool stop(std::uint64_t job);

 private:
  struct Job {
    JobRequest request;
    std::atomic<bool> stop{false};
    std::string output;  ///< all so far
    std::string errors;
    JobReport report;  ///< but for texts and places
  };

  void work();
  void run(Job& job);

  const std::string program_;
  const ExploreLimits limits_;
  std::mutex mutex_;  ///< of what follows, and of reports
  std::condition_variable changed_;
  std::map<std::uint64_t, std::shared_ptr<Job>> jobs_;
  std::deque<std::uint64_t> queue_;
  std::uint64_t last_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tesuji::tools
