// Counts the features of a plugin in the position of its arguments, which are fluents.
#include "tesuji/plugin.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* resize(void* context, void* memory, size_t bytes) {
  (void)context;
  if (bytes != 0) return realloc(memory, bytes);
  free(memory);
  return NULL;
}

int main(int argc, char** argv) {
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  const tsj_plugin* game = library ? dlsym(library, TSJ_PLUGIN_SYMBOL) : NULL;
  if (game == NULL || memcmp(game->magic, TSJ_PLUGIN_MAGIC, 8) != 0) return 1;
  if (!TSJ_PLUGIN_HAS(game, count_features)) return 2;
  const tsj_memory_source source = {resize, NULL, NULL, 0, 0};
  const size_t bytes = (game->scratch_bytes(game) + 63) / 64 * 64;
  tsj_work* scratch = aligned_alloc(64, bytes);
  if (game->open_scratch(game, scratch, &source) != TSJ_OK) return 3;
  uint64_t* state = malloc((game->state_words + 1) * sizeof *state);
  uint64_t* values = malloc(game->feature_count * sizeof *values);
  const char* wrong = "";
  if (game->state_of(game, scratch, (const char* const*)argv + 2, (size_t)argc - 2, state,
                     &wrong) != TSJ_OK)
    return printf("unknown: %s\n", wrong), 4;
  if (game->count_features(game, scratch, state, values) != TSJ_OK) return 5;
  for (uint32_t f = 0; f < game->feature_count; f++)
    printf("%s %" PRIu64 "\n", game->features[f], values[f]);
  game->close_scratch(game, scratch);
  return 0;
}
