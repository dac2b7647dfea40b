// Implements the part of language_server.h that runs checks and reads input.
#include "tools/base/json.h"
#include "tools/servers/lsp/document_check.h"
#include "tools/servers/lsp/language_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr int wait_for_ever = -1;

int milliseconds_until(std::chrono::steady_clock::duration rest) {
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(rest).count();
  return static_cast<int>(std::clamp<std::int64_t>(whole, 0, 1'000'000));
}

/// Returns the editor's text if the document is open, else the text on disk.
std::optional<std::string> text_of(const std::string& path, const Workspace& workspace) {
  for (const auto& [uri, document] : workspace.documents) {
    if (document.path() == path) return document.source().text;
  }
  driver::Session quiet;
  const auto file = driver::read_file(path, quiet);
  return file ? std::optional((*quiet.sources)[*file].text) : std::nullopt;
}

}  // namespace

bool LanguageServer::wait() {
  std::vector<pollfd> descriptors{{input_, POLLIN, 0}};
  for (const auto& [uri, check] : checks_) {
    if (check->running) descriptors.push_back({check->running->descriptor(), POLLIN, 0});
  }
  if (::poll(descriptors.data(), descriptors.size(), next_check_ms()) <= 0) return true;
  return descriptors.front().revents == 0 || read_input();
}

bool LanguageServer::read_input() {
  std::array<char, 65536> chunk{};
  pollfd ready{input_, POLLIN, 0};
  while (::poll(&ready, 1, 0) > 0) {
    const ssize_t some = ::read(input_, chunk.data(), chunk.size());
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return false;
    splitter_.add({chunk.data(), static_cast<std::size_t>(some)});
    bool any = false;
    while (const auto body = splitter_.next()) {
      any = true;
      Json message = Json::parse(*body, nullptr, false);
      if (message.is_discarded()) {
        send_error(nullptr, ErrorCode::parse_error, "the message is not JSON");
      } else {
        arrived_.push_back(std::make_unique<Json>(std::move(message)));
      }
    }
    if (splitter_.take_skipped() > 0) {
      send_error(nullptr, ErrorCode::invalid_request, "the message is too long");
    }
    if (any) return true;
  }
  return true;
}

void LanguageServer::check_soon(const std::string& uri, Clock::duration delay) {
  if (!options_.diagnostics) return;
  schedule_check(uri, delay);
  check_invariants_of(path_of_uri(uri), delay);
}

void LanguageServer::check_invariants_of(const std::string& sheet, Clock::duration delay) {
  for (const auto& [uri, document] : workspace_.documents) {
    if (document.language() != FileKind::formulas) continue;
    const std::vector<std::string> sheets = sheets_of_invariants(document.path());
    if (std::find(sheets.begin(), sheets.end(), sheet) != sheets.end()) schedule_check(uri, delay);
  }
}

void LanguageServer::schedule_check(const std::string& uri, Clock::duration delay) {
  std::unique_ptr<DocumentCheck>& found = checks_[uri];
  if (!found) found = std::make_unique<DocumentCheck>();
  DocumentCheck& check = *found;
  check.running.reset();
  check.due = true;
  check.when = Clock::now() + delay;
  check.sent = nullptr;
  check.whole = false;
}

void LanguageServer::start_checks() {
  std::size_t running = 0;
  for (const auto& [uri, check] : checks_) running += check->running ? 1 : 0;
  const Clock::time_point now = Clock::now();
  for (auto& [uri, found] : checks_) {
    DocumentCheck& check = *found;
    if (running >= options_.most_checks) return;
    if (!check.due || check.when > now) continue;
    check.due = false;
    const OpenDocument& document = workspace_.documents.at(uri);
    try {
      check.running = std::make_unique<BackgroundCheck>([&](const BackgroundCheck::Send& report) {
        const auto read_text = [&](const std::string& path) { return text_of(path, workspace_); };
        check_text(document.language(), document.path(), document.source().text, read_text, report);
      });
      ++running;
    } catch (const std::system_error& error) {
      end_check(uri, check, error.what());
    }
  }
}

void LanguageServer::collect_results() {
  for (auto& [uri, found] : checks_) {
    DocumentCheck& check = *found;
    if (!check.running) continue;
    std::vector<Json> results;
    const bool goes_on = check.running->read(results);
    for (const Json& result : results) publish(workspace_.documents.at(uri), check, result);
    if (!goes_on) {
      end_check(uri, check, check.running->succeeded() ? "" : "the check failed");
    } else if (time_left(check) <= Clock::duration::zero()) {
      end_check(uri, check, fmt::format("the check was ended after {} s", options_.check_seconds));
    }
  }
}

void LanguageServer::publish(const OpenDocument& document, DocumentCheck& check,
                             const Json& result) {
  Json diagnostics = to_protocol(result.at("diagnostics"), workspace_, document);
  check.whole = result.at("whole").get<bool>();
  publish_messages(document, check, std::move(diagnostics));
  answer_asking(check);
}

