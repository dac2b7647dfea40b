#include "backend/driver/games/tiers.h"

#include "backend/driver/games/automatic.h"
#include "backend/driver/games/jit_options.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/on_demand/no_code_generator.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace tesuji::driver {
namespace {

/// Whoever waits for the compiler looks at the flag of a stop so often.
constexpr std::chrono::milliseconds look_at_stop{20};

/// What LLVM takes for a gate of a net that it does not optimise, as it is too large for that.
constexpr double seconds_a_quick_gate = 10e-6;

}  // namespace

std::shared_ptr<const ir::Module> detached(const ir::Module& module) {
  auto copy = std::make_shared<ir::Module>(module);
  copy->symbols = module.symbols->clone();
  return copy;
}

LoadedGame load_tiers(std::shared_ptr<const ir::Module> module,
                      std::shared_ptr<const ir::Module> source, const Options& options,
                      runtime::StandbyMaker standby) {
  GuardedPlans plans = interpret_guarded(std::move(module), std::move(standby));
  auto games = std::make_shared<runtime::GameSlot>(plans.loaded.game);
  LoadedGame loaded = plans.loaded;
  loaded.game = runtime::make_exchangeable_game(games);
  const auto tiers = std::make_shared<Tiers>(plans, std::move(games), std::move(source), options);
  if (options.engine == Engine::automatic) {
    if (std::optional<LoadedGame> chosen = tiers->choose()) return *std::move(chosen);
  }
  loaded.tiers = tiers;
  return loaded;
}

LoadedGame load_native_net(const GroundGame& ground, const Options& options,
                           std::uint64_t most_at_once) {
  if (ir::count_step_gates(*ground.net) <= most_at_once) {
    return {ground.module, nullptr, compile_game(ground, options)};
  }
  auto games = std::make_shared<runtime::GameSlot>(evaluate_game(ground));
  LoadedGame loaded{ground.module, nullptr, runtime::make_exchangeable_game(games)};
  loaded.tiers = std::make_shared<Tiers>(ground, std::move(games), options);
  return loaded;
}

Tiers::Tiers(const GuardedPlans& plans, std::shared_ptr<runtime::GameSlot> games,
             std::shared_ptr<const ir::Module> source, const Options& options)
    : module_(detached(*plans.loaded.module)),
      layout_(plans.loaded.layout),
      code_(plans.code),
      guard_(plans.guard),
      games_(std::move(games)),
      source_(std::move(source)),
      options_(options),
      ready_{{plans.execution == interpreter::Execution::stencils ? "stencils" : "interpreter"}} {
  start();
}

Tiers::Tiers(const GroundGame& net, std::shared_ptr<runtime::GameSlot> games,
             const Options& options)
    : module_(detached(*net.module)),
      games_(std::move(games)),
      options_(options),
      ready_{{"interpreter of the net"}} {
  auto own = std::make_shared<GroundGame>(net);
  own->module = module_;
  net_ = std::move(own);
  start();
}

void Tiers::start() {
  // That belongs to the thread that loads the game.
  options_.pipeline.after = {};
  options_.pipeline.after_code = {};
  options_.pipeline.stop_after.clear();
  choosing_ = awaited_ = net_ == nullptr && options_.engine == Engine::automatic;
  try {
    worker_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  } catch (const std::system_error&) {
    done_ = true;  // no thread to be had: stencils go on alone
  }
}

bool Tiers::wait_until(std::chrono::duration<double> since_begin, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto until = begin_ + std::chrono::duration_cast<Clock::duration>(since_begin);
  changed_.wait_until(lock, stop, until, [&] { return awaited_; });
  return !stop.stop_requested();
}

