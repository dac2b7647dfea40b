// Splits a game into independent subgames: unconnected sets of fluents and moves.
//
// The graph has a vertex for each fluent and each move. An edge joins
//   - a move with every fluent that it touches (move_changes.h),
//   - a fluent with every fluent that its next value depends on, whatever the moves are,
//   - a move with every fluent that its legality depends on.
// A move that is a combination of parts, each in a separate set of fluents, joins these sets only
// if not all combinations exist (compound_moves.h); otherwise they are *parallel* subgames. Fluents
// that change by themselves (autonomous_fluents: step counters, whose turn it is, constants) join
// nothing: they are the same in all subgames at the same time. The terminal and goal signals create
// no edges either; conditions describe how they combine subgames (below). A subgame is a connected
// component with a fluent. A move that touches no fluent and whose legality reads only autonomous
// ones is *neutral*.
//
//   before:  legal legal.press(1) = true     next true.lit(1) reads press(1), true.lit(1)
//            legal legal.press(2) = true     next true.lit(2) reads press(2), true.lit(2)
//   found:   subgames {true.lit(1), press(1)} and {true.lit(2), press(2)}
//
// Soundness. Let s, t be states with the same autonomous fluents and the same fluents of a subgame
// S, and let joint moves a, b contain the same moves of S: roles that make none of these may make
// any other move. (1) The moves of S that are legal in s are those that are legal in t; if S is
// parallel, as far as S determines it: a move is legal if all of its parts are. (2) The next states
// after a from s and after b from t have the same fluents of S: for each role a move of another
// subgame touches no fluent of S, so that it gives the fluent's rest, whichever it is; and the
// signals for touching moves and for the rest read only fluents of S and autonomous ones. By
// induction, the states of S in a play are a play of S by itself, in which a role may also *pass*.
// The converse does not hold for single roles: passing needs a legal move elsewhere, and the whole
// game determines the end of plays. A subgame is *still* if passing by all roles changes nothing,
// so that plays of still subgames can be interleaved in any order.
//
// Terminal and goals are conditions on subgames: a gate that reads one subgame is a *part*, and all
// gates above parts are a formula over them, which is written as a disjunction of *cases*, each a
// conjunction of conditions on single subgames. Subgames that neither terminal nor any goal reads
// are irrelevant: they can only pass the time.
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
  bool is_parallel = false;          ///< some of its moves are also moves of other subgames
  bool is_still = false;             ///< it does not change if all roles pass
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
  joint,        ///< more cases than are enumerated
};

/// A conjunction of conditions, each on one subgame or on autonomous fluents only.
struct SubgameCase {
  /// By subgame, ascending: signals of MoveChanges::net, all of which must hold.
  std::vector<std::pair<std::uint32_t, std::vector<ir::Signal>>> parts;
  std::vector<ir::Signal> shared;  ///< conditions on autonomous fluents only

  bool operator==(const SubgameCase&) const = default;
};

struct SubgameCondition {
  Combination combination = Combination::none;
  std::vector<std::uint32_t> subgames;  ///< subgames that it reads, ascending
  std::vector<SubgameCase> cases;       ///< empty if `combination` is joint
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

/// Maximum number of cases of a condition.
inline constexpr std::size_t most_subgame_cases = 64;

/// `net` answers all questions except percepts. Returns nullopt if that would take more than
/// `most_gates`.
[[nodiscard]] std::optional<Subgames> find_subgames(const ir::Net& net, std::size_t roles,
                                                    std::uint64_t most_gates = 3'000'000);

[[nodiscard]] const char* name_of(Combination combination);

}  // namespace tesuji::passes
