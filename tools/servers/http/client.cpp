#include "tools/servers/http/client.h"

#include <httplib.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tesuji::tools {
namespace {

using Clock = std::chrono::steady_clock;

/// As long as game servers try to reach a player.
constexpr double connection_seconds = 5;
/// No answer to a message is longer.
constexpr std::size_t most_answer_bytes = std::size_t{1} << 20U;

std::string reason(httplib::Error error, bool late) {
  if (late) return "no answer in time";
  switch (error) {
    case httplib::Error::Connection:
    case httplib::Error::ConnectionTimeout:
      return "no connection";
    case httplib::Error::Read:
    case httplib::Error::Write:
      return "the connection broke";
    default:
      return httplib::to_string(error);
  }
}

class Client final : public HttpClient {
 public:
  explicit Client(HttpAddress address) : address_(std::move(address)) {}

  std::optional<std::string> post(std::string_view text, double seconds,
                                  std::string& why) override {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(seconds));
    httplib::Client client(address_.host, address_.port);
    Watch watch(*this, client, until);
    if (watch.is_cancelled()) {
      why = "cancelled";
      return std::nullopt;
    }
    const auto limit = [](double most) {
      return std::chrono::microseconds(static_cast<std::int64_t>(std::ceil(most * 1e6)));
    };
    client.set_connection_timeout(limit(std::min(seconds, connection_seconds)));
    client.set_read_timeout(limit(seconds));
    client.set_write_timeout(limit(seconds));
    client.set_tcp_nodelay(true);
    client.set_keep_alive(false);
    httplib::Request request;
    request.method = "POST";
    request.path = "/";
    request.headers = {
        {"Accept", "text/delim"}, {"Sender", "GAMESERVER"}, {"Content-Type", "text/acl"}};
    request.body = text;
    std::string answer;
    request.content_receiver = [&](const char* data, std::size_t size, std::uint64_t /*offset*/,
                                   std::uint64_t /*length*/) {
      answer.append(data, size);
      return answer.size() <= most_answer_bytes;
    };
    const httplib::Result result = client.send(request);
    if (watch.is_cancelled()) {
      why = "cancelled";
      return std::nullopt;
    }
    if (!result) {
      // A connection that is broken off because time has run out is late, too.
      why = reason(result.error(), Clock::now() >= until);
      return std::nullopt;
    }
    constexpr int good = 200;
    if (result->status != good) {
      why = "HTTP status " + std::to_string(result->status);
      return std::nullopt;
    }
    return answer;
  }

  void cancel() override {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    changed_.notify_all();
  }

 private:
  /// Breaks a connection off when its time is over, whatever it is doing (httplib's limits are for
  /// each read), or when the client is cancelled.
  class Watch {
   public:
    Watch(Client& owner, httplib::Client& connection, Clock::time_point until)
        : owner_(owner), connection_(connection), thread_([this, until] { watch(until); }) {}
    ~Watch() {
      {
        const std::lock_guard lock(owner_.mutex_);
        done_ = true;
        owner_.changed_.notify_all();
      }
      thread_.join();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    [[nodiscard]] bool is_cancelled() const {
      const std::lock_guard lock(owner_.mutex_);
      return owner_.cancelled_;
    }

   private:
    void watch(Clock::time_point until) {
      constexpr std::chrono::milliseconds again{50};  // it may not be connected yet
      std::unique_lock lock(owner_.mutex_);
      owner_.changed_.wait_until(lock, until, [this] { return done_ || owner_.cancelled_; });
      while (!done_) {
        lock.unlock();
        connection_.stop();
        lock.lock();
        owner_.changed_.wait_for(lock, again, [this] { return done_; });
      }
    }

    Client& owner_;
    httplib::Client& connection_;
    bool done_ = false;
    std::thread thread_;  // last, so that everything exists when it begins
  };

  HttpAddress address_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool cancelled_ = false;
};

}  // namespace

HttpClient* new_client(const HttpAddress& address) {
  return new Client(address);
}

}  // namespace tesuji::tools
