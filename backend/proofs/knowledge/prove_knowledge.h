// Proves what the roles of a game of incomplete information know, on its net
// (backend/proofs/sat/knowledge.h).
#pragma once

#include "backend/proofs/formulas/verdict.h"
#include "backend/proofs/knowledge/split_claims.h"
#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/prove/sat_prover.h"
#include "backend/proofs/sat/knowledge.h"
#include "ir/module/module.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::proofs {

using sat::Known;
inline constexpr std::array<Known, 3> all_known = {Known::legal, Known::terminal, Known::goal};

/// Returns `its legal moves`, `when the game is over` or `its goals at the end`.
[[nodiscard]] std::string_view words_for(Known known);

struct KnownFact {
  Known known = Known::legal;
  Verdict verdict = Verdict::unknown;  ///< proved, refuted, step_fails or unknown
  std::uint32_t depth = 0;             ///< proved: number of states that the step assumes
  std::string reason{};                ///< why it is unknown
  /// Refuted: two plays from the initial state that look alike to the role, whose last states
  /// differ in this.
  std::optional<std::pair<Play, Play>> plays{};
};

struct RoleKnowledge {
  std::uint32_t role = 0;                  ///< position in ir::Module::roles
  std::vector<KnownFact> facts;            ///< in the order of all_known
  std::vector<std::string> fluents;  ///< KIF; fluents whose truth the role knows in every state
  std::vector<std::uint32_t> positions{};  ///< of these fluents, in the net
};

/// Plays in which a formula about knowledge fails: it fails in the last state of the first play, as
/// shown by the witnesses, each of which looks like that play to a role.
struct PlaysApart {
  struct Witness {
    std::uint32_t role = 0;
    Play play;
  };
  Play play;
  std::vector<Witness> witnesses{};
};

/// The result for one formula of SplitClaims.
struct ClaimFact {
  Verdict verdict = Verdict::unknown;  ///< proved, refuted, step_fails, unknown or enumerated
  std::uint32_t depth = 0;             ///< proved: number of states that the step assumes
  std::string reason{};                ///< why it is unknown
  std::optional<PlaysApart> plays{};   ///< refuted
};

struct KnowledgeOptions {
  double seconds = 0;      ///< for each role; 0: no limit
  double all_seconds = 0;  ///< shared by all roles; 0: no limit
  std::uint64_t memory_bytes = 0;
  std::uint32_t most_depth = 3;  ///< maximum number of states that a step assumes
  std::uint32_t most_moves = 8;  ///< maximum length of the plays that are searched for
  const std::atomic<bool>* stop = nullptr;
};

/// Proves formulas about what roles know; returns the results by claim. Refuted ones have plays,
/// which the game must still confirm. `known`: by role, as returned by prove_knowledge. Requires
/// atoms that show percepts and all relations of the leaves. `refuted`: by claim, whether it is
/// known to fail.
[[nodiscard]] std::vector<ClaimFact> prove_claims(const NetAtoms& atoms, const SplitClaims& claims,
                                                  const std::vector<bool>& refuted,
                                                  std::span<const Candidate> premises,
                                                  const std::vector<RoleKnowledge>& known,
                                                  const KnowledgeOptions& options);

/// Returns the knowledge of each role except `random`. Requires atoms that show percepts.
/// `premises`: formulas proved before.
[[nodiscard]] std::vector<RoleKnowledge> prove_knowledge(const ir::Module& lowered,
                                                         const NetAtoms& atoms,
                                                         std::span<const Candidate> premises,
                                                         const KnowledgeOptions& options);

}  // namespace tesuji::proofs
