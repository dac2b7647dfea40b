#include "tools/spread/rank_jobs.h"

#include "backend/mpi/mpi_library.h"
#include "runtime/host/partition/ranks.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/spread/run_task.h"
#include "tools/spread/task_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <future>
#include <utility>

namespace tesuji::tools {
namespace {

/// How long others wait for rank 0 when they take a task.
constexpr auto between_answers = std::chrono::milliseconds(2);

/// The part of the plan that all ranks need.
std::string plan_text(const SpreadPlan& plan) {
  Json left = Json::array();
  for (const Task& task : plan.left) left.push_back(Json::array({task.number, task.input}));
  return json_text(make_object("tasks", plan.earlier.tasks, "left", std::move(left)), -1);
}

SpreadPlan read_plan(const std::string& text, const SpreadWork& work) {
  const Json json = Json::parse(text);
  SpreadPlan plan;
  plan.earlier.template_text = work.template_text;
  plan.earlier.tasks = json["tasks"].get<std::uint64_t>();
  for (const Json& task : json["left"]) {
    const auto number = task[0].get<std::uint64_t>();
    const auto input = task[1].get<std::string>();
    plan.left.push_back({number, input, fill_words(work.words, input, number)});
  }
  return plan;
}

class RankJobs {
 public:
  RankJobs(const SpreadWork& work, const TaskLimits& limits, const std::atomic<bool>& stop,
           const mpi::MpiLibrary& library)
      : work_(work), limits_(limits), stop_(stop), library_(library), ranks_(library.open()) {}

  [[nodiscard]] bool is_first() const { return ranks_.rank() == 0; }

  RankOutcome run(const ProgressFlags& progress) {
    try {
      std::optional<runtime::FileLock> lock;
      if (const std::optional<SpreadPlan> plan = share_plan(lock)) {
        ProgressLine line("spread", is_first() ? progress : ProgressFlags{.none = true});
        const std::uint64_t written = work_off_all(*plan, line);
        if (!is_first()) return {false, {}};
        return {true, gather(earlier_ + written)};
      }
    } catch (const std::exception& error) {
      // The others wait for this rank: ends all of them.
      print_error(fmt::format("rank {}: {}", ranks_.rank(), error.what()));
      std::fflush(stderr);
      library_.abort(exit_limit);
    }
    if (refusal_ != nullptr) std::rethrow_exception(refusal_);
    return {false, {}};
  }

 private:
  /// Returns the plan of rank 0; nothing on all ranks if it cannot plan, with the reason in
  /// `refusal_`.
  std::optional<SpreadPlan> share_plan(std::optional<runtime::FileLock>& lock) {
    std::string text;
    if (is_first()) {
      try {
        lock.emplace(lock_results(work_.output));
        const SpreadPlan plan = plan_tasks(work_);
        write_results(work_.output, plan.earlier);
        remove_rank_files(work_.output);
        earlier_ = plan.earlier.results.size();
        text = plan_text(plan);
      } catch (const ResultsError&) {
        refusal_ = std::current_exception();
      }
    }
    text = runtime::share_text(ranks_, text);
    if (text.empty()) return std::nullopt;
    return read_plan(text, work_);
  }

  /// Returns how many results all ranks have written.
  std::uint64_t work_off_all(const SpreadPlan& plan, ProgressLine& line) {
    std::uint64_t written = 0;
    const auto counters = library_.make_counters();
    TaskResults none;
    none.template_text = plan.earlier.template_text;
    none.tasks = plan.earlier.tasks;
    GrowingResults file(rank_file(work_.output, ranks_.rank()), none);
    std::atomic<bool> end = false;
    work_off(
        plan.left, *counters, end,
        [&](const Task& task) { return run_attending(task, *counters, end); },
        [&](const TaskResult& result) {
          file.add(result);
          ++written;
          if (!is_first()) return;  // they would request progress from rank 0
          line.begin(fmt::format(
              "{} of {} tasks taken",
              std::min<std::uint64_t>(counters->fetch_add(tasks_taken, 0), plan.left.size()),
              plan.left.size()));
        });
    counters->meet();
    ranks_.add_up({&written, 1});
    return written;
  }

  /// Another thread runs the task, because only this one may communicate with other ranks.
  std::optional<TaskResult> run_attending(const Task& task, runtime::ProcessCounters& counters,
                                          std::atomic<bool>& end) {
    auto result =
        std::async(std::launch::async, [&] { return run_task(program_, task, limits_, end); });
    while (result.wait_for(between_answers) != std::future_status::ready) {
      counters.attend();
      if (stop_) end = true;
    }
    if (stop_) end = true;
    return result.get();
  }

  TaskResults gather(std::size_t expected) {
    TaskResults gathered = gather_results(work_.output);
    if (gathered.results.size() >= expected) return gathered;
    throw ResultsError(fmt::format(
        "{}: {} results are in files of ranks that rank 0 does not see: `tesuji merge` joins them",
        work_.output, expected - gathered.results.size()));
  }

  const SpreadWork& work_;
  const TaskLimits& limits_;
  const std::atomic<bool>& stop_;
  const mpi::MpiLibrary& library_;
  runtime::Ranks& ranks_;
  const std::string program_ = own_program();
  // Of rank 0:
  std::size_t earlier_ = 0;  ///< results of earlier runs
  std::exception_ptr refusal_;
};

}  // namespace

RankOutcome spread_on_ranks(const SpreadWork& work, const TaskLimits& limits,
                            const std::atomic<bool>& stop, const ProgressFlags& progress) {
  std::string reason;
  const mpi::MpiLibrary* const library = mpi::load_mpi(reason);
  if (library == nullptr) throw ResultsError("no MPI: " + reason);
  return RankJobs(work, limits, stop, *library).run(progress);
}

}  // namespace tesuji::tools
