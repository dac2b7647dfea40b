#include "ir/core/symbol.h"

#include "ir/core/characters.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <system_error>
#include <tuple>

namespace tesuji::ir {

// --- Symbols

namespace {

bool is_integer_text(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  return all_digits(text);
}

/// An integer of any length: sign and digits without leading zeros (none for 0).
struct Integer {
  bool negative = false;
  std::string_view digits;

  explicit Integer(std::string_view text) {
    if (text[0] == '+' || text[0] == '-') {
      negative = text[0] == '-';
      text.remove_prefix(1);
    }
    const std::size_t zeros = text.find_first_not_of('0');
    digits = zeros == std::string_view::npos ? std::string_view{} : text.substr(zeros);
    if (digits.empty()) negative = false;
  }
};

/// Returns a negative number, zero or a positive number as |a| is less than, equal to or greater
/// than |b|.
int compare_magnitude(const Integer& a, const Integer& b) {
  if (a.digits.size() != b.digits.size()) return a.digits.size() < b.digits.size() ? -1 : 1;
  return a.digits.compare(b.digits);
}

int compare(const Integer& a, const Integer& b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  return a.negative ? compare_magnitude(b, a) : compare_magnitude(a, b);
}

}  // namespace

std::shared_ptr<SymbolTable> SymbolTable::clone() const {
  auto copy = std::make_shared<SymbolTable>();
  for (const std::string& text : texts_) copy->intern(text);
  return copy;
}

Symbol SymbolTable::intern(std::string_view text) {
  if (const auto found = index_.find(text); found != index_.end()) return found->second;
  const auto symbol = static_cast<Symbol>(texts_.size());
  const std::string& stored = texts_.emplace_back(text);
  index_.emplace(stored, symbol);
  return symbol;
}

std::optional<Symbol> SymbolTable::find(std::string_view text) const {
  const auto found = index_.find(text);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

bool SymbolTable::is_integer(Symbol symbol) const {
  return is_integer_text(text(symbol));
}

bool SymbolTable::domain_less(Symbol a, Symbol b) const {
  const bool a_integer = is_integer(a);
  if (a_integer != is_integer(b)) return a_integer;
  if (a_integer) {
    const int order = compare(Integer(text(a)), Integer(text(b)));
    if (order != 0) return order < 0;  // `1` and `+1` are different constants, ordered like names
  }
  return a < b;
}

// --- Domain values

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
