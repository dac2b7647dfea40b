#include "backend/asp/prove/sat_prover.h"

#include "backend/sat/induction.h"

#include <chrono>
#include <map>
#include <utility>

namespace tesuji::asp {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view out_of_time = "the SAT solver reached its limit of time";

Stage stage_of(sat::Outcome outcome) {
  switch (outcome) {
    case sat::Outcome::open:
      return Stage::open;
    case sat::Outcome::base_failed:
      return Stage::base_failed;
    case sat::Outcome::base_holds:
      return Stage::base_holds;
    case sat::Outcome::step_failed:
      return Stage::step_failed;
    case sat::Outcome::proved:
      return Stage::proved;
  }
  return Stage::open;
}

/// Signals of atoms, each looked up once.
class KnownAtoms {
 public:
  explicit KnownAtoms(const NetAtoms& atoms) : atoms_(atoms) {}

  ir::Signal operator()(ir::RelationId relation, std::span<const ir::Symbol> tuple) {
    std::vector<std::uint32_t> key{relation};
    key.insert(key.end(), tuple.begin(), tuple.end());
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const ir::Signal signal = atoms_.signal(relation, tuple);
    known_.emplace(std::move(key), signal);
    return signal;
  }

 private:
  const NetAtoms& atoms_;
  std::map<std::vector<std::uint32_t>, ir::Signal> known_;
};

std::vector<sat::Candidate> candidates_of(const std::vector<Question>& premises) {
  std::vector<sat::Candidate> result;
  for (const Question& question : premises) {
    if (question.instances) {
      for (const Instance& instance : *question.instances) {
        result.push_back({question.invariant, instance});
      }
      continue;
    }
    const std::uint64_t all = ir::instances(*question.invariant);
    for (InstanceNumber k = 0; k < all; ++k) {
      result.push_back({question.invariant, instance_symbols(*question.invariant, k)});
    }
  }
  return result;
}

}  // namespace

SetProof prove_on_net(const NetAtoms& atoms, const InvariantSet& set,
                      const std::vector<Question>& premises, const SatOptions& options,
                      std::span<const Words> refuted) {
  const Clock::time_point begin = Clock::now();
  SetProof result;
  result.name = set.name;
  std::vector<sat::Candidate> candidates;
  std::vector<std::pair<std::size_t, InstanceNumber>> places;
  for (std::size_t i = 0; i < set.invariants.size(); ++i) {
    const ir::Invariant& invariant = set.invariants[i];
    InvariantProof& proof = result.proofs.emplace_back();
    proof.invariant = &invariant;
    proof.stages.assign(ir::instances(invariant), Stage::open);
    for (InstanceNumber k = 0; k < proof.stages.size(); ++k) {
      candidates.push_back({&invariant, instance_symbols(invariant, k),
                            i < refuted.size() && has_bit(refuted[i], k)});
      places.emplace_back(i, k);
    }
  }
  sat::InductionOptions wanted;
  wanted.first_depth = options.first_depth;
  wanted.most_depth = options.most_depth;
  wanted.nonplayable = options.nonplayable;
  if (options.seconds > 0) {
    wanted.limits.deadline =
        begin + std::chrono::duration_cast<Clock::duration>(
                    std::chrono::duration<double>(options.seconds));
  }
  if (options.stop != nullptr) {
    wanted.limits.stopped = [&] { return options.stop->load(std::memory_order_relaxed); };
  }
  KnownAtoms known(atoms);
  const sat::InductionResult found =
      sat::prove_by_induction(atoms.net(), atoms.roles(), std::ref(known), candidates_of(premises),
                              candidates, wanted);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    InvariantProof& proof = result.proofs[places[c].first];
    Stage& stage = proof.stages[places[c].second];
    stage = stage_of(found.outcomes[c]);
    if (candidates[c].refuted && stage == Stage::base_holds) {
      stage = Stage::refuted;
    } else if (found.limit_reached && (found.outcomes[c] == sat::Outcome::open ||
                                found.outcomes[c] == sat::Outcome::base_holds)) {
      proof.reason = out_of_time;
    }
  }
  if (found.limit_reached) result.aborted = out_of_time;
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  result.step_seconds = result.seconds;
  return result;
}

}  // namespace tesuji::asp
