// Verifies a game's invariants for `tesuji verify`: proves them, attacks proved ones, and searches
// for counterexamples to the others.
#pragma once

#include "backend/proofs/formulas/automatic_sets.h"
#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/knowledge/prove_knowledge.h"
#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/observe/observer.h"
#include "backend/proofs/playouts/attack.h"
#include "backend/proofs/playouts/enumeration.h"
#include "backend/proofs/prove/clingo_prover.h"
#include "ir/module/module.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::proofs {

/// The invariants for which clingo searches for counterexamples, besides false ones without a play;
/// playouts search for violations of all.
enum class Counterexamples : std::uint8_t { none, users, all };

/// When to enumerate all reachable states, if there are few enough.
enum class Enumerate : std::uint8_t {
  never,
  rest,   ///< if proofs and playouts leave something undecided
  first,  ///< before the proofs, which are skipped if it decides everything
};

/// The provers for proofs by induction.
enum class Provers : std::uint8_t {
  sat_first,  ///< the SAT solver on the game's net; clingo for the formulas that it leaves
              ///< undecided
  sat,
  clingo,
};

struct VerificationOptions {
  ProverOptions prover;
  Provers provers = Provers::sat_first;
  bool simple_paths = false;     ///< a step's states must differ; such proofs get no certificate
  double directed_seconds = 10;  ///< per set, for formulas whose step fails (sat_prover.h)
  std::uint32_t most_induction =
      4;  ///< the SAT solver tries up to this many states, or up to the prover's number
  unsigned jobs = 1;                 ///< clingo processes at once, and threads of the attack
  double total_seconds = 0;          ///< for everything; 0: no limit
  /// When that time began; empty: with the call of verify().
  std::optional<std::chrono::steady_clock::time_point> begin{};
  AttackOptions attack;  ///< ignores `threads` and `stop`, which come from the other options
  /// Number of the attack's states to play before the proofs, for at most a few seconds. The
  /// induction step is not tried for instances that these plays refute. 0: plays none, so that
  /// every instance is tried and every proof is compared with the playouts.
  std::uint64_t sieve_states = 20'000;
  Enumerate enumerate = Enumerate::rest;
  /// Games with more reachable states are not decided by enumeration; 0: no limit. The limits on
  /// memory and time are those of one run of clingo.
  std::uint64_t max_states = 200'000;
  Counterexamples counterexamples = Counterexamples::users;
  double search_seconds = 20;      ///< for all of clingo's searches for counterexamples
  std::uint32_t search_moves = 8;  ///< most moves of a play that it searches for
  /// Whether to decide what roles know, in games that have percepts.
  bool knowledge = false;
  /// Called when a stage begins or ends; from several threads, one at a time.
  std::function<void(const std::string&)> progress;
};

/// Whether every role has a move until the game is over.
enum class Playability : std::uint8_t {
  proved,
  fails,    ///< a play reaches a state before the end in which a role has no move
  open,     ///< tried, but undecided
  untried,  ///< no set contains the formula `playable`
};

/// The results for one invariant of a set. For a family: for each instance.
struct InvariantReport {
  const ir::Invariant* invariant = nullptr;
  std::vector<Verdict> verdicts;  ///< by InstanceNumber; one element without parameters
  std::uint64_t base_holds = 0;   ///< number of instances known to be true in the initial state
  std::uint32_t induction = 1;    ///< proofs: the largest number of states that a step assumed
  std::uint64_t lemmas = 0;       ///< proofs: number of clauses about states that they used
  std::string reason;             ///< why an instance is unknown; empty if none is
  /// If the proof holds only for playable games: whether this game is playable (playability.h).
  std::optional<Playability> presumes;
  std::optional<Play> play;    ///< a replayed play in which an instance is false
  std::optional<Play> pair;    ///< consecutive states that refute the step; they may be unreachable
  std::string pair_note;       ///< how the game's own state machine judges `pair`
  std::uint64_t attacked = 0;  ///< number of sequences of states on which it was evaluated
  std::uint64_t states =
      0;  ///< number of all reachable states, if it was evaluated on each of them

  [[nodiscard]] std::uint64_t count(Verdict verdict) const;
  /// Number of instances proved, by induction or by enumeration.
  [[nodiscard]] std::uint64_t proved() const {
    return count(Verdict::proved) + count(Verdict::enumerated);
  }
};

