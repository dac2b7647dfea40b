#include "tools/base/request_loop.h"

#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/next_run.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>

namespace tesuji::tools {
namespace {

/// Between looks at signals.
constexpr std::chrono::milliseconds between_looks{200};

struct Request {
  Json id;
  std::optional<std::vector<std::string>> arguments;  ///< nothing: the line is not a request
  bool is_stopped = false;                            ///< before it was taken
};

/// Reads lines in a thread of its own, so that a stop arrives while a request is answered.
class RequestReader {
 public:
  explicit RequestReader(int input)
      : thread_([this, input](const std::stop_token& stop) { read(input, stop); }) {}

  /// Waits for a request, and makes it the one that can be stopped; nothing at the end, and after a
  /// signal.
  std::optional<Request> next() {
    std::unique_lock lock(mutex_);
    while (!ended_ && requests_.empty()) {
      if (interrupted()) return std::nullopt;
      arrived_.wait_for(lock, between_looks);
    }
    if (requests_.empty()) return std::nullopt;
    Request request = std::move(requests_.front());
    requests_.pop_front();
    current_ = request.id;
    if (request.is_stopped) set_interrupted(true);
    return request;
  }

  void finish() {
    const std::lock_guard lock(mutex_);
    current_ = nullptr;
    set_interrupted(false);
  }

 private:
  void read(int input, const std::stop_token& stop) {
    std::string text;
    std::array<char, 65536> room{};
    while (!stop.stop_requested()) {
      pollfd file{input, POLLIN, 0};
      if (::poll(&file, 1, static_cast<int>(between_looks.count())) <= 0) continue;
      const ssize_t got = ::read(input, room.data(), room.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      text.append(room.data(), static_cast<std::size_t>(got));
      std::size_t begin = 0;
      for (std::size_t end = text.find('\n'); end != std::string::npos;
           end = text.find('\n', begin)) {
        take(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
      }
      text.erase(0, begin);
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    arrived_.notify_all();
  }

  void take(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    const bool is_object = json.is_object();
    const std::lock_guard lock(mutex_);
    if (is_object && json.contains("stop")) {
      if (!current_.is_null() && current_ == json["stop"]) set_interrupted(true);
      for (Request& each : requests_) each.is_stopped |= each.id == json["stop"];
      return;
    }
    Request request;
    if (is_object && json.contains("id")) request.id = json["id"];
    if (is_object && json.contains("arguments") && json["arguments"].is_array()) {
      std::vector<std::string> arguments;
      for (const Json& each : json["arguments"]) {
        if (each.is_string()) arguments.push_back(each.get<std::string>());
      }
      if (arguments.size() == json["arguments"].size()) request.arguments = std::move(arguments);
    }
    requests_.push_back(std::move(request));
    arrived_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Request> requests_;
  Json current_;  ///< id of the request that is being answered; null: none is
  bool ended_ = false;
  std::jthread thread_;
};

void write_line(int output, std::string_view line) {
  while (!line.empty()) {
    const ssize_t written = ::write(output, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the reader has gone; the input ends, too
    line.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

int answer_requests(CapturedOutput& streams, const std::string& before,
                    const std::function<int(const std::vector<std::string>& arguments)>& answer) {
  RequestReader reader(streams.input());
  while (auto request = reader.next()) {
    int code = exit_usage;
    std::string errors = "tesuji: error: a request is {\"id\": N, \"arguments\": [\"..\"]}\n";
    std::string output;
    if (request->arguments) {
      forget_printed_remarks();
      code = answer(*request->arguments);
      CapturedOutput::Texts texts = streams.take();
      output = std::move(texts.output);
      errors = before + texts.errors;
    }
    reader.finish();
    const Json reply{{"id", request->id}, {"output", output}, {"errors", errors}, {"code", code}};
    write_line(streams.output(), json_text(reply, -1));
  }
  return exit_ok;
}

}  // namespace tesuji::tools
