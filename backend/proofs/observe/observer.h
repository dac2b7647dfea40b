// Reads the true tuples of a state from a game. Uses only the engine's answers and no answer set
// program, so that it is independent of the proofs that it tests.
//
// The game is made from with_observed(lowered, relations) (observed_game.h), by any engine. An
// observer may read fewer relations than the game shows, which is cheaper. Atoms are tuples of the
// lowered module's relations: a TermReader parses them from the terms that the game prints, and an
// Observation stores those of one state, a set of tuples for each relation.
#pragma once

#include "backend/proofs/observe/observed_game.h"
#include "ir/module/module.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/mixed_radix.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::proofs {

/// Position of a relation among the observed ones.
using Slot = std::uint32_t;
inline constexpr Slot no_slot = ~Slot{0};

/// Tuples by number: mixed radix over the positions in the columns' domains (as
/// runtime::MixedRadix). Small sets of possible numbers are stored as bits, others as a sorted
/// list.
class AtomSet {
 public:
  static constexpr std::uint64_t largest_bits = 1 << 16;

  AtomSet() = default;
  /// Allows numbers below `count`.
  explicit AtomSet(std::uint64_t count)
      : dense_(count <= largest_bits),
        bits_(dense_ ? static_cast<std::size_t>((count + 63) / 64) : 0) {}

  [[nodiscard]] bool dense() const { return dense_; }
  /// If dense: a bit for each number; the bits after the last number are 0.
  [[nodiscard]] const std::vector<std::uint64_t>& bits() const { return bits_; }

  void clear() {
    std::fill(bits_.begin(), bits_.end(), 0);
    list_.clear();
  }
  /// Adds a number that is not in the set. Lists must be sorted after the last addition.
  void add(std::uint64_t number) {
    if (dense_) {
      bits_[number / 64] |= std::uint64_t{1} << (number % 64);
    } else {
      list_.push_back(number);
    }
  }
  void sort() { std::sort(list_.begin(), list_.end()); }

  [[nodiscard]] bool contains(std::uint64_t number) const {
    if (dense_) return (bits_[number / 64] >> (number % 64) & 1) != 0;
    return std::binary_search(list_.begin(), list_.end(), number);
  }
  /// Calls `visit(number)` for each number, in ascending order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const std::uint64_t number : list_) visit(number);
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }
  friend bool operator==(const AtomSet&, const AtomSet&) = default;

 private:
  bool dense_ = true;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint64_t> list_;
};

struct Observation {
  std::vector<AtomSet> sets;  ///< by Slot
  bool terminal = false;
};

/// A tuple; for relations with a column for the role, the part of its number without the role.
struct SeenAtom {
  Slot slot = no_slot;  ///< no_slot: of an unobserved relation
  std::uint64_t number = 0;
  std::uint64_t role_stride = 0;  ///< factor of the role's number; 0: without it
};

/// A relation whose tuples are printed as terms. Terms of fluents have all columns, others lack the
/// first.
struct ReadRelation {
  ir::RelationId relation = ir::no_id;
  Slot slot = no_slot;
  std::string term;
  std::size_t skipped = 0;      ///< columns not in the term
  bool with_role = false;       ///< whether the role's number counts
  runtime::MixedRadix radix{};  ///< over all columns, or over those in the term if slot is no_slot
};

/// Returns the shape of the terms of the relation's tuples, from column `first` on.
[[nodiscard]] runtime::TermShape shape_of(const ir::Module& module, ir::RelationId relation,
                                          std::string_view term, std::size_t first = 0);

/// For one thread: caches parsed terms.
class TermReader {
 public:
  TermReader(const ir::Module& module, std::vector<ReadRelation> relations);

  /// Returns null if no relation has this term. Valid until the reader is destroyed.
  [[nodiscard]] const SeenAtom* read(const std::string& term);

 private:
  [[nodiscard]] std::optional<SeenAtom> parse(const std::string& term) const;

  std::vector<ReadRelation> relations_;
  std::vector<runtime::TermShape> shapes_;
  runtime::TermIndex index_;
  std::unordered_map<std::string, SeenAtom> known_;
};

