/* Uses libtesuji as programs in C do: library_test RULESHEET. Prints what is wrong, and exits with
 * 1 then. */
#include <tesuji/tesuji.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static int faults = 0;

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      printf("library_test.c:%d: %s does not hold\n", __LINE__, #condition); \
      faults++;                                                              \
    }                                                                        \
  } while (0)

static char* read_file(const char* path, size_t* length) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) exit(2);
  char* text = malloc(1 << 20);
  *length = fread(text, 1, 1 << 20, file);
  fclose(file);
  return text;
}

static void check_messages(void) {
  const char* text = "(role r)\n(init p)\n(<= (legal r (mark ?x)) (true ?y))\n";
  tsj_messages* messages = NULL;
  CHECK(tsj_game_read("wrong.kif", text, strlen(text), NULL, &messages) == NULL);
  int found = 0;
  for (size_t i = 0; i < tsj_messages_count(messages); i++) {
    const tsj_message* message = tsj_messages_get(messages, i);
    if (strcmp(message->code, "unsafe") != 0) continue;
    found = 1;
    CHECK(message->severity == TSJ_ERROR);
    CHECK(strcmp(message->file, "wrong.kif") == 0);
    CHECK(message->line == 3 && message->column == 20);
    CHECK(message->end_line == 3 && message->end_column == 22);
    CHECK(strstr(message->text, "?x is used in the head") != NULL);
    CHECK(strstr(message->full, "wrong.kif:3:20: error: ") == message->full);
  }
  CHECK(found);
  CHECK(strstr(tsj_messages_text(messages), "^^") != NULL);
  CHECK(tsj_messages_get(messages, 1000) == NULL);
  tsj_messages_free(messages);

  CHECK(tsj_game_open("none.kif", NULL, &messages) == NULL);
  CHECK(tsj_messages_count(messages) == 1);
  CHECK(strcmp(tsj_messages_get(messages, 0)->code, "io") == 0);
  CHECK(tsj_messages_get(messages, 0)->line == 0);
  tsj_messages_free(messages);
  CHECK(tsj_game_open("none.kif", NULL, NULL) == NULL);
  CHECK(tsj_messages_count(NULL) == 0);
  CHECK(strcmp(tsj_messages_text(NULL), "") == 0);
  tsj_messages_free(NULL);
  tsj_game_close(NULL);
  tsj_vector_close(NULL);

  tsj_game_options options = TSJ_GAME_OPTIONS;
  options.lanes = 100;
  CHECK(tsj_game_read("a.kif", "", 0, &options, &messages) == NULL);
  CHECK(strcmp(tsj_messages_get(messages, 0)->code, "usage") == 0);
  tsj_messages_free(messages);
}

static void* resize(void* context, void* memory, size_t bytes) {
  (void)context;
  if (bytes > 0) return realloc(memory, bytes);
  free(memory);
  return NULL;
}

