#include "learner/search/built_in_tests.h"

#include <array>
#include <charconv>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::learner {

namespace {

constexpr std::array<std::pair<std::string_view, BuiltIn>, 11> names = {
    {{"=", BuiltIn::unifies},
     {"==", BuiltIn::same},
     {"\\=", BuiltIn::different},
     {"\\==", BuiltIn::different},
     {"dif", BuiltIn::different},
     {"<", BuiltIn::less},
     {">", BuiltIn::greater},
     {"=<", BuiltIn::less_or_equal},
     {">=", BuiltIn::greater_or_equal},
     {"=:=", BuiltIn::equal_number},
     {"=\\=", BuiltIn::other_number}}};

template <typename Number>
std::optional<Number> read_as(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

std::partial_ordering compare_numbers(const std::string& left, const std::string& right) {
  const auto a = read_as<std::int64_t>(left);
  const auto b = read_as<std::int64_t>(right);
  if (a && b) return *a <=> *b;
  const auto x = read_as<double>(left);
  const auto y = read_as<double>(right);
  return x && y ? *x <=> *y : std::partial_ordering::unordered;
}

}  // namespace

BuiltIn built_in(const ir::PrologTerm& atom, const FactBackground& background) {
  if (atom.kind != ir::PrologTerm::Kind::compound || atom.args.size() != 2) return BuiltIn::none;
  for (const auto& [name, test] : names) {
    if (name != atom.name) continue;
    return name == "dif" && background.find("dif", 2) ? BuiltIn::none : test;
  }
  return BuiltIn::none;
}

bool holds(BuiltIn test, Value left, Value right, const TermTable& terms) {
  if (test == BuiltIn::unifies || test == BuiltIn::same) return left == right;
  if (test == BuiltIn::different) return left != right;
  using Kind = ir::PrologTerm::Kind;
  if (terms.kind(left) != Kind::number || terms.kind(right) != Kind::number) return false;
  const auto order = compare_numbers(terms.term(left).name, terms.term(right).name);
  switch (test) {
    case BuiltIn::less:
      return order < 0;
    case BuiltIn::greater:
      return order > 0;
    case BuiltIn::less_or_equal:
      return order <= 0;
    case BuiltIn::greater_or_equal:
      return order >= 0;
    case BuiltIn::equal_number:
      return order == 0;
    case BuiltIn::other_number:
      return order < 0 || order > 0;
    default:
      return false;
  }
}

}  // namespace tesuji::learner
