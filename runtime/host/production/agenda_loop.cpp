#include "runtime/host/production/agenda_loop.h"

#include "runtime/host/game/game.h"
#include "runtime/host/game/stop.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace tesuji::runtime {
namespace {

class AgendaLoop {
 public:
  AgendaLoop(const std::vector<AgendaReads>& reads, const ProductionLimits& limits,
             WorkingMemory& memory, const RunAgenda& run, ProductionResult& result)
      : reads_(reads),
        limits_(limits),
        memory_(memory),
        run_(run),
        result_(result),
        started_(reads.size()),
        hashed_(memory.abi()->relation_count) {
    memory.abi()->nodes = limits.nodes;
    memory.abi()->stop = requested_stop_word();
  }

  void loop() {
    for (;;) {
      std::vector<bool> pending;
      for (std::size_t agenda = 0; agenda < reads_.size(); ++agenda) {
        pending.push_back(due(agenda));
      }
      if (std::find(pending.begin(), pending.end(), true) == pending.end()) return;
      if (result_.rounds == limits_.rounds) return end(ProductionEnd::rounds);
      if (came_back(pending)) return end(ProductionEnd::cycle);
      ++result_.rounds;
      for (std::size_t agenda = 0; agenda < reads_.size(); ++agenda) {
        if (due(agenda) && !run(agenda)) return;
      }
    }
  }

 private:
  void end(ProductionEnd why) { result_.end = why; }

  [[nodiscard]] bool due(std::size_t agenda) const {
    if (!started_[agenda]) return true;
    const std::uint64_t since = *started_[agenda];
    const AgendaReads& reads = reads_[agenda];
    return std::any_of(reads.present.begin(), reads.present.end(),
                       [&](auto r) { return memory_.facts(r).last_added > since; }) ||
           std::any_of(reads.absent.begin(), reads.absent.end(),
                       [&](auto r) { return memory_.facts(r).last_removed > since; });
  }

  /// Which rules are due, and the facts of every relation that rules change.
  struct State {
    std::uint64_t hash = 0;
    std::vector<bool> due;
    std::vector<FactRows> facts;
  };

  /// Whether memory and due rules equal those at the start of an earlier round. It keeps one state,
  /// and replaces it whenever the number of rounds has doubled (Brent), so it detects a cycle in
  /// its second turn or soon after, in constant memory. Only removals can cause a cycle: nothing is
  /// kept before the first removal.
  bool came_back(const std::vector<bool>& due) {
    removed_ = removed_ || any_removed();
    if (!removed_) return false;
    const std::uint64_t hash = hash_of(due);
    const bool keep = result_.rounds >= keep_at_;
    if (!keep && (!kept_ || hash != kept_->hash)) return false;
    State state{hash, due, {}};
    for (std::uint32_t r = 0; r < memory_.abi()->relation_count; ++r) {
      if (!memory_.fixed(r)) state.facts.push_back(memory_.rows(r));
    }
    if (kept_ && kept_->hash == hash && kept_->due == due && kept_->facts == state.facts) {
      return true;
    }
    if (!keep) return false;
    keep_at_ = 2 * result_.rounds;
    kept_ = std::move(state);
    return false;
  }

  [[nodiscard]] bool any_removed() const {
    for (std::uint32_t r = 0; r < memory_.abi()->relation_count; ++r) {
      if (memory_.facts(r).last_removed != 0) return true;
    }
    return false;
  }

  /// Hashes the due rules, and the facts of relations that rules change, in order. Skips relations
  /// that have not changed since they were last hashed.
  std::uint64_t hash_of(const std::vector<bool>& due) {
    std::uint64_t hash = std::hash<std::vector<bool>>{}(due);
    for (std::uint32_t r = 0; r < memory_.abi()->relation_count; ++r) {
      if (memory_.fixed(r)) continue;
      const tsj_facts& facts = memory_.facts(r);
      Hashed& hashed = hashed_[r];
      const std::uint64_t changed = std::max(facts.last_added, facts.last_removed);
      if (!hashed.known || hashed.changed != changed) hashed = {true, changed, hash_of(facts)};
      hash = mix(hash, hashed.hash);
    }
    return hash;
  }

  static std::uint64_t hash_of(const tsj_facts& facts) {
    std::uint64_t hash = 0;
    for (std::uint32_t row = 0; row < facts.count; ++row) {
      if (facts.gone[row] != 0) continue;
      hash = mix(hash, 1);  // the only content of relations without columns
      const std::uint64_t first = std::uint64_t{row} * facts.arity;
      for (std::uint32_t c = 0; c < facts.arity; ++c) hash = mix(hash, facts.cells[first + c]);
    }
    return hash;
  }

  static std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    return hash ^ hash >> 32;
  }

  /// Returns false if it had to stop.
  bool run(std::size_t agenda) {
    if (tsj_memory_is_stopped(memory_.abi()) != 0) {
      end(ProductionEnd::stopped);
      return false;
    }
    memory_.compact();
    memory_.abi()->removals = limits_.removals;
    started_[agenda] = memory_.abi()->clock;
    ++result_.counts[agenda].runs;
    run_(agenda, memory_, result_.counts[agenda]);
    if (memory_.abi()->status == TSJ_OK) return true;
    if (memory_.abi()->status == TSJ_STOPPED) {
      end(ProductionEnd::stopped);
    } else if (memory_.abi()->nodes == 0) {
      end(ProductionEnd::nodes);
    } else if (memory_.abi()->removals == 0) {
      end(ProductionEnd::removals);
    } else {
      end(ProductionEnd::memory);
    }
    return false;
  }

  const std::vector<AgendaReads>& reads_;
  const ProductionLimits& limits_;
  WorkingMemory& memory_;
  const RunAgenda& run_;
  ProductionResult& result_;
  std::vector<std::optional<std::uint64_t>> started_;  ///< clock at the start of the last run
  /// Hash of a relation's facts.
  struct Hashed {
    bool known = false;
    std::uint64_t changed = 0;  ///< clock of the relation's last change when it was hashed
    std::uint64_t hash = 0;
  };
  std::vector<Hashed> hashed_;
  bool removed_ = false;
  std::optional<State> kept_;
  std::uint64_t keep_at_ = 0;  ///< the round from which another state is kept
};

}  // namespace

void run_agenda_loop(const std::vector<AgendaReads>& reads, const ProductionLimits& limits,
                     WorkingMemory& memory, const RunAgenda& run, ProductionResult& result) {
  AgendaLoop(reads, limits, memory, run, result).loop();
}

}  // namespace tesuji::runtime
