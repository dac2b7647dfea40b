#include "tools/servers/explore/language_sessions.h"

#include "backend/child/child_worker.h"
#include "tools/base/json.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

namespace tesuji::tools {
namespace {

// The server gets no folders and checks no documents.
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
  explicit Session(LanguageSessions& of) : owner(of) {}
  /// Ends the process. Not while the owner's mutex is locked.
  ~Session() {
    process.reset();
    owner.release_place();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  LanguageSessions& owner;
  bool busy = true;                             ///< a thread starts or uses the process
  std::atomic<bool> stop{false};                ///< makes that thread end the process
  std::unique_ptr<child::ChildWorker> process;  ///< for that thread alone
  Clock::time_point used = Clock::now();        ///< the end of the last answer
};

LanguageSessions::LanguageSessions(std::string program, LanguageLimits limits)
    : program_(std::move(program)), limits_(limits), watching_([this] { watch(); }) {}

LanguageSessions::~LanguageSessions() {
  stop();
  watching_.join();
}

void LanguageSessions::stop() {
  Ended ended;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    while (!sessions_.empty()) remove(sessions_.begin()->first, ended);
  }
  changed_.notify_all();
}

std::optional<std::uint64_t> LanguageSessions::open() {
  std::shared_ptr<Session> session;
  std::uint64_t number = 0;
  {
    std::unique_lock lock(mutex_);
    // The place is taken before the process starts, so that there are never more.
    while (!closing_ && places_ >= limits_.sessions) {
      Ended ended;
      if (sessions_.size() >= limits_.sessions) drop_longest_waiting(ended);
      if (ended.empty()) {
        changed_.wait(lock);
      } else {
        lock.unlock();
        ended.clear();
        lock.lock();
      }
    }
    if (closing_) return std::nullopt;
    ++places_;
    session = std::make_shared<Session>(*this);
    number = ++last_;
    sessions_.emplace(number, session);
  }
  bool answers = false;
  try {
    session->process =
        std::make_unique<child::ChildWorker>(program_, server_arguments, limits_.memory);
    answers = session->process
                  ->ask({.line = first_messages,
                         .seconds = limits_.seconds,
                         .most_bytes = limits_.output,
                         .stop = &session->stop,
                         .is_answer = is_first_response})
                  .answer.has_value();
  } catch (const std::exception&) {
    answers = false;
  }
  const std::lock_guard lock(mutex_);
  session->busy = false;
  session->used = Clock::now();
  changed_.notify_all();
  // Another page may have taken the place meanwhile; then the session does not exist any more.
  if (answers || session->stop) return number;
  sessions_.erase(number);
  return std::nullopt;
}

LanguageReply LanguageSessions::ask(std::uint64_t session, const std::string& messages,
                                    const std::function<bool(std::string_view)>& is_response) {
  using State = LanguageReply::State;
  std::shared_ptr<Session> asked;
  {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(session);
    if (found == sessions_.end()) return {State::unknown, {}};
    if (found->second->busy) return {State::busy, {}};
    asked = found->second;
    asked->busy = true;
  }
  child::WorkerReply reply = asked->process->ask({.line = messages,
                                                  .seconds = limits_.seconds,
                                                  .most_bytes = limits_.output,
                                                  .stop = &asked->stop,
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
  return remove(session, ended);
}

bool LanguageSessions::remove(std::uint64_t session, Ended& ended) {
  const auto found = sessions_.find(session);
  if (found == sessions_.end()) return false;
  found->second->stop = true;
  ended.push_back(std::move(found->second));
  sessions_.erase(found);
  return true;
}

void LanguageSessions::release_place() {
  const std::lock_guard lock(mutex_);
  --places_;
  changed_.notify_all();
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
  remove(oldest->first, ended);
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
