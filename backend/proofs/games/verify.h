// Verifies the invariants of a rulesheet: from files to verdicts.
#pragma once

#include "backend/driver/session.h"
#include "backend/proofs/observe/net_atoms.h"
#include "backend/proofs/verify/verification.h"
#include "ir/formulas/formula.h"
#include "runtime/host/game/state_facts.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::driver {

struct VerifyRequest {
  bool automatic = false;  ///< the sets that are tried on every game
  bool discover = false;   ///< also formulas by the form of the game's fluents
  bool facts = false;      ///< also find facts for compilers (Verified::facts)
  /// Makes more sets of the module, which follow the automatic ones; may be empty.
  std::function<std::vector<proofs::InvariantSet>(const ir::Module&)> more;
  std::vector<std::string> files;       ///< `.inv`
  std::vector<std::string> properties;  ///< formulas as text
  Options game;                         ///< how the game is compiled that plays
  proofs::VerificationOptions verification;
  std::function<void()> loaded;  ///< called before anything is proved; may be empty
};

struct Verified {
  ir::Module module;  ///< lowered, domains inferred: what the formulas are about
  std::vector<proofs::InvariantSet>
      sets;  ///< the automatic ones, `more`, then the user's, one per file
  std::vector<ir::Invariant> knowledge{};  ///< the user's formulas about what roles know
  proofs::VerificationReport report;
  std::string rules;  ///< rules_hash
  /// Of all states of all plays, proved on the game's net; where they were asked for and it has
  /// one.
  std::vector<runtime::StateFact> facts;
};

/// The net of a game at level clauses with domains, for formulas about these relations; nothing
/// where it has none within the usual limits and so many seconds (0: no limit), or does not show
/// one of the relations. Reports nothing.
[[nodiscard]] std::optional<proofs::NetAtoms> net_atoms(const ir::Module& module,
                                                        std::span<const std::uint32_t> relations,
                                                        const Options& options,
                                                        const Session& session, double seconds = 0);

/// Reads the rulesheet and the formulas, and verifies them; null where one of them is wrong
/// (reported). Throws runtime::LimitReached where the game cannot be played within its limits, and
/// what proofs::verify throws.
[[nodiscard]] std::unique_ptr<Verified> verify(const std::string& path,
                                               const VerifyRequest& request, Session& session);

}  // namespace tesuji::driver
