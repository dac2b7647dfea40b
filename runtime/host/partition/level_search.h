// Finds all states of a game level by level, breadth first, on all ranks together. Internal to this
// folder.
//
// Each rank expands its states of a level, and sends the numbers of successors to the ranks that
// they belong to. Each rank sorts the numbers it receives, and removes those of earlier levels:
// duplicates are detected when the level is complete (Korf 2004, "Best-first frontier search with
// delayed duplicate detection").
#pragma once

#include "runtime/host/game/stop.h"
#include "runtime/host/partition/expander.h"
#include "runtime/host/partition/key_collector.h"
#include "runtime/host/partition/level.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/rank_files.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::runtime::partition {

/// Counts of ends, by margin + margin_offset.
using MarginCounts = std::array<std::uint64_t, 2 * margin_offset + 1>;

template <typename Key>
class LevelSearch {
 public:
  LevelSearch(Expander& expander, const StateCode& code, Ranks& ranks,
              const PartitionOptions& options, RankFiles& files)
      : expander_(expander),
        code_(code),
        ranks_(ranks),
        options_(options),
        files_(files),
        collector_(most_loose_keys,
                   [&files](KeyRun<Key> run) { return files.keep_part(std::move(run)); }),
        chunk_(chunk_states(ranks.count())),
        sent_(recent_keys, no_key) {}

  /// Returns all levels of this rank's states; each rank has the same number of levels. Continues
  /// from `progress`, which must have the same number of levels on all ranks, and updates it.
  /// Throws what the game throws, RankLost, CommonLimit, Stopped, FileError.
  std::vector<Level<Key>> run(StateView initial, Progress& progress) {
    if (progress.levels.empty()) {
      begin(initial, progress);
    } else {
      go_on(progress);
    }
    while (!progress.found) {
      expand_last();
      const std::size_t expanded = levels_.size() - 1;
      if (add_level()) {
        progress.levels.push_back(snapshot(counts_.level_stored.back()));
        progress.hashes.push_back({hash_of_keys(levels_.back()), 0, 0});
      } else {
        progress.found = snapshot(0);
        progress.valued_from = levels_.size();
      }
      keep_values(expanded, progress);
    }
    add_up();
    return std::move(levels_);
  }

  /// Counts over all ranks. A state counts as often as its orbit has states, except in what is
  /// stored and sent.
  struct Counts {
    std::vector<std::uint64_t> level_stored;  ///< orbits
    MarginCounts margins{};
    std::uint64_t terminal = 0;
    std::uint64_t stuck = 0;
    std::uint64_t faulty = 0;                   ///< terminal, with a goal fault
    std::array<std::uint64_t, 2> most_moves{};  ///< of this rank's states, by mover
    std::uint64_t edges = 0;
    std::uint64_t sent = 0;  ///< numbers, to other ranks
    bool layered = true;     ///< each move leads to the next level
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  static constexpr std::size_t most_loose_keys = std::size_t{1} << 22U;
  static constexpr std::size_t recent_keys = std::size_t{1} << 16U;  ///< a power of two
  static constexpr Key no_key = ~Key{0};

  void begin(StateView initial, Progress& progress) {
    const Key first = code_.number<Key>(initial);
    typename KeyRun<Key>::Writer writer;
    if (owner_of(first, ranks_.count()) == ranks_.rank()) writer.add(first);
    levels_.emplace_back();
    levels_.back().keys = files_.keep(0, writer.finish());
    counts_.level_stored.push_back(1);
    progress.levels.push_back(snapshot(1));
    progress.hashes.push_back({hash_of_keys(levels_.back()), 0, 0});
    files_.save(progress);
  }

  [[nodiscard]] std::uint64_t hash_of_keys(const Level<Key>& level) const {
    return files_.on_disk() ? level.keys.hash() : 0;
  }

  /// Stores the values of a level that has been expanded.
  void keep_values(std::size_t number, Progress& progress) {
    if (!files_.on_disk()) return;
    levels_[number].values.flush();
    progress.hashes[number].values = levels_[number].values.hash();
    files_.save(progress);
  }

  void go_on(const Progress& progress) {
    for (const LevelCounts& counts : progress.levels) {
      const std::size_t number = levels_.size();
      Level<Key>& level = levels_.emplace_back();
      level.keys = files_.keys<Key>(number);
      files_.check(number, "keys", level.keys.hash(), progress.hashes[number].keys);
      const bool is_last = number + 1 == progress.levels.size();
      if (!is_last || progress.found) {
        level.values = files_.values(number, level.keys.size());
        level.least_target = static_cast<std::uint32_t>(
            (is_last ? *progress.found : progress.levels[number + 1]).least_target);
        // Restarts the level whose values were being computed.
        if (progress.found && number + 1 == progress.valued_from) {
          level.values.forget();
        } else {
          files_.check(number, "values", level.values.hash(), progress.hashes[number].values);
        }
      }
      counts_.level_stored.push_back(counts.states);
    }
    const LevelCounts& last = progress.found ? *progress.found : progress.levels.back();
    counts_.terminal = last.terminal;
    counts_.stuck = last.stuck;
    counts_.faulty = last.faulty;
    counts_.most_moves = last.most_moves;
    counts_.edges = last.edges;
    counts_.sent = last.sent;
    counts_.layered = last.layered != 0;
    std::copy_n(last.margins.begin(), std::min(last.margins.size(), counts_.margins.size()),
                counts_.margins.begin());
  }

  [[nodiscard]] LevelCounts snapshot(std::uint64_t states) const {
    return {states,
            last_target_,
            counts_.terminal,
            counts_.stuck,
            counts_.faulty,
            counts_.most_moves,
            counts_.edges,
            counts_.sent,
            counts_.layered ? 1U : 0U,
            {counts_.margins.begin(), counts_.margins.end()}};
  }

