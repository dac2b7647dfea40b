// The tables of plans and networks in a plugin (runtime/core/tesuji/game_data.h). Internal to this
// layer.
#pragma once

#include "backend/llvm/emit/data_writer.h"
#include "backend/llvm/plugin/plugin_data.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
  std::size_t longest_term = 1;  ///< a move that is none is called `?`

  llvm::Constant* names(const Names& names);
  /// tsj_terms
  llvm::Constant* terms(const std::string& term, const std::vector<Names>& columns);

 private:
  void note(std::size_t length) { longest_term = std::max(longest_term, length); }
};

/// A relation's columns but the role's.
[[nodiscard]] std::vector<TableWriter::Names> behind_the_role(
    const runtime::TableRelation& relation);
/// How many tuples columns of so many constants have.
[[nodiscard]] std::uint64_t tuples_of(const std::vector<TableWriter::Names>& columns);

/// The address of a tsj_plans.
[[nodiscard]] llvm::Constant* plan_tables(TableWriter& writer, const PluginPlans& plans);
/// The address of a tsj_circuit.
[[nodiscard]] llvm::Constant* circuit_tables(TableWriter& writer, const PluginNet& net);
/// The address of a tsj_lane_tables.
[[nodiscard]] llvm::Constant* lane_tables(DataWriter& data, const PluginLanes& lanes);

}  // namespace tesuji::llvm_backend
