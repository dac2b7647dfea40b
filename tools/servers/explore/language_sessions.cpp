#include "tools/servers/explore/language_sessions.h"

#include "backend/child/child_worker.h"
#include "tools/base/json.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace tesuji::tools {
namespace {

// The server is told no folders and checks no documents, so that it reads no files.
const std::vector<std::string> server_arguments{"lsp", "--lines", "--no-diagnostics"};

/// Its response has the id 0. The page shows plain text, and related places of messages.
const char* const first_messages =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{"textDocument":{"publishDiagnostics":{"relatedInformation":true},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},"hover":{"contentFormat":["plaintext"]}}}}})";

bool is_first_response(std::string_view line) {
  const Json response = Json::parse(line, nullptr, false);
  return response.is_object() && response.contains("result") && response.value("id", Json()) == 0;
}

}  // namespace

struct LanguageSessions::Session {
  explicit Session(std::unique_ptr<child::ChildWorker> started) : process(std::move(started)) {}

  bool busy = false;                            ///< a thread uses the process
  std::unique_ptr<child::ChildWorker> process;  ///< for that thread alone
  Clock::time_point used = Clock::now();        ///< the end of the last answer
};

LanguageSessions::LanguageSessions(std::string program, LanguageLimits limits)
    : program_(std::move(program)), limits_(limits), watching_([this] { watch(); }) {}

LanguageSessions::~LanguageSessions() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  watching_.join();
}

std::optional<std::uint64_t> LanguageSessions::open() {
  std::shared_ptr<Session> session;
  try {
    auto process = std::make_unique<child::ChildWorker>(program_, server_arguments, limits_.memory);
    const child::WorkerReply reply = process->ask({.line = first_messages,
                                                   .seconds = limits_.seconds,
                                                   .most_bytes = limits_.output,
                                                   .is_answer = is_first_response});
    if (!reply.answer) return std::nullopt;
    session = std::make_shared<Session>(std::move(process));
  } catch (const std::exception&) {
    return std::nullopt;
  }
  Ended ended;
  const std::lock_guard lock(mutex_);
  if (sessions_.size() >= limits_.sessions) drop_longest_waiting(ended);
  sessions_.emplace(++last_, std::move(session));
  changed_.notify_all();
  return last_;
}

LanguageReply LanguageSessions::ask(std::uint64_t session, const std::string& messages,
                                    const std::function<bool(std::string_view)>& is_response) {
  using State = LanguageReply::State;
  std::shared_ptr<Session> asked;
  {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(session);
    if (found == sessions_.end()) return {State::unknown, {}};
    asked = found->second;
    if (asked->busy) return {State::busy, {}};
    asked->busy = true;
  }
  child::WorkerReply reply = asked->process->ask({.line = messages,
                                                  .seconds = limits_.seconds,
                                                  .most_bytes = limits_.output,
                                                  .is_answer = is_response});
  const std::lock_guard lock(mutex_);
  asked->busy = false;
  asked->used = Clock::now();
  changed_.notify_all();
  if (reply.answer) return {State::answered, std::move(*reply.answer)};
  sessions_.erase(session);
  return {State::ended, {}};
}

bool LanguageSessions::close(std::uint64_t session) {
  Ended ended;
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(session);
  if (found == sessions_.end()) return false;
  ended.push_back(std::move(found->second));
  sessions_.erase(found);
  return true;
}

std::size_t LanguageSessions::count() {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

void LanguageSessions::drop_longest_waiting(Ended& ended) {
  const auto oldest =
      std::min_element(sessions_.begin(), sessions_.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second->busy, a.second->used) <
               std::pair(b.second->busy, b.second->used);
      });
  ended.push_back(std::move(oldest->second));
  sessions_.erase(oldest);
}

void LanguageSessions::watch() {
  std::unique_lock lock(mutex_);
  while (!closing_) {
    Ended ended;
    const Clock::time_point now = Clock::now();
    Clock::time_point next = now + limits_.idle;
    for (auto at = sessions_.begin(); at != sessions_.end();) {
      const Clock::time_point until = at->second->used + limits_.idle;
      if (at->second->busy) {
        ++at;
      } else if (until <= now) {
        ended.push_back(std::move(at->second));
        at = sessions_.erase(at);
      } else {
        next = std::min(next, until);
        ++at;
      }
    }
    if (!ended.empty()) {
      lock.unlock();
      ended.clear();
      lock.lock();
      continue;
    }
    changed_.wait_until(lock, next);
  }
}

}  // namespace tesuji::tools
