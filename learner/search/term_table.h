// Numbers ground terms, so that equal terms have equal numbers.
#pragma once

#include "ir/core/prolog_term.h"
#include "learner/search/background.h"
#include "learner/search/tuple_set.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tesuji::learner {

/// A list is cells, as in Prolog: a cell is of the kind `partial_list` and has two arguments, an
/// element and the rest of the list, so that all lists that end alike share their ends. The empty
/// list is of the kind `list`, without arguments. Not thread-safe.
class TermTable {
 public:
  using Kind = ir::PrologTerm::Kind;

  /// The term, which is ground. Numbers are as they are written: 1 and 1.0 are different.
  Value intern(const ir::PrologTerm& term);
  /// The term of this name (name_number) with these arguments; of lists one cell.
  Value intern(Kind kind, std::uint32_t name, std::span<const Value> args);
  [[nodiscard]] Value empty_list() { return intern(Kind::list, name_number({}), {}); }
  [[nodiscard]] std::uint32_t name_number(const std::string& name);

  [[nodiscard]] Kind kind(Value value) const { return static_cast<Kind>(terms_[value][0]); }
  [[nodiscard]] std::uint32_t name(Value value) const { return terms_[value][1]; }
  [[nodiscard]] const std::string& name_text(Value value) const { return names_[name(value)]; }
  [[nodiscard]] std::span<const Value> args(Value value) const { return terms_[value].subspan(2); }
  /// 1 for atoms and numbers, otherwise one more than the deepest argument's, or element's.
  [[nodiscard]] std::uint32_t depth(Value value) const { return sizes_[value].depth; }
  [[nodiscard]] bool is_list(Value value) const {
    return kind(value) == Kind::partial_list || kind(value) == Kind::list;
  }
  /// Elements of a list; 0 for other terms.
  [[nodiscard]] std::uint32_t length(Value value) const { return sizes_[value].length; }
  [[nodiscard]] std::uint32_t longest() const { return longest_; }  ///< of all lists
  [[nodiscard]] std::size_t size() const { return terms_.size(); }

  [[nodiscard]] ir::PrologTerm term(Value value) const;

 private:
  struct Size {
    std::uint32_t depth = 1;
    std::uint32_t length = 0;
  };

  TupleSet terms_;  ///< kind, name, arguments
  std::vector<Size> sizes_;
  std::uint32_t longest_ = 0;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of names_
};

}  // namespace tesuji::learner
