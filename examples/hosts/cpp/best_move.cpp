// Judges the legal moves of the role whose turn it is by many random games from the states after
// them.
//
//   best_move GAME [PLAYOUTS [SEED]]
//
// C++20 with the whole compiler inside: GAME is a rulesheet, IR text or a plugin. The games from
// all the states are played at once, hundreds at a time.
#include "backend/open/open_batch.h"
#include "runtime/host/game/game.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace runtime = tesuji::runtime;

namespace {

struct Judged {
  std::string move;
  double goal = 0;  // the role's mean
};

/// The first role that has a choice; the first one if none has.
runtime::Role who_chooses(const std::vector<std::vector<runtime::Move>>& legal) {
  for (runtime::Role role = 0; role < legal.size(); ++role) {
    if (legal[role].size() > 1) return role;
  }
  return 0;
}

/// The role's moves in the initial state, beside the first legal moves of the others; the best
/// first.
std::vector<Judged> judge(const tesuji::driver::OpenedBatch& opened, runtime::Role role,
                          const std::vector<std::vector<runtime::Move>>& legal,
                          const runtime::SimulationOptions& options) {
  const runtime::Game& game = *opened.game;
  const auto scratch = game.make_scratch();
  std::vector<runtime::Move> joint;
  for (const auto& moves : legal) joint.push_back(moves.at(0));
  runtime::State after;
  runtime::State next(game.state_words());
  for (const runtime::Move move : legal[role]) {
    joint[role] = move;
    game.next(game.initial(), joint, *scratch, next);
    after.insert(after.end(), next.begin(), next.end());
  }
  const auto results = simulate(*opened.batch, after, legal[role].size(), options);
  std::vector<Judged> judged;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const runtime::PlayoutStatistics& of = results[i].statistics;
    const double sum = static_cast<double>(of.goal_sums.at(role));
    const double count = static_cast<double>(std::max<std::uint64_t>(1, of.goal_counts.at(role)));
    judged.push_back({game.move_name(legal[role][i]), sum / count});
  }
  std::stable_sort(judged.begin(), judged.end(),
                   [](const Judged& a, const Judged& b) { return a.goal > b.goal; });
  return judged;
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
    std::fputs("usage: best_move GAME [PLAYOUTS [SEED]]\n", stderr);
    return 2;
  }
  runtime::SimulationOptions options;
  options.playouts = argc > 2 ? number(argv[2]) : 100'000;
  options.seed = argc > 3 ? number(argv[3]) : 1;
  const tesuji::driver::OpenedBatch opened = tesuji::driver::open_batch(argv[1]);
  std::fputs(opened.messages.c_str(), stderr);
  if (!opened.batch) return 1;
  if (opened.lanes == 0) std::fprintf(stderr, "one game at a time: %s\n", opened.reason.c_str());
  const runtime::Game& game = *opened.game;
  const auto scratch = game.make_scratch();
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(game.initial(), *scratch, legal);
  const auto stuck = [](const auto& moves) { return moves.empty(); };
  if (game.terminal(game.initial(), *scratch) || std::any_of(legal.begin(), legal.end(), stuck)) {
    std::puts("no move is to be made");
    return 0;
  }
  const runtime::Role role = who_chooses(legal);
  for (const Judged& judged : judge(opened, role, legal, options)) {
    std::printf("%s %s: %.2f\n", game.roles()[role].c_str(), judged.move.c_str(), judged.goal);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "best_move: %s\n", error.what());
  return 1;
}
