// Numbers states so that those that a symmetry of the game maps on each other have one number, and
// moves likewise.
//
// Michie's and Gardner's boxes serve a board however it is turned, and have one colour for moves
// that are the same but for a symmetry of the board.
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

/// A whole group of symmetries without the identity, not a part of one; null: there is only that.
using SymmetryGroup = std::shared_ptr<const std::vector<runtime::NamedSymmetry>>;

/// Not thread-safe. The space must outlive it and may not be cleared meanwhile.
class StateClasses {
 public:
  StateClasses(const runtime::StateSpace& space, SymmetryGroup group)
      : space_(space), group_(std::move(group)) {}

  struct Place {
    std::uint32_t state = 0;           ///< number of the state's class
    std::vector<std::uint32_t> moves;  ///< by edge: number of the move's class, from 0
    std::uint32_t move_classes = 0;
  };

  /// Of an expanded node.
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
  std::map<std::vector<std::string>, Class> classes_;  ///< by the least of its states' fluents
};

}  // namespace tesuji::learner
