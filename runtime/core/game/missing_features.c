/* Finds the features that the processor lacks. It runs before anything is known about the
 * processor: compiled for every x86-64. */
#include "tesuji/cpu.h"
#include "tesuji/plugin_functions.h"

uint64_t tsj_plugin_missing_cpu_features(const tsj_plugin* game) {
  return game->cpu_features & ~tsj_cpu_features();
}
