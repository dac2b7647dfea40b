#include "runtime/host/agenda_loop.h"

#include "runtime/host/game.h"

#include <algorithm>
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
        started_(reads.size()) {
    memory.abi()->nodes = limits.nodes;
  }

  void loop() {
    for (;;) {
      std::vector<bool> pending;
      for (std::size_t agenda = 0; agenda < reads_.size(); ++agenda) {
        pending.push_back(due(agenda));
      }
      if (std::find(pending.begin(), pending.end(), true) == pending.end()) return;
      if (result_.rounds == limits_.rounds) return end(ProductionEnd::rounds);
      if (came_back(std::move(pending))) return end(ProductionEnd::cycle);
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

  /// Rules that are due, and the facts of every relation.
  using State = std::pair<std::vector<bool>, std::vector<std::vector<std::uint32_t>>>;

  /// Whether memory and due rules are what they were at the start of an earlier
  /// round. One state is kept, a later one each time as many rounds again have passed
  /// (Brent), so a cycle is noticed in its second turn or soon after, in constant
  /// memory. Only removals can bring one about: nothing is kept before the first.
  bool came_back(std::vector<bool> due) {
    const tsj_memory& abi = *memory_.abi();
    bool removed = false;
    for (std::uint32_t r = 0; r < abi.relation_count; ++r) {
      removed |= memory_.facts(r).last_removed != 0;
    }
    if (!removed) return false;
    State state{std::move(due), {}};
    for (std::uint32_t r = 0; r < abi.relation_count; ++r) {
      FactRows rows = memory_.rows(r);
      rows.cells.push_back(static_cast<std::uint32_t>(rows.rows));
      state.second.push_back(std::move(rows.cells));
    }
    if (state == kept_) return true;
    if (result_.rounds < keep_at_) return false;
    keep_at_ = 2 * result_.rounds;
    kept_ = std::move(state);
    return false;
  }

  /// False if it had to stop at a limit.
  bool run(std::size_t agenda) {
    memory_.compact();
    memory_.abi()->removals = limits_.removals;
    started_[agenda] = memory_.abi()->clock;
    ++result_.counts[agenda].runs;
    run_(agenda, memory_, result_.counts[agenda]);
    if (memory_.abi()->status == TSJ_OK) return true;
    if (memory_.abi()->nodes == 0) {
      end(ProductionEnd::nodes);
    } else if (memory_.abi()->removals == 0) {
      end(ProductionEnd::removals);
    } else {
      throw LimitReached("a working memory has too many facts");
    }
    return false;
  }

  const std::vector<AgendaReads>& reads_;
  const ProductionLimits& limits_;
  WorkingMemory& memory_;
  const RunAgenda& run_;
  ProductionResult& result_;
  std::vector<std::optional<std::uint64_t>> started_;  ///< clock at the start of the last run
  State kept_;
  std::uint64_t keep_at_ = 0;  ///< the round before which no other state is kept
};

}  // namespace

void run_agenda_loop(const std::vector<AgendaReads>& reads, const ProductionLimits& limits,
                     WorkingMemory& memory, const RunAgenda& run, ProductionResult& result) {
  AgendaLoop(reads, limits, memory, run, result).loop();
}

}  // namespace tesuji::runtime
