#include "tools/reports/verify/verify_words.h"

#include "backend/proofs/formulas/invariant_maker.h"
#include "ir/formulas/formula_text.h"
#include "ir/module/term_pattern.h"
#include "tools/base/report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

// Cuts a set of tuples into products. A set that is not a product is grouped by the value in one
// column; values that leave the same tuples of the other columns form a group. The column with the
// fewest groups is taken, and the rest of each group is cut in the same way. This does not always
// find the fewest products, but those that people see, too.

namespace tesuji::tools {
namespace {

using Positions = std::vector<std::uint32_t>;  ///< in a domain
using PositionRows = std::vector<Positions>;   ///< different ones, of one length
using Product = std::vector<Positions>;        ///< by column, ascending

Positions values_of(const PositionRows& rows, std::size_t column) {
  Positions values;
  for (const Positions& row : rows) values.push_back(row[column]);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::optional<Product> as_product(const PositionRows& rows) {
  Product product;
  std::size_t size = 1;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    product.push_back(values_of(rows, column));
    if (size > rows.size()) return std::nullopt;
    size *= product.back().size();
  }
  if (size != rows.size()) return std::nullopt;
  return product;
}

/// The tuples of the other columns, with the values of this column that leave them.
using Groups = std::map<PositionRows, Positions>;

Groups group_by(const PositionRows& rows, std::size_t column) {
  std::map<std::uint32_t, PositionRows> by_value;
  for (const Positions& row : rows) {
    Positions rest = row;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(column));
    by_value[row[column]].push_back(std::move(rest));
  }
  Groups groups;
  for (auto& [value, rest] : by_value) {
    std::sort(rest.begin(), rest.end());
    groups[std::move(rest)].push_back(value);
  }
  return groups;
}

/// Recursion is as deep as there are columns. Returns false if more than `most` are needed.
bool cut(const PositionRows& rows, std::size_t most, std::vector<Product>& products) {
  if (most == 0) return false;
  if (auto product = as_product(rows)) {
    products.push_back(std::move(*product));
    return true;
  }
  std::size_t best = 0;
  Groups fewest;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    Groups groups = group_by(rows, column);
    if (column > 0 && groups.size() >= fewest.size()) continue;
    fewest = std::move(groups);
    best = column;
  }
  if (fewest.size() > most) return false;
  // In the order of the domain.
  std::vector<std::pair<Positions, PositionRows>> ordered;
  for (auto& [rest, values] : fewest) ordered.emplace_back(values, rest);
  std::sort(ordered.begin(), ordered.end());
  const std::size_t before = products.size();
  for (const auto& [values, rest] : ordered) {
    const std::size_t first = products.size();
    if (!cut(rest, most - (first - before), products)) return false;
    for (std::size_t i = first; i < products.size(); ++i) {
      products[i].insert(products[i].begin() + static_cast<std::ptrdiff_t>(best), values);
    }
  }
  return true;
}

}  // namespace

std::vector<InstancePattern> patterns_of(const ir::Invariant& invariant,
                                         std::span<const std::uint64_t> instances,
                                         std::size_t most) {
  if (instances.empty()) return {};
  PositionRows rows;
  rows.reserve(instances.size());
  for (std::uint64_t number : instances) {
    Positions row(invariant.parameters.size());
    for (std::size_t i = row.size(); i-- > 0;) {
      const std::uint64_t size = invariant.variables[invariant.parameters[i]].domain.size();
      row[i] = static_cast<std::uint32_t>(number % size);
      number /= size;
    }
    rows.push_back(std::move(row));
  }
  std::vector<Product> products;
  if (!cut(rows, most, products)) return {};
  std::vector<InstancePattern> patterns;
  for (const Product& product : products) {
    InstancePattern& pattern = patterns.emplace_back();
    for (std::size_t i = 0; i < product.size(); ++i) {
      std::vector<ir::Symbol>& values = pattern.emplace_back();
      for (const std::uint32_t position : product[i]) {
        values.push_back(invariant.variables[invariant.parameters[i]].domain[position]);
      }
    }
  }
  return patterns;
}

