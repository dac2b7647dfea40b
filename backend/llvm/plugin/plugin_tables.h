// Writes the tables of plans and networks of a plugin (runtime/core/tesuji/game_data.h). Internal
// to this layer.
#pragma once

#include "backend/llvm/emit/data_writer.h"
#include "backend/llvm/plugin/plugin_data.h"
#include "runtime/host/game/table_memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

inline std::int64_t count_of(std::size_t size) {
  return static_cast<std::int64_t>(size);
}

/// What tables of both kinds are made of.
class TableWriter {
 public:
  using Names = std::vector<std::string>;

  explicit TableWriter(llvm::Module& module) : data(module) {}

  DataWriter data;
  runtime::TableMemory memory;  ///< of tables that are written

  // Constants of these structs.
  llvm::Constant* texts(const tsj_texts& texts);
  llvm::Constant* terms(const tsj_terms& terms);

 private:
  std::map<const char*, llvm::Constant*> texts_;  ///< TableMemory keeps equal texts once
};

/// The address of a tsj_plans.
[[nodiscard]] llvm::Constant* plan_tables(TableWriter& writer, const PluginPlans& plans);
/// The address of a tsj_circuit.
[[nodiscard]] llvm::Constant* circuit_tables(TableWriter& writer, const PluginNet& net);
/// The address of a tsj_lane_tables.
[[nodiscard]] llvm::Constant* lane_tables(DataWriter& data, const PluginLanes& lanes);
/// The address of a tsj_gpu_kernels; `tables` is that of the lane_tables.
[[nodiscard]] llvm::Constant* gpu_kernels(DataWriter& data, const PluginLanes& lanes,
                                          llvm::Constant* tables);
/// The address of a tsj_step_tables.
[[nodiscard]] llvm::Constant* step_tables(DataWriter& data, const PluginSteps& steps);

}  // namespace tesuji::llvm_backend
