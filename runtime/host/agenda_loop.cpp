#include "runtime/host/agenda_loop.h"

#include "runtime/host/game.h"

#include <algorithm>
#include <optional>
#include <set>
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
        if (due(agenda) && !run(agenda)) return end(ProductionEnd::nodes);
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

  /// Whether memory and pending rules are as at the start of an earlier round. Only
  /// removals can bring that about, so nothing is kept before the first one.
  bool came_back(std::vector<bool> pending) {
    const tsj_memory& abi = *memory_.abi();
    bool removed = false;
    for (std::uint32_t r = 0; r < abi.relation_count; ++r) {
      removed |= memory_.facts(r).last_removed != 0;
    }
    if (!removed) return false;
    std::vector<std::vector<std::uint32_t>> facts;
    for (std::uint32_t r = 0; r < abi.relation_count; ++r) {
      FactRows rows = memory_.rows_from(r, 0);
      rows.cells.push_back(static_cast<std::uint32_t>(rows.rows));
      facts.push_back(std::move(rows.cells));
    }
    return !seen_.emplace(std::move(pending), std::move(facts)).second;
  }

  /// False if it had to stop for want of nodes.
  bool run(std::size_t agenda) {
    started_[agenda] = memory_.abi()->clock;
    ++result_.counts[agenda].runs;
    run_(agenda, memory_, result_.counts[agenda]);
    if (memory_.abi()->status == TSJ_OK) return true;
    if (memory_.abi()->nodes == 0) return false;
    throw LimitReached("a working memory has too many facts");
  }

  const std::vector<AgendaReads>& reads_;
  const ProductionLimits& limits_;
  WorkingMemory& memory_;
  const RunAgenda& run_;
  ProductionResult& result_;
  std::vector<std::optional<std::uint64_t>> started_;  ///< clock at the start of the last run
  std::set<std::pair<std::vector<bool>, std::vector<std::vector<std::uint32_t>>>> seen_;
};

}  // namespace

void run_agenda_loop(const std::vector<AgendaReads>& reads, const ProductionLimits& limits,
                     WorkingMemory& memory, const RunAgenda& run, ProductionResult& result) {
  AgendaLoop(reads, limits, memory, run, result).loop();
}

}  // namespace tesuji::runtime
