// Runs a language server: reads messages, answers them in order, and sends diagnostics of
// documents.
//
// One thread answers everything. Checks, which compile and play a game, run in processes of their
// own (background_check.h) and are ended when the text changes.
#pragma once

#include "tools/servers/lsp/message_stream.h"
#include "tools/servers/lsp/workspace.h"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>

namespace tesuji::tools {

// Answers `workspace/symbol`: conclusions of the rulesheets that are open or in the editor's
// folders.

class FolderSymbols {
 public:
  // Limits of the search; it ignores what exceeds them.
  static constexpr std::size_t most_entries = 20'000;  ///< files and folders
  static constexpr std::size_t most_sheets = 1'000;
  static constexpr std::uintmax_t largest_sheet = 1 << 20;  ///< bytes
  static constexpr int deepest_folder = 8;
  static constexpr std::size_t most_symbols = 1'000;

  FolderSymbols();
  ~FolderSymbols();
  FolderSymbols(const FolderSymbols&) = delete;
  FolderSymbols& operator=(const FolderSymbols&) = delete;

  /// Returns symbols whose names contain `params["query"]`; those of open documents first. Files
  /// are read again if their time or size has changed.
  [[nodiscard]] Json find(const Workspace& workspace, const Json& params);

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

struct LanguageServerOptions {
  std::chrono::milliseconds quiet{50};  ///< time without changes before a check starts
  double check_seconds = 30;            ///< time after which a check is ended; 0: never
  std::size_t most_checks = 2;          ///< at a time
  bool diagnostics = true;              ///< checks documents
  Framing framing = Framing::headers;
};

struct DocumentCheck;

class LanguageServer {
 public:
  /// `input` and `output` are file descriptors, which stay open.
  LanguageServer(int input, int output, LanguageServerOptions options);
  ~LanguageServer();
  LanguageServer(const LanguageServer&) = delete;
  LanguageServer& operator=(const LanguageServer&) = delete;

  /// Serves until `exit` or the end of the input. Returns whether a `shutdown` came before that.
  [[nodiscard]] bool run();

 private:
  using Clock = std::chrono::steady_clock;

  // Messages
  /// Waits for input or results of checks; returns false at the end of the input.
  bool wait();
  bool read_input();
  void handle(const Json& message);
  void request(const Json& id, const std::string& method, const Json& params);
  void notification(const std::string& method, const Json& params);
  [[nodiscard]] Json answer(const Json& id, const std::string& method, const Json& params);
  [[nodiscard]] Json initialise(const Json& params);
  /// Whether a message that has arrived cancels the request.
  [[nodiscard]] bool is_cancelled(const Json& id) const;
  void send(const Json& message);
  void send_error(const Json& id, ErrorCode code, const std::string& what);
  void log(const std::string& what);

  // Documents
  void open(const Json& params);
  void change(const Json& params);
  void close(const Json& params);

  // Checks
  /// Also rechecks open invariants that are about this rulesheet.
  void check_soon(const std::string& uri, Clock::duration delay);
  void schedule_check(const std::string& uri, Clock::duration delay);
  void check_invariants_of(const std::string& sheet, Clock::duration delay);
  void start_checks();
  void collect_results();
  void publish(const OpenDocument& document, DocumentCheck& check, const Json& result);
  /// Publishes the messages unless the editor has them already.
  void publish_messages(const OpenDocument& document, DocumentCheck& check, Json diagnostics);
  void end_check(const std::string& uri, DocumentCheck& check, const std::string& why);
  void answer_asking(DocumentCheck& check);
  /// Answers requests that wait for the check with an error.
  void refuse_asking(DocumentCheck& check, ErrorCode code, const std::string& why);
  /// Answers a request that waits for a check, because the client has cancelled it.
  void cancel_asking(const Json& id);
  /// Ends all checks; requests that wait for them are answered.
  void end_checks();
  /// Returns the time until a running check is ended.
  [[nodiscard]] Clock::duration time_left(const DocumentCheck& check) const;
  /// Returns the milliseconds until something must be done without input; -1: never.
  [[nodiscard]] int next_check_ms() const;

  int input_;
  int output_;
  LanguageServerOptions options_;
  MessageSplitter splitter_;
  std::deque<std::unique_ptr<Json>> arrived_;
  Workspace workspace_;
  FolderSymbols symbols_;
  std::map<std::string, std::unique_ptr<DocumentCheck>> checks_;  ///< by URI
  enum class Stage { fresh, initialised, shut_down, exited } stage_ = Stage::fresh;
  bool was_shut_down_ = false;
};

/// Converts diagnostics in the format of docs/cli/diagnostics-json.md to the protocol's
/// `Diagnostic`s.
[[nodiscard]] Json to_protocol(const Json& diagnostics, const Workspace& workspace,
                               const OpenDocument& document);

}  // namespace tesuji::tools