void Tiers::run(const std::stop_token& stop) {
  std::string failure;
  std::string trouble;
  const std::stop_callback on_stop(stop, [this] { let_go_ = true; });
  const runtime::StopScope scope(&let_go_);
  try {
    if (net_ == nullptr) {
      make_all(stop);
    } else {
      compile_net(stop);
    }
  } catch (const std::system_error&) {
    // No thread or memory for the compiler: what is ready goes on.
  } catch (const std::bad_alloc&) {
  } catch (const llvm_backend::CompilationStopped&) {
  } catch (const runtime::Stopped&) {
  } catch (const runtime::LimitReached&) {
    // States of random games, on which a net is measured, are too large: it is not made.
  } catch (const on_demand::NoCodeGenerator& error) {
    trouble = error.what();
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const std::lock_guard lock(mutex_);
  failure_ = std::move(failure);
  trouble_ = std::move(trouble);
  done_ = true;
  changed_.notify_all();
}

void Tiers::make_all(const std::stop_token& stop) {
  if (wait_until(grace, stop) &&
      (make(false, From::cache, stop) ||
       (make(true, From::anywhere, stop) && make(false, From::anywhere, stop))) &&
      wait_until(net_grace, stop)) {
    make_net(stop);
  }
}

double Tiers::compiling_seconds() const {
  return seconds_a_quick_gate * static_cast<double>(ir::count_step_gates(*net_->net));
}

void Tiers::compile_net(const std::stop_token& stop) {
  if (!wait_until(std::chrono::duration<double>(compiling_seconds()), stop)) return;
  games_->exchange(compile_game(*net_, options_, stop));
  add_ready("native net", false);
}

bool Tiers::make(bool fast, From from, const std::stop_token& stop) {
  if (from == From::cache && options_.cache == nullptr) return false;
  Options options = options_;
  options.fast_tier = fast;
  llvm_backend::JitOptions jit = jit_options(options);
  jit.stop = stop;
  jit.cached_only = from == From::cache;
  auto compiled = llvm_backend::compile(*module_, *layout_, jit);
  if (!compiled) return false;
  const bool cached = compiled->cached();
  runtime::GameCode native = guarded_native_code(guard_, std::move(compiled), module_, layout_);
  if (!fast) native_ = native;
  code_->exchange(std::move(native));
  add_ready(fast ? "fast" : "optimised", cached);
  return true;
}

bool Tiers::is_in_time(double seconds) {
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  const std::lock_guard lock(mutex_);
  if (choosing_ && spent.count() + seconds <= options_.patience) return true;
  choosing_ = false;
  awaited_ = false;  // the rest is compiled once that pays
  changed_.notify_all();
  return false;
}

bool Tiers::hand_over(LoadedGame game) {
  const std::lock_guard lock(mutex_);
  if (!choosing_) return false;
  chosen_ = std::move(game);
  changed_.notify_all();
  return true;
}

std::optional<LoadedGame> Tiers::choose() {
  const auto until = begin_ + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(options_.patience));
  const std::atomic<bool>* const stop = runtime::requested_stop();
  std::unique_lock lock(mutex_);
  while (!done_ && !chosen_ && choosing_ && Clock::now() < until) {
    if (stop != nullptr && *stop) throw runtime::Stopped();
    changed_.wait_until(lock, std::min(until, Clock::now() + look_at_stop));
  }
  choosing_ = false;
  awaited_ = false;
  if (!trouble_.empty()) throw on_demand::NoCodeGenerator(trouble_);
  return std::move(chosen_);
}

void Tiers::make_net(const std::stop_token& stop) {
  const bool choosing = options_.engine == Engine::automatic;
  if (source_ == nullptr && !choosing) return;
  LoadedGame matchers;
  matchers.module = module_;
  matchers.layout = layout_;
  matchers.game = games_->first();
  const BeforeCompiling later = [&](double seconds) {
    return wait_until(std::chrono::duration<double>(seconds), stop);
  };
  if (!choosing) {
    use(take_over(*source_, matchers, options_, later, stop));
    return;
  }
  // What stands by for guarded code reads states by the first game (guarded_plans.h).
  using Kept = std::pair<std::shared_ptr<const void>, std::shared_ptr<const runtime::Game>>;
  runtime::GameCode native = native_;
  native.keep = std::make_shared<const Kept>(native_.keep, games_->first());
  matchers.game = runtime::make_tabled_game(make_tables(*module_, *layout_), std::move(native));
  AutomaticGame chosen;
  chosen.loaded = matchers;
  if (source_ != nullptr) {
    chosen = take_over(*source_, matchers, options_, later, stop,
                       [&](double seconds) { return is_in_time(seconds); });
  }
  if ((chosen.own_states || !chosen.net) && hand_over(chosen.loaded)) return;
  // Too late for states of its own.
  if (chosen.own_states) chosen = take_over(*source_, matchers, options_, later, stop);
  use(chosen);
}

void Tiers::use(const AutomaticGame& chosen) {
  if (!chosen.net) return;
  games_->exchange(chosen.loaded.game);
  add_ready("net", false);
}

void Tiers::add_ready(std::string tier, bool cached) {
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  const std::lock_guard lock(mutex_);
  ready_.push_back({std::move(tier), spent.count(), cached});
}

bool Tiers::wait(double seconds) const {
  std::unique_lock lock(mutex_);
  if (seconds > 0) {
    awaited_ = true;
    changed_.notify_all();
  }
  return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return done_; });
}

std::vector<Tiers::Ready> Tiers::ready() const {
  const std::lock_guard lock(mutex_);
  return ready_;
}

std::string Tiers::outlook() const {
  if (net_ == nullptr) return {};
  return fmt::format(
      "the net has {} gates: it is evaluated gate by gate, and compiled after {:.1f} s of play",
      ir::count_step_gates(*net_->net), compiling_seconds());
}

std::string Tiers::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::string Tiers::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

}  // namespace tesuji::driver
