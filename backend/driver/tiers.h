// Games that answer at once and become faster while they are played: the interpreter first, then
// native code that was compiled quickly, then optimised code. What the object cache has is taken
// from there, and nothing is compiled quickly where optimised code is at hand.
//
// The compiler is not even loaded at once: most commands that only look at a game end before.
//
// All tiers are of one module and one layout, so that states, moves and scratch memory stay what
// they are when one takes over from another, in the middle of a game or not.
#pragma once

#include "backend/driver/driver.h"
#include "runtime/host/tabled_game.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::driver {

/// Compiles a module in the background and puts the code into a game's slot. The destructor stops
/// it and waits: no thread is left behind.
class Tiers {
 public:
  struct Ready {
    std::string tier;
    double seconds = 0;   ///< since the interpreter could answer
    bool cached = false;  ///< its code is the object cache's
  };

  /// `slot` holds the interpreter's code already. Where there is no thread or memory for the
  /// compiler, what is ready goes on alone.
  Tiers(const ir::Module& module, std::shared_ptr<const ir::Layout> layout,
        std::shared_ptr<runtime::GameCodeSlot> slot, const Options& options);

  /// Until the compiler is loaded, unless somebody waits for what it makes.
  static constexpr std::chrono::milliseconds grace{25};

  /// Waits until the code is optimised, but not longer than so many seconds; whether it is.
  bool wait(double seconds) const;
  /// The tiers that can answer by now, the interpreter first.
  [[nodiscard]] std::vector<Ready> ready() const;
  /// What went wrong in the compiler (a bug of ours); then the last tier that is ready stays.
  [[nodiscard]] std::string failure() const;
  /// Why there is no compiler (on_demand::NoCodeGenerator); then the interpreter goes on alone.
  [[nodiscard]] std::string trouble() const;

 private:
  using Clock = std::chrono::steady_clock;

  void run(const std::stop_token& stop);
  enum class From { cache, anywhere };
  void wait_for_need(const std::stop_token& stop);
  /// False where it was stopped, or the cache has no such code.
  bool make(bool fast, From from, const std::stop_token& stop);

  std::shared_ptr<const ir::Module> module_;  ///< with symbols of its own
  std::shared_ptr<const ir::Layout> layout_;
  std::shared_ptr<runtime::GameCodeSlot> slot_;
  bool verify_;
  std::shared_ptr<object_cache::ObjectCache> cache_;
  Clock::time_point begin_ = Clock::now();
  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  mutable bool awaited_ = false;
  std::vector<Ready> ready_{{"interpreter"}};
  std::string failure_;
  std::string trouble_;
  bool done_ = false;
  std::jthread worker_;  ///< last, so that it ends before what it uses
};

}  // namespace tesuji::driver
