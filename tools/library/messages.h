// Creates messages of libtesuji, and converts exceptions of calls to messages. Internal to this
// layer.
#pragma once

#include "ir/core/diagnostics.h"
#include "runtime/core/tesuji/tesuji.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/stop.h"

#include <cstdint>
#include <deque>
#include <exception>
#include <new>
#include <string>
#include <vector>

struct tsj_messages {
  std::vector<tsj_message> messages;
  std::string text;
  std::deque<std::string> strings;  ///< the texts that messages point to
};

namespace tesuji::library {

/// Writes the diagnostics to *messages (unless null): NULL if none exist, or no memory for them.
void give(const ir::Diagnostics& diagnostics, tsj_messages** messages) noexcept;
/// Writes one error without a place.
void give_error(const char* code, const std::string& text, tsj_messages** messages) noexcept;

/// Calls `work()`, which returns a status; converts its exceptions to a message and a negative
/// status.
template <typename Work>
std::int32_t guarded(tsj_messages** messages, const Work& work) noexcept {
  if (messages != nullptr) *messages = nullptr;
  try {
    return work();
  } catch (const std::bad_alloc&) {
    give_error("limit", "out of memory", messages);
    return TSJ_LIMIT;
  } catch (const runtime::Stopped& stopped) {
    give_error("stopped", stopped.what(), messages);
    return TSJ_STOPPED;
  } catch (const runtime::LimitReached& reached) {
    give_error("limit", reached.what(), messages);
    return TSJ_LIMIT;
  } catch (const std::exception& failure) {
    give_error("game", failure.what(), messages);
  } catch (...) {
    give_error("bug", "unknown error", messages);
  }
  return TSJ_UNKNOWN;
}

}  // namespace tesuji::library