struct SetReport {
  std::string name;
  bool of_user = false;
  bool tried = true;  ///< whether a proof by induction was tried
  std::vector<InvariantReport> invariants;
  double seconds = 0;                 ///< wall clock of the proofs
  double proved_seconds = 0;          ///< part of it until the last formula was proved
  std::string aborted;                ///< why some formulas are undecided; empty if none is
  std::vector<std::string> left_out;  ///< formulas that would have been too large, and why

  [[nodiscard]] std::uint64_t proved() const;  ///< by induction or by enumeration
  [[nodiscard]] std::uint64_t count(Verdict verdict) const;
  /// Number of proofs that hold only for playable games.
  [[nodiscard]] std::uint64_t presuming() const;
  [[nodiscard]] std::uint64_t base_holds() const;
};

/// How a game begins.
enum class Opening : std::uint8_t {
  plays,
  over,   ///< the initial state is terminal
  stuck,  ///< the initial state is not terminal, but a role has no legal move in it
};

/// The results for a user's formula about what roles know. For a family: for each instance.
struct KnownFormula {
  const ir::Invariant* invariant = nullptr;
  std::vector<Verdict> verdicts;       ///< by InstanceNumber
  std::uint32_t induction = 0;         ///< proofs: the largest number of states that a step assumed
  std::string reason;                  ///< why an instance is unknown; empty if none is
  std::optional<PlaysApart> plays;     ///< replayed plays in which an instance fails
  std::vector<ir::Symbol> instance{};  ///< that instance

  [[nodiscard]] std::uint64_t count(Verdict verdict) const;
};

/// The results about what roles know.
struct KnowledgeReport {
  std::vector<RoleKnowledge> roles;    ///< if requested
  std::vector<KnownFormula> formulas;  ///< of Subject::knowledge, in order
  std::uint64_t pairs = 0;  ///< number of compared pairs of random plays that look alike to a role
  double seconds = 0;
  std::string left_out;  ///< why nothing was tried; empty if something was
};

struct VerificationReport {
  std::vector<SetReport> sets;
  /// For games with percepts, if requested or if formulas are about knowledge.
  std::optional<KnowledgeReport> knowledge;
  /// All proofs by induction, in an order in which each step needs only earlier ones.
  std::vector<ProofStep> steps;
  std::vector<std::shared_ptr<const ir::Invariant>> lemmas;  ///< found by provers and used in steps
  std::uint64_t violations =
      0;  ///< number of proved formulas that a play refutes; their verdict is then `refuted`
  AttackResult attack;  ///< of all invariants, in order; its plays are moved to their reports
  AttackResult sieve;   ///< the same for the playouts before the proofs; empty if there were none
  EnumerationResult enumeration;  ///< its plays are moved to their reports
  /// Unless it is `plays`, formulas were evaluated only in the initial state, the only reachable
  /// one.
  Opening opening = Opening::plays;
  std::vector<std::string> initial;  ///< fluents of the initial state, if the game can be played
  std::string clingo;                ///< its version, or why it is not available
  bool clingo_usable = false;
  std::string
      no_induction;  ///< why nothing can be proved by induction; empty if proofs are possible
  /// Bugs of ours, in words: a proved invariant that fails in play, or a counterexample by clingo
  /// that the game contradicts. Reported as errors.
  std::vector<std::string> disagreements;
  double seconds = 0;
  bool stopped = false;  ///< by ProverOptions::clingo.stop
};

/// A playable game, observed for the formulas to be verified.
struct Arena {
  const Observer* observer = nullptr;
  const Checker* checker = nullptr;  ///< of the invariants of all sets, in order
};

/// The game and the formulas to verify.
struct Subject {
  const ir::Module& module;       ///< lowered, domains inferred
  const NetAtoms* net = nullptr;  ///< null if the game has no net
  /// For playouts and plays; empty if the game cannot be played: then there are only proofs.
  std::optional<Arena> play;
  /// For states that may be unreachable: the same with a game that can represent all of them
  /// (narrowing_passes). Called when there is something to replay, possibly more than once.
  std::function<std::optional<Arena>()> anywhere;
  /// Formulas about what roles know (ir::is_epistemic), which are in no set. The net shows the
  /// relations that they use, and the observer reads them.
  std::span<const ir::Invariant> knowledge{};
};

/// Proves the sets in order: sets whose formulas become premises one after the other, the others in
/// parallel. The subject must outlive the report. All errors are in the report, except that it
/// throws std::system_error if no thread is available.
[[nodiscard]] VerificationReport verify(const Subject& subject,
                                        const std::vector<InvariantSet>& sets,
                                        const VerificationOptions& options);

}  // namespace tesuji::proofs
