// Everything that `tesuji verify` finds out about a game's invariants: proofs, attacks on what was
// proved, and counterexamples to what was not.
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

/// Which invariants get counterexamples from clingo, besides those that are false without a play;
/// playouts look for violations of all.
enum class Counterexamples : std::uint8_t { none, users, all };

/// When all reachable states are looked at, as far as there are few enough.
enum class Enumerate : std::uint8_t {
  never,
  rest,   ///< where proofs and playouts leave something undecided
  first,  ///< before the proofs, which are left out where it decides everything
};

/// Who proves formulas by induction.
enum class Provers : std::uint8_t {
  sat_first,  ///< the SAT solver on the game's net; clingo what that leaves undecided
  sat,
  clingo,
};

struct VerificationOptions {
  ProverOptions prover;
  Provers provers = Provers::sat_first;
  bool simple_paths = false;         ///< a step's states differ; such proofs get no certificate
  double directed_seconds = 10;      ///< of a set, for formulas whose step fails (sat_prover.h)
  std::uint32_t most_induction = 4;  ///< the SAT solver tries up to so many states, or the prover's
  unsigned jobs = 1;                 ///< clingo processes at once, and threads of the attack
  double total_seconds = 0;          ///< for all of it; 0: no limit
  /// When that time began; nothing: with the call of verify().
  std::optional<std::chrono::steady_clock::time_point> begin{};
  AttackOptions attack;  ///< `threads` and `stop` are taken from the other options
  /// Of the attack's states, those played before the proofs, for at most a few seconds: no step is
  /// tried of what they refute, which so cannot be proved wrongly either. 0: none, so that proofs
  /// and playouts may contradict each other everywhere.
  std::uint64_t sieve_states = 20'000;
  Enumerate enumerate = Enumerate::rest;
  /// Nothing is decided by enumeration where there are more; 0: no limit. Its memory and seconds
  /// are limited as those of one run of clingo.
  std::uint64_t max_states = 200'000;
  Counterexamples counterexamples = Counterexamples::users;
  double search_seconds = 20;      ///< for all counterexamples that clingo is asked for
  std::uint32_t search_moves = 8;  ///< the longest play that it looks for
  /// Whether to decide what roles know, in games that have percepts.
  bool knowledge = false;
  /// Told what is begun and done; from several threads, one at a time.
  std::function<void(const std::string&)> progress;
};

/// Whether every role has a move until the game is over.
enum class Playability : std::uint8_t {
  proved,
  fails,    ///< a play comes to a state in which a role has no move, before the end
  open,     ///< that was tried, and is not decided
  untried,  ///< no set has the formula `playable`
};

/// What is known of one invariant of a set. For a family: of each instance.
struct InvariantReport {
  const ir::Invariant* invariant = nullptr;
  std::vector<Verdict> verdicts;  ///< by InstanceNumber; one without parameters
  std::uint64_t base_holds = 0;   ///< instances that are known to be true in the initial state
  std::uint32_t induction = 1;    ///< proofs: the largest number of states that a step assumed
  std::uint64_t lemmas = 0;       ///< proofs: clauses about states that they took
  std::string reason;             ///< why something is unknown; empty where nothing is
  /// Where the proof holds of playable games only: what is known of this one (playability.h).
  std::optional<Playability> presumes;
  std::optional<Play> play;    ///< a real one, replayed, in which an instance is false
  std::optional<Play> pair;    ///< consecutive states that refute the step, maybe out of reach
  std::string pair_note;       ///< what the game's own state machine says to `pair`
  std::uint64_t attacked = 0;  ///< sequences of states in which it was tried
  std::uint64_t states = 0;    ///< all there are, where it was tried in each of them

  [[nodiscard]] std::uint64_t count(Verdict verdict) const;
  /// Proved, in one way or the other.
  [[nodiscard]] std::uint64_t proved() const {
    return count(Verdict::proved) + count(Verdict::enumerated);
  }
};

struct SetReport {
  std::string name;
  bool of_user = false;
  bool tried = true;  ///< to be proved by induction
  std::vector<InvariantReport> invariants;
  double seconds = 0;                 ///< wall clock of the proofs
  double proved_seconds = 0;          ///< of these, until the last formula was proved
  std::string aborted;                ///< why not everything was decided; empty if it was
  std::vector<std::string> left_out;  ///< formulas that would have been too large, and why

