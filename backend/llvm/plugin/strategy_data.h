// Writes a strategy's part of a plugin's tables as LLVM constants. Internal to this layer.
#pragma once

#include "backend/llvm/emit/data_writer.h"
#include "backend/llvm/plugin/plugin_data.h"

#include <optional>
#include <vector>

namespace tesuji::llvm_backend {

/// The fields of tsj_plugin from `strategy` to the end; zeroes where there is none.
[[nodiscard]] std::vector<llvm::Constant*> strategy_fields(
    DataWriter& data, const std::optional<PluginStrategy>& strategy);

/// The address of its tsj_turns.
[[nodiscard]] llvm::Constant* turn_data(DataWriter& data, const PluginStrategy& strategy);

}  // namespace tesuji::llvm_backend
