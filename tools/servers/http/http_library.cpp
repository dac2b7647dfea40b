// Implements the server and the client with cpp-httplib. The server has connections of its own:
// that library's have no limit for a whole request, so a few clients that send a byte now and then
// could occupy all of its threads.
#include "tools/servers/http/http_library.h"

#include "http_identity.h"

#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using Clock = std::chrono::steady_clock;

/// Most bytes of requests' heads.
constexpr std::size_t most_head_bytes = std::size_t{256} << 10U;
/// How often a waiting connection checks whether the server stops.
constexpr std::chrono::milliseconds glance{100};
/// A text of unknown length ends with the connection, or after such a silence.
constexpr std::chrono::milliseconds silence{300};

/// Uses a thread for each connection, kept for the next one, up to a limit.
class Threads final : public httplib::TaskQueue {
 public:
  explicit Threads(std::size_t most) : most_(most) {}

  void enqueue(std::function<void()> job) override {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
      if (jobs_.size() > idle_ && threads_.size() < most_) start_one();
      if (!threads_.empty()) {
        wake_.notify_one();
        return;
      }
      // No thread can be started: the one that accepts connections handles it.
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    job();
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void start_one() {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // Continues with the threads that exist.
    }
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      wake_.wait(lock, [&] { return done_ || !jobs_.empty(); });
      --idle_;
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool done_ = false;
};

/// A socket with a limit of time and bytes for all reads, and a limit of time for writes.
class Connection final : public httplib::Stream {
 public:
  Connection(int socket, const HttpOptions& options, const std::atomic<bool>& stopping)
      : socket_(socket),
        time_(std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(options.request_seconds))),
        until_(Clock::now() + time_),
        left_(most_head_bytes),
        stopping_(stopping) {}

  /// The head is complete, and this many bytes may follow; or as many as arrive before a silence.
  void expect_text(std::size_t most, bool silence_ends) {
    left_ += most;
    silence_ends_ = silence_ends;
  }
  /// Starts the time for the answer.
  void answer_now() { until_ = Clock::now() + time_; }

  [[nodiscard]] bool is_readable() const override { return begin_ < end_ || Clock::now() < until_; }
  [[nodiscard]] bool is_writable() const override { return true; }

  ssize_t read(char* text, size_t size) override {
    if (begin_ == end_) {
      const ssize_t count = fill();
      if (count <= 0) return count;
    }
    const std::size_t count = std::min(size, end_ - begin_);
    std::memcpy(text, buffer_.data() + begin_, count);
    begin_ += count;
    return static_cast<ssize_t>(count);
  }

  ssize_t write(const char* text, size_t size) override {
    std::size_t done = 0;
    while (done < size) {
      if (wait_for(POLLOUT, until_) != Ready::yes) return -1;
      const ssize_t count = send(socket_, text + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) return -1;
      done += static_cast<std::size_t>(count);
    }
    return static_cast<ssize_t>(size);
  }

  // Not used.
  void get_remote_ip_and_port(std::string& address, int& port) const override {
    address.clear();
    port = 0;
  }
  void get_local_ip_and_port(std::string& address, int& port) const override {
    address.clear();
    port = 0;
  }
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  enum class Ready { yes, late, no };

  [[nodiscard]] Ready wait_for(short event, Clock::time_point until) const {
    for (;;) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
      if (left.count() <= 0) return Ready::late;
      // The caller that stops the server has answered already, or is about to: only reading ends.
      if (event == POLLIN && stopping_.load(std::memory_order_relaxed)) return Ready::no;
      pollfd wanted{socket_, event, 0};
      const int found = poll(&wanted, 1, static_cast<int>(std::min(left, glance).count()));
      if (found > 0) return Ready::yes;
      if (found < 0 && errno != EINTR) return Ready::no;
    }
  }

  ssize_t fill() {
    if (left_ == 0) return -1;
    for (;;) {
      const auto until = silence_ends_ ? std::min(until_, Clock::now() + silence) : until_;
      const Ready ready = wait_for(POLLIN, until);
      if (ready == Ready::late && silence_ends_) return 0;
      if (ready != Ready::yes) return -1;
      const ssize_t count =
          recv(socket_, buffer_.data(), std::min(buffer_.size(), left_), MSG_DONTWAIT);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) return count;
      begin_ = 0;
      end_ = static_cast<std::size_t>(count);
      left_ -= end_;
      return count;
    }
  }

  int socket_;
  Clock::duration time_;
  Clock::time_point until_;
  std::size_t left_;  ///< bytes that may still arrive
  const std::atomic<bool>& stopping_;
  bool silence_ends_ = false;
  std::array<char, 16384> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// When this thread's connection was accepted.