  [[nodiscard]] std::uint64_t proved() const;  ///< in one way or the other
  [[nodiscard]] std::uint64_t count(Verdict verdict) const;
  /// Proofs that hold of playable games only.
  [[nodiscard]] std::uint64_t presuming() const;
  [[nodiscard]] std::uint64_t base_holds() const;
};

/// How a game begins.
enum class Opening : std::uint8_t {
  plays,
  over,   ///< the initial state is terminal
  stuck,  ///< it is not, but a role has no legal move in it
};

/// What is known of a formula of the user about what roles know. For a family: of each instance.
struct KnownFormula {
  const ir::Invariant* invariant = nullptr;
  std::vector<Verdict> verdicts;       ///< by InstanceNumber
  std::uint32_t induction = 0;         ///< proofs: the largest number of states that a step assumed
  std::string reason;                  ///< why something is unknown; empty where nothing is
  std::optional<PlaysApart> plays;     ///< replayed, in which an instance fails
  std::vector<ir::Symbol> instance{};  ///< which one

  [[nodiscard]] std::uint64_t count(Verdict verdict) const;
};

/// What was found out about what roles know.
struct KnowledgeReport {
  std::vector<RoleKnowledge> roles;    ///< where that was asked for
  std::vector<KnownFormula> formulas;  ///< of Subject::knowledge, in order
  std::uint64_t pairs = 0;             ///< of random plays that look alike to a role, compared
  double seconds = 0;
  std::string left_out;  ///< why nothing was tried; empty where it was
};

struct VerificationReport {
  std::vector<SetReport> sets;
  /// Of games with percepts, where that was asked for, or formulas are about it.
  std::optional<KnowledgeReport> knowledge;
  /// All that was proved by induction, in an order in which each step needs no later one.
  std::vector<ProofStep> steps;
  std::vector<std::shared_ptr<const ir::Invariant>> lemmas;  ///< that provers found, and steps name
  std::uint64_t violations = 0;  ///< proved formulas that a play refutes; they are `refuted` then
  AttackResult attack;  ///< of all invariants, in order; its plays are moved to their reports
  AttackResult sieve;   ///< the same of the playouts before the proofs; empty where there were none
  EnumerationResult enumeration;  ///< its plays are moved to their reports
  /// Where it is not `plays`, formulas were asked of the initial state alone: no other is reached.
  Opening opening = Opening::plays;
  std::vector<std::string> initial;  ///< fluents of the initial state, where the game can be played
  std::string clingo;                ///< its version, or why there is none
  bool clingo_usable = false;
  std::string no_induction;  ///< why nothing can be proved by induction; empty where it can
  /// Bugs of ours: a proved invariant that fails in play, a counterexample that the game does not
  /// play as clingo does. Loud, in words.
  std::vector<std::string> disagreements;
  double seconds = 0;
  bool stopped = false;  ///< by ProverOptions::clingo.stop
};

/// A game that plays, seen with the formulas to be verified in mind.
struct Arena {
  const Observer* observer = nullptr;
  const Checker* checker = nullptr;  ///< of the invariants of all sets, in order
};

/// What is verified.
struct Subject {
  const ir::Module& module;       ///< lowered, domains inferred
  const NetAtoms* net = nullptr;  ///< null where the game has none
  /// For playouts and plays; nothing where the game cannot be played: then there are only proofs.
  std::optional<Arena> play;
  /// For states that may be out of reach: the same with a game that can be in all of them
  /// (narrowing_passes). Called when there is something to replay, more than once perhaps.
  std::function<std::optional<Arena>()> anywhere;
  /// Formulas about what roles know (ir::is_epistemic), which no set has. What they ask about the
  /// net shows, and the observer sees.
  std::span<const ir::Invariant> knowledge{};
};

/// Proves the sets in order: first those whose formulas become premises, the others beside each
/// other. The subject must outlive the report. Whatever goes wrong is in the report; throws
/// std::system_error where there is no thread to be had.
[[nodiscard]] VerificationReport verify(const Subject& subject,
                                        const std::vector<InvariantSet>& sets,
                                        const VerificationOptions& options);

}  // namespace tesuji::proofs
