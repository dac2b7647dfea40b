// Finds orders of constants that facts describe, such as `succ(1, 2)`, `succ(2, 3)`, whatever they
// are called.
//
// In a relation of two columns, each constant must have at most one successor, and none may come
// back to itself. In a relation of four columns, such as `adjacent(X, Y, X2, Y2)`, the constants of
// one coordinate whose other coordinates are equal must form a line; its direction is then unknown,
// and the constant that the rules mention first comes first.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tesuji::passes {

class ConstantOrders {
 public:
  explicit ConstantOrders(const ir::Module& module);

  /// Returns the constants in an order in which they follow one another without gaps; nothing if no
  /// facts describe one.
  [[nodiscard]] std::optional<std::vector<ir::Symbol>> ordered(
      const std::vector<ir::Symbol>& constants) const;

 private:
  using Pairs = std::vector<std::pair<ir::Symbol, ir::Symbol>>;
  void add_paths(const Pairs& pairs);
  void add_line(const Pairs& pairs, const ir::SymbolTable& symbols);

  std::vector<std::unordered_map<ir::Symbol, std::size_t>> paths_;  ///< positions on each
};

}  // namespace tesuji::passes
