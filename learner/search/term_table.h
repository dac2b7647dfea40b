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

/// Not thread-safe.
class TermTable {
 public:
  using Kind = ir::PrologTerm::Kind;

  /// The term, which is ground. Numbers are as they are written: 1 and 1.0 are different.
  Value intern(const ir::PrologTerm& term);
  /// The term of this name (name_number) with these arguments.
  Value intern(Kind kind, std::uint32_t name, std::span<const Value> args);
  [[nodiscard]] std::uint32_t name_number(const std::string& name);

  [[nodiscard]] Kind kind(Value value) const { return static_cast<Kind>(terms_[value][0]); }
  [[nodiscard]] std::uint32_t name(Value value) const { return terms_[value][1]; }
  [[nodiscard]] std::span<const Value> args(Value value) const { return terms_[value].subspan(2); }
  /// 1 for atoms and numbers, otherwise one more than the deepest argument's.
  [[nodiscard]] std::uint32_t depth(Value value) const { return depths_[value]; }
  [[nodiscard]] std::size_t size() const { return terms_.size(); }

  [[nodiscard]] ir::PrologTerm term(Value value) const;

 private:
  TupleSet terms_;  ///< kind, name, arguments
  std::vector<std::uint32_t> depths_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of names_
};

}  // namespace tesuji::learner
