#include "backend/proofs/prove/net_proofs.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tesuji::proofs {

ir::Signal KnownAtoms::signal(ir::RelationId relation, std::span<const ir::Symbol> tuple) const {
  std::vector<std::uint32_t> key{relation};
  key.insert(key.end(), tuple.begin(), tuple.end());
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  const ir::Signal signal = atoms_.signal(relation, tuple);
  known_.emplace(std::move(key), signal);
  return signal;
}

Play play_of(const sat::Trace& trace, const NetAtoms& atoms,
             const std::vector<ir::Symbol>& instance) {
  Play play;
  play.violated = trace.violated;
  play.instance = instance;
  for (std::size_t t = 0; t < trace.states.size(); ++t) {
    PlayStep& step = play.steps.emplace_back();
    for (std::size_t i = 0; i < trace.states[t].size(); ++i) {
      if (trace.states[t][i]) step.fluents.push_back(atoms.fluent_names()[i]);
    }
    std::sort(step.fluents.begin(), step.fluents.end());
    if (t == trace.moves.size()) break;
    for (const std::uint32_t move : trace.moves[t]) {
      step.joint.push_back(move == ir::no_id ? "" : atoms.move_names()[move]);
    }
  }
  return play;
}

sat::Limits limits_of(double seconds, std::uint64_t memory_bytes, const std::atomic<bool>* stop) {
  sat::Limits limits;
  if (seconds > 0) {
    using Clock = std::chrono::steady_clock;
    limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(seconds));
  }
  limits.memory_bytes = memory_bytes;
  if (stop != nullptr) {
    limits.stopped = [stop] { return stop->load(std::memory_order_relaxed); };
  }
  return limits;
}

}  // namespace tesuji::proofs