/* One game by the tables' functions, and its first moves by a vector: the same states. */
static void check_tables(const tsj_game* game) {
  const tsj_plugin* tables = tsj_game_tables(game);
  CHECK(memcmp(tables->magic, TSJ_PLUGIN_MAGIC, 8) == 0);
  CHECK(tables->abi == TSJ_PLUGIN_ABI);
  CHECK(tables->role_count == 2);
  CHECK(TSJ_PLUGIN_HAS(tables, move_action));
  tsj_vector* vector = tsj_vector_open(game, NULL, NULL);
  const tsj_vector_shape* shape = tsj_vector_shape_of(vector);
  CHECK(shape->games == 1 && shape->turns && shape->seat_count == 1);
  CHECK(shape->seats[0].role == TSJ_NO_ROLE && shape->chance == TSJ_NO_ROLE);
  CHECK(shape->state_words == tables->state_words);
  CHECK(shape->fluent_count == tables->fluent_count);
  void* memory = NULL;
  if (posix_memalign(&memory, 64, (size_t)tables->scratch_bytes(tables)) != 0) exit(2);
  const tsj_memory_source source = {resize, NULL, NULL, 0, 0};
  tsj_work* scratch = memory;
  CHECK(tables->open_scratch(tables, scratch, &source) == TSJ_OK);
  uint64_t* state = calloc(tables->state_words, sizeof *state);
  uint64_t* next = calloc(tables->state_words, sizeof *next);
  memcpy(state, tables->initial, tables->state_words * sizeof *state);
  const tsj_vector_results* results = tsj_vector_results_of(vector);
  const tsj_vector_planes* planes = tsj_vector_planes_of(vector);
  CHECK(planes != NULL && planes->groups == 1 && 64 * planes->blocks == shape->lanes);
  for (int step = 0; step < 4; step++) {
    for (uint32_t i = 0; i < shape->seats[0].width; i++) {
      CHECK((planes->legal[0][planes->blocks * i] & 1) == (results->legal[0][0] >> i & 1));
    }
    tsj_moves legal[2];
    CHECK(tables->legal(tables, scratch, state, legal) == TSJ_OK);
    const uint32_t mover = results->movers[0];
    int32_t action = -1;
    CHECK(tsj_vector_draw(vector, 0, &action, NULL) == TSJ_OK);
    uint64_t bits = 0;
    for (uint64_t i = 0; i < legal[mover].count; i++) {
      bits |= UINT64_C(1) << tables->move_action(tables, mover, legal[mover].moves[i]);
    }
    CHECK(bits == results->legal[0][0]);
    uint64_t joint[2] = {legal[0].moves[0], legal[1].moves[0]};
    joint[mover] = tables->action_move(tables, mover, (uint64_t)action);
    CHECK(tables->next(tables, scratch, state, joint, next) == TSJ_OK);
    const int32_t* moves[] = {&action};
    tsj_vector_counts counts = {7, 7};
    CHECK(tsj_vector_step(vector, moves, &counts, NULL) == TSJ_OK);
    CHECK(counts.ended == 0 && counts.faults == 0);
    tsj_vector_states(vector, state);
    CHECK(memcmp(state, next, tables->state_words * sizeof *state) == 0);
  }
  tables->close_scratch(tables, scratch);
  free(memory);
  free(state);
  free(next);
  tsj_vector_close(vector);
}

/* What random moves in a vector come to. */
static uint64_t digest(tsj_vector* vector) {
  const tsj_vector_shape* shape = tsj_vector_shape_of(vector);
  const tsj_vector_results* results = tsj_vector_results_of(vector);
  int32_t* moves = calloc(shape->games, sizeof *moves);
  const int32_t* given[] = {moves};
  uint64_t hash = 0;
  for (int step = 0; step < 100; step++) {
    tsj_vector_counts counts;
    CHECK(tsj_vector_draw(vector, 0, moves, NULL) == TSJ_OK);
    CHECK(tsj_vector_step(vector, given, &counts, NULL) == TSJ_OK);
    CHECK(counts.faults == 0);
    for (uint64_t game = 0; game < shape->games; game++) {
      hash = hash * 31 + results->legal[0][game] + results->terminated[game];
      hash = hash * 31 + (uint64_t)results->rewards[2 * game + 1];
    }
  }
  free(moves);
  return hash;
}

static uint64_t run(const tsj_game* game, uint32_t threads) {
  tsj_vector_options options = TSJ_VECTOR_OPTIONS;
  options.games = 1500;
  options.seed = 3;
  options.threads = threads;
  tsj_vector* vector = tsj_vector_open(game, &options, NULL);
  const uint64_t hash = digest(vector);
  CHECK(tsj_vector_reset(vector, 3, NULL) == TSJ_OK);
  CHECK(digest(vector) == hash);
  CHECK(tsj_vector_reset(vector, 4, NULL) == TSJ_OK);
  CHECK(digest(vector) != hash);
  tsj_vector_close(vector);
  return hash;
}

typedef struct job {
  const tsj_game* game; /* NULL: the thread opens its own */
  const char* path;
  uint64_t hash;
} job;

static void* work(void* given) {
  job* of = given;
  tsj_game* own = of->game == NULL ? tsj_game_open(of->path, NULL, NULL) : NULL;
  of->hash = run(own == NULL ? of->game : own, 1);
  tsj_game_close(own);
  return NULL;
}

