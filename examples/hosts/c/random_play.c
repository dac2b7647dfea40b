/* Plays a plugin's game at random: one game move by move, then many, with mean goals; and, where a
 * strategy was compiled with it, one game in which the first role follows that.
 *
 *   random_play PLUGIN [PLAYOUTS [SEED]]
 *
 * C11, tesuji/plugin.h and the C library; the plugin brings the rest. Playout number i has stream i
 * of the seed's random numbers, so that `tesuji simulate --seed` plays the same games. */
#include <tesuji/plugin.h>

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t most_steps = 10000; /* joint moves, for games without an end */

static void fail(const char* what, const char* why) {
  fprintf(stderr, "random_play: %s: %s\n", what, why);
  exit(1);
}

/* For functions that return a status: it, unless it is an error. */
static int32_t checked(int32_t status) {
  if (status == TSJ_LIMIT) fail("the game", "a limit of rows or memory was reached");
  if (status < 0) fail("the game", "cannot answer");
  return status;
}

static void* allocate(size_t count, size_t bytes) {
  void* memory = calloc(count > 0 ? count : 1, bytes);
  if (memory == NULL) fail("memory", "there is none");
  return memory;
}

/* Where scratch memory gets more from: tsj_memory_source::resize. */
static void* resize(void* context, void* memory, size_t bytes) {
  (void)context;
  if (bytes > 0) return realloc(memory, bytes);
  free(memory);
  return NULL;
}

/* The library stays loaded until the program ends. */
static const tsj_plugin* load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fail(path, dlerror());
  const tsj_plugin* game = dlsym(library, TSJ_PLUGIN_SYMBOL);
  if (game == NULL || memcmp(game->magic, TSJ_PLUGIN_MAGIC, sizeof game->magic) != 0)
    fail(path, "this is no plugin of tesuji");
  if (game->abi != TSJ_PLUGIN_ABI) fail(path, "made for another version of tesuji/plugin.h");
  if (game->size < TSJ_PLUGIN_FIRST_SIZE) fail(path, "made by an older tesuji; compile it again");
  if (game->missing_cpu_features(game) != 0) fail(path, "compiled for another processor");
  return game;
}

/* Everything that one thread needs to play. */
typedef struct player {
  const tsj_plugin* game;
  tsj_work* scratch;
  uint64_t* state;
  uint64_t* next;
  uint64_t* joint;
  tsj_moves* legal;
  int32_t* goals;
} player;

static player open_player(const tsj_plugin* game) {
  const size_t alignment = 64;
  const size_t bytes = (size_t)game->scratch_bytes(game);
  const tsj_memory_source source = {.resize = resize};
  player p = {.game = game,
              .scratch = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment),
              .state = allocate(game->state_words, sizeof(uint64_t)),
              .next = allocate(game->state_words, sizeof(uint64_t)),
              .joint = allocate(game->role_count, sizeof(uint64_t)),
              .legal = allocate(game->role_count, sizeof(tsj_moves)),
              .goals = allocate(game->role_count, sizeof(int32_t))};
  if (p.scratch == NULL) fail("memory", "there is none");
  checked(game->open_scratch(game, p.scratch, &source));
  return p;
}

static void close_player(player* p) {
  p->game->close_scratch(p->game, p->scratch);
  free(p->scratch);
  free(p->state);
  free(p->next);
  free(p->joint);
  free(p->legal);
  free(p->goals);
}

static void begin(player* p) {
  memcpy(p->state, p->game->initial, p->game->state_words * sizeof(uint64_t));
}

/* `  3. x (mark 1 3) of 7, o noop of 1`: who does what, of how many legal moves. */
static void print_joint_move(const player* p, uint64_t step) {
  char name[256]; /* longer names are cut */
  printf("%3" PRIu64 ".", step);
  for (uint32_t role = 0; role < p->game->role_count; role++) {
    p->game->move_name(p->game, p->joint[role], name, sizeof name);
    printf("%s %s %s of %" PRIu64, role > 0 ? "," : "", p->game->roles[role], name,
           p->legal[role].count);
  }
  putchar('\n');
}

static void print_end(const player* p, int32_t drawn) {
  const tsj_plugin* game = p->game;
  if (drawn != TSJ_TERMINAL) {
    puts("not over");
    return;
  }
  checked(game->goal_values(game, p->scratch, p->state, p->goals));
  printf("goals:");
  for (uint32_t role = 0; role < game->role_count; role++)
    printf("%s %s %" PRId32, role > 0 ? "," : "", game->roles[role], p->goals[role]);
  putchar('\n');
}

