#include "tools/interrupt.h"

#include "backend/temporary/temporary.h"

#include <csignal>

namespace tesuji::tools {

namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

extern "C" void on_signal(int signal) {
  stop_requested.store(true, std::memory_order_relaxed);
  // What is being computed may not come to an end; the next one kills.
  temporary::end_at(signal);
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
  // Without SA_RESTART, so that a wait for a person's input ends too.
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // Who started this with `nohup` wants it to go on.
  struct sigaction now{};
  if (sigaction(SIGHUP, nullptr, &now) != 0 || now.sa_handler != SIG_IGN) {
    sigaction(SIGHUP, &action, nullptr);
  }
  return stop_requested;
}

bool interrupted() {
  return stop_requested.load(std::memory_order_relaxed);
}

}  // namespace tesuji::tools
