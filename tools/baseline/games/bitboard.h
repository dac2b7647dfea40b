// Provides the shared code of the hand-written games: random numbers, uniform choice of a bit,
// random playouts, perft, and the command line. One state at a time, one thread.
//
// A game G is a small value with
//   G()                       the initial state
//   bool over() const         no joint move follows
//   choose(Random&) const     one of the legal moves, all equally likely
//   for_each_move(f) const    calls f(move) for each legal move, when not over
//   void play(move)
//   move_of(n) const          the move with the numbers n, as the rulesheet writes it; all 0 if
//                             it has none
//   int value() const         of the first role, when over: 100, 50 or 0
//   auto key() const          a key that distinguishes states, ordered by <
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace bitboard {

using Board = std::uint64_t;
using Numbers = std::array<int, 4>;

/// wyrand: 64 random bits for a multiplication and an addition.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U) {}

  std::uint64_t next() {
    state_ += 0xa0761d6478bd642fU;
    const auto product = static_cast<unsigned __int128>(state_) * (state_ ^ 0xe7037ed1a0b428dbU);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  /// Returns a number below `n`, uniform up to a bias of n / 2^64.
  unsigned below(unsigned n) {
    return static_cast<unsigned>((static_cast<unsigned __int128>(next()) * n) >> 64);
  }

 private:
  std::uint64_t state_;
};

/// Returns the k-th lowest set bit of `board` (from 0), alone.
inline Board nth_bit(Board board, unsigned k) {
#if defined(__BMI2__)
  return _pdep_u64(Board{1} << k, board);
#else
  while (k-- > 0) board &= board - 1;
  return board & (0 - board);
#endif
}

/// Returns one of the set bits of `board`, which must not be empty.
inline Board random_bit(Board board, Random& random) {
  return nth_bit(board, random.below(static_cast<unsigned>(std::popcount(board))));
}

template <class F>
void for_each_bit(Board board, F f) {
  for (; board != 0; board &= board - 1) f(board & (0 - board));
}

inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Plays for about `seconds` of CPU time and prints counts as JSON.
template <class Game>
void print_playouts(double seconds, std::uint64_t seed) {
  Random random(seed);
  std::uint64_t playouts = 0;
  std::uint64_t transitions = 0;
  std::uint64_t values = 0;
  const double start = cpu_seconds();
  double spent = 0;
  do {
    for (int i = 0; i < 1000; ++i, ++playouts) {
      Game game;
      for (; !game.over(); ++transitions) game.play(game.choose(random));
      values += static_cast<std::uint64_t>(game.value());
    }
    spent = cpu_seconds() - start;
  } while (spent < seconds);
  std::printf(
      "{\"playouts\": %llu, \"transitions\": %llu, \"seconds\": %.6f, "
      "\"first_role_mean_goal\": %.4f}\n",
      static_cast<unsigned long long>(playouts), static_cast<unsigned long long>(transitions),
      spent, static_cast<double>(values) / static_cast<double>(playouts));
}

/// Prints for each depth the counts of `tesuji perft --json`: sequences of moves, how many of them
/// end the game, and different states.
template <class Game>
void print_perft(int depth) {
  struct Reached {
    Game game;
    std::uint64_t sequences = 0;
  };
  using Layer = std::map<decltype(Game().key()), Reached>;
  Layer layer;
  layer[Game().key()] = {Game(), 1};
  std::printf("{\"levels\": [");
  for (int level = 1; level <= depth; ++level) {
    Layer next;
    for (const auto& [key, reached] : layer) {
      if (reached.game.over()) continue;
      reached.game.for_each_move([&](auto move) {
        Game after = reached.game;
        after.play(move);
        Reached& entry = next[after.key()];
        entry.game = after;
        entry.sequences += reached.sequences;
      });
    }
    std::uint64_t sequences = 0;
    std::uint64_t terminal = 0;
    for (const auto& [key, reached] : next) {
      sequences += reached.sequences;
      if (reached.game.over()) terminal += reached.sequences;
    }
    std::printf(
        "%s{\"depth\": %d, \"sequences\": \"%llu\", \"terminal\": \"%llu\", \"distinct\": %llu}",
        level == 1 ? "" : ", ", level, static_cast<unsigned long long>(sequences),
        static_cast<unsigned long long>(terminal), static_cast<unsigned long long>(next.size()));
    layer = std::move(next);
  }
  std::printf("]}\n");
}

/// Replays games: each line of the input has the moves of one game, each move as its numbers and a
/// `;`. Prints a line with the number of legal moves in each state, and 0 when the game is over.
template <class Game>
void print_counts() {
  Game game;
  Numbers numbers{};
  std::size_t given = 0;
  const auto print_count = [&game] {
    int count = 0;
    if (!game.over()) game.for_each_move([&count](auto) { ++count; });
    std::printf("%d ", count);
  };
  print_count();
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c >= '0' && c <= '9' && given < numbers.size()) {
      numbers[given++] = c - '0';
    } else if (c == ';') {
      game.play(game.move_of(numbers));
      print_count();
      numbers = {};
      given = 0;
    } else if (c == '\n') {
      std::printf("\n");
      game = Game();
      print_count();
    }
  }
  std::printf("\n");
}

/// Runs GAME perft DEPTH, GAME playouts SECONDS [SEED], or GAME counts.
template <class Game>
int run(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "counts") == 0) {
    print_counts<Game>();
    return 0;
  }
  if (argc == 3 && std::strcmp(argv[1], "perft") == 0) {
    print_perft<Game>(std::atoi(argv[2]));
    return 0;
  }
  if ((argc == 3 || argc == 4) && std::strcmp(argv[1], "playouts") == 0) {
    print_playouts<Game>(std::atof(argv[2]), argc == 4 ? std::strtoull(argv[3], nullptr, 10) : 1);
    return 0;
  }
  std::fprintf(stderr, "usage: %s perft DEPTH | playouts SECONDS [SEED] | counts\n", argv[0]);
  return 2;
}

}  // namespace bitboard
