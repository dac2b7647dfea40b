// Solves single positions of games for two exactly, searching forwards from them.
//
// Minimax (minimax.h) keeps every state below a position; alpha-beta visits a small part of them,
// so it reaches positions that are too large for a table. The search answers questions of the form
// "is the margin at least b?" (null windows), each of which narrows the bounds of the value. A
// transposition table keeps bounds of states, not results of depths: no evaluation is part of them.
// All children of a state are made first, until one decides it, since an end of the game or a bound
// in the table often does so before any child is searched; first of all the move that last ended
// the game at this depth (a killer), since it answers most moves of the other side. The rest is
// ordered by how often moves with the same effect (the fluents that change) cut off, in general and
// after the effect of the move before; effects transfer between states better than names of moves
// do. Where searches of a depth are long, each child is expanded before the first is searched:
// those with fewer open replies come first, as they would in proof-number search, and some turn out
// decided. An evaluation may add its estimate of each child to that order; on connect four, one
// made of the goal makes the tree nine times smaller. The table keeps no state that its expansion
// alone decides, since to expand it again costs no more, but for the root and expanded children.
//
// Sources: Knuth and Moore, An Analysis of Alpha-Beta Pruning (1975); Plaat, Schaeffer, Pijls and
// de Bruin, Best-First Fixed-Depth Minimax Algorithms (1996), for null windows and enhanced
// transposition cutoffs; Akl and Newborn (1977) for killers; Schaeffer (1989) for histories;
// Winands et al. (2006) for relative ones; Uiterwijk (1992) for replies to the move before; Allis,
// van der Meulen and van den Herik, Proof-number search (1994), for fewer replies first.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/deadline.h"
#include "runtime/host/memory/huge_pages.h"
#include "runtime/host/search/evaluation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// Limits of one call.
struct ForwardLimits {
  double seconds = 0;        ///< wall clock; 0: no limit
  std::uint64_t states = 0;  ///< searched; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

inline constexpr std::int32_t best_margin = 100;

/// Bounds of a position's value: the goal of role 0 minus the goal of role 1 under perfect play.
struct ForwardValue {
  std::int32_t low = -best_margin;
  std::int32_t high = best_margin;
  /// A move of `mover` that reaches the bound that is good for it (`low` for role 0). Nothing if no
  /// move is known to be better than the worst result.
  std::optional<Move> move{};
  Role mover = no_role;      ///< the role with a choice; no_role if neither has one
  std::uint64_t states = 0;  ///< searched, not only expanded
  [[nodiscard]] bool is_exact() const { return low == high; }
};

/// Creates the evaluation that orders moves (logits, to role 0); null: not ready yet. Its time
/// counts as the search's, and its exceptions leave the search.
using OrderMaker = std::function<std::unique_ptr<Evaluation>()>;

/// For two-player, turn-taking games in which no state repeats; goals are read as a zero-sum game,
/// and a role without exactly one numeric goal has 0. A state that is not terminal but in which a
/// role has no move ends the game, too. Keeps bounds from call to call, as far as the table holds
/// them; a 64-bit hash identifies a state. Not thread-safe.
class ForwardSolver {
 public:
  /// `memory`: bytes of the table, at most; it grows as it is filled, and has at least one line.
  /// `make_order` is called every 20,000 searched states until it returns an evaluation; may be
  /// empty.
  ForwardSolver(std::shared_ptr<const Game> game, std::size_t memory, OrderMaker make_order = {});

  /// Forgets bounds of states. Keeps the evaluation, statistics that order moves (with them another
  /// position of the same game takes a fraction of the states), and the sums of goals.
  void forget();

  /// Narrows the bounds until they meet or a limit is reached. Throws TurnError if it meets a state
  /// in which both roles have a choice, CyclicGame (minimax.h) if a state repeats, LimitReached as
  /// the game does and if plays have more than 8,192 moves or a state 65,535, and Stopped if it is
  /// stopped.
  [[nodiscard]] ForwardValue solve(StateView state, const ForwardLimits& limits);

  /// The sum of both goals, if it was the same in all ends met so far; else nothing. Then a bound
  /// of the margin is one of each role's own goal.
  [[nodiscard]] std::optional<std::int32_t> constant_sum() const {
    return least_sum_ == most_sum_ ? std::optional(least_sum_) : std::nullopt;
  }
  /// Whether that sum differed.
  [[nodiscard]] bool has_uneven_ends() const { return least_sum_ < most_sum_; }

  /// Whether the value is at least `margin`; nothing if a limit was reached. Throws as solve does.
  [[nodiscard]] std::optional<bool> is_at_least(StateView state, std::int32_t margin,
                                                const ForwardLimits& limits);

  /// Whether `mover`, the role with a choice, can reach at least this margin of its goal over the
  /// other's after its legal move; nothing if a limit was reached. Throws as solve does.
  [[nodiscard]] std::optional<bool> keeps(StateView state, Role mover, Move move,
                                          std::int32_t margin, const ForwardLimits& limits);

 private:
  static constexpr std::uint16_t no_place = UINT16_MAX;

  struct Bounds {
    std::int8_t low = -best_margin;
    std::int8_t high = best_margin;

