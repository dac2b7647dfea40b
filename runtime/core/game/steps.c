/* Chooses the code for steps of many games at once (steps.md) that suits this processor. */
#include "tesuji/cpu.h"
#include "tesuji/plugin_functions.h"
#include "work.h"

const tsj_step_code* tsj_plugin_step_code(const tsj_plugin* game, uint64_t lanes) {
  const tsj_step_tables* tables = data_of(game)->steps;
  if (tables == NULL) return NULL;
  const uint64_t has = tsj_cpu_features();
  for (uint64_t i = tables->code_count; i-- > 0;) {
    if ((tables->cpu_features[i] & ~has) != 0) continue;
    if (lanes == 0 || lanes == 64 * (uint64_t)tables->codes[i].blocks) return &tables->codes[i];
  }
  return NULL;
}
