// Holds the state of a document's checks in the language server. Only for files that include JSON
// anyway.
#pragma once

#include "tools/base/json.h"
#include "tools/servers/lsp/background_check.h"

#include <chrono>
#include <memory>
#include <vector>

namespace tesuji::tools {

struct DocumentCheck {
  bool due = false;  ///< the text has changed since the last check started
  std::chrono::steady_clock::time_point when;  ///< the time to start
  std::unique_ptr<BackgroundCheck> running;    ///< null: none is running
  Json sent;                 ///< diagnostics of this version of the text; null: none yet
  bool whole = false;        ///< they are complete
  std::vector<Json> asking;  ///< ids of requests that wait for them
};

}  // namespace tesuji::tools
