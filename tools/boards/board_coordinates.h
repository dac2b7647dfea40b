// Finds the words of a fluent that name a square of a board.
#pragma once

#include "ir/module/module.h"
#include "passes/analysis/constant_orders.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {

inline constexpr std::size_t largest_side = 30;  ///< rows or columns of a board

/// `order`: other names, which facts put in a row.
enum class CoordinateKind : std::uint8_t { none, numbers, letters, words, order };

/// Sorts constants as the coordinates of a side.
class ValueOrders {
 public:
  explicit ValueOrders(const ir::Module& module);
  /// Sorts numbers by value; other names as facts put them in a row; else by length and text, so
  /// that c2 is before c10.
  void sort(std::vector<ir::Symbol>& values) const;
  [[nodiscard]] bool describes(const std::vector<ir::Symbol>& values) const;

 private:
  const ir::SymbolTable& symbols_;
  passes::ConstantOrders orders_;
};

/// Returns how a domain's constants can be coordinates.
[[nodiscard]] CoordinateKind coordinate_kind(const ir::Module& module, ir::DomainId id,
                                             const ValueOrders& orders);

/// Splits `a1` into a, 1. Returns nothing for words of another form.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> split_square(
    const std::string& word);

/// Returns the number of columns in a word of a term: 1 for `?`, 2 for `(f ? ?)`, 0 for `ok?`.
[[nodiscard]] std::size_t count_columns(std::string_view word);

/// Returns the domain of each word of the relation's term that is a column; no_id for other words.
[[nodiscard]] std::vector<ir::DomainId> domains_of(const ir::Relation& relation,
                                                   const std::vector<std::string>& words);

/// Adjacent words of a fluent that are coordinates.
struct CoordinateRun {
  std::size_t first = 0;
  std::size_t count = 2;
};

/// Returns the coordinates of a place by the kinds of all words: two; or three or four if a content
/// follows or precedes them. Nothing for squares without a content whose coordinates are not both
/// numbers, or words with numbers, and for pairs of squares: these are moves, or lines.
[[nodiscard]] std::optional<CoordinateRun> coordinate_run(const std::vector<CoordinateKind>& kinds);

}  // namespace tesuji::tools
