// Keeps language servers (`tesuji lsp`) for the editors of open pages, each a process of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tesuji::tools {

struct LanguageLimits {
  double seconds = 15;  ///< for one answer; pages wait 20 s (page/server.js)
  std::uint64_t memory = std::uint64_t{4096} << 20U;  ///< bytes of address space of one process
  std::size_t output = std::size_t{64} << 20U;        ///< bytes of one answer
  std::size_t sessions = 6;                           ///< processes at a time
  std::chrono::milliseconds idle{600'000};            ///< time without messages until one is ended
};

/// The response of a language server, or why it did not come.
struct LanguageReply {
  enum class State : std::uint8_t {
    answered,
    unknown,  ///< the session does not exist, or no longer
    busy,     ///< it answers another message
    ended,    ///< it ended before it answered: at a limit, by a fault, or as it was closed
  } state = State::unknown;
  std::string line;  ///< the response
};

/// Thread-safe. A session is ended when the thread that opened it dies.
class LanguageSessions {
 public:
  /// Throws std::system_error if no thread can be started.
  LanguageSessions(std::string program, LanguageLimits limits);
  /// As stop(); no thread may use the sessions any more.
  ~LanguageSessions();
  LanguageSessions(const LanguageSessions&) = delete;
  LanguageSessions& operator=(const LanguageSessions&) = delete;

  /// Starts a language server that can read documents; returns the session's number, or nothing if
  /// the program has no language server. If all places are taken, ends the session that has waited
  /// longest, and waits until its process has ended.
  [[nodiscard]] std::optional<std::uint64_t> open();
  /// Sends messages, one a line, and waits for the line that is the response to the last one.
  [[nodiscard]] LanguageReply ask(std::uint64_t session, const std::string& messages,
                                  const std::function<bool(std::string_view)>& is_response);
  /// Ends the session, also while it answers. Returns false if it does not exist.
  bool close(std::uint64_t session);
  /// Ends all sessions, also those that answer; none can be opened any more.
  void stop();
  [[nodiscard]] std::size_t count();

 private:
  struct Session;
  using Clock = std::chrono::steady_clock;
  using Ended = std::vector<std::shared_ptr<Session>>;  ///< destroyed without the lock

  /// Ends sessions that are idle, in a thread of its own.
  void watch();
  void drop_longest_waiting(Ended& ended);
  /// Removes a session if it exists, and stops its answer.
  bool remove(std::uint64_t session, Ended& ended);
  void release_place();

  const std::string program_;
  const LanguageLimits limits_;
  std::mutex mutex_;  ///< guards the members that follow, and times of use
  std::condition_variable changed_;
  std::map<std::uint64_t, std::shared_ptr<Session>> sessions_;
  std::size_t places_ = 0;  ///< sessions whose processes have not ended
  std::uint64_t last_ = 0;
  bool closing_ = false;
  std::thread watching_;
};

}  // namespace tesuji::tools