    /// Whether they answer the question "at least `beta`?".
    [[nodiscard]] bool answer(std::int32_t beta) const { return low >= beta || high < beta; }
    /// Whether they answer it as `mover` wants.
    [[nodiscard]] bool suit(Role mover, std::int32_t beta) const {
      return mover == 0 ? low >= beta : high < beta;
    }
    /// Narrows them by a bound that answers it.
    void narrow(std::int32_t bound, std::int32_t beta) {
      if (bound >= beta) {
        low = std::max(low, static_cast<std::int8_t>(bound));
      } else {
        high = std::min(high, static_cast<std::int8_t>(bound));
      }
    }
  };
  struct Entry {
    std::uint64_t key = 0;
    Bounds bounds;
    std::uint16_t place = no_place;  ///< of the best move among the mover's legal ones
    std::uint8_t work = 0;           ///< log2 of the states searched; 0: the entry is empty
  };
  /// One cache line.
  struct alignas(64) Bucket {
    std::array<Entry, 4> entries;
  };
  struct Child {
    std::uint64_t key = 0;
    std::uint32_t effect = 0;   ///< index into effects_
    std::uint16_t place = 0;    ///< of the move
    std::uint16_t replies = 0;  ///< that are open, if it was expanded
    bool is_open = true;        ///< its bounds do not answer the question
    float estimate = 0;         ///< value to the parent's mover, in logits; 0: not evaluated
    Bounds bounds;
  };
  /// Buffers of one depth, and what was learned there.
  struct Level {
    std::uint64_t key = 0;
    std::uint32_t effect = 0;    ///< of the move that led here, as of Child
    std::optional<Move> killer;  ///< last move that ended the game and decided a state
    double mean_work = 0;        ///< moving average of states below; begins at 0
    std::vector<std::vector<Move>> legal;
    std::vector<std::uint64_t> states;  ///< of children, one after the other
    std::vector<Child> children;
  };
  /// How often moves with this effect were searched, and how often they cut off.
  struct Effect {
    std::uint32_t searched = 2;
    std::uint32_t cuts = 1;

    [[nodiscard]] float rate() const {
      return static_cast<float>(cuts) / static_cast<float>(searched);
    }
    void add(bool cut) {
      constexpr std::uint32_t most_searched = 1U << 16U;
      ++searched;
      if (cut) ++cuts;
      if (searched < most_searched) return;
      // Recent results count more.
      searched /= 2;
      cuts /= 2;
    }
  };
  /// What is known of a state and a question once its children are made.
  struct Expansion {
    Role mover = 0;                ///< the role with a choice, or 0
    std::optional<Role> choosing;  ///< the same, or none
    /// A child answers the question as the mover wants, no child is open, or a role has no move.
    bool is_decided = false;
    std::uint16_t place = no_place;  ///< of the move that decides
    /// Of the state; while undecided, of its closed children, or beyond all values if none is.
    std::int32_t bound = 0;
    std::size_t open = 0;  ///< number of open children
  };
  struct OutOfTime {};

  void begin(const ForwardLimits& limits);
  [[nodiscard]] Bounds root_bounds(StateView state);
  [[nodiscard]] std::int32_t ask(StateView state, std::int32_t beta);
  [[nodiscard]] std::int32_t search(std::size_t depth, StateView state, std::int32_t beta);
  void request_evaluation();
  [[nodiscard]] Expansion expand(Level& at, StateView state, std::int32_t beta);
  [[nodiscard]] const Child* make_children(Level& at, StateView state, Role mover,
                                           std::int32_t beta);
  void make_child(Level& at, StateView state, Role mover, std::size_t place);
  static void close(Child& child, Expansion& parent, std::int32_t beta);
  void expand_children(std::size_t depth, std::int32_t beta, Expansion& parent);
  void search_children(std::size_t depth, std::int32_t beta, std::uint16_t first,
                       Expansion& parent);
  [[nodiscard]] std::int32_t margin_of(StateView state);
  [[nodiscard]] Level& level(std::size_t depth);
  [[nodiscard]] StateView child_state(const Level& at, const Child& child) const {
    return {at.states.data() + child.place * words_, words_};
  }
  [[nodiscard]] Effect& reply(std::uint32_t effect, std::uint32_t to);
  [[nodiscard]] Bucket& bucket(std::uint64_t key) { return table_[key & (table_.size() - 1)]; }
  [[nodiscard]] const Entry* find(std::uint64_t key);
  void grow();
  void keep(std::uint64_t key, std::int32_t value, std::int32_t beta, std::uint16_t place,
            std::uint64_t work);
  [[nodiscard]] bool repeats(std::size_t depth) const;
  void count_state();
  void check_limits();

  std::shared_ptr<const Game> game_;
  Turns turns_;
  std::unique_ptr<Scratch> scratch_;
  std::size_t words_;
  HugeVector<Bucket> table_;  ///< 2^n buckets; a state's is that of the lowest n bits of its key
  std::size_t most_buckets_;
  std::size_t used_entries_ = 0;
  std::vector<std::unique_ptr<Level>> levels_;
  std::vector<Effect> effects_;
  std::vector<Effect> replies_;  ///< of an effect after that of the move before, by a hash of both
  OrderMaker make_order_;
  std::unique_ptr<Evaluation> evaluation_;
  std::uint64_t states_since_request_ = 0;
  std::array<Move, 2> joint_{};
  std::int32_t least_sum_ = 2 * best_margin + 1;  ///< of both goals, in the ends met
  std::int32_t most_sum_ = -1;
  std::optional<Move> root_move_;  ///< that answered the last question about the root
  Role root_mover_ = no_role;
  std::uint64_t states_ = 0;
  ForwardLimits limits_;
  Deadline deadline_{0};
};

}  // namespace tesuji::runtime