/* Several threads with vectors of their own, of one game, and of games that they open meanwhile. */
static void check_threads(const tsj_game* game, const char* path) {
  const uint64_t expected = run(game, 1);
  CHECK(run(game, 3) == expected);
  job jobs[4];
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) {
    jobs[i] = (job){i % 2 == 0 ? game : NULL, path, 0};
    if (pthread_create(&threads[i], NULL, work, &jobs[i]) != 0) exit(2);
  }
  for (int i = 0; i < 4; i++) {
    pthread_join(threads[i], NULL);
    CHECK(jobs[i].hash == expected);
  }
}

static void check_misuse(const tsj_game* game) {
  tsj_messages* messages = NULL;
  tsj_vector_options options = TSJ_VECTOR_OPTIONS;
  options.games = 0;
  CHECK(tsj_vector_open(game, &options, &messages) == NULL);
  CHECK(strstr(tsj_messages_text(messages), "at least one game") != NULL);
  tsj_messages_free(messages);
  options.games = UINT64_MAX;
  CHECK(tsj_vector_open(game, &options, &messages) == NULL);
  tsj_messages_free(messages);
  /* Options of an older program end earlier. */
  options.size = offsetof(tsj_vector_options, threads);
  options.games = 2;
  options.threads = 0;
  tsj_vector* vector = tsj_vector_open(game, &options, &messages);
  CHECK(vector != NULL && messages == NULL);
  int32_t moves[2] = {1000, -5};
  const int32_t* given[] = {moves};
  tsj_vector_counts counts;
  CHECK(tsj_vector_step(vector, given, &counts, &messages) == TSJ_OK);
  CHECK(counts.faults == 2);
  CHECK(tsj_vector_results_of(vector)->faults[1] == 1);
  CHECK(tsj_vector_draw(vector, 1, moves, &messages) == TSJ_UNKNOWN);
  CHECK(tsj_messages_count(messages) == 1);
  tsj_messages_free(messages);
  const tsj_vector_shape* shape = tsj_vector_shape_of(vector);
  uint64_t* states = calloc(2 * shape->state_words, sizeof *states);
  tsj_vector_states(vector, states);
  CHECK(tsj_vector_set_states(vector, states, NULL) == TSJ_OK);
  states[shape->state_words] = ~UINT64_C(0);
  CHECK(tsj_vector_set_states(vector, states, &messages) == TSJ_UNKNOWN);
  CHECK(strstr(tsj_messages_text(messages), "state number 1") != NULL);
  tsj_messages_free(messages);
  free(states);
  tsj_vector_close(vector);
}

/* The answer to a question, or the code of the message that says why there is none. */
static tsj_answer* ask(const tsj_game* game, const char* question, const char* options,
                       const tsj_stop* stop, const char* expected) {
  tsj_messages* messages = NULL;
  tsj_answer* answer = tsj_game_ask(game, question, options, stop, &messages);
  CHECK((answer != NULL) == (expected == NULL));
  if (expected != NULL) {
    CHECK(tsj_messages_count(messages) > 0);
    if (messages != NULL) CHECK(strcmp(tsj_messages_get(messages, 0)->code, expected) == 0);
  }
  tsj_messages_free(messages);
  return answer;
}

static void check_answer(const tsj_game* game, const char* question, const char* options,
                         const char* part) {
  tsj_answer* answer = ask(game, question, options, NULL, NULL);
  if (answer == NULL) return;
  CHECK(tsj_answer_text(answer)[0] == '{');
  CHECK(strstr(tsj_answer_text(answer), part) != NULL);
  tsj_answer_free(answer);
}

static void* solve(void* game) {
  check_answer(game, "solve", NULL, "\"states\":5478");
  return NULL;
}

static void* stop_soon(void* stop) {
  const struct timespec moment = {0, 100 * 1000 * 1000};
  nanosleep(&moment, NULL);
  tsj_stop_set(stop);
  return NULL;
}

