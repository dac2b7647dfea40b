#include "tools/servers/explore/language_requests.h"

#include "tools/base/json.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

/// JSON texts are written recursively.
constexpr int deepest_message = 100;
constexpr std::size_t most_messages = 16;
/// What the page sends, all about the text that it has opened: other methods, such as
/// `documentLink`, look for files. After `textDocument/`.
constexpr std::array<std::string_view, 9> page_methods{"didOpen",    "didChange",     "didClose",
                                                       "hover",      "completion",    "definition",
                                                       "codeAction", "prepareRename", "rename"};

[[noreturn]] void refuse_language(const char* why) {
  throw std::invalid_argument(why);
}

HttpAnswer language_fault(int status, const char* why) {
  return {status, "text/plain", std::string(why) + '\n'};
}

HttpAnswer language_answer(const Json& json) {
  return {200, "application/json", json_text(json, -1)};
}

Json parse_shallow(std::string_view text) {
  const auto check = [](int depth, Json::parse_event_t, const Json&) {
    if (depth > deepest_message) refuse_language("the message is nested too deeply");
    return true;
  };
  return Json::parse(text, check);
}

/// Whether a page may send it.
bool is_allowed(const Json& message) {
  if (!message.is_object()) return false;
  const auto method = message.find("method");
  if (method == message.end() || !method->is_string()) return false;
  constexpr std::string_view prefix = "textDocument/";
  const std::string_view name = method->get_ref<const std::string&>();
  return name.starts_with(prefix) && std::find(page_methods.begin(), page_methods.end(),
                                               name.substr(prefix.size())) != page_methods.end();
}

/// Writes the messages as lines: notifications, and at the end a request.
std::string message_lines(const Json& messages) {
  if (!messages.is_array() || messages.empty() || messages.size() > most_messages) {
    refuse_language("`messages` is not a list of 1 to 16 messages");
  }
  if (!std::all_of(messages.begin(), messages.end(), is_allowed)) {
    refuse_language("a message has a method that pages may not use");
  }
  std::string lines;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const bool is_last = i + 1 == messages.size();
    if (messages[i].contains("id") != is_last) {
      refuse_language("the last message, and no other one, has to be a request");
    }
    lines += messages[i].dump();
    if (!is_last) lines += '\n';
  }
  const Json& id = messages.back().at("id");
  if (!id.is_number_integer() && !id.is_string()) refuse_language("the id is not a number or text");
  return lines;
}

HttpAnswer send_messages(LanguageSessions& sessions, std::uint64_t session, const Json& messages) {
  const std::string lines = message_lines(messages);
  const Json id = messages.back().at("id");
  Json response;
  const auto is_response = [&](std::string_view line) {
    response = Json::parse(line, nullptr, false);
    return response.is_object() && !response.contains("method") && response.contains("id") &&
           response["id"] == id;
  };
  switch (sessions.ask(session, lines, is_response).state) {
    case LanguageReply::State::answered:
      return language_answer({{"response", std::move(response)}});
    case LanguageReply::State::unknown:
      return language_fault(404, "the session does not exist");
    case LanguageReply::State::busy:
      return language_fault(409, "the session answers another message");
    case LanguageReply::State::ended:
      return language_fault(503, "the language server ended before it answered");
  }
  return language_fault(500, "no state");
}

}  // namespace

HttpAnswer answer_language(LanguageSessions& sessions, std::string_view text) {
  try {
    const Json request = parse_shallow(text);
    if (!request.is_object()) refuse_language("the request is not an object");
    if (!request.contains("session")) {
      if (!request.empty()) refuse_language("the request has no session");
      const auto session = sessions.open();
      return language_answer({{"session", session ? Json(*session) : Json()}});
    }
    if (!request["session"].is_number_unsigned()) refuse_language("the session is not a number");
    const auto session = request["session"].get<std::uint64_t>();
    if (request.contains("close")) return language_answer({{"closed", sessions.close(session)}});
    return send_messages(sessions, session, request.at("messages"));
  } catch (const Json::exception&) {
    return language_fault(400, "the request is not JSON, or lacks a field");
  } catch (const std::invalid_argument& error) {
    return language_fault(400, error.what());
  }
}

}  // namespace tesuji::tools
