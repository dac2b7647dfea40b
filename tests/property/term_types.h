// Finite types of ground terms, for random rulesheets: what a column may hold.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "runtime/host/memory/rng.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tests {

using TypeId = std::uint32_t;

/// A set of ground terms: some constants, and every compound of some forms.
struct TermType {
  struct Compound {
    std::string functor;
    std::vector<TypeId> args;
  };
  std::vector<std::string> constants;
  std::vector<Compound> compounds;
  std::size_t size = 0;   ///< number of terms; set by TermTypes::add
  std::size_t depth = 0;  ///< of the deepest term: 0 for a constant; set by TermTypes::add
};

// Terms as a parser makes them, without places in a text.
[[nodiscard]] frontend::Term constant_term(std::string_view name, ir::SymbolTable& symbols);
[[nodiscard]] frontend::Term variable_term(std::string_view name, ir::SymbolTable& symbols);
[[nodiscard]] frontend::Term compound_term(std::string_view functor,
                                           std::vector<frontend::Term> args,
                                           ir::SymbolTable& symbols);

/// Owns types; those that a type refers to were added before it.
class TermTypes {
 public:
  TypeId add(TermType type);
  [[nodiscard]] const TermType& operator[](TypeId type) const { return types_[type]; }
  [[nodiscard]] std::size_t size() const { return types_.size(); }

  /// Whether every term of `small` is one of `large`, as the forms show.
  [[nodiscard]] bool contains(TypeId large, TypeId small) const;
  /// A term of the type.
  [[nodiscard]] frontend::Term ground(TypeId type, runtime::Rng& rng,
                                      ir::SymbolTable& symbols) const;

 private:
  std::vector<TermType> types_;
};

}  // namespace tesuji::tests