namespace {

using ir::Argument;
using ir::Formula;
using ir::Invariant;
using proofs::Verdict;
using Kind = Formula::Kind;

constexpr std::size_t most_patterns = 4;
constexpr std::size_t most_in_words = 3;
constexpr std::size_t shortest_run = 3;  ///< of integers that are written as a range

/// Returns a term with these texts at its leaves. Patterns are nested at most 200 deep.
std::string filled(const ir::TermPattern& pattern, const std::vector<std::string>& columns,
                   std::size_t& column, const ir::SymbolTable& symbols) {
  if (pattern.is_leaf()) return column < columns.size() ? columns[column++] : "_";
  std::vector<std::string> args;
  for (const ir::TermPattern& arg : pattern.args) {
    args.push_back(filled(arg, columns, column, symbols));
  }
  const std::string name = ir::name_text(symbols.text(pattern.functor));
  return args.empty() ? name : fmt::format("{}({})", name, fmt::join(args, ","));
}

std::optional<std::int64_t> integer(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || std::to_string(value) != text) return std::nullopt;
  return value;
}

/// Returns `{1..4,b,x}`, in the order of domains.
std::string list_of(const std::vector<ir::Symbol>& values, const ir::SymbolTable& symbols) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < values.size();) {
    const auto first = integer(symbols.text(values[i]));
    std::size_t end = i + 1;
    while (first && end < values.size() &&
           integer(symbols.text(values[end])) == *first + static_cast<std::int64_t>(end - i)) {
      ++end;
    }
    if (end - i < shortest_run) end = i + 1;
    texts.push_back(ir::name_text(symbols.text(values[i])));
    if (end > i + 1) texts.back() += ".." + symbols.text(values[end - 1]);
    i = end;
  }
  return fmt::format("{{{}}}", fmt::join(texts, ","));
}

/// Describes a subset of a domain: `x`, `{1..4,b}`, or its complement, `except empty`, if that is
/// shorter.
std::string part_of(const std::vector<ir::Symbol>& domain, const std::vector<ir::Symbol>& some,
                    const ir::SymbolTable& symbols) {
  const auto text = [&](const std::vector<ir::Symbol>& values) {
    return values.size() == 1 ? ir::name_text(symbols.text(values[0])) : list_of(values, symbols);
  };
  std::vector<ir::Symbol> others;
  for (const ir::Symbol value : domain) {
    if (std::find(some.begin(), some.end(), value) == some.end()) others.push_back(value);
  }
  if (others.empty() && domain.size() > 1) return "_";
  std::string listed = text(some);
  if (others.empty()) return listed;
  std::string except = "except " + text(others);
  return except.size() < listed.size() ? except : listed;
}

std::vector<std::uint64_t> all_but(const Invariant& invariant,
                                   std::span<const std::uint64_t> numbers, std::size_t most) {
  std::vector<std::uint64_t> others;
  const std::uint64_t all = ir::instances(invariant);
  if (all - numbers.size() > most) return others;
  std::size_t next = 0;
  for (std::uint64_t number = 0; number < all; ++number) {
    if (next < numbers.size() && numbers[next] == number) {
      ++next;
    } else {
      others.push_back(number);
    }
  }
  return others;
}

}  // namespace

std::string FormulaWords::statement(const Invariant& invariant) const {
  return ir::to_text(invariant, module_, vocabulary_);
}

std::string FormulaWords::formula(const Invariant& invariant) const {
  return ir::formula_text(invariant, module_, vocabulary_);
}

std::string FormulaWords::constants(std::span<const ir::Symbol> symbols) const {
  std::string text;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    text += (i == 0 ? "" : ",") + ir::name_text(module_.symbols->text(symbols[i]));
  }
  return text;
}

std::string FormulaWords::instance(const Invariant& invariant,
                                   std::span<const ir::Symbol> symbols) const {
  if (invariant.parameters.empty()) return invariant.name;
  return invariant.name + "[" + constants(symbols) + "]";
}

/// `write` receives a text for each parameter.
std::string FormulaWords::told(const Invariant& invariant, std::span<const std::uint64_t> numbers,
                               const Write& write) const {
  std::vector<std::string> texts;
  for (const InstancePattern& pattern : patterns_of(invariant, numbers, most_patterns)) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      values.push_back(part_of(invariant.variables[invariant.parameters[i]].domain, pattern[i],
                               *module_.symbols));
    }
    texts.push_back(write(values));
  }
  const auto single = [&](std::uint64_t number) {
    std::vector<std::string> values;
    for (const ir::Symbol symbol : ir::instance_symbols(invariant, number)) {
      values.push_back(ir::name_text(module_.symbols->text(symbol)));
    }
    return write(values);
  };
  if (!texts.empty()) return fmt::format("{}", fmt::join(texts, ", "));
  const std::vector<std::uint64_t> others = all_but(invariant, numbers, most_in_words);
  const std::span<const std::uint64_t> listed = others.empty() ? numbers : others;
  for (std::size_t i = 0; i < std::min(listed.size(), most_in_words); ++i) {
    texts.push_back(single(listed[i]));
  }
  std::string text = fmt::format("{}", fmt::join(texts, ", "));
  if (listed.size() > most_in_words) {
    text += fmt::format(" and {} more", listed.size() - most_in_words);
  }
  return others.empty() ? text : "all but " + text;
}

