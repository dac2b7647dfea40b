#include "runtime/host/partition/partitioned_solve.h"

#include "runtime/host/partition/level_search.h"
#include "runtime/host/partition/level_values.h"
#include "runtime/host/partition/perfect_play.h"
#include "runtime/host/partition/value_summary.h"
#include "runtime/host/search/solution.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::runtime {

namespace {

using partition::Level;
using partition::most_of;
using partition::of_all;
using partition::ValueCode;

double since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

ValueCode value_code(const partition::MarginCounts& counts) {
  std::vector<int> margins;
  for (int margin = -partition::margin_offset; margin <= partition::margin_offset; ++margin) {
    const bool occurs = counts[static_cast<std::size_t>(margin + partition::margin_offset)] > 0;
    if (occurs || margin == 0) margins.push_back(margin);
  }
  return ValueCode(std::move(margins));
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
  return hash ^ hash >> 29U;
}

/// Returns a hash that identifies what a rank's files belong to. All ranks must have the same game.
std::uint64_t identity_of(const Game& game, const StateCode& code, Ranks& ranks,
                          std::uint64_t rules) {
  const std::uint64_t identity =
      mixed(mixed(mixed(fingerprint(game, 0), rules), code.identity()), ranks.count());
  for (const std::uint64_t other : of_all(ranks, identity)) {
    if (other != identity) throw CommonLimit("ranks have different games");
  }
  return mixed(identity, ranks.rank());
}

/// All ranks must receive the same states: they answer together.
void require_same_states(std::span<const State> states, Ranks& ranks) {
  std::uint64_t hash = states.size();
  for (const State& state : states) {
    for (const std::uint64_t word : state) hash = mixed(hash, word);
  }
  for (const std::uint64_t other : of_all(ranks, hash)) {
    if (other != hash) throw CommonLimit("ranks evaluate different states");
  }
}

/// Returns where to continue: the point that all ranks have reached.
partition::Progress common_progress(const partition::RankFiles& files, std::uint64_t identity,
                                    Ranks& ranks, const std::string& folder) {
  partition::Progress progress =
      files.progress().value_or(partition::Progress{identity, {}, {}, {}, 0, 0});
  if (progress.identity != identity) {
    throw InvalidFile(folder + ": has states of another game, or for another number of ranks");
  }
  const std::uint64_t levels = std::ranges::min(of_all(ranks, progress.levels.size()));
  const bool found = std::ranges::min(of_all(ranks, progress.found ? 1 : 0)) == 1;
  const std::uint64_t valued_from = most_of(ranks, progress.valued_from);
  const std::uint64_t stage = std::ranges::min(of_all(ranks, progress.stage));
  if (progress.levels.size() > levels || !found) progress.found.reset();
  progress.levels.resize(levels);
  progress.hashes.resize(levels);
  progress.valued_from = progress.found ? valued_from : levels;
  progress.stage = progress.found ? stage : 0;
  return progress;
}

template <typename Key>
PartitionedSolution solve(const Game& game, const Turns& turns, const StateCode& code, Ranks& ranks,
                          const PartitionOptions& options) {
  PartitionedSolution solution;
  solution.key_bits = code.bits();
  solution.symmetries = code.symmetries();
  partition::Expander expander(game, turns, code);
  require_same_states(options.states, ranks);
  partition::RankFiles files(options.folder, ranks.rank());
  partition::Progress progress =
      common_progress(files, identity_of(game, code, ranks, options.rules), ranks, options.folder);
  solution.resumed = !progress.levels.empty();
  // Saves it before files change that only this rank has recorded as further.
  if (solution.resumed) files.save(progress);
  auto begin = std::chrono::steady_clock::now();
  partition::LevelSearch<Key> search(expander, code, ranks, options, files);
  std::vector<Level<Key>> levels = search.run(game.initial(), progress);
  const auto& counts = search.counts();
  solution.level_stored = counts.level_stored;
  for (const std::uint64_t states : solution.level_stored) solution.stored += states;
  Survey& survey = solution.survey;
  survey.terminal = counts.terminal;
  survey.stuck = counts.stuck;
  for (Role role = 0; role < 2; ++role) {
    survey.movers[role].most_moves =
        static_cast<std::uint32_t>(most_of(ranks, counts.most_moves[role]));
  }
  solution.edges = counts.edges;
  solution.sent = counts.sent;
  solution.layered = counts.layered;
  solution.search_seconds = since(begin);

  begin = std::chrono::steady_clock::now();
  const ValueCode values = value_code(counts.margins);
  partition::LevelValues<Key> backwards(levels, values, expander, ranks, options, files);
  backwards.run(counts.layered, progress);
  partition::PerfectPlay<Key> perfect(levels, values, code, expander, ranks, options.stop);
  const State initial(game.initial().begin(), game.initial().end());
  const bool may_be_stuck = survey.stuck > 0;
  const StateAnswer first = perfect.answers({&initial, 1}, may_be_stuck).front();
  survey.value = *first.value;
  survey.end = first.end;
  if (options.states.empty()) {
    solution.best_play = perfect.from(initial);
    partition::ValueSummary<Key> summary(game, turns, code, values,
                                         {options.digest, counts.faulty > 0});
    std::array<std::uint64_t, 2> totals{0, backwards.asked()};
    for (const Level<Key>& level : levels) {
      summary.add(level);
      totals[0] += level.keys.bytes() + level.values.size() * sizeof(std::uint16_t);
      solution.rank_states += level.keys.size();
    }
    summary.add_up(ranks, solution);
    ranks.add_up(totals);
    solution.bytes = totals[0];
    solution.asked = totals[1];
  } else {
    solution.answers = perfect.answers(options.states, may_be_stuck);
  }
  solution.value_seconds = since(begin);
  return solution;
}

}  // namespace

std::uint64_t digest_of(StateView state, const GameValue& value) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : state) hash = mixed(hash, word);
  hash = mixed(hash, static_cast<std::uint64_t>(value.margin + partition::margin_offset));
  return mixed(mixed(hash, value.plies), value.endless ? 1 : 0);
}

PartitionedSolution solve_partitioned(const Game& game, const Turns& turns, const StateCode& code,
                                      Ranks& ranks, const PartitionOptions& options) {
  if (code.bits() < 64) return solve<ShortKey>(game, turns, code, ranks, options);
  if (code.bits() < 128) return solve<WideKey>(game, turns, code, ranks, options);
  if (code.bits() < 256) return solve<WiderKey>(game, turns, code, ranks, options);
  return solve<WidestKey>(game, turns, code, ranks, options);
}

}  // namespace tesuji::runtime
