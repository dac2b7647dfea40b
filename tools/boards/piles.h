// Finds things in piles among the fluents that are on no board, by their form and the rules'
// domains:
//
//   (heap a 3)     heaps: each name has a number from 0 on: that many discs
//   (on 2 left)    stacks: each number from 1 on is at one of some named places: the least is on
//   top
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::tools {

/// What fluents with this functor say, if `(functor A B)` are piles.
struct PileForm {
  std::string functor;
  bool stacks = false;              ///< else heaps
  std::vector<std::string> places;  ///< in their order
  std::size_t most = 0;             ///< the largest number
};

/// One heap or stack in a state.
struct Pile {
  std::string place;
  std::vector<std::size_t> items;  ///< of a stack, from the top down: their numbers
  std::size_t count = 0;           ///< of a heap
  friend bool operator==(const Pile&, const Pile&) = default;
};

struct PanelPiles {
  std::string label;  ///< words of the functor
  bool stacks = false;
  std::size_t most = 0;
  std::vector<Pile> piles;
  friend bool operator==(const PanelPiles&, const PanelPiles&) = default;
};

/// `initial`: the fluents of the initial state, in which each name or number must be once.
[[nodiscard]] std::vector<PileForm> find_piles(const ir::Module& module,
                                               const std::vector<std::string>& initial);

/// Moves the fluents of piles from the list into piles. Leaves those of a form in the list if the
/// state has a name or number more than once.
[[nodiscard]] std::vector<PanelPiles> take_piles(const std::vector<PileForm>& forms,
                                                 std::vector<std::string>& fluents);

}  // namespace tesuji::tools
