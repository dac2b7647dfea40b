#include "tools/spread/task_result.h"

#include "tools/base/json.h"

#include <algorithm>
#include <array>

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

}  // namespace tesuji::tools
