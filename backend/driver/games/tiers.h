// Games that answer at once and become faster during play: stencils, then quickly compiled code,
// then optimised code, then a propositional network where it answers questions faster
// (automatic.h). What the object cache has is taken from there, and nothing is compiled quickly
// where optimised code is at hand.
//
// A net takes seconds to make for some games. So it is begun a moment after the rest is done, and
// compiled when the game has been played for as long as compiling takes: who stops early has spent
// little on it.
//
// The compiler is not even loaded at once: most commands that only look at a game end before.
//
// With Engine::automatic, whoever loads the game waits for the fastest engines, but not longer than
// Options::patience: a net that is chosen by then may have states of its own, which are faster.
//
// Interpreter and native code are of one module and one layout, so that states, moves and scratch
// memory stay what they are when one takes over from another, in the middle of a game or not. The
// net is placed on the same states, and numbers moves alike.
//
// Whichever of them runs plans, a question that takes far too long is answered by the reference
// reasoner (guarded_plans.h).
//
// A net that is asked for by itself is compiled at once, unless its code takes far longer than the
// net did: then the net is evaluated node by node at first, and compiled once it has been played
// for as long as that takes.
#pragma once

#include "backend/driver/games/automatic.h"
#include "backend/driver/games/guarded_plans.h"
#include "backend/driver/games/net.h"
#include "backend/driver/load.h"
#include "ir/module/layout.h"
#include "runtime/host/game/memory_game.h"
#include "runtime/host/game/tabled_game.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tesuji::driver {

/// Compiles a module or a net in the background and puts the code into a game's slot. The
/// destructor stops it and waits: no thread is left behind.
class Tiers {
 public:
  struct Ready {
    std::string tier;
    double seconds = 0;   ///< since the first tier could answer
    bool cached = false;  ///< its code is the object cache's
  };

  /// `plans` run without LLVM by now, and `games` is the game over them. `source`: as for
  /// load_tiers. Where there is no thread or memory for the compiler, what is ready goes on alone.
  Tiers(const GuardedPlans& plans, std::shared_ptr<runtime::GameSlot> games,
        std::shared_ptr<const ir::Module> source, const Options& options);
  /// Of a net alone: `games` holds the one that evaluates it. As for the other constructor.
  Tiers(const GroundGame& net, std::shared_ptr<runtime::GameSlot> games, const Options& options);

  /// Until the compiler is loaded, unless somebody waits for what it makes.
  static constexpr std::chrono::milliseconds grace{25};
  /// Until the net is begun, unless somebody waits for it.
  static constexpr std::chrono::milliseconds net_grace{150};

  /// Engine::automatic: waits for the fastest game, until Options::patience is over. Nothing where
  /// it is not there by then: the tiers go on, and a net comes with their states. Once, before
  /// anything is asked. Throws on_demand::NoCodeGenerator where there is no compiler.
  [[nodiscard]] std::optional<LoadedGame> choose();

  /// Waits until the last tier is ready, but not longer than so many seconds; whether it is.
  bool wait(double seconds) const;
  /// The tiers that can answer by now, stencils first, or the interpreter in their place
  /// (interpreter.h).
  [[nodiscard]] std::vector<Ready> ready() const;
  /// What went wrong in the compiler (a bug of ours); then the last tier that is ready stays.
  [[nodiscard]] std::string failure() const;
  /// Why there is no compiler (on_demand::NoCodeGenerator); then stencils go on alone.
  [[nodiscard]] std::string trouble() const;
  /// Why what was asked for is not there yet, and when it will be; empty for matchers.
  [[nodiscard]] std::string outlook() const;

 private:
  using Clock = std::chrono::steady_clock;

  void start();
  void run(const std::stop_token& stop);
  /// Makes all tiers, as far as it is not stopped.
  void make_all(const std::stop_token& stop);
  enum class From { cache, anywhere };
  /// Waits until so long after the beginning, or until somebody waits for what is made. False where
  /// it was stopped.
  bool wait_until(std::chrono::duration<double> since_begin, const std::stop_token& stop);
  /// False where it was stopped, or the cache has no such code.
  bool make(bool fast, From from, const std::stop_token& stop);
  void make_net(const std::stop_token& stop);
  /// Makes the game answer by the net, if one was chosen.
  void use(const AutomaticGame& chosen);
  /// Whether choose() still waits, and so many seconds of work end before Options::patience does.
  /// If not, choose() returns.
  bool is_in_time(double seconds);
  /// Hands the game to whoever waits in choose(); false where that has been given up.
  bool hand_over(LoadedGame game);
  /// Compiles net_ once that pays.
  void compile_net(const std::stop_token& stop);
  /// What compiling net_ takes, about.
  [[nodiscard]] double compiling_seconds() const;
  void add_ready(std::string tier, bool cached);

  std::shared_ptr<const ir::Module> module_;  ///< with symbols of its own
  std::shared_ptr<const ir::Layout> layout_;
  std::shared_ptr<runtime::GameCodeSlot> code_;
  std::shared_ptr<runtime::QuestionGuard> guard_;  ///< of that code; null: none
  std::shared_ptr<runtime::GameSlot> games_;
  std::shared_ptr<const ir::Module> source_;  ///< with symbols of its own; null: no net
  std::shared_ptr<const GroundGame> net_;     ///< with symbols of its own; null: of a module
  Options options_;  ///< as they were given, without what reports on passes
  Clock::time_point begin_ = Clock::now();
  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  mutable bool awaited_ = false;
  runtime::GameCode native_{};          ///< optimised code, for choose(); the worker's
  bool choosing_ = false;               ///< choose() waits, or will
  std::optional<LoadedGame> chosen_{};  ///< for choose()
  std::vector<Ready> ready_;
  std::string failure_;
  std::string trouble_;
  bool done_ = false;
  std::atomic<bool> let_go_{false};  ///< what the worker asks looks at it (runtime::StopScope)
  std::jthread worker_;              ///< last, so that it ends before what it uses
};

/// A copy for another thread, which may not read symbols while this one makes new ones.
[[nodiscard]] std::shared_ptr<const ir::Module> detached(const ir::Module& module);

/// Makes a runnable module (make_runnable) playable by tiers. `source`: the clauses it was made of,
/// before any pass, detached; null: there will be no net. `standby` (make_standby) may be empty.
[[nodiscard]] LoadedGame load_tiers(std::shared_ptr<const ir::Module> module,
                                    std::shared_ptr<const ir::Module> source,
                                    const Options& options, runtime::StandbyMaker standby);

/// The net in native code: at once, or where it has more gates for a step than `most_at_once`, by
/// and by. The net answers all questions, and has been specialised.
[[nodiscard]] LoadedGame load_native_net(const GroundGame& ground, const Options& options,
                                         std::uint64_t most_at_once = most_step_gates);

}  // namespace tesuji::driver
