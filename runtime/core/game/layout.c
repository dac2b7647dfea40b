/* Asserts the layout that existing libraries were compiled with: a change here requires a new
 * TSJ_PLUGIN_ABI. */
#include "tesuji/gpu_lanes.h"
#include "tesuji/plugin.h"
#include "tesuji/step_code.h"

#define FIXED(what) _Static_assert(what, "part of the interface of plugins: TSJ_PLUGIN_ABI")
#define AT(type, field, offset) FIXED(offsetof(type, field) == (offset))

FIXED(TSJ_PLUGIN_FIRST_SIZE == 272);
FIXED(sizeof(tsj_plugin) >= 336);
AT(tsj_plugin, roles, 80);
AT(tsj_plugin, find_move, 264);
AT(tsj_plugin, choose, 320);
AT(tsj_plugin, count_features, 352);
AT(tsj_plugin, playouts, 368);
AT(tsj_plugin, fluent_count, 376);
AT(tsj_plugin, move_action, 424);
AT(tsj_plugin, step_code, 432);
AT(tsj_plugin, gpu, 440);

FIXED(sizeof(tsj_node) == 32);
AT(tsj_node, edge_count, 8);
AT(tsj_node, flags, 12);
AT(tsj_node, waiting, 16);
AT(tsj_node, number, 24);
FIXED(sizeof(tsj_edge) == 16);
AT(tsj_edge, move, 8);
FIXED(sizeof(tsj_space) == 48);
AT(tsj_space, stop, 24);
AT(tsj_space, status, 40);
FIXED(sizeof(tsj_predicate) == 40);
FIXED(sizeof(tsj_choice) == 24);
FIXED(sizeof(tsj_moves) == 16);
FIXED(sizeof(tsj_random) == 32);
FIXED(sizeof(tsj_memory_source) == 40);
FIXED(sizeof(tsj_batch) == 64);
AT(tsj_batch, lanes, 56);
FIXED(sizeof(tsj_batch_sums) == 80);
AT(tsj_batch_sums, goals_no_integer, 72);
FIXED(sizeof(tsj_batch_results) == 56);
AT(tsj_batch_results, goals, 48);

FIXED(sizeof(tsj_step_seat) == 24);
FIXED(sizeof(tsj_lane_answer) == 12);
FIXED(sizeof(tsj_step_percept) == 16);
FIXED(sizeof(tsj_step_range) == 24);
AT(tsj_step_code, seats, 40);
AT(tsj_step_code, fluents, 96);
AT(tsj_step_code, seat_count, 112);
AT(tsj_step_code, goals_apart, 152);

/* Structs that hosts of other builds read together with kernels for GPUs. */
#define OF_GPU(what) _Static_assert(what, "a change here is a new TSJ_GPU_VERSION")
OF_GPU(sizeof(tsj_lane_code) == 88);
OF_GPU(offsetof(tsj_lane_code, goals) == 48);
OF_GPU(sizeof(tsj_lane_tables) == 64);
OF_GPU(offsetof(tsj_lane_tables, fluents) == 40);
OF_GPU(sizeof(tsj_gpu_part) == 16);
OF_GPU(sizeof(tsj_gpu_program) == 64);
OF_GPU(sizeof(struct tsj_gpu_kernels) == 24);
OF_GPU(sizeof(tsj_gpu_order) == 120);
OF_GPU(offsetof(tsj_gpu_order, sums) == 104);
OF_GPU(sizeof(tsj_lane_sums) == TSJ_GPU_START);
