// Numbers states and moves so that those that a symmetry of the game maps on each other have the
// same number.
//
// Michie's and Gardner's boxes treat all rotations and reflections of a board as one, and have one
// colour for moves that are equivalent under a symmetry of the board.
#pragma once

#include "runtime/host/game/named_symmetry.h"
#include "runtime/host/game/state_space.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// A complete group of symmetries without the identity; null: only the identity.
using SymmetryGroup = std::shared_ptr<const std::vector<runtime::NamedSymmetry>>;

/// Not thread-safe. The space must outlive it and must not be cleared meanwhile.
class StateClasses {
 public:
  StateClasses(const runtime::StateSpace& space, SymmetryGroup group)
      : space_(space), group_(std::move(group)) {}

  struct Place {
    std::uint32_t state = 0;           ///< number of the state's class
    std::vector<std::uint32_t> moves;  ///< by edge: number of the move's class, from 0
    std::uint32_t move_classes = 0;
  };

  /// Returns the classes of an expanded node.
  [[nodiscard]] const Place& of(const runtime::Node& node);

 private:
  [[nodiscard]] Place place(const runtime::Node& node);

  const runtime::StateSpace& space_;
  SymmetryGroup group_;
  std::unordered_map<std::uint32_t, Place> places_;  ///< by node
  struct Class {
    std::uint32_t number = 0;
    std::map<std::string, std::uint32_t> moves;
  };
  std::map<std::vector<std::string>, Class> classes_;  ///< by the least image of its states'
                                                       ///< fluents
};

}  // namespace tesuji::learner
