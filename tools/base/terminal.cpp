#include "tools/base/terminal.h"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <utility>

namespace tesuji::tools {

void add_color_option(Command& command, std::string& when) {
  command
      .add_option("--color", when,
                  "Colours: auto (on a terminal, unless NO_COLOR is set), always or never")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->capture_default_str();
}

bool wants_color(const std::string& when) {
  if (when != "auto") return when == "always";
  const char* const refused = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  if (refused != nullptr && *refused != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(STDOUT_FILENO) != 0;
}

ProgressLine::ProgressLine(std::string name, bool always)
    : name_(std::move(name)), always_(always), terminal_(isatty(STDERR_FILENO) != 0) {
  if (terminal_ && !always_) watcher_ = std::thread([this] { watch(); });
}

ProgressLine::~ProgressLine() {
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  watcher_.join();
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::begin(const std::string& what) {
  const std::lock_guard lock(mutex_);
  if (always_) fmt::print(stderr, "{}: {}\n", name_, what);
  what_ = what;
}

void ProgressLine::watch() {
  using Seconds = std::chrono::duration<double>;
  constexpr auto first = std::chrono::seconds(1);
  constexpr auto between = std::chrono::milliseconds(200);
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(first);
  while (!wake_.wait_for(lock, wait, [this] { return done_; })) {
    wait = between;
    if (what_.empty()) continue;
    const double seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
    fmt::print(stderr, "\r\x1b[K{}: {} ({:.1f} s)", name_, what_, seconds);
    std::fflush(stderr);
    shown_ = true;
  }
}

Ticker::Ticker(std::function<void(double seconds)> tick)
    : thread_([tick = std::move(tick)](const std::stop_token& stop) {
        using Clock = std::chrono::steady_clock;
        std::mutex mutex;
        std::condition_variable_any ended;
        std::unique_lock lock(mutex);
        Clock::time_point last = Clock::now();
        while (!ended.wait_for(lock, stop, std::chrono::seconds(1),
                               [&] { return stop.stop_requested(); })) {
          const Clock::time_point now = Clock::now();
          tick(std::chrono::duration<double>(now - std::exchange(last, now)).count());
        }
      }) {}

}  // namespace tesuji::tools
