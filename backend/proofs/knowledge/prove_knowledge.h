// What the roles of a game of incomplete information know, proved on its net
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

/// `its legal moves`, `when the game is over`, `its goals at the end`.
[[nodiscard]] std::string_view words_for(Known known);

struct KnownFact {
  Known known = Known::legal;
  Verdict verdict = Verdict::unknown;  ///< proved, refuted, step_fails or unknown
  std::uint32_t depth = 0;             ///< proved: states that the step assumes
  std::string reason{};                ///< why it is unknown
  /// Refuted: two plays from the initial state that look alike to the role, and differ in this
  /// in their last states.
  std::optional<std::pair<Play, Play>> plays{};
};

struct RoleKnowledge {
  std::uint32_t role = 0;                  ///< position in ir::Module::roles
  std::vector<KnownFact> facts;            ///< in the order of all_known
  std::vector<std::string> fluents;        ///< KIF; whether they hold it knows in every state
  std::vector<std::uint32_t> positions{};  ///< of these, in the net
};

/// Plays in which a formula about knowledge fails: in the last state of the first, and as the
/// witnesses show, each of which looks like it to a role.
struct PlaysApart {
  struct Witness {
    std::uint32_t role = 0;
    Play play;
  };
  Play play;
  std::vector<Witness> witnesses{};
};

/// What was found out about one formula of SplitClaims.
struct ClaimFact {
  Verdict verdict = Verdict::unknown;  ///< proved, refuted, step_fails, unknown or enumerated
  std::uint32_t depth = 0;             ///< proved: states that the step assumes
  std::string reason{};                ///< why it is unknown
  std::optional<PlaysApart> plays{};   ///< refuted
};

struct KnowledgeOptions {
  double seconds = 0;      ///< for each role; 0: no limit
  double all_seconds = 0;  ///< for all roles, which share it; 0: no limit
  std::uint64_t memory_bytes = 0;
  std::uint32_t most_depth = 3;  ///< states that a step assumes, at most
  std::uint32_t most_moves = 8;  ///< of plays that are looked for
  const std::atomic<bool>* stop = nullptr;
};

/// Proves formulas about what roles know; refuted ones have plays, which are still to be played by
/// the game. `known`: by role, as prove_knowledge found it. Requires atoms that show percepts and
/// all relations of the leaves. `refuted`: by claim, whether it is known to fail. By claim.
[[nodiscard]] std::vector<ClaimFact> prove_claims(const NetAtoms& atoms, const SplitClaims& claims,
                                                  const std::vector<bool>& refuted,
                                                  std::span<const Candidate> premises,
                                                  const std::vector<RoleKnowledge>& known,
                                                  const KnowledgeOptions& options);

/// For each role but `random`. Requires atoms that show percepts. `premises`: proved before.
[[nodiscard]] std::vector<RoleKnowledge> prove_knowledge(const ir::Module& lowered,
                                                         const NetAtoms& atoms,
                                                         std::span<const Candidate> premises,
                                                         const KnowledgeOptions& options);

}  // namespace tesuji::proofs
