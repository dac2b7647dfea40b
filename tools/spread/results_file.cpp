#include "tools/spread/results_file.h"

#include "ir/core/diagnostics.h"
#include "runtime/host/memory/files.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
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

/// Recognises times and rates by their names (docs/conventions.md): also `milliseconds_per_game`.
bool is_time(std::string_view name) {
  constexpr std::array<std::string_view, 4> ends{"per_second", "_ms", "_us", "_ns"};
  return name.find("seconds") != std::string_view::npos ||
         std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

/// Recursion is as deep as the parser's own.
void remove_times(Json& json) {
  if (json.is_object()) {
    auto& members = json.get_ref<Json::object_t&>();
    Json::object_t kept;
    for (auto& [name, value] : members) {
      if (is_time(name)) continue;
      remove_times(value);
      kept.emplace(name, std::move(value));
    }
    members = std::move(kept);
  } else if (json.is_array()) {
    for (Json& value : json) remove_times(value);
  }
}

}  // namespace

std::string result_line(const TaskResult& result, bool with_times) {
  Json line = make_object("task", result.number, "input", result.input, "arguments",
                          result.arguments, "exit", Json(nullptr), "seconds", result.seconds);
  if (result.exit) line["exit"] = *result.exit;
  if (!result.result.empty()) line["result"] = Json::parse(result.result);
  if (!result.output.empty()) line["output"] = result.output;
  if (!result.error.empty()) line["error"] = result.error;
  if (!with_times) remove_times(line);
  return json_text(line, -1);
}

TaskResult parse_result_line(std::string_view line) {
  TaskResult result;
  try {
    const Json json = Json::parse(line);
    result.number = json.at("task").get<std::uint64_t>();
    result.input = json.at("input").get<std::string>();
    result.arguments = json.at("arguments").get<std::vector<std::string>>();
    if (const Json& code = json.at("exit"); !code.is_null()) result.exit = code.get<int>();
    result.seconds = json.value("seconds", 0.0);
    if (json.contains("result")) result.result = json["result"].dump();
    result.output = json.value("output", std::string());
    result.error = json.value("error", std::string());
  } catch (const Json::exception&) {
    throw ResultsError("is not a result of a task");
  }
  return result;
}

void store_output(TaskResult& result, const std::string& printed) {
  const Json json = Json::parse(printed, nullptr, /*allow_exceptions=*/false);
  if (!json.is_discarded()) {
    result.result = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  result.output = printed;
  if (result.error.empty()) result.error = "its output is not JSON text (--json?)";
}

bool agree(const TaskResult& left, const TaskResult& right) {
  return result_line(left, false) == result_line(right, false);
}

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
