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

constexpr std::array<std::pair<std::string_view, BuiltIn>, 12> names = {
    {{"=", BuiltIn::unifies},
     {"is", BuiltIn::is},
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

constexpr std::array<std::pair<std::string_view, BuiltIn>, 8> kinds = {
    {{"integer", BuiltIn::is_integer},
     {"number", BuiltIn::is_number},
     {"atom", BuiltIn::is_atom},
     {"atomic", BuiltIn::is_atomic},
     {"compound", BuiltIn::is_compound},
     {"is_list", BuiltIn::is_list},
     {"ground", BuiltIn::is_ground},
     {"nonvar", BuiltIn::is_ground}}};

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

using Integer = std::int64_t;

std::optional<Integer> apply(const std::string& name, Integer a, Integer b) {
  Integer result = 0;
  bool over = false;
  if (name == "+") {
    over = __builtin_add_overflow(a, b, &result);
  } else if (name == "-") {
    over = __builtin_sub_overflow(a, b, &result);
  } else if (name == "*") {
    over = __builtin_mul_overflow(a, b, &result);
  } else if (name == "//" || name == "mod") {
    if (b == 0) return std::nullopt;
    const bool negation = b == -1;  // the least integer's quotient would overflow
    if (name == "//") {
      if (negation) {
        over = __builtin_sub_overflow(Integer{0}, a, &result);
      } else {
        result = a / b;
      }
    } else if (!negation) {
      result = a % b;
      if (result != 0 && (result < 0) != (b < 0)) result += b;
    }
  } else {
    return std::nullopt;
  }
  return over ? std::nullopt : std::optional(result);
}

}  // namespace

/// Expressions can be as deep as terms.
std::optional<std::int64_t> integer_of(Value value, const TermTable& terms) {
  const auto args = terms.args(value);
  if (terms.kind(value) == TermTable::Kind::number) {
    return read_as<Integer>(terms.name_text(value));
  }
  if (terms.kind(value) != TermTable::Kind::compound || args.size() != 2) return std::nullopt;
  const auto left = integer_of(args[0], terms);
  const auto right = integer_of(args[1], terms);
  if (!left || !right) return std::nullopt;
  return apply(terms.name_text(value), *left, *right);
}

std::optional<Value> computed(Value expression, TermTable& terms) {
  using Kind = TermTable::Kind;
  if (terms.kind(expression) == Kind::number) return expression;
  const auto integer = integer_of(expression, terms);
  if (!integer) return std::nullopt;
  return terms.intern(Kind::number, terms.name_number(std::to_string(*integer)), {});
}

bool may_be_defined(const ir::PrologTerm& atom) {
  return atom.args.size() == 1 || atom.name == "dif";
}

BuiltIn built_in(const ir::PrologTerm& atom, const FactBackground& background) {
  if (atom.kind != ir::PrologTerm::Kind::compound || atom.args.size() > 2) return BuiltIn::none;
  if (atom.args.size() == 1) {
    for (const auto& [name, test] : kinds) {
      if (name == atom.name) return background.find(name, 1) ? BuiltIn::none : test;
    }
    return BuiltIn::none;
  }
  for (const auto& [name, test] : names) {
    if (name != atom.name) continue;
    return name == "dif" && background.find("dif", 2) ? BuiltIn::none : test;
  }
  return BuiltIn::none;
}

bool is_of_kind(BuiltIn test, Value value, const TermTable& terms) {
  const TermTable::Kind kind = terms.kind(value);
  const bool number = kind == TermTable::Kind::number;
  const bool empty = kind == TermTable::Kind::list;  // others are cells (TermTable)
  const bool list = empty || kind == TermTable::Kind::partial_list;
  const bool atom = kind == TermTable::Kind::atom;
  switch (test) {
    case BuiltIn::is_integer:
      return number && terms.name_text(value).find_first_not_of("-0123456789") == std::string::npos;
    case BuiltIn::is_number:
      return number;
    case BuiltIn::is_atom:
      return atom;
    case BuiltIn::is_atomic:
      return number || atom || empty;
    case BuiltIn::is_list:
      return list;
    case BuiltIn::is_compound:
      return !number && !atom && !empty;
    default:
      return true;
  }
}

bool holds(BuiltIn test, Value left, Value right, TermTable& terms) {
  if (test >= BuiltIn::is_integer) return is_of_kind(test, left, terms);
  if (test == BuiltIn::unifies || test == BuiltIn::same) return left == right;
  if (test == BuiltIn::different) return left != right;
  const auto right_number = computed(right, terms);
  if (test == BuiltIn::is) return right_number == left;
  const auto left_number = computed(left, terms);
  if (!left_number || !right_number) return false;
  const auto order = compare_numbers(terms.name_text(*left_number), terms.name_text(*right_number));
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
