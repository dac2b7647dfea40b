#include "backend/proofs/verify/set_proofs.h"

#include "backend/proofs/prove/sat_prover.h"
#include "runtime/host/memory/on_threads.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

namespace tesuji::proofs {

namespace {

bool is_undecided(const SetProof& proof) {
  return std::any_of(proof.proofs.begin(), proof.proofs.end(), [](const InvariantProof& some) {
    return some.count(Stage::open) + some.count(Stage::base_holds) > 0;
  });
}

}  // namespace

bool uses_net(const Subject& subject, const VerificationOptions& options) {
  return subject.net != nullptr && options.provers != Provers::clingo;
}

std::string_view why_no_induction(const VerificationOptions& options) {
  return options.provers == Provers::clingo
             ? "nothing is proved by induction without clingo"
             : "nothing is proved by induction: the game has no net for the SAT solver, and clingo "
               "cannot be used";
}

SetProof undecided(const InvariantSet& set, std::string_view reason) {
  SetProof proof;
  proof.name = set.name;
  proof.aborted = reason;
  for (const ir::Invariant& invariant : set.invariants) {
    proof.proofs.push_back({&invariant, {}, proof.aborted});
    proof.proofs.back().stages.assign(ir::instances(invariant), Stage::open);
  }
  return proof;
}

SetProofs::SetProofs(const Subject& subject, const std::vector<InvariantSet>& sets,
                     const VerificationOptions& options, const TimeBudget& budget, Scene scene)
    : subject_(subject),
      sets_(sets),
      options_(options),
      budget_(budget),
      scene_(std::move(scene)),
      proofs_(sets.size()),
      waiting_(sets.size()) {}

void SetProofs::run() {
  std::vector<std::size_t> beside;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    if (!sets_[i].premises) {
      beside.push_back(i);
      continue;
    }
    prove_beside(std::exchange(beside, {}));
    prove_set(i);
    for (Question& question : premises_of(proofs_[i])) premises_.push_back(std::move(question));
  }
  prove_beside(beside);
}

void SetProofs::prove_beside(const std::vector<std::size_t>& which) {
  std::atomic<std::size_t> next{0};
  // clingo's processes die with the thread that started them: this one waits for the others.
  runtime::on_threads(
      std::min<std::size_t>(options_.jobs, which.size()),
      [&](std::size_t) {
        for (std::size_t i = next++; i < which.size(); i = next++) prove_set(which[i]);
      },
      [&] { next = which.size(); });
}

/// A set whose formulas become premises may take half of what is left; others share it equally, as
/// many at a time as there are jobs, so that a hard one does not take the time of those after it.
ProverOptions SetProofs::begin_set(std::size_t i) {
  const std::lock_guard lock(mutex_);
  const std::size_t jobs = std::max(options_.jobs, 1U);
  const std::size_t rounds = (waiting_ + running_ + jobs - 1) / jobs;
  const double parts = !sets_[i].premises ? static_cast<double>(rounds) : waiting_ > 1 ? 2 : 1;
  --waiting_;
  ++running_;
  ProverOptions options = options_.prover;
  options.set_seconds = within(options.set_seconds, budget_.left(scene_.part_of_time) / parts);
  return options;
}

void SetProofs::prove_set(std::size_t i) {
  scene_.tell(fmt::format("{}: proofs", sets_[i].name));
  try {
    prove_set(i, begin_set(i));
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
    proved += proof.count(Stage::proved);
    base += proof.base_holds();
  }
  scene_.tell(fmt::format("{}: {} of {} proved, {:.2f} s{}{}", sets_[i].name, proved, base,
                          proofs_[i].seconds, proofs_[i].aborted.empty() ? "" : "; ",
                          proofs_[i].aborted));
}

/// First with the SAT solver, where the game has a net, then with clingo what is left.
void SetProofs::prove_set(std::size_t i, const ProverOptions& options) {
  const TimeBudget set_time(options.set_seconds);
  const bool with_net = uses_net(subject_, options_);
  if (with_net) {
    proofs_[i] = prove_by_sat(i, options);
    if (!is_undecided(proofs_[i]) || options_.provers == Provers::sat) return;
  }
  if (!scene_.clingo_usable) {
    if (!with_net) proofs_[i] = undecided(sets_[i], why_no_induction(options_));
    return;
  }
  ProverOptions rest = options;
  rest.set_seconds = within(0, set_time.left());
  const SetProof begun = std::move(proofs_[i]);
  proofs_[i] =
      prove(subject_.module, sets_[i], premises_, rest, refuted(i), with_net ? &begun : nullptr);
}

SetProof SetProofs::prove_by_sat(std::size_t i, const ProverOptions& options) const {
  constexpr double part_before_clingo = 0.75;
  const bool clingo_follows = scene_.clingo_usable && options_.provers == Provers::sat_first;
  SatOptions wanted;
  wanted.seconds = options.clingo.seconds;
  if (options.set_seconds > 0) {
    wanted.seconds =
        within(wanted.seconds, options.set_seconds * (clingo_follows ? part_before_clingo : 1));
  }
  wanted.first_depth = options.induction;
  wanted.most_depth = std::max(options.induction, options_.most_induction);
  wanted.simple_paths = options_.simple_paths;
  wanted.directed_seconds = options_.directed_seconds;
  if (wanted.seconds > 0) {
    wanted.directed_seconds = std::min(wanted.directed_seconds, wanted.seconds / 2);
    wanted.seconds -= wanted.directed_seconds;
  }
  wanted.nonplayable = options.nonplayable;
  wanted.memory_bytes = options.clingo.memory_bytes;
  wanted.stop = options.clingo.stop;
  return prove_on_net(*subject_.net, sets_[i], premises_, wanted, refuted(i));
}

/// By invariant of the set, what random games refuted.
std::span<const Words> SetProofs::refuted(std::size_t set) const {
  if (scene_.refuted.empty()) return {};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < set; ++i) begin += sets_[i].invariants.size();
  return scene_.refuted.subspan(begin, sets_[set].invariants.size());
}

}  // namespace tesuji::proofs
