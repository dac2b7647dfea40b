// Lists the relations that GDL defines (Love et al. 2008; `sees` is GDL-II).
#pragma once

#include "ir/core/symbol.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tesuji::frontend {

enum class Keyword : unsigned char {
  none,  ///< an ordinary relation
  role,
  init,
  holds,  ///< `true`
  does,
  next,
  legal,
  goal,
  terminal,
  base,   ///< declares fluents; some sheets use the name differently
  input,  ///< declares moves; likewise
  sees,
  connective,  ///< `<=`, `not`, `or`, `and`, `distinct`
};

/// Maps each symbol to its meaning as the name of a relation.
class Keywords {
 public:
  explicit Keywords(const ir::SymbolTable& symbols);

  [[nodiscard]] Keyword of(ir::Symbol name) const {
    return name < meanings_.size() ? meanings_[name] : Keyword::none;
  }
  /// Returns the number of arguments that GDL prescribes; nullopt for `base` and `input`, which may
  /// have any number.
  [[nodiscard]] static std::optional<std::size_t> arity(Keyword keyword);

 private:
  std::vector<Keyword> meanings_;  ///< by symbol
};

}  // namespace tesuji::frontend
