// Converts a compiled module to the form that the host calls: entry functions, interpreted or
// native, and tables of names and places, since the host knows neither symbols nor relations.
#pragma once

#include "backend/interpreter/interpreter.h"
#include "backend/llvm/plans/jit.h"
#include "ir/module/layout.h"
#include "ir/module/module.h"
#include "runtime/host/game/tabled_game.h"

#include <memory>

namespace tesuji::driver {

/// All keep module and layout alive, and the program or the code.
[[nodiscard]] runtime::GameCode interpreted_code(std::shared_ptr<const ir::Module> module,
                                                 std::shared_ptr<const ir::Layout> layout);
[[nodiscard]] runtime::GameCode interpreted_code(
    std::shared_ptr<const interpreter::Program> program, std::shared_ptr<const ir::Module> module,
    std::shared_ptr<const ir::Layout> layout);
[[nodiscard]] runtime::GameCode native_code(
    std::shared_ptr<const llvm_backend::CompiledModule> compiled,
    std::shared_ptr<const ir::Module> module, std::shared_ptr<const ir::Layout> layout);

}  // namespace tesuji::driver
