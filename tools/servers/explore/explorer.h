// Serves the page of `tesuji explore`: its files, and its requests.
#pragma once

#include "tools/servers/explore/explore_jobs.h"
#include "tools/servers/explore/language_sessions.h"
#include "tools/servers/http/http_library.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tesuji::tools {

struct ExploreOptions {
  std::filesystem::path folder;  ///< only rulesheets in it can be opened
  std::string first;             ///< name of the first rulesheet; may be empty
  std::string program;           ///< path of this program
  std::string libraries;         ///< folder that contains CodeMirror's `codemirror`; need not exist
  ExploreLimits limits;
};

/// Serves one user. Answers status 403 to requests without the token, from pages of other origins,
/// and for hosts other than this machine's loopback names.
class Explorer {
 public:
  /// `token`: letters and digits. Throws std::system_error if no thread can be started.
  Explorer(ExploreOptions options, std::string token);

  /// Sets the port, once it is known: requests must name it.
  void set_port(int port) { port_ = port; }

  /// Thread-safe.
  [[nodiscard]] HttpAnswer answer(const HttpRequest& request);
  /// Ends language servers, also those that answer a request; for a server that is about to stop.
  void stop_editing() { languages_.stop(); }

 private:
  [[nodiscard]] bool is_own(const HttpRequest& request) const;
  [[nodiscard]] HttpAnswer file(std::string_view name) const;
  [[nodiscard]] HttpAnswer call(std::string_view name, std::string_view text);
  [[nodiscard]] HttpAnswer list_games() const;
  [[nodiscard]] HttpAnswer read_game(const std::string& name) const;

  const ExploreOptions options_;
  const std::string token_;
  int port_ = 0;
  ExploreJobs jobs_;
  LanguageSessions languages_;
};

/// Returns 32 unpredictable letters and digits. Throws std::runtime_error if the system has no
/// random numbers.
[[nodiscard]] std::string random_token();

}  // namespace tesuji::tools