static void play_one(player* p, uint64_t seed) {
  const tsj_plugin* game = p->game;
  tsj_random random;
  game->seed(&random, seed, 0);
  begin(p);
  printf("%s:", game->name);
  for (uint32_t role = 0; role < game->role_count; role++) printf(" %s", game->roles[role]);
  putchar('\n');
  int32_t drawn = TSJ_DRAWN;
  for (uint64_t step = 1; step <= most_steps; step++) {
    drawn = checked(game->draw(game, p->scratch, p->state, &random, p->joint));
    if (drawn != TSJ_DRAWN) break;
    checked(game->legal(game, p->scratch, p->state, p->legal));
    print_joint_move(p, step);
    checked(game->next(game, p->scratch, p->state, p->joint, p->next));
    memcpy(p->state, p->next, game->state_words * sizeof(uint64_t));
  }
  print_end(p, drawn);
}

static void play_many(player* p, uint64_t playouts, uint64_t seed) {
  const tsj_plugin* game = p->game;
  uint64_t all_steps = 0;
  uint64_t* sums = allocate(game->role_count, sizeof(uint64_t));
  uint64_t* counts = allocate(game->role_count, sizeof(uint64_t));
  for (uint64_t i = 0; i < playouts; i++) {
    tsj_random random;
    uint64_t steps = 0;
    game->seed(&random, seed, i);
    begin(p);
    const int32_t end =
        checked(game->playout(game, p->scratch, &random, most_steps, p->state, &steps));
    all_steps += steps;
    if (end != TSJ_TERMINAL) continue;
    checked(game->goal_values(game, p->scratch, p->state, p->goals));
    for (uint32_t role = 0; role < game->role_count; role++) {
      if (p->goals[role] < 0) continue; /* none, or more than one */
      sums[role] += (uint64_t)p->goals[role];
      counts[role]++;
    }
  }
  printf("%" PRIu64 " playouts, %" PRIu64 " joint moves; mean goals:", playouts, all_steps);
  for (uint32_t role = 0; role < game->role_count; role++)
    printf("%s %s %.3f", role > 0 ? "," : "", game->roles[role],
           counts[role] > 0 ? (double)sums[role] / (double)counts[role] : 0.0);
  putchar('\n');
  free(sums);
  free(counts);
}

/* `  3. w (move 3 1 2 1) by draw_1, b noop`: the strategy's moves with the predicate that chose. */
static void play_strategy(player* p, uint64_t seed) {
  const tsj_plugin* game = p->game;
  tsj_random random;
  game->seed(&random, seed, 0);
  begin(p);
  printf("%s by the strategy %s, %s at random\n", game->roles[0], game->strategy, game->roles[1]);
  int32_t drawn = TSJ_DRAWN;
  for (uint64_t step = 1; step <= most_steps; step++) {
    drawn = checked(game->draw(game, p->scratch, p->state, &random, p->joint));
    if (drawn != TSJ_DRAWN) break;
    tsj_choice choice;
    /* Negative where it cannot tell, for want of memory or because nothing says whose turn it is.
     */
    const int32_t chosen = game->choose(game, p->scratch, p->state, &choice);
    const int follows = chosen == TSJ_HOLDS && choice.role == 0;
    if (follows) p->joint[0] = choice.move; /* else it is what was drawn */
    char names[2][256];
    for (int role = 0; role < 2; role++)
      game->move_name(game, p->joint[role], names[role], sizeof names[role]);
    printf("%3" PRIu64 ". %s %s%s%s, %s %s\n", step, game->roles[0], names[0],
           follows ? " by " : "", follows ? game->predicates[choice.predicate].name : "",
           game->roles[1], names[1]);
    checked(game->next(game, p->scratch, p->state, p->joint, p->next));
    memcpy(p->state, p->next, game->state_words * sizeof(uint64_t));
  }
  print_end(p, drawn);
}

static uint64_t number(const char* text) {
  char* end = NULL;
  const uint64_t value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0') fail(text, "not a number");
  return value;
}

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    fputs("usage: random_play PLUGIN [PLAYOUTS [SEED]]\n", stderr);
    return 2;
  }
  const uint64_t playouts = argc > 2 ? number(argv[2]) : 1000;
  const uint64_t seed = argc > 3 ? number(argv[3]) : 1;
  player p = open_player(load(argv[1]));
  play_one(&p, seed);
  play_many(&p, playouts, seed);
  if (TSJ_PLUGIN_HAS(p.game, choose)) play_strategy(&p, seed);
  close_player(&p);
  return 0;
}
