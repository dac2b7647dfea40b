// Chooses the pipeline that a module goes through.
#pragma once

#include "ir/module/module.h"
#include "passes/core/pass.h"

#include <span>
#include <string_view>

namespace tesuji::passes {

/// Names of the passes that a command runs over such a module where nobody chooses: of clauses
/// the default pipeline, of agendas that of production rules. Of plans and nets none: they have
/// been through it.
[[nodiscard]] std::span<const std::string_view> pipeline_for(const ir::Module& module);

}  // namespace tesuji::passes
