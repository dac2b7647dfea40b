// The page of `tesuji explore`: its files, and the requests that it sends.
#pragma once

#include "tools/servers/explore/explore_jobs.h"
#include "tools/servers/http/http_server.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tesuji::tools {

struct ExploreOptions {
  std::filesystem::path folder;  ///< whose rulesheets can be opened, and no others
  std::string first;             ///< name of the rulesheet to begin with; may be empty
  std::string program;           ///< path of this program
  std::string libraries;         ///< folder with CodeMirror's `codemirror`; need not be there
  ExploreLimits limits;
};

/// Serves one user. Whoever does not know the token gets nothing (status 403), nor do pages of
/// other origins, nor requests for another host than this machine's loopback names.
class Explorer {
 public:
  /// `token`: of letters and digits. Throws std::system_error where no thread is to be had.
  Explorer(ExploreOptions options, std::string token);

  /// The port, once it is known: requests have to name it.
  void set_port(int port) { port_ = port; }

  /// May be called by several threads at once.
  [[nodiscard]] HttpAnswer answer(const HttpRequest& request);

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
};

/// 32 letters and digits that nobody can guess. Throws std::runtime_error where there are none.
[[nodiscard]] std::string random_token();

}  // namespace tesuji::tools
