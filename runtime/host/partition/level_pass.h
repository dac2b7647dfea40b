// Makes one pass over the states of a level. It recomputes their successors, and requests the
// successors' values from the ranks that have them, while it computes the next ones. Internal to
// this folder.
#pragma once

#include "runtime/host/game/stop.h"
#include "runtime/host/partition/expander.h"
#include "runtime/host/partition/level.h"
#include "runtime/host/partition/partitioned_solve.h"
#include "runtime/host/partition/value_code.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::runtime::partition {

/// The constructor's arguments must outlive it.
template <typename Key>
class LevelPass {
 public:
  using Value = std::uint16_t;
  using Values = std::span<const Value>;

  LevelPass(std::vector<Level<Key>>& levels, const ValueCode& code, Expander& expander,
            Ranks& ranks, const PartitionOptions& options)
      : levels_(levels),
        code_(code),
        expander_(expander),
        ranks_(ranks),
        options_(options),
        chunk_(chunk_states(ranks.count())) {}

  /// Sets each state of the level for which `wants(level, place)` to `update(own, mover, values of
  /// its successors)`. Returns the number of values that have changed, on all ranks. Collective.
  /// Throws what the game throws, RankLost, Stopped.
  template <typename Wants, typename Update>
  std::uint64_t run(std::size_t number, const Wants& wants, const Update& update) {
    Level<Key>& level = levels_[number];
    typename KeyRun<Key>::Reader reader(level.keys);
    Pending flying;  // questions sent before, whose answers come with the next messages
    Pending sent;    // questions that are being sent
    std::uint64_t changed = 0;
    ranks_.begin_exchange(ask(reader, number, wants, sent));
    for (;;) {
      Pending made;
      std::vector<Ranks::Message> messages = ask(reader, number, wants, made);
      const std::vector<Ranks::Message> received = ranks_.finish_exchange();
      heed_stop(received);
      changed += take(flying, received, level, update);
      const bool all_done =
          std::all_of(received.begin(), received.end(),
                      [](const Ranks::Message& one) { return one[0] == last_message; });
      if (all_done) break;
      for (unsigned rank = 0; rank < ranks_.count(); ++rank) {
        answer(received[rank], number, messages[rank]);
      }
      flying = std::move(sent);
      sent = std::move(made);
      ranks_.begin_exchange(std::move(messages));
    }
    ranks_.add_up({&changed, 1});
    return changed;
  }

  /// Returns how many values were requested from other ranks, in all passes.
  [[nodiscard]] std::uint64_t asked() const { return asked_; }

 private:
  /// States whose successors' values have been requested.
  struct Pending {
    std::uint64_t ends = 0;  ///< ends that were met
    std::vector<std::uint64_t> places;
    std::vector<std::uint8_t> movers;
    std::vector<std::uint32_t> counts;  ///< of successors
    std::vector<std::uint32_t> owners;  ///< of each successor, in order
  };

  /// Collects questions for each rank about the next states that `wants`; the first word says
  /// whether more follow.
  template <typename Wants>
  std::vector<Ranks::Message> ask(typename KeyRun<Key>::Reader& reader, std::size_t level,
                                  const Wants& wants, Pending& pending) {
    std::vector<Ranks::Message> messages(ranks_.count(), Ranks::Message{0, 0});
    Key key = 0;
    bool more = true;
    bool stopped = false;
    while (pending.places.size() < chunk_ && !stopped && (more = reader.next(key))) {
      const std::uint64_t place = reader.position() - 1;
      if (!wants(level, place)) continue;
      stopped = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
      successors_.clear();
      const Position position = expander_.expand(key, successors_);
      if (position.mover == no_role) {  // an end whose value was not stored
        levels_[level].values[place] = code_.code(position.margin, 0);
        ++pending.ends;
        continue;
      }
      pending.places.push_back(place);
      pending.movers.push_back(static_cast<std::uint8_t>(position.mover));
      pending.counts.push_back(static_cast<std::uint32_t>(successors_.size()));
      for (const Key next : successors_) {
        const unsigned owner = owner_of(next, ranks_.count());
        pending.owners.push_back(owner);
        put_key(messages[owner], next);
        ++messages[owner][1];
        if (owner != ranks_.rank()) ++asked_;
      }
    }
    const bool none = !more && pending.places.empty() && pending.ends == 0;
    const std::uint64_t first = stopped ? stop_message : none ? last_message : 0;
    for (Ranks::Message& message : messages) message[0] = first;
    return messages;
  }

  /// Appends the requested values, four to a word, of successors of the level's states.
  void answer(const Ranks::Message& question, std::size_t level, Ranks::Message& message) {
    asked_keys_.clear();
    for (std::uint64_t i = 0; i < question[1]; ++i) {
      asked_keys_.push_back(get_key<Key>(question.data() + 2 + i * key_words<Key>));
    }
    if (asked_keys_.empty()) return;
    const std::size_t begin = message.size();
    message.resize(begin + (asked_keys_.size() + 3) / 4);
    const std::size_t end = std::min(level + 2, levels_.size());
    const auto targets = std::span(levels_).first(end).subspan(levels_[level].least_target);
    const std::size_t lost =
        finder_.find(targets, asked_keys_, [&](std::size_t i, std::uint64_t value) {
          message[begin + i / 4] |= value << (16 * (i % 4));
        });
    if (lost > 0) throw std::logic_error("a state was not found when states were");
  }

  /// Updates the pending states; returns the number of values that have changed.
  template <typename Update>
  std::uint64_t take(const Pending& pending, const std::vector<Ranks::Message>& received,
                     Level<Key>& level, const Update& update) {
    std::vector<std::uint64_t> next(ranks_.count());
    std::vector<std::size_t> begin;
    for (const Ranks::Message& message : received) begin.push_back(2 + message[1] * key_words<Key>);
    std::uint64_t changed = pending.ends;
    std::vector<Value> values;
    std::size_t edge = 0;
    for (std::size_t i = 0; i < pending.places.size(); ++i) {
      values.clear();
      for (std::uint32_t n = 0; n < pending.counts[i]; ++n) {
        const std::uint32_t owner = pending.owners[edge++];
        const std::uint64_t number = next[owner]++;
        values.push_back(
            static_cast<Value>(received[owner][begin[owner] + number / 4] >> (16 * (number % 4))));
      }
      Value& own = level.values[pending.places[i]];
      const Value now = update(own, pending.movers[i], Values(values));
      if (now == own) continue;
      own = now;
      ++changed;
    }
    return changed;
  }

  std::vector<Level<Key>>& levels_;
  const ValueCode& code_;
  Expander& expander_;
  Ranks& ranks_;
  const PartitionOptions& options_;
  std::size_t chunk_;  ///< states
  std::vector<Key> successors_;
  ValueFinder<Key> finder_;
  std::vector<Key> asked_keys_;
  std::uint64_t asked_ = 0;
};

}  // namespace tesuji::runtime::partition