void LanguageServer::publish_messages(const OpenDocument& document, DocumentCheck& check,
                                      Json diagnostics) {
  if (diagnostics != check.sent) {
    check.sent = std::move(diagnostics);
    send({{"jsonrpc", "2.0"},
          {"method", "textDocument/publishDiagnostics"},
          {"params",
           {{"uri", document.uri()},
            {"version", document.version()},
            {"diagnostics", check.sent}}}});
  }
}

void LanguageServer::end_check(const std::string& uri, DocumentCheck& check,
                               const std::string& why) {
  check.running.reset();
  if (!why.empty()) log(fmt::format("{}: {}", uri, why));
  // The editor shows the messages of the previous text.
  if (check.sent.is_null()) publish_messages(workspace_.documents.at(uri), check, Json::array());
  check.whole = true;
  answer_asking(check);
}

void LanguageServer::answer_asking(DocumentCheck& check) {
  if (!check.whole) return;
  for (const Json& id : check.asking) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", {{"kind", "full"}, {"items", check.sent}}}});
  }
  check.asking.clear();
}

void LanguageServer::refuse_asking(DocumentCheck& check, ErrorCode code, const std::string& why) {
  for (const Json& id : check.asking) send_error(id, code, why);
  check.asking.clear();
}

void LanguageServer::cancel_asking(const Json& id) {
  for (auto& [uri, check] : checks_) {
    const auto found = std::find(check->asking.begin(), check->asking.end(), id);
    if (found == check->asking.end()) continue;
    check->asking.erase(found);
    return send_error(id, ErrorCode::cancelled, "cancelled");
  }
}

void LanguageServer::end_checks() {
  for (auto& [uri, check] : checks_) {
    refuse_asking(*check, ErrorCode::server_cancelled, "the server was shut down");
  }
  checks_.clear();
}

LanguageServer::Clock::duration LanguageServer::time_left(const DocumentCheck& check) const {
  constexpr std::chrono::hours never{24};
  if (options_.check_seconds <= 0) return never;
  const std::chrono::duration<double> limit(options_.check_seconds);
  return std::chrono::ceil<Clock::duration>(limit) - check.running->elapsed();
}

int LanguageServer::next_check_ms() const {
  int soonest = wait_for_ever;
  std::size_t running = 0;
  const auto consider = [&](Clock::duration rest) {
    const int milliseconds = milliseconds_until(rest);
    soonest = soonest < 0 ? milliseconds : std::min(soonest, milliseconds);
  };
  for (const auto& [uri, check] : checks_) {
    if (!check->running) continue;
    ++running;
    consider(time_left(*check));
  }
  for (const auto& [uri, check] : checks_) {
    if (check->due && running < options_.most_checks) consider(check->when - Clock::now());
  }
  return soonest;
}

// Converts diagnostics in the format of docs/cli/diagnostics-json.md to those of the protocol.

namespace {

constexpr int unnecessary = 1;  // a DiagnosticTag: shown faded

int severity_number(const std::string& severity) {
  return severity == "error" ? 1 : severity == "warning" ? 2 : 3;
}

/// Returns the place of a diagnostic or a note; the beginning of the text if it has none.
frontend::TextRange place_of(const Json& entry, const ir::SourceFile& source) {
  if (!entry.contains("line")) return {};
  const auto number = [&](const char* name) { return entry.at(name).get<std::uint32_t>(); };
  return {frontend::offset_of(source, {number("line"), number("column")}),
          frontend::offset_of(source, {number("end_line"), number("end_column")})};
}

}  // namespace

Json to_protocol(const Json& diagnostics, const Workspace& workspace,
                 const OpenDocument& document) {
  Json list = Json::array();
  for (const Json& entry : diagnostics) {
    const frontend::TextRange place = place_of(entry, document.source());
    std::string message = entry.at("message").get<std::string>();
    Json related = Json::array();
    for (const Json& note : entry.value("notes", Json::array())) {
      const std::string text = note.at("message").get<std::string>();
      const bool here = note.contains("line") && note.at("file") == document.path();
      if (note.contains("line") && !here) {
        const auto line = note.at("line").get<std::uint32_t>();
        message += fmt::format("\nnote: {}:{}: {}", note.at("file").get<std::string>(), line, text);
      } else if (here && workspace.related_places) {
        const Json location = to_location(workspace, document, place_of(note, document.source()));
        related.push_back({{"location", location}, {"message", text}});
      } else {
        message += "\nnote: " + text;
      }
    }
    const std::string code = entry.at("code").get<std::string>();
    Json diagnostic{{"range", document.range(place, workspace.units)},
                    {"severity", severity_number(entry.at("severity").get<std::string>())},
                    {"code", code},
                    {"source", "tesuji"},
                    {"message", message}};
    if (code == "unused" || code == "duplicate-clause") diagnostic["tags"] = {unnecessary};
    if (!related.empty()) diagnostic["relatedInformation"] = std::move(related);
    list.push_back(std::move(diagnostic));
  }
  return list;
}

}  // namespace tesuji::tools
