// Finds misspelt names: the intended name of one that occurs only once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::frontend {

/// Whether `written` differs from `meant` by one letter that is missing, doubled, wrong or swapped
/// with its neighbour. Returns false for names of less than three letters (five for a wrong or
/// swapped letter), and for names that differ in the first or last letter or in a digit, as in
/// series (`wking` and `bking`, `row1` and `row2`).
[[nodiscard]] bool is_slip(std::string_view written, std::string_view meant);

/// Looks up misspellings of a set of names, in time independent of their number.
class SlipIndex {
 public:
  /// `name` must outlive this.
  void add(std::string_view name, std::size_t number);

  /// Returns the numbers of the names that `written` misspells, ascending.
  [[nodiscard]] std::vector<std::size_t> meant(std::string_view written) const;

 private:
  struct Name {
    std::string_view name;
    std::size_t number = 0;
  };
  /// Keyed by the names, and by the names without one letter: of two names that differ by one
  /// misspelling, one is the other without a letter, or both are equal without one letter each.
  std::unordered_map<std::string, std::vector<Name>> names_;
};

/// Returns the candidate that `name` probably means: the nearest one (ir::nearest_name), or the GDL
/// keyword that other languages and people call `name` (`initial` for `init`, `!=` for `distinct`).
/// Empty if there is no such candidate.
[[nodiscard]] std::string meant_name(std::string_view name,
                                     const std::vector<std::string>& candidates);

/// Whether `name` is an operator of arithmetic or comparison, which GDL lacks.
[[nodiscard]] bool is_arithmetic(std::string_view name);

}  // namespace tesuji::frontend
