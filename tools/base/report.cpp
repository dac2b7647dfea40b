#include "tools/base/report.h"

#include "ir/core/counted.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/next_run.h"
#include "tools/base/progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <set>
#include <utility>

namespace tesuji::tools {
namespace {

/// Warnings and notes that have been printed.
std::set<std::string>& printed_remarks() {
  static std::set<std::string> remarks;
  return remarks;
}

}  // namespace

void print_diagnostics(const ir::Diagnostics& diagnostics) {
  if (diagnostics.all().empty()) return;
  // Flushes results first, so that they precede messages about them, wherever both streams end up.
  std::fflush(stdout);
  hide_progress();
  // Rereading a text for another purpose repeats its warnings and notes.
  std::set<std::string>& remarks = printed_remarks();
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    const std::string text = diagnostic_text(diagnostics, diagnostic);
    if (diagnostic.severity != ir::Severity::error && !remarks.insert(text).second) continue;
    fmt::print(stderr, "{}", text);
  }
  for (const auto& kind : diagnostics.omitted()) print_note(kind.message());
}

void forget_printed_remarks() {
  printed_remarks().clear();
}

int exit_code_of(const ir::Diagnostics& diagnostics, bool input_is_ir) {
  if (!diagnostics.has_errors()) return exit_ok;
  bool only_limits = true;
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != ir::Severity::error) continue;
    Blame blame = blame_of(diagnostic.code);
    if (blame == Blame::product && input_is_ir) blame = Blame::input;
    if (blame == Blame::product || blame == Blame::usage) return exit_code_of(blame);
    only_limits = only_limits && blame == Blame::limit;
  }
  return exit_code_of(only_limits ? Blame::limit : Blame::input);
}

namespace {

void add_place(Json& json, const ir::Span& span, const ir::SourceMap& sources) {
  if (!span.known()) return;
  json["file"] = sources[span.file].path;
  json["line"] = span.begin.line;
  json["column"] = span.begin.column;
  json["end_line"] = span.end.line;
  json["end_column"] = span.end.column;
}

}  // namespace

Json to_json(const ir::Diagnostics& diagnostics) {
  Json list = Json::array();
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    Json json{{"severity", ir::name_of(diagnostic.severity)}, {"code", diagnostic.code}};
    add_place(json, diagnostic.span, diagnostics.sources());
    json["message"] = diagnostic.message;
    if (!diagnostic.notes.empty()) {
      Json notes = Json::array();
      for (const ir::Diagnostic::Note& note : diagnostic.notes) {
        Json entry = Json::object();
        add_place(entry, note.span, diagnostics.sources());
        entry["message"] = note.message;
        notes.push_back(std::move(entry));
      }
      json["notes"] = std::move(notes);
    }
    list.push_back(std::move(json));
  }
  for (const ir::Diagnostics::Omitted& kind : diagnostics.omitted()) {
    list.push_back({{"severity", ir::name_of(kind.severity)},
                    {"code", kind.code},
                    {"message", kind.message()},
                    {"omitted", kind.count}});
  }
  return list;
}

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

void print_json(const Json& json) {
  fmt::print("{}", json_text(json, 2));
}

namespace {

constexpr std::array<std::pair<std::string_view, Blame>, 3> special_codes = {{
    {"ir", Blame::product},
    {"usage", Blame::usage},
    {"limit", Blame::limit},
}};

constexpr std::array<std::pair<Blame, ExitCode>, 4> exit_codes = {{
    {Blame::input, exit_input},
    {Blame::usage, exit_usage},
    {Blame::limit, exit_limit},
    {Blame::product, exit_bug},
}};

/// Exit codes by increasing severity.
constexpr std::array<ExitCode, 5> by_seriousness = {exit_ok, exit_limit, exit_usage, exit_input,
                                                    exit_bug};

}  // namespace

Blame blame_of(std::string_view code) {
  const auto* const found = std::find_if(special_codes.begin(), special_codes.end(),
                                         [&](const auto& entry) { return entry.first == code; });
  return found == special_codes.end() ? Blame::input : found->second;
}

ExitCode exit_code_of(Blame blame) {
  return std::find_if(exit_codes.begin(), exit_codes.end(),
                      [&](const auto& entry) { return entry.first == blame; })
      ->second;
}

int worse_exit_code(int left, int right) {
  const auto rank = [](int code) {
    return std::find(by_seriousness.begin(), by_seriousness.end(), code) - by_seriousness.begin();
  };
  return rank(right) > rank(left) ? right : left;
}

ir::Span json_place(const ir::SourceFile& source, ir::FileId file, std::size_t byte) {
  const std::size_t offset = std::min(byte > 0 ? byte - 1 : 0, source.text.size());
  ir::Position at{1, 1};
  for (std::size_t i = 0; i < source.line_starts.size() && source.line_starts[i] <= offset; ++i) {
    at = {static_cast<std::uint32_t>(i + 1),
          static_cast<std::uint32_t>(offset - source.line_starts[i] + 1)};
  }
  return {file, at, {at.line, at.column + 1}};
}

}  // namespace tesuji::tools