static void check_questions(tsj_game* game) {
  check_answer(game, "board", NULL, "<svg");
  check_answer(game, "board", "{\"state\": [\"(cell 1 1 o)\"]}", "\"others\":[]");
  check_answer(game, "solve", "{\"states\": [[\"(control x)\"]]}", "\"margin\":0");
  check_answer(game, "mcts", "{\"simulations\": 50}", "\"simulations\":50");
  check_answer(game, "move", "{\"player\": \"mcts:simulations=50\", \"role\": \"o\"}",
               "\"by\":\"mcts\"");
  check_answer(game, "move", "{\"player\": \"minimax\", \"role\": \"o\", \"match\": 2}",
               "\"by\":\"minimax\"");
  check_answer(game, "board", "{\"moves\": [\"(mark 1 2)\", \"noop\"]}",
               "\"moves\":[[[[0,1]]],[]]");
  ask(game, "move", "{\"player\": \"mtcs\", \"role\": \"o\"}", NULL, "usage");
  ask(game, "move", "{\"player\": \"human\", \"role\": \"o\"}", NULL, "usage");
  ask(game, "move", "{\"player\": \"random\", \"role\": \"z\"}", NULL, "usage");
  check_answer(game, "verify", "{\"formulas\": [\"exists[1..1] R. true(control(R))\"]}",
               "\"proved\":1");
  check_answer(game, "features",
               "{\"features\": [\"f(R) :- control(R).\"], \"states\": [[\"(control x)\"], []]}",
               "\"rows\":[[1],[0]]");
  check_answer(game, "evaluation", "{\"games\": 200, \"states\": [[]]}", "\"weights\":[");
  check_answer(game, "learn", "{\"games\": 3}", "\"curve\":[");
  ask(game, "nothing", NULL, NULL, "usage");
  ask(game, "solve", "[]", NULL, "usage");
  ask(game, "solve", "{\"second\": 1}", NULL, "usage");
  ask(game, "board", "{\"state\": 1}", NULL, "usage");
  ask(game, "solve", "{\"states\": [[\"(none)\"]]}", NULL, "state");
  ask(game, "features", "{\"features\": [\"f(\"]}", NULL, "parse");
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    if (pthread_create(&threads[i], NULL, solve, game) != 0) exit(2);
  }
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  tsj_stop* stop = tsj_stop_new();
  if (pthread_create(&threads[0], NULL, stop_soon, stop) != 0) exit(2);
  tsj_answer_free(ask(game, "mcts", "{\"seconds\": 1000, \"state\": []}", stop, NULL));
  pthread_join(threads[0], NULL);
  ask(game, "learn", NULL, stop, "stopped");
  ask(game, "move", "{\"player\": \"minimax\", \"role\": \"o\"}", stop, "stopped");
  tsj_game_options options = TSJ_GAME_OPTIONS;
  options.stop = stop;
  const char* text =
      "(role r) (init p) (<= (legal r a) (true p)) (<= (next q) (does r a))\n"
      "(<= terminal (true q)) (<= (goal r 100) (true q))";
  tsj_messages* messages = NULL;
  CHECK(tsj_game_read("one.kif", text, strlen(text), &options, &messages) == NULL);
  CHECK(strcmp(tsj_messages_get(messages, 0)->code, "stopped") == 0);
  tsj_messages_free(messages);
  tsj_stop_free(stop);
  tsj_stop_free(NULL);
  tsj_answer_free(NULL);
}

