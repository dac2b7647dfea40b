// Interns names: constants, functors and relation names of the input languages.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::ir {

// --- Symbols

/// Index into a SymbolTable; ids grow in the order of first appearance.
using Symbol = std::uint32_t;
inline constexpr Symbol no_symbol = ~Symbol{0};

/// Interns strings. Not thread-safe while it grows; concurrent reads are safe.
class SymbolTable {
 public:
  SymbolTable() = default;
  SymbolTable(const SymbolTable&) = delete;  // the index refers to its own texts
  SymbolTable& operator=(const SymbolTable&) = delete;

  Symbol intern(std::string_view text);
  /// Copies the symbols for another thread: a table must not be read while another thread interns.
  [[nodiscard]] std::shared_ptr<SymbolTable> clone() const;
  [[nodiscard]] std::optional<Symbol> find(std::string_view text) const;
  [[nodiscard]] const std::string& text(Symbol symbol) const { return texts_[symbol]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  /// Compares in the order of domains and so of moves: integers first, numerically (any number of
  /// digits, optional sign); then other names by first appearance.
  [[nodiscard]] bool domain_less(Symbol a, Symbol b) const;
  /// Whether the text is [+-]?[0-9]+.
  [[nodiscard]] bool is_integer(Symbol symbol) const;

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, Symbol> index_;
};

// --- Domain values

/// Turns constants into a domain's values: sorts by SymbolTable::domain_less, removes duplicates.
void make_domain_values(std::vector<Symbol>& values, const SymbolTable& symbols);

}  // namespace tesuji::ir
