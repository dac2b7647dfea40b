#include "ir/core/domain_values.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>

namespace tesuji::ir {
namespace {

/// The properties that SymbolTable::domain_less compares, without the texts.
struct Key {
  bool is_name = false;
  std::int64_t value = 0;  ///< of an integer
  Symbol symbol = no_symbol;

  friend bool operator<(const Key& a, const Key& b) {
    return std::tie(a.is_name, a.value, a.symbol) < std::tie(b.is_name, b.value, b.symbol);
  }
};

/// Returns the values with their keys; nullopt if an integer does not fit into a key.
std::optional<std::vector<Key>> keys_of(const std::vector<Symbol>& values,
                                        const SymbolTable& symbols) {
  std::vector<Key> keys;
  keys.reserve(values.size());
  for (const Symbol symbol : values) {
    Key key{!symbols.is_integer(symbol), 0, symbol};
    if (!key.is_name) {
      std::string_view text = symbols.text(symbol);
      if (text.starts_with('+')) text.remove_prefix(1);
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key.value);
      if (error != std::errc{}) return std::nullopt;
    }
    keys.push_back(key);
  }
  return keys;
}

/// Sorts the values unless they are sorted: mostly they come from a sorted domain.
template <typename Values, typename Less>
void sort_values(Values& values, const Less& less) {
  if (!std::is_sorted(values.begin(), values.end(), less)) {
    std::sort(values.begin(), values.end(), less);
  }
}

}  // namespace

void make_domain_values(std::vector<Symbol>& values, const SymbolTable& symbols) {
  // Comparing texts is slow, and some columns have a hundred thousand constants.
  if (auto keys = keys_of(values, symbols)) {
    sort_values(*keys, std::less<>());
    std::transform(keys->begin(), keys->end(), values.begin(),
                   [](const Key& key) { return key.symbol; });
  } else {
    sort_values(values, [&](Symbol a, Symbol b) { return symbols.domain_less(a, b); });
  }
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace tesuji::ir
