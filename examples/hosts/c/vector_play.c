/* Plays many games of a rulesheet at once, with moves that this program chooses at random, and
 * prints mean goals and the speed.
 *
 *   vector_play FILE [GAMES [SECONDS [THREADS]]]
 *
 * C11, tesuji/tesuji.h and libtesuji. A game that has begun by the end is played on, but not begun
 * again, so that games of all lengths count alike. */
#include <tesuji/tesuji.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { many_steps = 100000 }; /* after the time is over; longer games do not count */

static void fail(tsj_messages* messages) {
  fputs(tsj_messages_text(messages), stderr);
  tsj_messages_free(messages);
  exit(1);
}

static void* allocate(size_t count, size_t bytes) {
  void* memory = calloc(count > 0 ? count : 1, bytes);
  if (memory == NULL) {
    fputs("vector_play: there is no memory\n", stderr);
    exit(1);
  }
  return memory;
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* One step of SplitMix64. */
static inline uint64_t next_random(uint64_t* state) {
  uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* The k-th bit that is set. */
static inline uint32_t select_bit(uint64_t word, uint64_t k) {
#ifdef __BMI2__
  return (uint32_t)__builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << k, word));
#else
  for (; k > 0; k--) word &= word - 1;
  return (uint32_t)__builtin_ctzll(word);
#endif
}

/* For each game one of its legal moves, all equally likely; -1 where it has none. */
static void choose(const uint64_t* rows, uint64_t games, uint64_t words, uint64_t* random,
                   int32_t* moves) {
  if (words == 1) { /* most games: a word for each */
    for (uint64_t game = 0; game < games; game++) {
      const uint64_t some = (uint64_t)__builtin_popcountll(rows[game]);
      const uint64_t k = (next_random(random) >> 32) * some >> 32;
      moves[game] = rows[game] ? (int32_t)select_bit(rows[game], k) : -1;
    }
    return;
  }
  for (uint64_t game = 0; game < games; game++, rows += words) {
    uint64_t some = 0;
    for (uint64_t i = 0; i < words; i++) some += (uint64_t)__builtin_popcountll(rows[i]);
    uint64_t k = (next_random(random) >> 32) * some >> 32;
    uint64_t word = 0;
    moves[game] = -1;
    if (some == 0) continue;
    for (uint64_t here; (here = (uint64_t)__builtin_popcountll(rows[word])) <= k; word++) k -= here;
    moves[game] = (int32_t)(word * 64 + select_bit(rows[word], k));
  }
}

/* What was counted of games that are over. */
typedef struct sums {
  uint64_t games;
  uint64_t moves;
  uint64_t* goals; /* by role */
} sums;

/* Counts the games that are over. Rewards of others are zeros, and so is what `terminated` says. */
static void count_ends(const tsj_vector_shape* shape, const tsj_vector_results* results,
                       sums* sums) {
  const uint8_t* terminated = results->terminated;
  uint64_t moves = 0;
  uint64_t games = 0;
  for (uint64_t game = 0; game < shape->games; game++) {
    games += terminated[game];
    moves += results->lengths[game] & -(uint32_t)terminated[game];
  }
  sums->games += games;
  sums->moves += moves;
  const uint32_t roles = shape->role_count;
  for (uint32_t role = 0; role < roles; role++) {
    const int32_t* goals = results->rewards + role;
    int64_t sum = 0;
    for (uint64_t game = 0; game < shape->games; game++) sum += goals[game * roles];
    sums->goals[role] += (uint64_t)sum;
  }
}

/* The same of games that still run of those that had begun before the time was over; how many there
 * are then. */
static uint64_t count_last_ends(const tsj_vector_shape* shape, const tsj_vector_results* results,
                                uint8_t* runs, sums* sums) {
  uint64_t running = 0;
  for (uint64_t game = 0; game < shape->games; game++) {
    const int over = results->terminated[game] | results->truncated[game];
    if (runs[game] && results->terminated[game]) {
      sums->games++;
      sums->moves += results->lengths[game];
      for (uint32_t role = 0; role < shape->role_count; role++) {
        sums->goals[role] += (uint64_t)results->rewards[game * shape->role_count + role];
      }
    }
    if (over) runs[game] = 0;
    running += runs[game];
  }
  return running;
}

int main(int count, char** arguments) {
  if (count < 2) {
    fputs("usage: vector_play FILE [GAMES [SECONDS [THREADS]]]\n", stderr);
    return 2;
  }
  tsj_messages* messages = NULL;
  tsj_game* game = tsj_game_open(arguments[1], NULL, &messages);
  if (game == NULL) fail(messages);
  tsj_messages_free(messages);
  const tsj_plugin* tables = tsj_game_tables(game);

  tsj_vector_options options = TSJ_VECTOR_OPTIONS;
  options.games = count > 2 ? strtoull(arguments[2], NULL, 10) : 4096;
  options.threads = count > 4 ? (uint32_t)strtoul(arguments[4], NULL, 10) : 1;
  const double seconds = count > 3 ? atof(arguments[3]) : 1;
  tsj_vector* vector = tsj_vector_open(game, &options, &messages);
  if (vector == NULL) fail(messages);
  const tsj_vector_shape* shape = tsj_vector_shape_of(vector);
  const tsj_vector_results* results = tsj_vector_results_of(vector);

  int32_t** moves = allocate(shape->seat_count, sizeof *moves);
  for (uint32_t seat = 0; seat < shape->seat_count; seat++) {
    moves[seat] = allocate(shape->games, sizeof *moves[seat]);
  }
  uint8_t* runs = allocate(shape->games, 1);
  memset(runs, 1, shape->games);
  sums sums = {0, 0, allocate(shape->role_count, sizeof *sums.goals)};
  uint64_t random = 1;
  uint64_t steps = 0;
  uint64_t left = many_steps;
  uint64_t running = shape->games;
  const double begin = now(CLOCK_PROCESS_CPUTIME_ID);
  const double begin_clock = now(CLOCK_MONOTONIC);
  double spent = 0;
  double clock_spent = 0;
  while (running > 0 && left > 0) {
    const int over = spent >= seconds;
    for (uint32_t seat = 0; seat < shape->seat_count; seat++) {
      choose(results->legal[seat], shape->games, shape->seats[seat].row_words, &random,
             moves[seat]);
    }
    tsj_vector_counts made;
    if (tsj_vector_step(vector, (const int32_t* const*)moves, &made, &messages) != TSJ_OK) {
      fail(messages);
    }
    if (over) {
      left--;
      running = count_last_ends(shape, results, runs, &sums);
      continue;
    }
    if (made.ended > 0) count_ends(shape, results, &sums);
    if ((++steps & 15) == 0) {
      spent = now(CLOCK_PROCESS_CPUTIME_ID) - begin;
      clock_spent = now(CLOCK_MONOTONIC) - begin_clock;
    }
  }
  printf("%s: %" PRIu64 " games, %.3f moves each; mean goals:", tables->name, sums.games,
         (double)sums.moves / (double)sums.games);
  for (uint32_t role = 0; role < shape->role_count; role++) {
    printf("%s %s %.3f", role ? "," : "", tables->roles[role],
           (double)sums.goals[role] / (double)sums.games);
  }
  const double made = 1e-6 * (double)(steps * shape->games);
  printf("\n%u games a word, %.3f million steps per CPU second, %.3f per second\n", shape->lanes,
         made / spent, made / clock_spent);
  for (uint32_t seat = 0; seat < shape->seat_count; seat++) free(moves[seat]);
  free(moves);
  free(runs);
  free(sums.goals);
  tsj_vector_close(vector);
  tsj_game_close(game);
  return 0;
}
