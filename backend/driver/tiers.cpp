#include "backend/driver/tiers.h"

#include "backend/driver/game_code.h"
#include "backend/driver/jit_options.h"
#include "backend/on_demand/no_code_generator.h"

#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace tesuji::driver {
namespace {

/// The module for another thread, which may not read symbols while this one makes new ones.
std::shared_ptr<const ir::Module> detached(const ir::Module& module) {
  auto copy = std::make_shared<ir::Module>(module);
  copy->symbols = module.symbols->clone();
  return copy;
}

}  // namespace

Tiers::Tiers(const ir::Module& module, std::shared_ptr<const ir::Layout> layout,
             std::shared_ptr<runtime::GameCodeSlot> slot, const Options& options)
    : module_(detached(module)),
      layout_(std::move(layout)),
      slot_(std::move(slot)),
      verify_(options.pipeline.verify_each),
      cache_(options.cache) {
  try {
    worker_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  } catch (const std::system_error&) {
    done_ = true;  // no thread to be had: the interpreter goes on alone
  }
}

void Tiers::wait_for_need(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, stop, grace, [&] { return awaited_; });
}

void Tiers::run(const std::stop_token& stop) {
  std::string failure;
  std::string trouble;
  try {
    wait_for_need(stop);
    if (!stop.stop_requested() && !make(false, From::cache, stop)) {
      static_cast<void>(make(true, From::anywhere, stop) && make(false, From::anywhere, stop));
    }
  } catch (const std::system_error&) {
    // No thread or memory for the compiler: what is ready goes on.
  } catch (const std::bad_alloc&) {
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

bool Tiers::make(bool fast, From from, const std::stop_token& stop) {
  if (from == From::cache && cache_ == nullptr) return false;
  Options options;
  options.fast_tier = fast;
  options.pipeline.verify_each = verify_;
  options.cache = cache_;
  llvm_backend::JitOptions jit = jit_options(options);
  jit.stop = stop;
  jit.cached_only = from == From::cache;
  auto compiled = llvm_backend::compile(*module_, *layout_, jit);
  if (!compiled) return false;
  const bool cached = compiled->cached();
  slot_->exchange(native_code(std::move(compiled), module_, layout_));
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  const std::lock_guard lock(mutex_);
  ready_.push_back({fast ? "fast" : "optimised", spent.count(), cached});
  return true;
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

std::string Tiers::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::string Tiers::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

}  // namespace tesuji::driver
