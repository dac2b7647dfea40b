#include "tools/servers/lsp/language_server.h"

#include "ir/core/characters.h"
#include "tools/base/json.h"
#include "tools/base/version.h"
#include "tools/servers/lsp/document_check.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

namespace fs = std::filesystem;

/// Skips folders with generated files.
bool is_left_out(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name.starts_with("build") || name == "node_modules";
}

std::vector<fs::path> sheets_below(const std::vector<std::string>& folders) {
  std::set<fs::path> sheets;
  std::size_t entries = 0;
  for (const std::string& folder : folders) {
    std::error_code fault;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        fault);
    for (; !fault && at != fs::end(at); at.increment(fault)) {
      if (++entries > FolderSymbols::most_entries || sheets.size() >= FolderSymbols::most_sheets) {
        return {sheets.begin(), sheets.end()};
      }
      std::error_code ignored;
      if (at->is_directory(ignored)) {
        if (is_left_out(at->path()) || at.depth() >= FolderSymbols::deepest_folder) {
          at.disable_recursion_pending();
        }
      } else if (language_of(at->path().string(), {}) == FileKind::rulesheet &&
                 at->is_regular_file(ignored) &&
                 at->file_size(ignored) <= FolderSymbols::largest_sheet) {
        sheets.insert(at->path());
      }
    }
  }
  return {sheets.begin(), sheets.end()};
}

}  // namespace

struct FolderSymbols::Files {
  struct Known {
    fs::file_time_type time;
    std::uintmax_t size = 0;
    Json symbols;
  };
  std::map<fs::path, Known> known;

  const Json& symbols_of(const Workspace& workspace, const fs::path& path) {
    std::error_code ignored;
    const fs::file_time_type time = fs::last_write_time(path, ignored);
    const std::uintmax_t size = fs::file_size(path, ignored);
    Known& file = known[path];
    if (!file.symbols.is_null() && file.time == time && file.size == size) return file.symbols;
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const OpenDocument document(uri_of_path(path.string()), {}, 0, std::move(text));
    file = {time, size, outline_of(workspace, document)};
    return file.symbols;
  }
};

FolderSymbols::FolderSymbols() : files_(std::make_unique<Files>()) {}
FolderSymbols::~FolderSymbols() = default;

Json FolderSymbols::find(const Workspace& workspace, const Json& params) {
  const std::string query = ir::lower_case(params.at("query").get<std::string>());
  Json list = Json::array();
  const auto add = [&](const Json& symbols) {
    for (const Json& symbol : symbols) {
      if (list.size() >= most_symbols) return;
      if (symbol.at("name").get<std::string>().find(query) != std::string::npos) {
        list.push_back(symbol);
      }
    }
  };
  std::set<fs::path> open;
  for (const auto& [uri, document] : workspace.documents) {
    if (document.language() != FileKind::rulesheet) continue;
    open.insert(document.path());
    add(outline_of(workspace, document));
  }
  for (const fs::path& path : sheets_below(workspace.folders)) {
    if (!open.contains(path)) add(files_->symbols_of(workspace, path));
  }
  return list;
}

namespace {

std::string method_of(const Json& message) {
  const auto method = message.find("method");
  return method != message.end() && method->is_string() ? method->get<std::string>()
                                                        : std::string();
}

Json member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? Json() : *found;
}

/// Returns the member at the end of a path of names; null if none exists.
Json member_at(Json object, std::initializer_list<const char*> names) {
  for (const char* const name : names) object = member(object, name);
  return object;
}

bool is_id(const Json& id) {
  return id.is_string() || id.is_number_integer();
}

}  // namespace

LanguageServer::LanguageServer(int input, int output, LanguageServerOptions options)
    : input_(input), output_(output), options_(options), splitter_(options.framing) {
  // If the output is a pipe, a long answer should not wait for the client piece by piece.
  constexpr int pipe_bytes = 1 << 20;
  static_cast<void>(::fcntl(output_, F_SETPIPE_SZ, pipe_bytes));
}

LanguageServer::~LanguageServer() = default;