/// The game showed an atom that the lowered module cannot have: a bug of ours, or a game of other
/// rules.
class ObservationError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Immutable; thread-safe. Module and game must outlive it.
class Observer {
 public:
  /// `relations`: those to observe. `facts`: fixed_facts(lowered, relations, ..). Reports (code
  /// "invariant") and returns nothing if a relation is not visible (Sight::never) or has too many
  /// tuples to be numbered.
  [[nodiscard]] static std::optional<Observer> make(const ir::Module& lowered,
                                                    const runtime::Game& game,
                                                    std::span<const std::uint32_t> relations,
                                                    std::span<const ir::Facts> facts,
                                                    ir::Diagnostics& diagnostics);

  [[nodiscard]] const ir::Module& module() const { return *module_; }
  [[nodiscard]] const runtime::Game& game() const { return *game_; }

  [[nodiscard]] std::size_t slots() const { return slots_.size(); }
  /// Returns no_slot if the relation is not observed.
  [[nodiscard]] Slot slot_of(ir::RelationId relation) const;
  [[nodiscard]] ir::RelationId relation(Slot slot) const { return slots_[slot].relation; }
  [[nodiscard]] const runtime::MixedRadix& radix(Slot slot) const { return slots_[slot].radix; }

  /// Returns an observation that contains the fixed relations' tuples, for Watcher::look to fill.
  [[nodiscard]] Observation make_observation() const;
  [[nodiscard]] bool needs_legal() const { return needs_legal_; }
  /// Whether fluents are read from a state's bits, not by name.
  [[nodiscard]] bool reads_bits() const { return bits_.has_value(); }

 private:
  friend class Watcher;
  struct Observed {
    ir::RelationId relation = ir::no_id;
    Sight sight = Sight::never;
    runtime::MixedRadix radix;
    AtomSet fixed;                      ///< Sight::fixed: its tuples
    std::vector<std::int32_t> roles{};  ///< by Role: in the first column, or -1
  };

  /// The places of the observed fluents in states.
  struct FluentBits {
    std::vector<std::uint64_t> masks;  ///< by word
    std::vector<SeenAtom> atoms;       ///< by bit
    std::vector<SeenAtom> always;      ///< true in every state that the game can represent
  };

  Observer() = default;
  [[nodiscard]] TermReader make_reader(Sight family) const;
  void learn_bits();

  const ir::Module* module_ = nullptr;
  const runtime::Game* game_ = nullptr;
  std::vector<Observed> slots_;
  std::unordered_map<ir::RelationId, Slot> slot_of_;
  std::vector<Sight> sights_;
  bool needs_fluents_ = false;
  bool needs_legal_ = false;
  bool needs_goals_ = false;
  std::optional<FluentBits> bits_;
};

/// Working memory of one thread. The observer must outlive it.
class Watcher {
 public:
  explicit Watcher(const Observer& observer);

  /// Fills `seen`, which must be from Observer::make_observation or filled before. Throws
  /// runtime::LimitReached as the game does, and ObservationError.
  void look(runtime::StateView state, Observation& seen);

  /// Returns the legal moves of the last observed state, if Observer::needs_legal.
  [[nodiscard]] const std::vector<std::vector<runtime::Move>>& legal() const { return legal_; }
  [[nodiscard]] runtime::Scratch& scratch() { return *scratch_; }

 private:
  void see_fluents(runtime::StateView state, Observation& seen);
  void see_names(runtime::StateView state, std::vector<AtomSet>& sets);
  void see_legal(Observation& seen);
  void see_goals(runtime::StateView state, Observation& seen);
  void add(const SeenAtom& atom, std::size_t role, std::vector<AtomSet>& sets) const;
  const SeenAtom& atom_of(runtime::Move move);

  const Observer& observer_;
  std::unique_ptr<runtime::Scratch> scratch_;
  TermReader fluents_;
  TermReader moves_;
  TermReader goals_;
  std::unordered_map<runtime::Move, const SeenAtom*> known_moves_;
  std::vector<std::vector<runtime::Move>> legal_;
  std::vector<std::vector<std::string>> values_;
  std::vector<AtomSet> check_;  ///< fluents by name, compared with those read by bits
  std::uint64_t looks_ = 0;
};

}  // namespace tesuji::proofs
