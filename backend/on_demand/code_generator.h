// The functions of backend/llvm that others call, as a table: what libtesuji_llvm.so, a shared
// library that is loaded when code is first generated, exports.
//
// Why: loading LLVM's library takes longer than most games take to give their first answer. So the
// command links forward.cpp instead of backend/llvm; what is built on it by others, and the tests,
// link backend/llvm itself.
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

/// Each member is what it is called in backend/llvm.
struct CodeGenerator {
  /// Of what both sides were built from and how (library_identity.h.in): they share classes, so it
  /// has to be equal.
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

/// What the library exports, a `const CodeGenerator`.
inline constexpr const char* code_generator_symbol = "tesuji_code_generator";

}  // namespace tesuji::on_demand
