#include "backend/proofs/verify/set_proofs.h"

#include "backend/proofs/prove/clingo_prover.h"
#include "backend/proofs/prove/sat_prover.h"
#include "runtime/host/memory/on_threads.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

namespace tesuji::proofs {

namespace {

SatOptions sat_options(const VerificationOptions& options) {
  const ProverOptions& prover = options.prover;
  SatOptions wanted;
  wanted.seconds = prover.clingo.seconds;
  wanted.first_depth = prover.induction;
  wanted.most_depth = std::max(prover.induction, options.most_induction);
  wanted.simple_paths = options.simple_paths;
  wanted.directed_seconds = options.directed_seconds;
  wanted.nonplayable = prover.nonplayable;
  wanted.memory_bytes = prover.clingo.memory_bytes;
  wanted.stop = prover.clingo.stop;
  return wanted;
}

}  // namespace

bool uses_net(const Subject& subject, const VerificationOptions& options) {
  return subject.net != nullptr && options.provers != Provers::clingo;
}

std::string_view why_no_induction(const VerificationOptions& options) {
  return options.provers == Provers::clingo ? "nothing is proved by induction without clingo"
                                            : "no proof by induction: the game has no net for the "
                                              "SAT solver, and clingo cannot be used";
}

SetProof undecided(const InvariantSet& set, std::string_view reason) {
  SetProof proof = begin_proof(set);
  proof.aborted = reason;
  for (InvariantProof& some : proof.proofs) some.reason = reason;
  return proof;
}

SetProofs::SetProofs(const Subject& subject, const std::vector<InvariantSet>& sets,
                     const VerificationOptions& options, const TimeBudget& budget, Scene scene)
    : sets_(sets),
      options_(options),
      budget_(budget),
      scene_(std::move(scene)),
      proofs_(sets.size()),
      waiting_(sets.size()) {
  const bool with_net = uses_net(subject, options);
  if (with_net) provers_.push_back(std::make_unique<SatProver>(*subject.net, sat_options(options)));
  if (scene_.clingo_usable && (!with_net || options.provers != Provers::sat)) {
    provers_.push_back(std::make_unique<ClingoProver>(subject.module, options.prover));
  }
}

void SetProofs::run() {
  std::vector<std::size_t> beside;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    if (!sets_[i].premises) {
      beside.push_back(i);
      continue;
    }
    prove_beside(std::exchange(beside, {}));
    prove_set(i);
    for (const Candidate& proved : premises_of(proofs_[i])) premises_.push_back(proved);
  }
  prove_beside(beside);
}

void SetProofs::prove_beside(const std::vector<std::size_t>& which) {
  std::atomic<std::size_t> next{0};
  // clingo's processes die with the thread that started them: this thread waits for the others.
  runtime::on_threads(
      std::min<std::size_t>(options_.jobs, which.size()),
      [&](std::size_t) {
        for (std::size_t i = next++; i < which.size(); i = next++) prove_set(which[i]);
      },
      [&] { next = which.size(); });
}

/// A set whose formulas become premises may take half of the remaining time; the others share it
/// equally, as many at a time as there are jobs, so that a hard one does not use up the time of
/// later ones.
double SetProofs::begin_set(std::size_t i) {
  const std::lock_guard lock(mutex_);
  const std::size_t jobs = std::max(options_.jobs, 1U);
  const std::size_t rounds = (waiting_ + running_ + jobs - 1) / jobs;
  const double parts = !sets_[i].premises ? static_cast<double>(rounds) : waiting_ > 1 ? 2 : 1;
  --waiting_;
  ++running_;
  return within(0, budget_.left(scene_.part_of_time) / parts);
}

void SetProofs::prove_set(std::size_t i) {
  scene_.tell(fmt::format("{}: proofs", sets_[i].name));
  try {
    advance(i, begin_set(i));
  } catch (const std::bad_alloc&) {
    proofs_[i] = undecided(sets_[i], "out of memory");
  }
  {
    const std::lock_guard lock(mutex_);
    --running_;
  }
  std::uint64_t proved = 0;
  std::uint64_t base = 0;
  for (const InvariantProof& proof : proofs_[i].proofs) {
    proved += proof.count(Outcome::proved);
    base += proof.base_holds();
  }
  scene_.tell(fmt::format("{}: {} of {} proved, {:.2f} s{}{}", sets_[i].name, proved, base,
                          proofs_[i].seconds, proofs_[i].aborted.empty() ? "" : "; ",
                          proofs_[i].aborted));
}

/// Each prover continues with the formulas that earlier ones left undecided, and leaves part of the
/// time for the next.
void SetProofs::advance(std::size_t i, double seconds) {
  constexpr double part_before_next = 0.75;
  if (provers_.empty()) {
    proofs_[i] = undecided(sets_[i], why_no_induction(options_));
    return;
  }
  const TimeBudget time(seconds);
  proofs_[i] = begin_proof(sets_[i]);
  for (const std::unique_ptr<Prover>& prover : provers_) {
    const double part = prover == provers_.back() ? 1 : part_before_next;
    prover->advance(proofs_[i], {sets_[i], premises_, refuted(i), within(0, time.left(part))});
    if (!proofs_[i].is_undecided()) return;
  }
}

/// Returns the instances that random games refuted, by invariant of the set.
std::span<const Words> SetProofs::refuted(std::size_t set) const {
  if (scene_.refuted.empty()) return {};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < set; ++i) begin += sets_[i].invariants.size();
  return scene_.refuted.subspan(begin, sets_[set].invariants.size());
}

}  // namespace tesuji::proofs
