/* Plays many random playouts by a circuit's code that counts their results. */
#include "tesuji/plugin_functions.h"
#include "work.h"

#include <string.h>

/* Adds the goals of `times` terminal states that all have the same answer. */
static void add_goals(const tsj_plugin* game, uint64_t answer, uint64_t times, tsj_batch_sums* sums,
                      uint64_t* goal_sums, uint64_t* goal_counts) {
  const tsj_circuit* circuit = data_of(game)->circuit;
  for (uint32_t role = 0; role < game->role_count; role++) {
    uint32_t goals = 0;
    int32_t value = -1;
    for (uint32_t g = 0; g < circuit->goal_count; g++) {
      if ((answer >> g & 1U) == 0 || circuit->goal_answers[g].role != role) continue;
      goals++;
      value = circuit->goal_answers[g].value;
    }
    if (goals == 1 && value >= 0) {
      goal_sums[role] += times * (uint64_t)value;
      goal_counts[role] += times;
      continue;
    }
    if (goals == 0 && !is_chance(game, role)) sums->goals_missing += times;
    if (goals == 1) sums->goals_no_integer += times;
    if (goals > 1) sums->goals_several += times;
  }
}

int32_t tsj_play_many(const tsj_plugin* game, tsj_work* work, const tsj_many* many,
                      tsj_batch_sums* sums, uint64_t* goal_sums, uint64_t* goal_counts) {
  static const unsigned char never = 0;
  const uint32_t asked = TSJ_ASK_LEGAL | TSJ_ASK_TERMINAL | TSJ_ASK_NEXT | TSJ_ASK_GOAL;
  const tsj_circuit* circuit = work->data->circuit;
  const tsj_circuit_playouts playouts = circuit == NULL ? NULL : tsj_many_code(circuit);
  if (playouts == NULL || many->count == 0 ||
      !circuit_answers(game, work->data, asked, many->state))
    return TSJ_UNKNOWN;
  uint64_t goals[1 << TSJ_MOST_COUNTED_GOALS];
  const uint64_t answers = UINT64_C(1) << circuit->goal_count;
  memset(goals, 0, answers * sizeof *goals);
  const volatile unsigned char* stop = (const volatile unsigned char*)work->source.stop;
  tsj_circuit_run run;
  memset(&run, 0, sizeof run);
  run.start = many->state;
  run.seed = many->seed;
  run.first = many->first;
  run.end = many->first + many->count;
  run.most_steps = many->most_steps;
  run.stop = stop != NULL ? stop : &never;
  run.shortest = sums->shortest;
  run.longest = sums->longest;
  run.goals = goals;
  const int32_t status = playouts(circuit->self, work->circuit_words, work->circuit_out, &run);
  uint64_t terminal = 0;
  for (uint64_t answer = 0; answer < answers; answer++) {
    if (goals[answer] == 0) continue;
    terminal += goals[answer];
    add_goals(game, answer, goals[answer], sums, goal_sums, goal_counts);
  }
  sums->playouts += run.playouts;
  sums->terminal += terminal;
  sums->stuck += run.stuck;
  sums->cut += run.playouts - terminal - run.stuck;
  sums->steps += run.steps;
  sums->shortest = run.shortest;
  sums->longest = run.longest;
  return status;
}
