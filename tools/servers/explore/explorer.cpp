#include "tools/servers/explore/explorer.h"

#include "backend/driver/file_formats.h"
#include "tools/base/json.h"
#include "tools/servers/explore/explore_page.h"
#include "tools/servers/explore/explore_requests.h"
#include "tools/servers/explore/language_requests.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

constexpr std::string_view json_type = "application/json";
/// Of a file that is opened.
constexpr std::uintmax_t most_sheet_bytes = std::uintmax_t{16} << 20U;
/// How long a report waits for news, so that the page need not poll at once.
constexpr double longest_wait = 2;

/// The only files of CodeMirror that the page uses.
constexpr std::array<std::string_view, 10> library_files{
    "lib/codemirror.js",           "lib/codemirror.css",           "addon/mode/simple.js",
    "addon/edit/matchbrackets.js", "addon/search/searchcursor.js", "addon/dialog/dialog.js",
    "addon/dialog/dialog.css",     "addon/search/search.js",       "addon/hint/show-hint.js",
    "addon/hint/show-hint.css"};

/// A file that may accompany a rulesheet NAME.kif, next to it or in a folder of its own: key,
/// folder, kind.
struct Companion {
  std::string_view key;
  std::string_view folder;
  driver::FileKind kind;
};
constexpr std::array<Companion, 2> companions{
    {{"strategy", "strategies", driver::FileKind::clauses},
     {"invariants", "invariants", driver::FileKind::formulas}}};

HttpAnswer refused(int status, std::string why) {
  return {status, "text/plain", std::move(why)};
}

HttpAnswer as_answer(const Json& json) {
  return {200, std::string(json_type), json_text(json, -1)};
}

std::string_view media_type(std::string_view name) {
  return name.ends_with(".css") ? "text/css" : "text/javascript";
}

std::optional<std::string> file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Returns the text of a file directly in this folder; nothing for links that leave it, for
/// non-files, and for files that are too large.
std::optional<std::string> text_in(const std::filesystem::path& folder, const std::string& name) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(folder / name, error);
  if (error || path.parent_path() != std::filesystem::canonical(folder, error)) return std::nullopt;
  if (error || !std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error || bytes > most_sheet_bytes) return std::nullopt;
  return file_text(path);
}

/// Whether it is a folder, and not a link to one.
bool is_own_folder(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::symlink_status(path, error).type() ==
         std::filesystem::file_type::directory;
}

const char* state_name(JobReport::State state) {
  switch (state) {
    case JobReport::State::waiting:
      return "waiting";
    case JobReport::State::running:
      return "running";
    case JobReport::State::done:
      return "done";
  }
  return "";
}

/// `most`: of a command; 0: no limit.
double language_seconds(double most) {
  const double usual = LanguageLimits{}.seconds;
  return most > 0 ? std::min(most, usual) : usual;
}

}  // namespace

std::string random_token() {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz012345";
  std::array<unsigned char, 32> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("the system provides no random numbers");
  }
  std::string token;
  for (const unsigned char byte : bytes) token += letters[byte % letters.size()];
  return token;
}

Explorer::Explorer(ExploreOptions options, std::string token)
    : options_(std::move(options)),
      token_(std::move(token)),
      jobs_(options_.program, options_.limits),
      languages_(options_.program, {.seconds = language_seconds(options_.limits.seconds),
                                    .memory = options_.limits.memory,
                                    .output = options_.limits.output}) {}

/// Rejects requests from pages of other origins, or through other host names (DNS rebinding).
bool Explorer::is_own(const HttpRequest& request) const {
  const std::string port = ":" + std::to_string(port_);
  const std::array<std::string, 3> hosts{"127.0.0.1" + port, "localhost" + port, "[::1]" + port};
  const bool host =
      std::any_of(hosts.begin(), hosts.end(), [&](const auto& own) { return own == request.host; });
  const bool origin =
      request.origin.empty() || std::any_of(hosts.begin(), hosts.end(), [&](const auto& own) {
        return "http://" + own == request.origin;
      });
  return host && origin;
}