std::string FormulaWords::instances(const Invariant& invariant,
                                    std::span<const std::uint64_t> numbers) const {
  return told(invariant, numbers, [&](const std::vector<std::string>& values) {
    if (values.empty()) return invariant.name;
    return fmt::format("{}[{}]", invariant.name, fmt::join(values, ","));
  });
}

std::string FormulaWords::fluent(ir::RelationId relation,
                                 const std::vector<std::string>& columns) const {
  const ir::TermPattern* const known = vocabulary_.pattern(relation);
  const ir::TermPattern atom = known != nullptr ? *known : atom_pattern(module_, relation);
  const bool around = atom.args.size() == 1 && module_.symbols->text(atom.functor) == "true";
  std::size_t column = 0;
  return filled(around ? atom.args[0] : atom, columns, column, *module_.symbols);
}

std::optional<FormulaWords::Functional> FormulaWords::functional(const Invariant& invariant) const {
  const auto counted = proofs::counted_atoms(invariant.formula);
  if (!counted) return std::nullopt;
  std::vector<std::string> names(invariant.variables.size(), "_");
  std::vector<std::string> each;
  for (const ir::VariableId id : counted->each) {
    const bool few = counted->each.size() <= 3;
    const std::size_t number = each.size();
    each.push_back(few ? std::string(1, static_cast<char>('X' + number))
                       : fmt::format("X{}", number + 1));
    names[id] = each.back();
  }
  std::vector<std::string> fluents;
  for (const Formula& atom : counted->count->parts) {
    std::vector<std::string> columns;
    for (const Argument& arg : atom.args) {
      columns.push_back(arg.kind == Argument::Kind::variable
                            ? names[arg.id]
                            : ir::name_text(module_.symbols->text(arg.id)));
    }
    fluents.push_back(fluent(atom.relation, columns));
  }
  return Functional{fmt::format("{}", fmt::join(fluents, " or ")),
                    fmt::format("{}", fmt::join(each, ", ")), counted->count->lower};
}

std::string FormulaWords::fluents(const Invariant& invariant,
                                  const proofs::Persistence& persistence,
                                  std::span<const std::uint64_t> numbers) const {
  return told(invariant, numbers, [&](const std::vector<std::string>& values) {
    return fluent(persistence.relation, values);
  });
}

std::string FormulaWords::meaning(const Invariant& invariant) const {
  const bool chance = proofs::players_of(module_).size() < module_.roles.size();
  const std::pair<std::string_view, std::string_view> known[] = {
      {proofs::playability, "until the game is over every role has a move"},
      {proofs::turn_taking, "at most one role has a choice of moves"},
      {proofs::zero_sum, "at the end the goals add up to 100, where every role has one"},
      {proofs::unique_goals, chance ? "at the end every role but random has exactly one goal value"
                                    : "at the end every role has exactly one goal value"},
      {proofs::monotonic_goals,
       chance ? "every role but random always has one goal value, which never falls"
              : "every role always has one goal value, which never falls"},
  };
  for (const auto& [name, words] : known) {
    if (proofs::single_name(invariant) == name) return std::string(words);
  }
  if (const auto functional = this->functional(invariant)) {
    std::string text = functional->fluents;
    text += functional->lower == 0 ? ": at most one" : ": exactly one";
    return functional->each.empty() ? text : text + " for each " + functional->each;
  }
  if (const auto persistence = proofs::persistence_of(invariant)) {
    const std::vector<std::string> any(invariant.parameters.size(), "_");
    const char* const words =
        persistence->holds ? ": once true, true for ever" : ": once false, false for ever";
    return fluent(persistence->relation, any) + words;
  }
  return {};
}

}  // namespace tesuji::tools
