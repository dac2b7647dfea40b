// Reads S-expressions with source places, for production rules, metarules and facts. Lexically as
// KIF: `;` comments, any symbol between blanks.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/core/source.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::frontend {

/// A symbol (in lower case) or a list.
struct Sexpr {
  bool is_list = false;
  std::string symbol;
  std::vector<Sexpr> items;
  ir::Span span;

  [[nodiscard]] bool is(std::string_view word) const { return !is_list && symbol == word; }
  [[nodiscard]] bool is_variable() const {
    return !is_list && symbol.size() > 1 && symbol[0] == '?';
  }
  /// The first item, if this is a list that begins with a symbol; otherwise empty.
  [[nodiscard]] std::string_view head() const {
    return is_list && !items.empty() && !items[0].is_list ? std::string_view(items[0].symbol)
                                                          : std::string_view();
  }
};

/// Whether the text is a symbol that is read back unchanged.
[[nodiscard]] bool is_symbol(std::string_view text);

/// Returns the only symbol in `items` from `first` on, itself or in a list of its own; empty for
/// any other content.
[[nodiscard]] std::string_view only_symbol(const std::vector<Sexpr>& items, std::size_t first);

/// Deepest nesting accepted; rules need far less.
inline constexpr std::size_t max_sexpr_depth = 200;

/// Returns the text's top-level expressions. Reports errors (code "parse"; "limit" for nesting
/// deeper than max_sexpr_depth), and then returns nullopt. Does not recurse.
[[nodiscard]] std::optional<std::vector<Sexpr>> read_sexprs(ir::FileId file,
                                                            ir::Diagnostics& diagnostics);

}  // namespace tesuji::frontend
