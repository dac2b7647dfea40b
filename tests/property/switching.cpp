#include "tests/property/switching.h"

#include "backend/driver/games/game_code.h"
#include "backend/driver/load.h"
#include "backend/llvm/plans/jit.h"
#include "ir/module/layout.h"
#include "runtime/host/game/tabled_game.h"

#include <atomic>
#include <utility>

namespace tesuji::tests {
namespace {

struct Both {
  runtime::GameCode interpreted;
  runtime::GameCode native;
  mutable std::atomic<unsigned> calls = 0;
};

template <tsj_entry runtime::GameCode::* question>
std::int32_t ask(const void* self, tsj_scratch* scratch, const std::uint64_t* state,
                 std::uint64_t* out) {
  const Both& both = *static_cast<const Both*>(self);
  const runtime::GameCode& code = both.calls++ % 2 == 0 ? both.interpreted : both.native;
  return (code.*question)(code.self, scratch, state, out);
}

/// Entries that a module lacks, both engines lack.
template <tsj_entry runtime::GameCode::* question>
void give(runtime::GameCode& code, const Both& both) {
  if (both.native.*question != nullptr) code.*question = ask<question>;
}

}  // namespace

std::shared_ptr<const runtime::Game> switching_game(
    const std::shared_ptr<const ir::Module>& module) {
  const auto layout = std::make_shared<const ir::Layout>(ir::lay_out(*module));
  llvm_backend::JitOptions fast;
  fast.tier = llvm_backend::JitOptions::Tier::fast;
  auto both = std::make_shared<Both>();
  both->interpreted = driver::interpreted_code(module, layout);
  both->native = driver::native_code(llvm_backend::compile(*module, *layout, fast), module, layout);
  runtime::GameCode code;
  give<&runtime::GameCode::legal>(code, *both);
  give<&runtime::GameCode::next>(code, *both);
  give<&runtime::GameCode::terminal>(code, *both);
  give<&runtime::GameCode::goal>(code, *both);
  give<&runtime::GameCode::sees>(code, *both);
  code.self = both.get();
  code.keep = std::move(both);
  return runtime::make_tabled_game(driver::make_tables(*module, *layout), std::move(code));
}

}  // namespace tesuji::tests
