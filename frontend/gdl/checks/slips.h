// Finds misspelt names: which name was meant by one that occurs only once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::frontend {

/// Whether `written` is `meant` but for one letter that is missing, doubled, wrong or exchanged
/// with its neighbour. Names of less than three letters (five where a letter is wrong or exchanged)
/// are no slips of each other, nor are names that are told apart by their first or last letter or
/// by a digit, as series of names are (`wking` and `bking`, `row1` and `row2`).
[[nodiscard]] bool is_slip(std::string_view written, std::string_view meant);

/// Names among which a slip is looked up, in time that does not depend on their number.
class SlipIndex {
 public:
  /// `name` has to outlive this.
  void add(std::string_view name, std::size_t number);

  /// The numbers of the names for which `written` is a slip, ascending.
  [[nodiscard]] std::vector<std::size_t> meant(std::string_view written) const;

 private:
  struct Name {
    std::string_view name;
    std::size_t number = 0;
  };
  /// By the names themselves and by what they are without one of their letters: of two names that
  /// are a slip apart one is the other without a letter, or both are the same without one each.
  std::unordered_map<std::string, std::vector<Name>> names_;
};

/// The candidate that `name` may be meant for: the nearest one (ir::nearest_name), or the keyword
/// of GDL for which other languages and people say `name` (`initial` for `init`, `!=` for
/// `distinct`). Empty where there is none.
[[nodiscard]] std::string meant_name(std::string_view name,
                                     const std::vector<std::string>& candidates);

/// Whether `name` is an operator of arithmetic or comparison, of which GDL has none.
[[nodiscard]] bool is_arithmetic(std::string_view name);

}  // namespace tesuji::frontend
