#include "tools/spread/run_task.h"

#include "backend/child/child_process.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string_view>

namespace tesuji::tools {
namespace {

using End = child::ChildResult::End;

constexpr std::size_t most_output = std::size_t{256} << 20U;

/// Returns the first line that is an error, else the first one that is not blank (wrong options);
/// empty if none exists.
std::string telling_line(std::string_view text) {
  std::string first;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find("error: ") != std::string_view::npos) return std::string(line);
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (first.empty() && !is_blank) first = line;
  }
  return first;
}

std::string what_went_wrong(const child::ChildResult& end, const TaskLimits& limits) {
  switch (end.end) {
    case End::exited: {
      if (end.code == 0) return {};
      const std::string line = telling_line(end.errors);
      return line.empty() ? fmt::format("exit code {}", end.code) : line;
    }
    case End::signalled:
      return fmt::format("ended by signal {}", end.code);
    case End::out_of_time:
      return fmt::format("not done within {:g} s (--task-seconds)", limits.seconds);
    case End::refused:
      return fmt::format("more than {} MiB of output", most_output >> 20U);
    case End::not_started:
      return "not started: " + end.errors;
    case End::stopped:
      break;
  }
  return "stopped";
}

}  // namespace

std::string own_program() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

std::optional<TaskResult> run_task(const std::string& program, const Task& task,
                                   const TaskLimits& limits, const std::atomic<bool>& stop) {
  child::ChildLimits of_child;
  of_child.seconds = limits.seconds;
  of_child.memory_bytes = limits.memory_bytes;
  of_child.stop = &stop;
  of_child.hidden_variables = {"OMPI_", "PMIX_", "PMI_", "PRTE_"};
  std::string printed;
  const auto begin = std::chrono::steady_clock::now();
  const child::ChildResult end =
      child::run_child(program, task.arguments, {}, of_child, [&](std::string_view text) {
        printed += text;
        return printed.size() <= most_output;
      });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (end.end == End::stopped) return std::nullopt;
  TaskResult result{task.number, task.input, task.arguments, {}, 0, {}, {}, {}};
  result.seconds = std::round(took.count() * 1000) / 1000;
  result.error = what_went_wrong(end, limits);
  if (end.end == End::exited) result.exit = end.code;
  // The point where a limit cut the output varies from run to run.
  if (end.end == End::exited && (!printed.empty() || end.code == 0)) store_output(result, printed);
  return result;
}

}  // namespace tesuji::tools
