#include "tools/spread/results_file.h"

#include "ir/core/diagnostics.h"
#include "runtime/host/memory/files.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

namespace tesuji::tools {
namespace {

constexpr std::string_view results_format = "tesuji-results/1";

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw ResultsError(path + ": " + what);
}

std::string head_line(const TaskResults& results) {
  return json_text(make_object("format", results_format, "template", results.template_text, "tasks",
                               results.tasks),
                   -1);
}

/// Returns false if the line is not a head.
bool read_head(std::string_view line, TaskResults& results) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("format") || json["format"] != results_format) {
    return false;
  }
  results.template_text = json.value("template", std::string());
  results.tasks = json.value("tasks", std::uint64_t{0});
  return true;
}

/// Rejects pipes and devices: they may have no end, and cannot be resumed.
void require_regular_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    fail(path, "is not a regular file");
  }
}

void write_text(const std::string& path, const std::string& text) {
  const ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  if (!write_output(path, text, diagnostics)) throw ResultsFull(diagnostics.all().front().message);
}

}  // namespace

TaskResults read_results(const std::string& path) {
  require_regular_file(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, std::strerror(errno));
  std::ostringstream content;
  content << file.rdbuf();
  if (file.bad()) fail(path, "cannot be read");
  const std::string text = content.str();
  TaskResults results;
  std::uint64_t number = 0;
  for (std::string_view left = text; !left.empty();) {
    const std::size_t end = left.find('\n');
    const std::string_view line = left.substr(0, end);
    ++number;
    results.cut = end == std::string_view::npos;
    if (number == 1 && !results.cut && !read_head(line, results)) {
      fail(path, "is not a file of results that `tesuji spread` wrote");
    }
    if (results.cut) break;
    left.remove_prefix(end + 1);
    if (number == 1) continue;
    try {
      results.results.push_back(parse_result_line(line));
    } catch (const ResultsError& error) {
      fail(path, fmt::format("line {} {}", number, error.what()));
    }
  }
  return results;
}

void write_results(const std::string& path, TaskResults results, bool with_times) {
  std::stable_sort(results.results.begin(), results.results.end(),
                   [](const auto& left, const auto& right) { return left.number < right.number; });
  std::string text = head_line(results);
  for (const TaskResult& result : results.results) text += result_line(result, with_times);
  write_text(path, text);
}

runtime::FileLock lock_results(const std::string& path) {
  require_regular_file(path);
  try {
    return {path, "another process writes it"};
  } catch (const runtime::FileError& error) {
    throw ResultsError(error.what());
  }
}

GrowingResults::GrowingResults(const std::string& path, const TaskResults& first)
    : path_(path), lock_([&] {
        write_results(path, first);
        return lock_results(path);
      }()) {}

void GrowingResults::add(const TaskResult& result) {
  const std::string line = result_line(result);
  const std::lock_guard guard(mutex_);
  const off_t before = ::lseek(lock_.file(), 0, SEEK_END);
  for (std::string_view left = line; !left.empty();) {
    const ssize_t written = ::write(lock_.file(), left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int why = errno;
      if (::ftruncate(lock_.file(), before) != 0) fail(path_, "cannot be cut to whole lines");
      throw ResultsFull(path_ + ": " + std::strerror(why));
    }
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fdatasync(lock_.file()) != 0 && errno != EINVAL && errno != EROFS) {
    throw ResultsFull(path_ + ": " + std::strerror(errno));
  }
}

}  // namespace tesuji::tools