  /// Adds the counts of all ranks.
  void add_up() {
    ranks_.add_up(counts_.margins);
    std::array<std::uint64_t, 5> totals{counts_.terminal, counts_.stuck, counts_.faulty,
                                        counts_.edges, counts_.sent};
    ranks_.add_up(totals);
    std::tie(counts_.terminal, counts_.stuck, counts_.faulty, counts_.edges, counts_.sent) =
        std::tuple_cat(totals);
  }

  /// Writes the next states' successors as messages; the first word says whether more follow.
  std::vector<Ranks::Message> next_chunk(typename KeyRun<Key>::Reader& reader, Level<Key>& level) {
    std::vector<Ranks::Message> messages(ranks_.count(), Ranks::Message{0});
    Key key = 0;
    std::size_t expanded = 0;
    bool stopped = false;
    while (expanded < chunk_ && !stopped && reader.next(key)) {
      ++expanded;
      stopped = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
      successors_.clear();
      const Position position = expander_.expand(key, successors_);
      if (position.mover == no_role) {
        const int number = position.margin + margin_offset;
        level.values[reader.position() - 1] = static_cast<std::uint16_t>(first_end + number);
        counts_.margins[static_cast<std::size_t>(number)] += position.states;
        (position.terminal ? counts_.terminal : counts_.stuck) += position.states;
        if (position.faulty) counts_.faulty += position.states;
      } else {
        std::uint64_t& most = counts_.most_moves[position.mover];
        most = std::max<std::uint64_t>(most, successors_.size());
      }
      counts_.edges += successors_.size() * position.states;
      for (const Key next : successors_) {
        const unsigned owner = owner_of(next, ranks_.count());
        const auto low = static_cast<std::uint64_t>(next);
        Key& recent = sent_[(low ^ low >> 20U) % recent_keys];
        if (recent == next) continue;
        recent = next;
        put_key(messages[owner], next);
        if (owner != ranks_.rank()) ++counts_.sent;
      }
    }
    const std::uint64_t first = stopped             ? stop_message
                                : is_full()         ? full_message
                                : expanded < chunk_ ? last_message
                                                    : 0;
    for (Ranks::Message& message : messages) message.front() = first;
    return messages;
  }

  void expand_last() {
    Level<Key>& level = levels_.back();
    level.values = files_.new_values(levels_.size() - 1, level.keys.size());
    std::fill(sent_.begin(), sent_.end(), no_key);
    typename KeyRun<Key>::Reader reader(level.keys);
    ranks_.begin_exchange(next_chunk(reader, level));
    for (;;) {
      // Computed while the last messages are on their way.
      std::vector<Ranks::Message> messages = next_chunk(reader, level);
      bool all_last = true;
      const std::vector<Ranks::Message> received = ranks_.finish_exchange();
      heed_stop(received);
      if (any_is_full(received)) fail_full(options_.memory_bytes);
      for (const Ranks::Message& message : received) {
        all_last = all_last && message.front() == last_message;
        for (std::size_t i = 1; i < message.size(); i += key_words<Key>) {
          collector_.add(get_key<Key>(message.data() + i));
        }
      }
      if (all_last) break;
      ranks_.begin_exchange(std::move(messages));
    }
  }

  /// Makes a level of the collected numbers that are new; returns false if none exist, on any rank.
  bool add_level() {
    std::vector<typename KeyRun<Key>::Seeker> earlier;
    for (const Level<Key>& level : levels_) earlier.emplace_back(level.keys);
    std::vector<std::uint64_t> met(levels_.size() + 1);  // by earlier level; the last element
                                                         // counts new ones
    typename KeyRun<Key>::Writer writer;
    collector_.take_all([&](Key key) {
      for (std::size_t i = levels_.size(); i-- > 0;) {
        if (!earlier[i].contains(key)) continue;
        ++met[i];
        return;
      }
      writer.add(key);
      ++met.back();
    });
    ranks_.add_up(met);
    const auto least = std::find_if(met.begin(), met.end(), [](std::uint64_t n) { return n > 0; });
    last_target_ = static_cast<std::uint64_t>(least - met.begin());
    levels_.back().least_target = static_cast<std::uint32_t>(last_target_);
    if (least != met.end() && least + 1 != met.end()) counts_.layered = false;
    files_.remove_parts();
    if (met.back() == 0) return false;
    counts_.level_stored.push_back(met.back());
    levels_.emplace_back();
    levels_.back().keys = files_.keep(levels_.size() - 1, writer.finish());
    if (options_.progress) options_.progress({levels_.size() - 1, met.back(), false});
    return true;
  }

  /// Whether this rank uses more memory than it may.
  [[nodiscard]] bool is_full() const {
    if (options_.memory_bytes == 0) return false;
    std::uint64_t bytes = collector_.bytes();
    if (files_.on_disk()) bytes = std::min<std::uint64_t>(bytes, 2 * most_loose_keys * sizeof(Key));
    for (const Level<Key>& level : levels_) {
      if (!files_.on_disk())
        bytes += level.keys.bytes() + level.keys.size() * sizeof(std::uint16_t);
    }
    return bytes > options_.memory_bytes;
  }

  Expander& expander_;
  const StateCode& code_;
  Ranks& ranks_;
  const PartitionOptions& options_;
  std::vector<Level<Key>> levels_;
  RankFiles& files_;
  KeyCollector<Key> collector_;
  std::size_t chunk_;      ///< states
  std::vector<Key> sent_;  ///< recently, in this level, by a hash
  std::vector<Key> successors_;
  std::uint64_t last_target_ = 0;  ///< Level::least_target of the level that was expanded last
  Counts counts_;
};

}  // namespace tesuji::runtime::partition
