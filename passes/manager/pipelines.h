// Chooses the default pipeline of a module; implemented in pass_manager.cpp.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <span>
#include <string_view>
#include <vector>

namespace tesuji::passes {

/// Returns the passes that a command runs over such a module by default: for clauses the playing
/// pipeline, for agendas that of production rules. None for plans and nets, which have already been
/// through it.
[[nodiscard]] std::span<const std::string_view> pipeline_for(const ir::Module& module);

/// Returns the default pipeline with `fold-rigid`, by which games refuse unreachable states instead
/// of answering about them: used by engines.
[[nodiscard]] std::vector<std::string_view> playing_pipeline();

}  // namespace tesuji::passes
