#include "tools/spread/local_jobs.h"

#include "tools/spread/run_task.h"

#include <fmt/core.h>

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>

namespace tesuji::tools {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(20);

/// State that the workers share.
class LocalJobs {
 public:
  LocalJobs(const SpreadPlan& plan, const TaskLimits& limits, GrowingResults& file,
            ProgressLine& progress)
      : plan_(plan), limits_(limits), file_(file), progress_(progress) {}

  void run(unsigned jobs, const std::atomic<bool>& stop) {
    std::atomic<unsigned> at_work = jobs;
    std::vector<std::jthread> workers;
    for (unsigned job = 0; job < jobs; ++job) {
      workers.emplace_back([&] {
        work();
        --at_work;
      });
    }
    while (at_work > 0) {
      std::this_thread::sleep_for(between_looks);
      if (stop) end_ = true;
    }
    workers.clear();
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    try {
      work_off(
          plan_.left, counters_, end_,
          [&](const Task& task) { return run_task(program_, task, limits_, end_); },
          [&](const TaskResult& result) {
            file_.add(result);
            tell(result);
          });
    } catch (...) {
      const std::lock_guard guard(mutex_);
      if (failure_ == nullptr) failure_ = std::current_exception();
      end_ = true;
    }
  }

  void tell(const TaskResult& result) {
    const std::lock_guard guard(mutex_);
    failed_ += result.failed() ? 1 : 0;
    ++done_;
    progress_.begin(fmt::format("{} of {} tasks{}", done_, plan_.left.size(),
                                failed_ > 0 ? fmt::format(", {} failed", failed_) : ""),
                    static_cast<double>(done_) / static_cast<double>(plan_.left.size()));
  }

  const SpreadPlan& plan_;
  const TaskLimits& limits_;
  GrowingResults& file_;
  ProgressLine& progress_;
  const std::string program_ = own_program();
  runtime::ThreadCounters counters_;
  std::atomic<bool> end_ = false;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

unsigned usual_jobs() {
  cpu_set_t own;
  if (::sched_getaffinity(0, sizeof own, &own) != 0) return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&own)));
}

TaskResults spread_locally(const SpreadWork& work, const TaskLimits& limits, unsigned jobs,
                           const std::atomic<bool>& stop, ProgressLine& progress) {
  const runtime::FileLock lock = lock_results(work.output);
  const SpreadPlan plan = plan_tasks(work);
  GrowingResults file(work.output, plan.earlier);
  remove_rank_files(work.output);
  LocalJobs(plan, limits, file, progress).run(jobs, stop);
  return gather_results(work.output);
}

}  // namespace tesuji::tools
