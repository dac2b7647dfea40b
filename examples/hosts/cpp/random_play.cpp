// Plays a game at random: one game move by move, then many, with mean goals.
//
//   random_play GAME [PLAYOUTS [SEED]]
//
// C++20 with the whole compiler inside: GAME is a rulesheet, IR text or a plugin. The games are
// those of `tesuji simulate --seed`.
#include "backend/open/open_game.h"
#include "runtime/host/playouts/playout.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace runtime = tesuji::runtime;

namespace {

constexpr std::uint64_t most_steps = 10'000;  // joint moves, for games without an end

/// `  3. x (mark 1 3) of 7, o noop of 1`: who does what, of how many legal moves.
void print_joint_move(const runtime::Game& game, std::uint64_t step,
                      const std::vector<runtime::Move>& joint,
                      const std::vector<std::vector<runtime::Move>>& legal) {
  std::printf("%3ju.", static_cast<std::uintmax_t>(step));
  for (runtime::Role role = 0; role < joint.size(); ++role) {
    std::printf("%s %s %s of %zu", role > 0 ? "," : "", game.roles()[role].c_str(),
                game.move_name(joint[role]).c_str(), legal[role].size());
  }
  std::putchar('\n');
}

void play_one(const runtime::Game& game, std::uint64_t seed) {
  const auto scratch = game.make_scratch();
  runtime::Rng rng(seed);
  runtime::State state(game.initial().begin(), game.initial().end());
  runtime::State next(state.size());
  std::vector<runtime::Move> joint(game.roles().size());
  std::vector<std::vector<runtime::Move>> legal;
  std::printf("%s:", std::string(game.name()).c_str());
  for (const std::string& role : game.roles()) std::printf(" %s", role.c_str());
  std::putchar('\n');
  auto drawn = runtime::Drawn::joint;
  for (std::uint64_t step = 1; step <= most_steps; ++step) {
    drawn = game.draw(state, *scratch, rng, joint);
    if (drawn != runtime::Drawn::joint) break;
    game.legal(state, *scratch, legal);
    print_joint_move(game, step, joint, legal);
    game.next(state, joint, *scratch, next);
    state.swap(next);
  }
  if (drawn != runtime::Drawn::terminal) {
    std::puts("not over");
    return;
  }
  std::vector<int> goals(game.roles().size());
  game.goal_values(state, *scratch, goals);
  std::printf("goals:");
  for (runtime::Role role = 0; role < goals.size(); ++role)
    std::printf("%s %s %d", role > 0 ? "," : "", game.roles()[role].c_str(), goals[role]);
  std::putchar('\n');
}

void play_many(const runtime::Game& game, std::uint64_t playouts, std::uint64_t seed) {
  const runtime::PlayoutStatistics all =
      runtime::run_playouts(game, {.seed = seed, .count = playouts, .step_limit = most_steps});
  std::printf("%ju playouts, %ju joint moves; mean goals:",
              static_cast<std::uintmax_t>(all.playouts), static_cast<std::uintmax_t>(all.steps));
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    const bool any = role < all.goal_counts.size() && all.goal_counts[role] > 0;
    std::printf(
        "%s %s %.3f", role > 0 ? "," : "", game.roles()[role].c_str(),
        any ? static_cast<double>(all.goal_sums[role]) / static_cast<double>(all.goal_counts[role])
            : 0.0);
  }
  std::putchar('\n');
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::invalid_argument(std::string(text) + ": not a number");
  return value;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2 || argc > 4) {
    std::fputs("usage: random_play GAME [PLAYOUTS [SEED]]\n", stderr);
    return 2;
  }
  const std::uint64_t playouts = argc > 2 ? number(argv[2]) : 1000;
  const std::uint64_t seed = argc > 3 ? number(argv[3]) : 1;
  const tesuji::driver::OpenedGame opened = tesuji::driver::open_game(argv[1]);
  std::fputs(opened.messages.c_str(), stderr);
  if (!opened.game) return 1;
  play_one(*opened.game, seed);
  play_many(*opened.game, playouts, seed);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "random_play: %s\n", error.what());
  return 1;
}
