// Splits a game into independent subgames: fluents and moves that have nothing to do with others.
//
// The graph has a vertex for each fluent and each move. An edge joins
//   - a move with every fluent that it touches (move_changes.h),
//   - a fluent with every fluent that its next value depends on, whatever the moves are,
//   - a move with every fluent that its being legal depends on.
// A move that is a combination of parts, each in a set of fluents of its own, joins these sets only
// where not all combinations are there (compound_moves.h); otherwise they are *parallel* subgames.
// Fluents that change by themselves (autonomous_fluents: step counters, whose turn it is, what
// never changes) join nothing: they are the same in all subgames at the same time. The terminal and
// goal signals make no edges either; a condition says how they combine subgames (below). A subgame
// is a connected component with a fluent. A move that touches no fluent and whose being legal reads
// none but autonomous ones is *neutral*.
//
//   before:  legal legal.press(1) = true     next true.lit(1) reads press(1), true.lit(1)
//            legal legal.press(2) = true     next true.lit(2) reads press(2), true.lit(2)
//   found:   subgames {true.lit(1), press(1)} and {true.lit(2), press(2)}
//
// Soundness. Let s, t be states with the same autonomous fluents and the same fluents of a subgame
// S, and let joint moves a, b contain the same moves of S: roles that make none of these may make
// any other move. (1) The moves of S that are legal in s are those that are legal in t; where S is
// parallel, as far as that is read in S: a move is legal if all of its parts are. (2) The next
// states after a from s and after b from t have the same fluents of S: for each role a move of
// another subgame touches no fluent of S, so that it gives the fluent's rest, whichever it is; and
// the signals for touching moves and for the rest read fluents of S and autonomous ones alone. By
// induction, what S goes through in a play is a play of S by itself, in which a role may also
// *pass*. The reverse does not hold for single roles: passing needs a legal move elsewhere, and
// plays end when the whole game says so. A subgame is *still* where passing by all roles changes
// nothing, so that plays of still subgames can be interleaved in any order.
//
// Terminal and goals are conditions on subgames: where a gate reads one subgame it is a *part*, and
// all gates above it are a formula over parts, which is written as a disjunction of *cases*, each a
// conjunction of conditions on single subgames. Subgames that neither terminal nor any goal reads
// are irrelevant: they can do nothing but pass the time.
//
// Sources: Cox, Schkufza, Madsen, Genesereth, Factoring General Games using Propositional Automata
// (2009): components of the network, conjunction and disjunction of goals; Guenther, Schiffel,
// Thielscher, Factoring General Games (2009): the graph of fluents and moves, frame conditions;
// Zhao, Schiffel, Thielscher, Decomposition of Multi-player Games (2009): several roles, turns as
// shared fluents.
#pragma once

#include "ir/nets/net.h"
#include "passes/nets/fluent_groups.h"
#include "passes/subgames/compound_moves.h"
#include "passes/subgames/move_changes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {

struct Subgame {
  FluentList fluents;                ///< at least one
  std::vector<std::uint32_t> moves;  ///< positions in Net::moves, ascending
  bool is_parallel = false;          ///< some of its moves are moves of other subgames, too
  bool is_still = false;             ///< where all roles pass it stays as it is
  bool reads_clock = false;          ///< its legal moves or next values read autonomous fluents
  bool is_relevant = false;          ///< terminal or a goal reads it
};

/// How a condition combines subgames.
enum class Combination : std::uint8_t {
  none,         ///< it reads no subgame
  single,       ///< it reads one
  conjunction,  ///< one case of several subgames
  disjunction,  ///< cases of one subgame each
  mixed,        ///< several cases, some of several subgames
  joint,        ///< more cases than are written out
};

/// A conjunction of conditions, each on one subgame or on autonomous fluents alone.
struct SubgameCase {
  /// By subgame, ascending: signals of MoveChanges::net, all of which hold.
  std::vector<std::pair<std::uint32_t, std::vector<ir::Signal>>> parts;
  std::vector<ir::Signal> shared;  ///< that read autonomous fluents alone

  bool operator==(const SubgameCase&) const = default;
};

struct SubgameCondition {
  Combination combination = Combination::none;
  std::vector<std::uint32_t> subgames;  ///< that it reads, ascending
  std::vector<SubgameCase> cases;       ///< none where `combination` is joint
};

struct Subgames {
  std::vector<Subgame> games;  ///< in the order of their first fluents
  FluentList autonomous;
  std::vector<std::uint32_t> neutral;     ///< moves
  std::vector<std::uint32_t> subgame_of;  ///< by fluent; ir::no_id: autonomous
  SubgameCondition terminal;
  std::vector<SubgameCondition> goals;  ///< by position in Net::goals
  std::vector<CompoundMove> moves;      ///< by position in Net::moves; their sets are subgames
  MoveChanges changes;
};

/// Most cases of a condition.
inline constexpr std::size_t most_subgame_cases = 64;

/// `net` answers all questions but percepts. Nothing where that would take more than `most_gates`.
[[nodiscard]] std::optional<Subgames> find_subgames(const ir::Net& net, std::size_t roles,
                                                    std::uint64_t most_gates = 3'000'000);

[[nodiscard]] const char* name_of(Combination combination);

}  // namespace tesuji::passes