thread_local Clock::time_point arrival;

class Server final : public HttpServer, private httplib::Server {
 public:
  Server(HttpOptions options, HttpHandler handler)
      : options_(std::move(options)), handler_(std::move(handler)) {
    new_task_queue = [this] { return new Threads(options_.most_connections); };
    set_tcp_nodelay(true);
    set_payload_max_length(options_.most_bytes);
    set_default_headers(httplib::Headers(options_.headers.begin(), options_.headers.end()));
    // Two servers on one port would each get some of the messages.
    set_socket_options([](int socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      if (request.method != "GET" && request.method != "OPTIONS") return HandlerResponse::Unhandled;
      answer(request, response);
      return HandlerResponse::Handled;
    });
    Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    });
  }

  /// Returns false if it cannot listen; `errno` may give the reason.
  bool listen_at_once() {
    port_ = options_.port;
    const bool bound = port_ == 0 ? (port_ = bind_to_any_port(options_.host)) > 0
                                  : bind_to_port(options_.host, port_);
    // httplib lets five connections wait, and others retry after a second.
    return bound && ::listen(svr_sock_, static_cast<int>(options_.most_connections)) == 0;
  }

  [[nodiscard]] int port() const override { return port_; }

  void run() override {
    listen_after_bind();
    ended_ = true;
  }

  void stop() override {
    stopping_ = true;
    while (!ended_) {
      httplib::Server::stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

 private:
  bool process_and_close_socket(socket_t socket) override {
    arrival = Clock::now();
    Connection connection(socket, options_, stopping_);
    connection_ = &connection;
    bool closed = false;
    bool done = false;
    try {
      done = process_request(connection, true, closed, [&](httplib::Request& request) {
        // Treats every body as text, whatever its declared type: uncompressed, and with a complete
        // answer.
        request.headers.erase("Content-Type");
        request.headers.erase("Content-Encoding");
        request.headers.erase("Accept-Encoding");
        request.ranges.clear();
        connection.expect_text(options_.most_bytes, !request.has_header("Content-Length"));
      });
    } catch (const std::exception&) {
      // Out of memory: the connection is dropped.
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return done;
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    const std::string host = request.get_header_value("Host");
    const std::string origin = request.get_header_value("Origin");
    HttpAnswer result;
    try {
      // Passes the target as received: httplib cuts the path at a `?`.
      result = handler_({request.method, request.target, request.body, host, origin, arrival});
    } catch (const std::exception& error) {
      result = {500, "text/plain", error.what()};
    }
    response.status = result.status;
    response.set_content(std::move(result.text), result.type);
    connection_->answer_now();
  }

  HttpOptions options_;
  HttpHandler handler_;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<bool> ended_{false};
  static thread_local Connection* connection_;
};

thread_local Connection* Server::connection_ = nullptr;

HttpServer* open_server(const HttpOptions& options, HttpHandler handler, std::string& why) {
  auto server = std::make_unique<Server>(options, std::move(handler));
  errno = 0;
  if (server->listen_at_once()) return server.release();
  why = errno == 0 ? "unknown host" : std::strerror(errno);
  return nullptr;
}

// The client.

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

/// The caller must delete it.
HttpClient* new_client(const HttpAddress& address) {
  return new Client(address);
}

}  // namespace
}  // namespace tesuji::tools

extern "C" const tesuji::tools::HttpLibrary tesuji_http_library = {
    .identity = tesuji::tools::http_identity.data(),
    .open = &tesuji::tools::open_server,
    .connect = &tesuji::tools::new_client,
};