bool LanguageServer::run() {
  bool more = true;
  while (stage_ != Stage::exited && (more || !arrived_.empty())) {
    if (arrived_.empty()) {
      start_checks();
      more = wait();
      collect_results();
      continue;
    }
    const std::unique_ptr<Json> message = std::move(arrived_.front());
    arrived_.pop_front();
    handle(*message);
  }
  end_checks();
  return was_shut_down_;
}

void LanguageServer::handle(const Json& message) {
  const Json id = member(message, "id");
  const std::string method = message.is_object() ? method_of(message) : std::string();
  if (method.empty()) {
    // These would be answers to requests of the server, which makes none.
    const bool is_answer =
        message.is_object() && (message.contains("result") || message.contains("error"));
    if (!is_answer) {
      send_error(is_id(id) ? id : Json(), ErrorCode::invalid_request, "the message has no method");
    }
    return;
  }
  const Json params = member(message, "params");
  if (message.contains("id")) {
    if (is_id(id)) return request(id, method, params);
    return send_error(nullptr, ErrorCode::invalid_request, "the id is neither a number nor a text");
  }
  try {
    notification(method, params);
  } catch (const std::exception& error) {
    log(fmt::format("{}: {}", method, error.what()));
  }
}

void LanguageServer::request(const Json& id, const std::string& method, const Json& params) {
  // A cancellation may have arrived by now.
  static_cast<void>(read_input());
  try {
    if (is_cancelled(id)) throw RequestError(ErrorCode::cancelled, "cancelled");
    Json result = answer(id, method, params);
    if (!result.is_discarded()) {
      Json message{{"jsonrpc", "2.0"}, {"id", id}};
      message["result"] = std::move(result);  // which may be large
      send(message);
    }
  } catch (const RequestError& error) {
    send_error(id, error.code(), error.what());
  } catch (const Json::exception& error) {
    send_error(id, ErrorCode::invalid_params, error.what());
  } catch (const std::exception& error) {
    send_error(id, ErrorCode::internal_error, error.what());
  }
}

Json LanguageServer::answer(const Json& id, const std::string& method, const Json& params) {
  if (method == "initialize") {
    if (stage_ != Stage::fresh) {
      throw RequestError(ErrorCode::invalid_request, "the server is initialised already");
    }
    return initialise(params);
  }
  if (stage_ == Stage::fresh) {
    throw RequestError(ErrorCode::not_initialised, "`initialize` comes first");
  }
  if (stage_ == Stage::shut_down) {
    throw RequestError(ErrorCode::invalid_request, "the server was shut down");
  }
  if (method == "shutdown") {
    stage_ = Stage::shut_down;
    was_shut_down_ = true;
    end_checks();
    return nullptr;
  }
  if (method == "workspace/symbol") return symbols_.find(workspace_, params);
  if (method == "textDocument/diagnostic") {
    const std::string& uri = workspace_.document(params).uri();
    if (!options_.diagnostics) {
      throw RequestError(ErrorCode::method_not_found, "documents are not checked");
    }
    DocumentCheck& check = *checks_.at(uri);
    check.asking.push_back(id);
    answer_asking(check);
    return Json(Json::value_t::discarded);  // answered now, or when the check is done
  }
  const DocumentRequest request = find_document_request(method);
  if (request == nullptr) {
    throw RequestError(ErrorCode::method_not_found, "unknown method " + method);
  }
  const OpenDocument& document = workspace_.document(params);
  if (document.language() != FileKind::rulesheet && !is_about_every_language(method)) {
    return nullptr;
  }
  return request(workspace_, document, params);
}

