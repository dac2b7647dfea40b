#include "tools/servers/explore/explore_jobs.h"

#include "backend/child/child_process.h"
#include "backend/temporary/temporary.h"
#include "tools/servers/explore/job_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace tesuji::tools {
namespace {

std::string end_name(const child::ChildResult& result) {
  switch (result.end) {
    case child::ChildResult::End::exited:
      return "exited";
    case child::ChildResult::End::signalled:
      return fmt::format("ended by signal {}", result.code);
    case child::ChildResult::End::out_of_time:
      return "out of time";
    case child::ChildResult::End::stopped:
      return "stopped";
    case child::ChildResult::End::refused:
      return "too much output";
    case child::ChildResult::End::not_started:
      return "not started";
  }
  return {};
}

/// Cuts a stream into complete lines, and shortens paths of the job's files to names.
class LineCutter {
 public:
  void leave_out(std::string prefix) { prefix_ = std::move(prefix); }

  /// Returns the lines that end within this text.
  std::string take(std::string_view text) {
    const std::size_t end = text.rfind('\n');
    if (end == std::string_view::npos) {
      line_ += text;
      return {};
    }
    std::string lines = without(line_ + std::string(text.substr(0, end + 1)), prefix_);
    line_ = text.substr(end + 1);
    return lines;
  }

  /// Returns a last line without an end.
  std::string rest() { return without(std::move(line_), prefix_); }

 private:
  std::string prefix_;
  std::string line_;
};

/// Returns up to `most` bytes of a file; empty if it does not exist.
std::string result_text(const std::filesystem::path& path, std::size_t most) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > most) throw std::runtime_error("too much output");
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

ExploreJobs::ExploreJobs(std::string program, ExploreLimits limits)
    : program_(std::move(program)),
      limits_(limits),
      workers_(program_, limits_.memory, limits_.running) {
  for (std::size_t i = 0; i < limits_.running; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

ExploreJobs::~ExploreJobs() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    for (const auto& [number, job] : jobs_) job->stop = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::optional<std::uint64_t> ExploreJobs::start(JobRequest request) {
  const std::lock_guard lock(mutex_);
  if (queue_.size() >= limits_.waiting) return std::nullopt;
  // Drops the oldest results; keeps running and waiting jobs.
  for (auto job = jobs_.begin(); job != jobs_.end() && jobs_.size() >= limits_.kept;) {
    const bool done = job->second->report.state == JobReport::State::done;
    job = done ? jobs_.erase(job) : std::next(job);
  }
  auto job = std::make_shared<Job>();
  job->request = std::move(request);
  jobs_.emplace(++last_, std::move(job));
  queue_.push_back(last_);
  changed_.notify_all();
  return last_;
}

std::optional<JobReport> ExploreJobs::report(std::uint64_t job, JobPlace from, double seconds) {
  std::unique_lock lock(mutex_);
  const auto found = jobs_.find(job);
  if (found == jobs_.end()) return std::nullopt;
  const std::shared_ptr<Job> known = found->second;
  changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] {
    return closing_ || known->report.state == JobReport::State::done ||
           known->errors.size() > from.errors;
  });
  JobReport report = known->report;
  report.next = {known->output.size(), known->errors.size()};
  report.output = known->output.substr(std::min(from.output, known->output.size()));
  report.errors = known->errors.substr(std::min(from.errors, known->errors.size()));
  return report;
}

bool ExploreJobs::stop(std::uint64_t job) {
  const std::lock_guard lock(mutex_);
  const auto found = jobs_.find(job);
  if (found == jobs_.end()) return false;
  found->second->stop = true;
  return true;
}

void ExploreJobs::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return closing_ || !queue_.empty(); });
    if (closing_) return;
    const std::uint64_t number = queue_.front();
    queue_.pop_front();
    const std::shared_ptr<Job> job = jobs_.at(number);
    job->report.state = JobReport::State::running;
    lock.unlock();
    if (job->request.game.empty()) {
      run(*job);
    } else {
      ask_worker(*job);
    }
    lock.lock();
    changed_.notify_all();
  }
}

void ExploreJobs::run(Job& job) {
  child::ChildResult result;
  LineCutter output;
  LineCutter errors;
  std::string written;
  try {
    const temporary::Folder folder("tesuji-explore");
    output.leave_out(folder.path_of(""));
    errors.leave_out(folder.path_of(""));
    for (const JobFile& file : job.request.files) {
      write_job_file(folder.path_of(file.name), file.text);
    }
    std::vector<std::string> arguments;
    for (const JobArgument& argument : job.request.arguments) {
      const std::string path = argument.file.empty() ? "" : folder.path_of(argument.file);
      arguments.push_back(argument.text + path);
    }
    const child::ChildLimits limits{
        .seconds = limits_.seconds, .memory_bytes = limits_.memory, .stop = &job.stop};
    std::size_t printed = 0;
    const auto reader = [&](LineCutter& cutter, std::string& all, bool is_news) {
      return [&, is_news](std::string_view text) {
        printed += text.size();
        if (printed > limits_.output) return false;
        if (!is_news && !job.request.result.empty()) return true;
        const std::string lines = cutter.take(text);
        if (lines.empty()) return true;
        const std::lock_guard lock(mutex_);
        all += lines;
        if (is_news) changed_.notify_all();
        return true;
      };
    };
    result = child::run_child(program_, arguments, {}, limits, reader(output, job.output, false),
                              reader(errors, job.errors, true));
    if (!job.request.result.empty()) {
      written = result_text(folder.path_of(job.request.result), limits_.output);
    }
  } catch (const std::exception& error) {
    result.errors = error.what();
  }
  const std::string last_output = output.rest() + written;
  std::string last_errors = errors.rest();
  // The reason why it did not start is not from the child.
  if (result.end == child::ChildResult::End::not_started) last_errors += result.errors;
  finish(job, result, last_output, last_errors);
}

void ExploreJobs::ask_worker(Job& job) {
  const WorkerAnswer answer = workers_.ask(
      job.request, {.seconds = limits_.seconds, .most_bytes = limits_.output, .stop = &job.stop});
  finish(job, answer.result, answer.output, answer.errors);
}

void ExploreJobs::finish(Job& job, const child::ChildResult& result, const std::string& output,
                         const std::string& errors) {
  const std::lock_guard lock(mutex_);
  job.output += output;
  job.errors += errors;
  job.report.end = end_name(result);
  job.report.code = result.code;
  job.report.state = JobReport::State::done;
  job.request = {};
}

}  // namespace tesuji::tools
