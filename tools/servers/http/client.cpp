#include "tools/servers/http/client.h"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>

namespace tesuji::tools {
namespace {

using Clock = std::chrono::steady_clock;

/// As long as game servers try to reach a player.
constexpr double connection_seconds = 5;
/// Nobody answers a message with more.
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
    const auto until = Clock::now() + std::chrono::duration<double>(seconds);
    httplib::Client client(address_.host, address_.port);
    {
      const std::lock_guard lock(mutex_);
      if (cancelled_) {
        why = "cancelled";
        return std::nullopt;
      }
      current_ = &client;
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
    bool late = false;
    request.content_receiver = [&](const char* data, std::size_t size, std::uint64_t /*offset*/,
                                   std::uint64_t /*length*/) {
      // A limit for all that is read, beside the one for each read.
      late = Clock::now() > until;
      answer.append(data, size);
      return !late && answer.size() <= most_answer_bytes;
    };
    const httplib::Result result = client.send(request);
    {
      const std::lock_guard lock(mutex_);
      current_ = nullptr;
      if (cancelled_) {
        why = "cancelled";
        return std::nullopt;
      }
    }
    if (!result) {
      // A connection that is broken off after all the time has run out is late, too.
      why = reason(result.error(), late || Clock::now() >= until);
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
    if (current_ != nullptr) current_->stop();
  }

 private:
  HttpAddress address_;
  std::mutex mutex_;
  httplib::Client* current_ = nullptr;
  bool cancelled_ = false;
};

}  // namespace

HttpClient* new_client(const HttpAddress& address) {
  return new Client(address);
}

}  // namespace tesuji::tools
