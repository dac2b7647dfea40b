// Reads the true tuples of a state from a game. Uses only the engine's answers and no answer set
// program, so that it is independent of the proofs that it tests.
//
// The game is made from with_observed(lowered, relations) (observed_game.h), by any engine. An
// observer may read fewer relations than the game shows, which is cheaper. Atoms are tuples of the
// lowered module's relations.
#pragma once

#include "backend/proofs/observe/observation.h"
#include "backend/proofs/observe/observed_game.h"
#include "backend/proofs/observe/term_reader.h"
#include "ir/module/module.h"
#include "runtime/host/game/game.h"
#include "runtime/host/memory/mixed_radix.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::proofs {

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
