// Lists the functions of backend/llvm that other folders call, as a table that libtesuji_llvm.so
// exports. This shared library is loaded when code is first generated.
//
// Reason: loading LLVM's library takes longer than most games need for their first answer. So the
// command links forward.cpp instead of backend/llvm; other programs, and the tests, link
// backend/llvm itself.
#pragma once

#include "backend/llvm/agendas/agenda_jit.h"
#include "backend/llvm/gpu/gpu_lanes.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "backend/llvm/nets/goal_cost_jit.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/orc/cpu_features.h"
#include "backend/llvm/orc/source_hash.h"
#include "backend/llvm/plans/jit.h"
#include "backend/llvm/plugin/link_plugin.h"
#include "backend/llvm/plugin/plugin_data.h"
#include "backend/llvm/strategies/strategy_jit.h"

namespace tesuji::on_demand {

/// Each member has the name of its function in backend/llvm.
struct CodeGenerator {
  /// Identifies the sources and options of the build (library_identity.h.in). Both sides share
  /// classes, so the identities must be equal.
  const char* identity;
  decltype(&llvm_backend::compile) compile;
  decltype(&llvm_backend::compile_net) compile_net;
  decltype(&llvm_backend::compile_playouts) compile_playouts;
  decltype(&llvm_backend::compile_goal_costs) compile_goal_costs;
  decltype(&llvm_backend::compile_gpu_lanes) compile_gpu_lanes;
  decltype(&llvm_backend::compile_gpu_questions) compile_gpu_questions;
  decltype(&llvm_backend::compile_lanes) compile_lanes;
  decltype(&llvm_backend::compile_lane_programs) compile_lane_programs;
  decltype(&llvm_backend::compile_lane_questions) compile_lane_questions;
  decltype(&llvm_backend::lane_blocks) lane_blocks;
  decltype(&llvm_backend::compile_strategy) compile_strategy;
  decltype(&llvm_backend::make_agenda_jit) make_agenda_jit;
  decltype(&llvm_backend::make_rule_jit) make_rule_jit;
  decltype(&llvm_backend::make_object) make_object;
  decltype(&llvm_backend::make_net_objects) make_net_objects;
  decltype(&llvm_backend::make_lane_objects) make_lane_objects;
  decltype(&llvm_backend::make_lane_program_objects) make_lane_program_objects;
  decltype(&llvm_backend::make_strategy_object) make_strategy_object;
  decltype(&llvm_backend::make_plugin_data) make_plugin_data;
  decltype(&llvm_backend::link_plugin) link_plugin;
  decltype(&llvm_backend::emit_text) emit_text;
  decltype(&llvm_backend::emit_strategy_text) emit_strategy_text;
  decltype(&llvm_backend::sha256) sha256;
  decltype(&llvm_backend::cpu_names) cpu_names;
  decltype(&llvm_backend::description) description;
  decltype(&llvm_backend::prepare) prepare;
};

/// Name of the exported symbol, a `const CodeGenerator`.
inline constexpr const char* code_generator_symbol = "tesuji_code_generator";

}  // namespace tesuji::on_demand