/* A vector that restores what another one saved goes on as that one does. */
static void check_saving(const tsj_game* game) {
  enum { games = 70, steps = 40 };
  tsj_vector_options options = TSJ_VECTOR_OPTIONS;
  options.games = games;
  options.seed = 3;
  options.step_limit = 11;
  tsj_vector* vectors[2];
  vectors[0] = tsj_vector_open(game, &options, NULL);
  options.seed = 4;
  options.threads = 2;
  vectors[1] = tsj_vector_open(game, &options, NULL);
  const tsj_vector_shape* shape = tsj_vector_shape_of(vectors[0]);
  int32_t* moves = malloc(sizeof *moves * games * shape->seat_count);
  const int32_t* seats[16];
  CHECK(shape->seat_count <= 16);
  for (uint32_t seat = 0; seat < shape->seat_count; seat++) seats[seat] = moves + seat * games;
  const uint64_t words = tsj_vector_saved_words(vectors[0]);
  CHECK(words == tsj_vector_saved_words(vectors[1]));
  uint64_t* saved[2] = {malloc(words * sizeof **saved), malloc(words * sizeof **saved)};
  for (int step = 0; step < steps; step++) {
    const int from = step == steps / 2 ? 1 : 0; /* after it both make steps */
    for (int i = 0; i < (step < steps / 2 ? 1 : 2); i++) {
      if (from && i == 0) {
        CHECK(tsj_vector_save(vectors[0], saved[0], NULL) == TSJ_OK);
        saved[0][0] ^= 1;
        tsj_messages* messages = NULL;
        CHECK(tsj_vector_restore(vectors[1], saved[0], words, &messages) == TSJ_UNKNOWN);
        CHECK(messages != NULL);
        tsj_messages_free(messages);
        saved[0][0] ^= 1;
        CHECK(tsj_vector_restore(vectors[1], saved[0], words - 1, NULL) == TSJ_UNKNOWN);
        CHECK(tsj_vector_restore(vectors[1], saved[0], words, NULL) == TSJ_OK);
      }
      for (uint32_t seat = 0; seat < shape->seat_count; seat++) {
        CHECK(tsj_vector_draw(vectors[i], seat, moves + seat * games, NULL) == TSJ_OK);
      }
      CHECK(tsj_vector_step(vectors[i], seats, NULL, NULL) == TSJ_OK);
      CHECK(tsj_vector_save(vectors[i], saved[i], NULL) == TSJ_OK);
    }
    if (step >= steps / 2) CHECK(memcmp(saved[0], saved[1], words * sizeof **saved) == 0);
  }
  free(saved[0]);
  free(saved[1]);
  free(moves);
  tsj_vector_close(vectors[0]);
  tsj_vector_close(vectors[1]);
}

/* Playouts from two states: the same for all lanes, and whether a GPU was asked for or not. */
static void check_playouts(const tsj_game* game) {
  const tsj_plugin* tables = tsj_game_tables(game);
  const size_t words = (size_t)tables->state_words;
  uint64_t* states = malloc(2 * words * sizeof *states);
  memcpy(states, tables->initial, words * sizeof *states);
  tsj_vector* vector = tsj_vector_open(game, NULL, NULL);
  int32_t move = -1;
  CHECK(tsj_vector_draw(vector, 0, &move, NULL) == TSJ_OK);
  const int32_t* moves[] = {&move};
  CHECK(tsj_vector_step(vector, moves, NULL, NULL) == TSJ_OK);
  tsj_vector_states(vector, states + words);
  tsj_vector_close(vector);
  tsj_playouts_order order = TSJ_PLAYOUTS_ORDER;
  order.playouts = 3000;
  order.seed = 7;
  tsj_batch_sums sums[3][2];
  uint64_t goal_sums[3][4];
  uint64_t goal_counts[3][4];
  uint64_t on_gpu[2] = {7, 7};
  for (int i = 0; i < 3; i++) {
    tsj_playouts_options options = TSJ_PLAYOUTS_OPTIONS;
    options.lanes = i == 0 ? 64 : 0;
    options.on_gpu = i == 2;
    tsj_messages* messages = NULL;
    tsj_playouts* playouts = tsj_playouts_open(game, &options, &messages);
    CHECK(playouts != NULL && messages == NULL);
    CHECK(tsj_playouts_lanes(playouts) >= 64);
    const tsj_playouts_results results = {sums[i], goal_sums[i], goal_counts[i],
                                          i == 2 ? on_gpu : NULL};
    order.threads = i == 1 ? 3 : 1;
    CHECK(tsj_playouts_play(playouts, &order, states, 2, &results, &messages) == TSJ_OK);
    CHECK(messages == NULL);
    const int has_gpu = strlen(tsj_playouts_gpu(playouts)) > 0;
    const int has_reason = strlen(tsj_playouts_why_no_gpu(playouts)) > 0;
    CHECK(i == 2 ? has_gpu != has_reason : !has_gpu && !has_reason);
    if (i == 2 && !has_gpu) CHECK(on_gpu[0] == 0 && on_gpu[1] == 0);
    uint64_t* const second = states + words;
    const uint64_t kept = second[0];
    second[0] = ~(uint64_t)0;
    CHECK(tsj_playouts_play(playouts, &order, states, 2, &results, &messages) == TSJ_UNKNOWN);
    CHECK(strstr(tsj_messages_text(messages), "state number 1 is not of this game") != NULL);
    tsj_messages_free(messages);
    second[0] = kept;
    order.threads = 0;
    CHECK(tsj_playouts_play(playouts, &order, states, 2, &results, &messages) == TSJ_UNKNOWN);
    CHECK(strstr(tsj_messages_text(messages), "at least one thread") != NULL);
    tsj_messages_free(messages);
    tsj_playouts_close(playouts);
  }
  CHECK(sums[0][0].playouts == 3000 && sums[0][1].playouts == 3000);
  CHECK(sums[0][0].steps > sums[0][1].steps);
  CHECK(goal_counts[0][0] == 3000 && goal_sums[0][0] > 0);
  CHECK(on_gpu[0] <= 3000 && on_gpu[1] <= 3000);
  for (int i = 1; i < 3; i++) {
    CHECK(memcmp(sums[0], sums[i], sizeof sums[0]) == 0);
    CHECK(memcmp(goal_sums[0], goal_sums[i], sizeof goal_sums[0]) == 0);
    CHECK(memcmp(goal_counts[0], goal_counts[i], sizeof goal_counts[0]) == 0);
  }
  tsj_playouts_options options = TSJ_PLAYOUTS_OPTIONS;
  options.lanes = 100;
  tsj_messages* messages = NULL;
  CHECK(tsj_playouts_open(game, &options, &messages) == NULL);
  CHECK(strstr(tsj_messages_text(messages), "unsupported number of lanes: 100") != NULL);
  tsj_messages_free(messages);
  tsj_playouts_close(NULL);
  free(states);
}

