// Verifies the invariants of a rulesheet, from files to verdicts, and selects the proofs that
// `verify --save` stores.
#pragma once

#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/session.h"
#include "backend/proofs/games/length_bounds.h"
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
  bool automatic = false;  ///< tries the sets that are tried on every game
  bool discover = false;   ///< also tries formulas made from the form of the game's fluents
  bool facts = false;      ///< also finds facts for compilers (Verified::facts)
  bool length = false;     ///< also bounds the length of a play (Verified::length)
  /// Makes further sets for the module, after the automatic ones; may be empty.
  std::function<std::vector<proofs::InvariantSet>(const ir::Module&)> more;
  std::vector<std::string> files;       ///< `.inv`
  std::vector<std::string> properties;  ///< formulas as text
  Options game;                         ///< how the played game is compiled
  proofs::VerificationOptions verification;
  std::function<void()> loaded;  ///< called before the proofs begin; may be empty
};

/// Whether every play ends.
struct PlayLength {
  bool tried = false;                ///< the game has a net, and a SAT solver may be used
  std::optional<LengthBound> bound;  ///< the smallest one; nothing: none was found
  bool undecided = false;            ///< time or memory ended before some proofs
  double seconds = 0;
};

struct Verified {
  ir::Module module;  ///< lowered, domains inferred; the formulas refer to it
  std::vector<proofs::InvariantSet>
      sets;  ///< the automatic ones, `more`, then the user's, one per file
  std::vector<ir::Invariant> knowledge{};  ///< the user's formulas about what roles know
  proofs::VerificationReport report;
  std::string rules;  ///< rules_hash
  /// Facts about all states of all plays, proved on the game's net; if requested and the game has a
  /// net.
  std::vector<runtime::StateFact> facts;
  PlayLength length{};  ///< if requested
};

/// Returns the net of a game at level clauses with domains, for formulas about these relations;
/// nothing if it has no net within the usual limits and `seconds` seconds (0: no limit), or if the
/// net does not show one of the relations. Reports nothing.
[[nodiscard]] std::optional<proofs::NetAtoms> net_atoms(const ir::Module& module,
                                                        std::span<const std::uint32_t> relations,
                                                        const Options& options,
                                                        const Session& session, double seconds = 0);

/// Reads the rulesheet and the formulas, and verifies them; returns null if one of them is invalid
/// (reported). Throws runtime::LimitReached if the game cannot be played within its limits, and as
/// proofs::verify does.
[[nodiscard]] std::unique_ptr<Verified> verify(const std::string& path,
                                               const VerifyRequest& request, Session& session);

/// Returns the formulas that were proved for all of their parameters, and the facts.
[[nodiscard]] SavedInvariants save_invariants(const Verified& verified);

}  // namespace tesuji::driver