HttpAnswer Explorer::answer(const HttpRequest& request) {
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  const std::string prefix = "/" + token_ + "/";
  if (!is_own(request) || !path.starts_with(prefix)) {
    return refused(403, "Open the address that `tesuji explore` has printed.\n");
  }
  const std::string_view name = path.substr(prefix.size());
  if (request.method == "GET") return file(name.empty() ? "index.html" : name);
  if (request.method == "POST" && name == "lsp") return answer_language(languages_, request.text);
  if (request.method == "POST") return call(name, request.text);
  return refused(405, "no such method\n");
}

HttpAnswer Explorer::file(std::string_view name) const {
  if (const PageFile found = page_file(name); !found.name.empty()) {
    return {200, std::string(found.type), std::string(found.text)};
  }
  constexpr std::string_view library = "codemirror/";
  if (name.starts_with(library)) {
    const std::string_view rest = name.substr(library.size());
    if (std::find(library_files.begin(), library_files.end(), rest) != library_files.end()) {
      const auto path = std::filesystem::path(options_.libraries) / "codemirror" / rest;
      if (auto text = file_text(path)) {
        return {200, std::string(media_type(rest)), std::move(*text)};
      }
    }
  }
  return refused(404, "file not found\n");
}

HttpAnswer Explorer::call(std::string_view name, std::string_view text) {
  try {
    const auto request = nlohmann::json::parse(text);
    if (name == "games") return list_games();
    if (name == "game") return read_game(request.at("name").get<std::string>());
    if (name == "start") {
      const auto job = jobs_.start(explore_command(request));
      if (!job) return refused(503, "too many commands wait\n");
      return as_answer({{"job", *job}});
    }
    if (name == "stop") {
      return as_answer({{"stopped", jobs_.stop(request.at("job").get<std::uint64_t>())}});
    }
    if (name == "report") {
      const double wait = std::clamp(request.value("wait", 0.0), 0.0, longest_wait);
      const JobPlace from{request.value("from", std::size_t{0}),
                          request.value("from_errors", std::size_t{0})};
      const auto report = jobs_.report(request.at("job").get<std::uint64_t>(), from, wait);
      if (!report) return refused(404, "the command has ended\n");
      return as_answer({{"state", state_name(report->state)},
                        {"output", report->output},
                        {"errors", report->errors},
                        {"end", report->end},
                        {"code", report->code},
                        {"next", report->next.output},
                        {"next_errors", report->next.errors}});
    }
  } catch (const nlohmann::json::exception&) {
    return refused(400, "the request lacks a field, or one is not of its kind\n");
  } catch (const std::invalid_argument& error) {
    return refused(400, error.what());
  }
  return refused(404, "unknown request\n");
}

HttpAnswer Explorer::list_games() const {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(options_.folder, error)) {
    if (entry.is_regular_file(error) &&
        driver::is_named_as(driver::FileKind::rulesheet, entry.path())) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return as_answer({{"names", names}, {"first", options_.first}});
}

/// Reads a rulesheet of the folder, and the files of its name next to it.
HttpAnswer Explorer::read_game(const std::string& name) const {
  const bool alone = std::filesystem::path(name).filename() == name && name != ".." &&
                     driver::is_named_as(driver::FileKind::rulesheet, name) &&
                     name.find('\0') == std::string::npos;  // where the system would cut the name
  auto text = alone ? text_in(options_.folder, name) : std::nullopt;
  if (!text) return refused(404, "rulesheet not found, or larger than 16 MiB\n");
  Json json{{"name", name}, {"text", std::move(*text)}};
  for (const auto& [key, folder, kind] : companions) {
    const std::string file = std::filesystem::path(name).stem().string() +
                             std::string(driver::format_of(kind).extensions().front());
    auto companion = text_in(options_.folder, file);
    if (!companion && is_own_folder(options_.folder / folder)) {
      companion = text_in(options_.folder / folder, file);
    }
    if (companion) json[std::string(key)] = std::move(*companion);
  }
  return as_answer(json);
}

}  // namespace tesuji::tools
