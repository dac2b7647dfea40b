// Grounds a rulesheet: finds every atom that may hold in some reachable state, and the rules
// between them.
//
// A relaxed game decides which atoms may hold: a fluent is possible if it is true at the start or a
// rule for `next` derives it, a move if a rule for `legal` does; negated atoms that depend on the
// state count as satisfied. Everything reachable in the game is possible, so an atom that is not
// possible is false in every reachable state, and in every state that rules derive from possible
// fluents.
#pragma once

#include "backend/proofs/certificates/atom_table.h"
#include "backend/proofs/certificates/kif_reader.h"
#include "backend/proofs/certificates/rule_program.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::certificates {

struct GroundLimits {
  std::uint64_t atoms = 4'000'000;
  std::uint64_t body_literals = 60'000'000;  ///< of all rules together
  std::uint64_t steps = 600'000'000;         ///< atoms tried for literals
  double seconds = 0;                        ///< wall clock; 0: no limit
};

/// An atom of a body: 2 * AtomId, + 1 if it is negated.
using BodyLiteral = std::uint64_t;

enum class AtomKind : std::uint8_t {
  never,    ///< not possible
  always,   ///< holds in all states
  fluent,   ///< (true F)
  move,     ///< (does R M)
  derived,  ///< defined by rules
};

/// One rule instance that derives an atom.
struct GroundBody {
  AtomId head = no_atom;
  std::uint32_t size = 0;
  std::size_t begin = 0;  ///< in GroundGame::body_literals
};

struct GroundGame {
  Sheet sheet;
  std::unique_ptr<AtomTable> atoms;
  std::vector<AtomKind> kinds;  ///< by atom

  std::vector<BodyLiteral> body_literals;
  std::vector<GroundBody> bodies;          ///< by head, without duplicates
  std::vector<std::size_t> first_body;     ///< by atom; one more at the end
  std::vector<AtomId> fluents;             ///< in the order in which they were found
  std::vector<AtomId> next;  ///< by atom: for a fluent F, the atom (next F); else no_atom
  std::vector<bool> initial;               ///< by atom
  std::vector<std::vector<AtomId>> moves;  ///< by role
  std::vector<AtomId> legal;               ///< by atom: for a move M, the atom (legal R M)
  AtomId terminal = no_atom;
  /// By atom: the strongly connected component of derived atoms in which it depends on itself; 0:
  /// it does not depend on itself.
  std::vector<std::uint32_t> loop;

  [[nodiscard]] std::span<const GroundBody> bodies_of(AtomId atom) const {
    return std::span(bodies).subspan(first_body[atom], first_body[atom + 1] - first_body[atom]);
  }
  [[nodiscard]] std::span<const BodyLiteral> literals(const GroundBody& body) const {
    return std::span(body_literals).subspan(body.begin, body.size);
  }
  /// Returns no_atom if the atom is never possible.
  [[nodiscard]] AtomId find(NameId predicate, std::span<const TermId> args) const;
  [[nodiscard]] std::string text(AtomId atom) const;
};

/// A predicate of statements that must be grounded, besides `next`, `legal` and `terminal`: its
/// name and number of arguments. Grounding throws Malformed, LimitExceeded.
struct WantedPredicate {
  std::string name;
  std::size_t arity = 0;
  friend auto operator<=>(const WantedPredicate&, const WantedPredicate&) = default;
};
[[nodiscard]] GroundGame ground(std::string_view sheet, const std::vector<WantedPredicate>& wanted,
                                const GroundLimits& limits = {});

}  // namespace tesuji::certificates