Json LanguageServer::initialise(const Json& params) {
  const Json encodings = member_at(params, {"capabilities", "general", "positionEncodings"});
  const bool utf8 = encodings.is_array() &&
                    std::find(encodings.begin(), encodings.end(), "utf-8") != encodings.end();
  workspace_.units = utf8 ? PositionUnits::utf8 : PositionUnits::utf16;
  const Json text = member_at(params, {"capabilities", "textDocument"});
  workspace_.related_places = member_at(text, {"publishDiagnostics", "relatedInformation"}) == true;
  workspace_.nested_symbols =
      member_at(text, {"documentSymbol", "hierarchicalDocumentSymbolSupport"}) == true;
  const Json formats = member_at(text, {"hover", "contentFormat"});
  workspace_.markdown =
      formats.is_array() && std::find(formats.begin(), formats.end(), "markdown") != formats.end();
  for (const Json& command : member_at(params, {"initializationOptions", "commands"})) {
    if (command.is_string()) workspace_.commands.insert(command.get<std::string>());
  }
  for (const Json& folder : member(params, "workspaceFolders")) {
    if (const Json uri = member(folder, "uri"); uri.is_string()) {
      workspace_.folders.push_back(path_of_uri(uri.get<std::string>()));
    }
  }
  // Older editors name one folder.
  if (const Json root = member(params, "rootUri"); workspace_.folders.empty() && root.is_string()) {
    workspace_.folders.push_back(path_of_uri(root.get<std::string>()));
  }
  stage_ = Stage::initialised;
  return {{"capabilities", server_capabilities(workspace_.units)},
          {"serverInfo", {{"name", "tesuji"}, {"version", release_text()}}}};
}

void LanguageServer::notification(const std::string& method, const Json& params) {
  if (method == "exit") {
    stage_ = Stage::exited;
    return;
  }
  if (stage_ != Stage::initialised) return;
  if (method == "$/cancelRequest") return cancel_asking(member(params, "id"));
  if (method == "textDocument/didOpen") return open(params);
  if (method == "textDocument/didChange") return change(params);
  if (method == "textDocument/didClose") return close(params);
}

bool LanguageServer::is_cancelled(const Json& id) const {
  return std::any_of(arrived_.begin(), arrived_.end(), [&](const auto& message) {
    return message->is_object() && method_of(*message) == "$/cancelRequest" &&
           member_at(*message, {"params", "id"}) == id;
  });
}

void LanguageServer::send(const Json& message) {
  const std::string text =
      framed(message.dump(-1, ' ', false, Json::error_handler_t::replace), options_.framing);
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t some = ::write(output_, rest.data(), rest.size());
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) {
      stage_ = Stage::exited;  // the client no longer reads
      return;
    }
    rest.remove_prefix(static_cast<std::size_t>(some));
  }
}

void LanguageServer::send_error(const Json& id, ErrorCode code, const std::string& what) {
  send({{"jsonrpc", "2.0"},
        {"id", id},
        {"error", {{"code", static_cast<int>(code)}, {"message", what}}}});
}

void LanguageServer::log(const std::string& what) {
  constexpr int warning = 2;
  send({{"jsonrpc", "2.0"},
        {"method", "window/logMessage"},
        {"params", {{"type", warning}, {"message", what}}}});
}

void LanguageServer::open(const Json& params) {
  const Json& item = params.at("textDocument");
  std::string uri = item.at("uri").get<std::string>();
  OpenDocument document(uri, item.value("languageId", std::string()),
                        item.value("version", std::int64_t{0}), item.at("text").get<std::string>());
  workspace_.documents.insert_or_assign(uri, std::move(document));
  check_soon(uri, Clock::duration::zero());
}

void LanguageServer::change(const Json& params) {
  const Json& item = params.at("textDocument");
  const std::string uri = item.at("uri").get<std::string>();
  const auto document = workspace_.documents.find(uri);
  if (document == workspace_.documents.end()) {
    throw RequestError(ErrorCode::invalid_params, "the document is not open: " + uri);
  }
  check_soon(uri, options_.quiet);
  const Json version = member(item, "version");
  document->second.change(
      params.at("contentChanges"),
      version.is_number_integer() ? version.get<std::int64_t>() : document->second.version() + 1,
      workspace_.units);
}

void LanguageServer::close(const Json& params) {
  const std::string uri = params.at("textDocument").at("uri").get<std::string>();
  if (workspace_.documents.erase(uri) == 0 || !options_.diagnostics) return;
  check_invariants_of(path_of_uri(uri), options_.quiet);
  const auto check = checks_.find(uri);
  if (check != checks_.end()) {
    refuse_asking(*check->second, ErrorCode::content_modified, "the document was closed");
    checks_.erase(check);
  }
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/publishDiagnostics"},
        {"params", {{"uri", uri}, {"diagnostics", Json::array()}}}});
}

}  // namespace tesuji::tools
