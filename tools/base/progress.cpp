#include "tools/base/progress.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tesuji::tools {
namespace {

constexpr auto before_first = std::chrono::seconds(1);
constexpr auto between_drawings = std::chrono::milliseconds(200);
constexpr auto between_lines = std::chrono::seconds(1);
/// Rates are those of the last seconds: a rate changes, for example when faster code is ready.
constexpr auto rate_window = std::chrono::seconds(5);

double seconds_of(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

/// The line on the terminal; null: none.
struct ShownLine {
  std::mutex mutex;
  ProgressLine* line = nullptr;
};

ShownLine& shown_line() {
  static ShownLine shown;
  return shown;
}

/// Whether a line can be redrawn there.
bool is_screen() {
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  return !dumb && isatty(STDERR_FILENO) != 0;
}

std::size_t columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// Cuts the line at the terminal's width: a longer one would not be removed whole.
std::string fitting(std::string line) {
  const std::size_t most = columns() - 1;
  if (line.size() <= most) return line;
  std::size_t end = most > 3 ? most - 3 : 0;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  line.resize(end);
  return line + "...";
}

}  // namespace

void ProgressFlags::add_to(Command& command, const std::string& help) {
  Option* const print = command.add_flag("--progress", lines, help);
  command.add_flag("--no-progress", none, "Show no progress, even on a terminal")->excludes(print);
  command.group("Output", {"--progress", "--no-progress"});
}

bool ProgressFlags::shows() const {
  return !none && (lines || is_screen());
}

ProgressLine::ProgressLine(std::string name, const ProgressFlags& flags)
    : name_(std::move(name)),
      lines_(flags.lines && !flags.none),
      in_place_(!flags.lines && flags.shows()) {
  if (!in_place_) return;
  watcher_ = std::thread([this] { watch(); });
  const std::lock_guard lock(shown_line().mutex);
  shown_line().line = this;
}

ProgressLine::~ProgressLine() {
  if (in_place_) {
    const std::lock_guard lock(shown_line().mutex);
    if (shown_line().line == this) shown_line().line = nullptr;
  }
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  watcher_.join();
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressLine::begin(const std::string& what, double share) {
  if (lines_) {
    const std::lock_guard lock(mutex_);
    fmt::print(stderr, "{}: {}\n", name_, what);
  }
  show(what, share);
}

void ProgressLine::show(const std::string& what, double share) {
  const std::lock_guard lock(mutex_);
  what_ = what;
  share_ = share;
  share_since_ = Clock::now();
}

void ProgressLine::hide() {
  const std::lock_guard lock(mutex_);
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

void hide_progress() {
  const std::lock_guard lock(shown_line().mutex);
  if (shown_line().line != nullptr) shown_line().line->hide();
}

void ProgressLine::count(std::function<WorkDone()> work) {
  const std::lock_guard lock(mutex_);
  work_ = std::move(work);
  counting_since_ = Clock::now();
  samples_ = {{counting_since_, work_().done}};
  if (lines_ && !watcher_.joinable()) watcher_ = std::thread([this] { watch(); });
}

std::string ProgressLine::counted_text() {
  const WorkDone work = work_();
  const Clock::time_point now = Clock::now();
  samples_.emplace_back(now, work.done);
  const auto window = lines_ ? Clock::duration(between_lines) : Clock::duration(rate_window);
  while (samples_.size() > 2 && samples_[1].first + window <= now) samples_.pop_front();
  const auto& [since, before] = samples_.front();
  const double seconds = seconds_of(now - since);
  const double more = work.done > before ? static_cast<double>(work.done - before) : 0;
  const double rate = seconds > 0 ? more / seconds : 0;
  double left = 0;
  if (work.total > work.done && rate > 0) {
    left = static_cast<double>(work.total - work.done) / rate;
  }
  if (work.seconds > 0) {
    const double limit = std::max(work.seconds - seconds_of(now - begin_), 0.0);
    left = left > 0 ? std::min(left, limit) : limit;
  }
  return progress_text(work, rate, lines_ ? 0 : left);
}

std::string ProgressLine::left_text() const {
  if (share_ <= 0 || share_ >= 1) return {};
  const double until_share = seconds_of(share_since_ - begin_);
  const double rest = until_share / share_ * (1 - share_);
  return fmt::format(", {} left", waiting_time(rest - seconds_of(Clock::now() - share_since_)));
}

void ProgressLine::draw(const std::string& text) {
  fmt::print(stderr, "\r\x1b[K{}", fitting(fmt::format("{}: {}", name_, text)));
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::watch() {
  std::unique_lock lock(mutex_);
  Clock::duration wait = lines_ ? Clock::duration(between_lines) : Clock::duration(before_first);
  while (!wake_.wait_for(lock, wait, [this] { return done_; })) {
    wait = lines_ ? Clock::duration(between_lines) : Clock::duration(between_drawings);
    if (lines_) {
      fmt::print(stderr, "{}: {}\n", name_, counted_text());
    } else if (work_) {
      draw(counted_text());
    } else if (!what_.empty()) {
      draw(fmt::format("{} ({:.1f} s{})", what_, seconds_of(Clock::now() - begin_), left_text()));
    }
  }
}

std::string progress_text(const WorkDone& work, double per_second, double seconds_left) {
  std::string text = std::to_string(work.done);
  if (work.total > 0) text += fmt::format(" of {}", work.total);
  text += fmt::format(" {}, {:.{}f} a second", work.noun, per_second,
                      per_second > 0 && per_second < 10 ? 1 : 0);
  if (seconds_left > 0) text += fmt::format(", {} left", waiting_time(seconds_left));
  return text + work.more;
}

std::string waiting_time(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 3600;
  constexpr double day = 24 * hour;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", std::max(1.0, std::ceil(seconds)));
  if (seconds < 2 * hour) return fmt::format("{:.0f} min", std::ceil(seconds / minute));
  if (seconds < 2 * day) return fmt::format("{:.0f} h", std::ceil(seconds / hour));
  return fmt::format("{:.0f} days", std::ceil(seconds / day));
}

}  // namespace tesuji::tools
