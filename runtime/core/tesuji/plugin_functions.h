/* Declares the functions of a tsj_plugin; plugin.h documents them.
 *
 * C11, freestanding. They are linked into each plugin, and into hosts that play games in memory. */
#ifndef TESUJI_PLUGIN_FUNCTIONS_H
#define TESUJI_PLUGIN_FUNCTIONS_H

#include "plugin.h"
#include "step_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Their names, without `tsj_plugin_`, in the order of the fields. */
#define TSJ_PLUGIN_FUNCTIONS(X) \
  X(missing_cpu_features)       \
  X(scratch_bytes)              \
  X(open_scratch)               \
  X(close_scratch)              \
  X(legal)                      \
  X(terminal)                   \
  X(next)                       \
  X(goal_values)                \
  X(goals)                      \
  X(percepts)                   \
  X(seed)                       \
  X(draw)                       \
  X(playout)                    \
  X(fluents)                    \
  X(state_of)                   \
  X(move_name)                  \
  X(find_move)

/* Fields that follow them in plugins with a strategy. */
#define TSJ_STRATEGY_FUNCTIONS(X) \
  X(choose)                       \
  X(forget)

/* Fields that follow them in plugins with features. */
#define TSJ_FEATURE_FUNCTIONS(X) X(count_features)

/* Fields that follow them in plugins that are games. */
#define TSJ_BATCH_FUNCTIONS(X) \
  X(most_lanes)                \
  X(playouts)

/* Fields that follow them, after `fluent_count`. */
#define TSJ_DENSE_FUNCTIONS(X) \
  X(fluent_name)               \
  X(fluent_bits)               \
  X(check_state)               \
  X(action_count)              \
  X(action_move)               \
  X(move_action)

/* Fields that follow them in plugins that are games. */
#define TSJ_STEP_FUNCTIONS(X) X(step_code)

uint64_t tsj_plugin_missing_cpu_features(const tsj_plugin* game);
uint64_t tsj_plugin_scratch_bytes(const tsj_plugin* game);
int32_t tsj_plugin_open_scratch(const tsj_plugin* game, tsj_work* scratch,
                                const tsj_memory_source* source);
void tsj_plugin_close_scratch(const tsj_plugin* game, tsj_work* scratch);
int32_t tsj_plugin_legal(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                         tsj_moves* moves);
int32_t tsj_plugin_terminal(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state);
int32_t tsj_plugin_next(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                        const uint64_t* joint, uint64_t* out);
int32_t tsj_plugin_goal_values(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                               int32_t* values);
int32_t tsj_plugin_goals(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                         tsj_found_term found, void* env);
int32_t tsj_plugin_percepts(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                            const uint64_t* joint, tsj_found_term found, void* env);
void tsj_plugin_seed(tsj_random* random, uint64_t seed, uint64_t stream);
int32_t tsj_plugin_draw(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                        tsj_random* random, uint64_t* joint);
int32_t tsj_plugin_playout(const tsj_plugin* game, tsj_work* scratch, tsj_random* random,
                           uint64_t most_steps, uint64_t* state, uint64_t* steps);
int32_t tsj_plugin_fluents(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                           tsj_found_term found, void* env);
int32_t tsj_plugin_state_of(const tsj_plugin* game, tsj_work* scratch, const char* const* fluents,
                            size_t count, uint64_t* state, const char** wrong);
uint64_t tsj_plugin_move_name(const tsj_plugin* game, uint64_t move, char* name, size_t room);
int32_t tsj_plugin_find_move(const tsj_plugin* game, const char* name, uint64_t* move);
int32_t tsj_plugin_choose(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                          tsj_choice* choice);
void tsj_plugin_forget(const tsj_plugin* game, tsj_work* scratch);
int32_t tsj_plugin_count_features(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                                  uint64_t* values);
uint32_t tsj_plugin_most_lanes(const tsj_plugin* game);
int32_t tsj_plugin_playouts(const tsj_plugin* game, tsj_work* scratch, const tsj_batch* batch,
                            const tsj_batch_results* results);
uint64_t tsj_plugin_fluent_name(const tsj_plugin* game, uint64_t fluent, char* name, size_t room);
int32_t tsj_plugin_fluent_bits(const tsj_plugin* game, const uint64_t* state, uint64_t* bits);
int32_t tsj_plugin_check_state(const tsj_plugin* game, const uint64_t* state);
uint64_t tsj_plugin_action_count(const tsj_plugin* game, uint32_t role);
uint64_t tsj_plugin_action_move(const tsj_plugin* game, uint32_t role, uint64_t action);
uint64_t tsj_plugin_move_action(const tsj_plugin* game, uint32_t role, uint64_t move);
const tsj_step_code* tsj_plugin_step_code(const tsj_plugin* game, uint64_t lanes);

/* Replace the functions without `_by_circuit` if the network answers `legal` and `terminal`, or
 * `legal` and `next`: they save a check on the most frequent path. */
int32_t tsj_plugin_draw_by_circuit(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                                   tsj_random* random, uint64_t* joint);
int32_t tsj_plugin_next_by_circuit(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                                   const uint64_t* joint, uint64_t* out);

/* Find fluents, and states of fluents, without scratch memory, for hosts of games in memory. `term`
 * has longest_term bytes (game_data.h); else as tsj_plugin_fluents and tsj_plugin_state_of. */
int32_t tsj_find_fluents(const tsj_plugin* game, char* term, const uint64_t* state,
                         tsj_found_term found, void* env);
int32_t tsj_read_state(const tsj_plugin* game, char* term, const char* const* fluents, size_t count,
                       uint64_t* state, const char** wrong);
/* Returns where states keep whether a fluent holds: TSJ_PLACE_.. of game_data.h. Sets `bit`, from
 * the state's first word on, for the first two; to UINT64_MAX if the fluent always holds and has no
 * bit. */
int32_t tsj_place_of(const tsj_plugin* game, const char* fluent, uint64_t* bit);
/* Returns TSJ_HOLDS if the state is terminal; else TSJ_OK and the moves of tsj_plugin_legal. Often
 * cheaper than both calls. */
int32_t tsj_find_position(const tsj_plugin* game, tsj_work* scratch, const uint64_t* state,
                          tsj_moves* moves);
/* Playouts of one run from one state: playout i draws from stream i of the seed. */
typedef struct tsj_many {
  const uint64_t* state;
  uint64_t seed;
  uint64_t first; /* number of the first one */
  uint64_t count;
  uint64_t most_steps; /* joint moves of a playout */
} tsj_many;
/* Plays many playouts at once, with the same results as `playout` called for each. Adds to sums,
 * whose `shortest` is UINT64_MAX without playouts, and to goals by role as in tsj_batch_results.
 * Returns TSJ_OK; TSJ_STOPPED: unfinished playouts are not counted; TSJ_UNKNOWN: no code can do
 * this for the state, and nothing was done. */
int32_t tsj_play_many(const tsj_plugin* game, tsj_work* scratch, const tsj_many* many,
                      tsj_batch_sums* sums, uint64_t* goal_sums, uint64_t* goal_counts);
/* Makes questions watch this flag from now on (tsj_memory_source::stop; NULL: none). */
void tsj_watch(tsj_work* scratch, const volatile int* stop);

#ifdef __cplusplus
}
#endif
#endif