/* A cache that cannot be used any more once the game was opened is a warning of the playouts, too;
 * what the game has warned of already is not said again. */
static void check_cache_trouble(const char* path) {
  char folder[] = "/tmp/tesuji-library.XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  tsj_game_options options = TSJ_GAME_OPTIONS;
  options.cache = folder;
  for (int at_once = 0; at_once < 2; at_once++) {
    CHECK(chmod(folder, at_once ? 0777 : 0700) == 0);
    tsj_messages* messages = NULL;
    tsj_game* game = tsj_game_open(path, &options, &messages);
    CHECK(game != NULL);
    CHECK((strstr(tsj_messages_text(messages), "no object cache") != NULL) == at_once);
    tsj_messages_free(messages);
    messages = NULL;
    CHECK(chmod(folder, 0777) == 0);
    tsj_playouts* playouts = tsj_playouts_open(game, NULL, &messages);
    CHECK(playouts != NULL);
    CHECK((strstr(tsj_messages_text(messages), "no object cache") != NULL) == !at_once);
    tsj_messages_free(messages);
    tsj_playouts_close(playouts);
    tsj_game_close(game);
  }
  char command[100];
  snprintf(command, sizeof command, "rm -r %s", folder);
  CHECK(system(command) == 0);
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  CHECK(strncmp(tsj_library_version(), "tesuji ", 7) == 0);
  check_messages();
  size_t length = 0;
  char* text = read_file(arguments[1], &length);
  tsj_messages* messages = NULL;
  tsj_game* game = tsj_game_read("game.kif", text, length, NULL, &messages);
  free(text);
  CHECK(game != NULL);
  fputs(tsj_messages_text(messages), stdout);
  CHECK(messages == NULL);
  if (game == NULL) return 1;
  CHECK(tsj_game_lanes(game) >= 64 && strcmp(tsj_game_why_no_lanes(game), "") == 0);
  check_tables(game);
  check_threads(game, arguments[1]);
  check_misuse(game);
  check_questions(game);
  check_saving(game);
  check_playouts(game);
  check_cache_trouble(arguments[1]);
  /* A vector keeps what it needs of its game. */
  tsj_vector* vector = tsj_vector_open(game, NULL, NULL);
  tsj_game_close(game);
  CHECK(digest(vector) != 0);
  tsj_vector_close(vector);
  tsj_game_options options = TSJ_GAME_OPTIONS;
  options.native = 1;
  options.joint = 1;
  options.cache = "";
  game = tsj_game_open(arguments[1], &options, &messages);
  CHECK(game != NULL);
  vector = tsj_vector_open(game, NULL, NULL);
  CHECK(tsj_vector_shape_of(vector)->seat_count == 2);
  CHECK(tsj_vector_results_of(vector)->movers == NULL);
  tsj_vector_close(vector);
  tsj_game_close(game);
  return faults > 0;
}
