// Defines the table inside the library.
#include "backend/on_demand/code_generator.h"
#include "library_identity.h"

// The command also has functions with these names (forward.cpp), but hides them.
extern "C" const tesuji::on_demand::CodeGenerator tesuji_code_generator = {
    .identity = tesuji::on_demand::library_identity.data(),
    .compile = &tesuji::llvm_backend::compile,
    .compile_net = &tesuji::llvm_backend::compile_net,
    .compile_playouts = &tesuji::llvm_backend::compile_playouts,
    .compile_goal_costs = &tesuji::llvm_backend::compile_goal_costs,
    .compile_gpu_lanes = &tesuji::llvm_backend::compile_gpu_lanes,
    .compile_gpu_questions = &tesuji::llvm_backend::compile_gpu_questions,
    .compile_lanes = &tesuji::llvm_backend::compile_lanes,
    .compile_lane_programs = &tesuji::llvm_backend::compile_lane_programs,
    .compile_lane_questions = &tesuji::llvm_backend::compile_lane_questions,
    .lane_blocks = &tesuji::llvm_backend::lane_blocks,
    .compile_strategy = &tesuji::llvm_backend::compile_strategy,
    .make_agenda_jit = &tesuji::llvm_backend::make_agenda_jit,
    .make_rule_jit = &tesuji::llvm_backend::make_rule_jit,
    .make_object = &tesuji::llvm_backend::make_object,
    .make_net_objects = &tesuji::llvm_backend::make_net_objects,
    .make_lane_objects = &tesuji::llvm_backend::make_lane_objects,
    .make_lane_program_objects = &tesuji::llvm_backend::make_lane_program_objects,
    .make_strategy_object = &tesuji::llvm_backend::make_strategy_object,
    .make_plugin_data = &tesuji::llvm_backend::make_plugin_data,
    .link_plugin = &tesuji::llvm_backend::link_plugin,
    .emit_text = &tesuji::llvm_backend::emit_text,
    .emit_strategy_text = &tesuji::llvm_backend::emit_strategy_text,
    .sha256 = &tesuji::llvm_backend::sha256,
    .cpu_names = &tesuji::llvm_backend::cpu_names,
    .description = &tesuji::llvm_backend::description,
    .prepare = &tesuji::llvm_backend::prepare,
};
