#include "runtime/host/partition/partitioned_solve.h"

#include "runtime/host/partition/level_search.h"
#include "runtime/host/partition/level_values.h"

#include "runtime/host/search/solution.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::runtime {

namespace {

using partition::Level;
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

/// What is told of all states.
template <typename Key>
class Summary {
 public:
  Summary(const StateCode& code, const ValueCode& values, std::size_t state_words, bool digest)
      : code_(code), values_(values), state_(state_words), wants_digest_(digest) {}

  void add(Key key, std::uint16_t code) {
    const GameValue value = values_.value(code);
    ++(value.endless ? endless : value.margin > 0 ? first : value.margin < 0 ? second : drawn);
    longest = std::max(longest, value.plies);
    if (!wants_digest_) return;
    code_.state(key, state_);
    digest += digest_of(state_, value);
  }

  std::uint64_t first = 0, second = 0, drawn = 0, endless = 0, digest = 0;
  std::uint32_t longest = 0;

 private:
  const StateCode& code_;
  const ValueCode& values_;
  State state_;
  bool wants_digest_;
};

/// What each rank has, on all.
std::vector<std::uint64_t> of_all(Ranks& ranks, std::uint64_t number) {
  std::vector<std::uint64_t> numbers(ranks.count());
  numbers[ranks.rank()] = number;
  ranks.add_up(numbers);
  return numbers;
}

std::uint64_t most_of(Ranks& ranks, std::uint64_t number) {
  return std::ranges::max(of_all(ranks, number));
}

/// Of what a rank's files are about. All ranks have to have the same game.
std::uint64_t identity_of(const Game& game, const StateCode& code, Ranks& ranks,
                          std::uint64_t rules) {
  const std::uint64_t identity =
      mixed(mixed(mixed(fingerprint(game, 0), rules), code.identity()), ranks.count());
  for (const std::uint64_t other : of_all(ranks, identity)) {
    if (other != identity) throw CommonLimit("ranks have different games");
  }
  return mixed(identity, ranks.rank());
}

/// Where to go on: as far as all ranks have come.
partition::Progress common_progress(const partition::RankFiles& files, std::uint64_t identity,
                                    Ranks& ranks, const std::string& folder) {
  partition::Progress progress =
      files.progress().value_or(partition::Progress{identity, {}, {}, {}, 0});
  if (progress.identity != identity) {
    throw FileError(folder + ": has states of another game, or for another number of ranks");
  }
  const std::uint64_t levels = std::ranges::min(of_all(ranks, progress.levels.size()));
  const bool found = std::ranges::min(of_all(ranks, progress.found ? 1 : 0)) == 1;
  const std::uint64_t valued_from = most_of(ranks, progress.valued_from);
  if (progress.levels.size() > levels || !found) progress.found.reset();
  progress.levels.resize(levels);
  progress.hashes.resize(levels);
  progress.valued_from = progress.found ? valued_from : levels;
  return progress;
}

template <typename Key>
PartitionedSolution solve(const Game& game, const Turns& turns, const StateCode& code, Ranks& ranks,
                          const PartitionOptions& options) {
  PartitionedSolution solution;
  solution.key_bits = code.bits();
  partition::Expander expander(game, turns, code);
  partition::RankFiles files(options.folder, ranks.rank());
  partition::Progress progress =
      common_progress(files, identity_of(game, code, ranks, options.rules), ranks, options.folder);
  solution.resumed = !progress.levels.empty();
  auto begin = std::chrono::steady_clock::now();
  partition::LevelSearch<Key> search(expander, code, ranks, options, files);
  std::vector<Level<Key>> levels = search.run(game.initial(), progress);
  const auto& counts = search.counts();
  solution.levels = counts.level_states;
  for (const std::uint64_t states : solution.levels) solution.states += states;
  solution.terminal = counts.terminal;
  solution.stuck = counts.stuck;
  solution.edges = counts.edges;
  solution.sent = counts.sent;
  solution.layered = counts.layered;
  solution.search_seconds = since(begin);

  begin = std::chrono::steady_clock::now();
  const ValueCode values = value_code(counts.margins);
  partition::LevelValues<Key> backwards(levels, values, expander, ranks, options, files);
  backwards.run(counts.layered, progress);
  Summary<Key> summary(code, values, game.state_words(), options.digest);
  std::uint64_t bytes = 0;
  for (const Level<Key>& level : levels) {
    bytes += level.keys.bytes() + level.values.size() * sizeof(std::uint16_t);
    solution.rank_states += level.keys.size();
    typename KeyRun<Key>::Reader reader(level.keys);
    for (Key key = 0; reader.next(key);) summary.add(key, level.values[reader.position() - 1]);
  }
  const bool has_first = levels.front().keys.size() > 0;
  std::array<std::uint64_t, 8> totals{
      summary.first,  summary.second, summary.drawn,     summary.endless,
      summary.digest, bytes,          backwards.asked(), has_first ? levels.front().values[0] : 0U};
  ranks.add_up(totals);
  solution.first_wins = totals[0];
  solution.second_wins = totals[1];
  solution.drawn = totals[2];
  solution.endless = totals[3];
  solution.digest = totals[4];
  solution.bytes = totals[5];
  solution.asked = totals[6];
  solution.value = values.value(static_cast<std::uint16_t>(totals[7]));
  solution.longest = static_cast<std::uint32_t>(most_of(ranks, summary.longest));
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
  return code.bits() < 64 ? solve<std::uint64_t>(game, turns, code, ranks, options)
                          : solve<WideKey>(game, turns, code, ranks, options);
}

}  // namespace tesuji::runtime
