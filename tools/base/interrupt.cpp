#include "tools/base/interrupt.h"

#include "backend/temporary/temporary.h"
#include "tools/base/command.h"
#include "tools/base/next_run.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

namespace tesuji::tools {

namespace {

constexpr std::array interrupts = {SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> stop_requested{false};
std::atomic<pid_t> reporter{0};
static_assert(std::atomic<pid_t>::is_always_lock_free, "read by a signal handler");
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

extern "C" void on_signal(int signal) {
  stop_requested.store(true, std::memory_order_relaxed);
  // The computation may never end; the next signal kills.
  temporary::end_at(signal);
}

/// Calls only functions that are safe in a signal handler.
extern "C" void on_early_signal(int signal) {
  // A child between fork and exec ends as if no handler were installed.
  if (getpid() != reporter.load(std::memory_order_relaxed)) {
    std::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  temporary::remove_all();
  constexpr std::string_view message = "tesuji: stopped before there was a result\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message.size());
  _exit(exit_limit);
}

/// If this was started with `nohup`, or in the background, the signal stays ignored.
bool is_ignored(int signal) {
  struct sigaction now{};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

void end_at_interrupts() {
  reporter = getpid();
  struct sigaction action{};
  action.sa_handler = on_early_signal;
  sigemptyset(&action.sa_mask);
  for (const int signal : interrupts) {
    if (!is_ignored(signal)) sigaction(signal, &action, nullptr);
  }
}

const std::atomic<bool>& watch_interrupts() {
  // Without SA_RESTART, so that a wait for a person's input ends, too.
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  if (!is_ignored(SIGHUP)) sigaction(SIGHUP, &action, nullptr);
  return stop_requested;
}

const std::atomic<bool>& interrupt_flag() {
  return stop_requested;
}

bool interrupted() {
  return stop_requested.load(std::memory_order_relaxed);
}

void set_interrupted(bool stop) {
  stop_requested.store(stop, std::memory_order_relaxed);
}

}  // namespace tesuji::tools
