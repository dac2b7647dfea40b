// Proves what roles know in games of incomplete information (GDL-II), by induction over pairs of
// states.
//
// Two plays of the same length look alike to a role if it made the same moves and saw the same
// percepts in both. A role *knows* in a state whether something holds if it holds in all, or in
// none, of the states that plays reach which look alike to the role. BASE CASE. All plays begin in
// the initial state, which every role knows. STEP. Take two sequences of K + 1 states that look
// alike to the role, and in whose first K states all claims agree. Then they agree in the last
// states. Claims that fail in a model are dropped, until no model exists: as in induction.h, for
// pairs. The claims always include that the role knows each single fluent, because other claims
// follow from these.
//
// Source: Haufe and Thielscher, Automated verification of epistemic properties for general game
// playing (2012); Thielscher, A general game description language for incomplete information
// games (2010).
#pragma once

#include "backend/proofs/sat/formula_literals.h"
#include "backend/proofs/sat/induction.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tesuji::sat {

/// What a role may know in every state.
enum class Known : std::uint8_t {
  legal,     ///< which moves it may make, unless the game is over
  terminal,  ///< whether the game is over
  goal,      ///< its goals, once the game is over
};

struct KnowledgeAnswer {
  Known known = Known::legal;
  Outcome outcome = Outcome::open;  ///< proved, refuted or open
  std::uint32_t depth = 0;          ///< proved: K
  /// Refuted: two plays that look alike to the role, whose last states differ in this.
  std::optional<std::pair<Trace, Trace>> plays{};
};

struct KnowledgeOptions {
  std::vector<std::uint32_t> goals{};  ///< positions of the role's goals in Net::goals
  std::uint32_t most_depth = 3;        ///< the largest K
  std::uint32_t most_moves = 8;        ///< maximum length of the plays that are searched for
  Limits limits{};
};

struct KnowledgeResult {
  std::vector<KnowledgeAnswer> answers;  ///< one for each Known, in their order
  /// Positions in Net::fluents that the role was proved to know in every state, without fixed ones.
  std::vector<std::uint32_t> fluents;
  bool limit_reached = false;
};

/// Decides what one role knows. `net` must answer all questions, percepts too. `premises` must hold
/// in every reachable state.
[[nodiscard]] KnowledgeResult find_knowledge(const ir::Net& net, std::size_t roles,
                                             std::uint32_t role, const AtomSignals& atoms,
                                             std::span<const Candidate> premises,
                                             const KnowledgeOptions& options);

}  // namespace tesuji::sat
