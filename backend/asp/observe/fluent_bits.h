// Which bit of a game's states is which fluent: learnt by asking the game for states of single
// fluents, as names are slow.
#pragma once

#include "backend/asp/observe/term_reader.h"
#include "runtime/host/game/game.h"

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tesuji::asp {

class FluentBits {
 public:
  static constexpr std::uint64_t most_fluents = 300'000;

  /// Learns about `fluents`, all of which `reader` reads. Nothing where the game keeps its states
  /// otherwise, or where there are too many fluents to ask for.
  [[nodiscard]] static std::optional<FluentBits> learn(const runtime::Game& game,
                                                       std::span<const std::string> fluents,
                                                       TermReader& reader);

  /// Adds the fluents of the state that somebody asks about.
  void add(runtime::StateView state, std::vector<AtomSet>& sets) const {
    for (const SeenAtom& atom : always_) sets[atom.slot].add(atom.number);
    for (std::size_t word = 0; word < masks_.size(); ++word) {
      for (std::uint64_t rest = state[word] & masks_[word]; rest != 0; rest &= rest - 1) {
        const SeenAtom& atom = atoms_[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
        sets[atom.slot].add(atom.number);
      }
    }
  }

 private:
  std::vector<std::uint64_t> masks_;  ///< by word: bits of fluents that somebody asks about
  std::vector<SeenAtom> atoms_;       ///< by bit
  std::vector<SeenAtom> always_;      ///< hold in every state that the game can represent
};

}  // namespace tesuji::asp
