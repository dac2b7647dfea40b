// Chooses the pipeline that a module goes through.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <span>
#include <string_view>
#include <vector>

namespace tesuji::passes {

/// Names of the passes that a command runs over such a module where nobody chooses: of clauses
/// the playing pipeline, of agendas that of production rules. Of plans and nets none: they have
/// been through it.
[[nodiscard]] std::span<const std::string_view> pipeline_for(const ir::Module& module);

/// The default pipeline, and `fold-rigid`, by which games refuse states that cannot be reached
/// instead of answering about them: what engines run.
[[nodiscard]] std::vector<std::string_view> playing_pipeline();

}  // namespace tesuji::passes
