#include "ir/core/symbol.h"

#include "ir/core/characters.h"

#include <algorithm>

namespace tesuji::ir {
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

}  // namespace tesuji::ir
