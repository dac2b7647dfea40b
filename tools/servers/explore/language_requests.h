// Answers `POST lsp`: messages of the Language Server Protocol between a page and its session.
#pragma once

#include "tools/servers/explore/language_sessions.h"
#include "tools/servers/http/http_library.h"

#include <string_view>

namespace tesuji::tools {

/// `{}` opens a session: `{"session": 3}`, or null if this program has no language server.
/// `{"session": 3, "messages": [..]}` sends notifications and a request, which comes last, and
/// returns its response, `{"response": {..}}`. `{"session": 3, "close": true}` ends it. Only
/// messages about documents are sent. Other texts get status 400, unknown sessions 404, those that
/// answer already 409; 503: the server was ended at a limit.
[[nodiscard]] HttpAnswer answer_language(LanguageSessions& sessions, std::string_view text);

}  // namespace tesuji::tools
