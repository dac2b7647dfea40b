#include "ir/module/module.h"

#include "ir/core/characters.h"
#include "ir/core/symbol.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace tesuji::ir {
namespace {

/// Number of values shown in names made from values.
constexpr std::size_t shown_values = 3;

std::optional<std::int64_t> small_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string name_after_values(const std::vector<Symbol>& values, const SymbolTable& symbols) {
  if (values.empty()) return "empty";
  if (values.size() > 1) {
    const auto first = small_integer(symbols.text(values.front()));
    const auto last = small_integer(symbols.text(values.back()));
    if (first && last) return fmt::format("int_{}_{}", *first, *last);
  }
  std::string name = "dom";
  for (std::size_t i = 0; i < std::min(values.size(), shown_values); ++i) {
    name += '_';
    for (const char c : symbols.text(values[i])) {
      name += is_lower(c) || is_digit(c) ? c : '_';
    }
  }
  if (values.size() > shown_values) name += "_etc";
  return name;
}

std::string unique_name(std::string name, const std::vector<Domain>& domains) {
  const auto taken = [&](std::string_view wanted) {
    return std::any_of(domains.begin(), domains.end(),
                       [&](const Domain& domain) { return domain.name == wanted; });
  };
  if (!taken(name)) return name;
  for (std::size_t number = 2;; ++number) {
    std::string numbered = fmt::format("{}_{}", name, number);
    if (!taken(numbered)) return numbered;
  }
}

template <class Wanted>
RelationId first_of(const Relations& relations, const Wanted& wanted) {
  const auto found = std::find_if(relations.begin(), relations.end(), wanted);
  return found == relations.end() ? no_id : static_cast<RelationId>(found - relations.begin());
}

/// Appends a domain of sorted values.
DomainId add_domain(std::vector<Symbol> values, std::string_view name, std::vector<Domain>& domains,
                    const SymbolTable& symbols) {
  Domain domain;
  domain.name =
      unique_name(name.empty() ? name_after_values(values, symbols) : std::string(name), domains);
  domain.positions.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    domain.positions.emplace(values[i], static_cast<std::uint32_t>(i));
  }
  domain.values = std::move(values);
  domains.push_back(std::move(domain));
  return static_cast<DomainId>(domains.size() - 1);
}

}  // namespace

std::int32_t Domain::position(Symbol value) const {
  const auto found = positions.find(value);
  return found == positions.end() ? -1 : static_cast<std::int32_t>(found->second);
}

RelationId Module::find_answer(Answer answer) const {
  const auto gives = [&](const Relation& relation) { return relation.answer == answer; };
  return first_of(relations, gives);
}

RelationId Module::find_goal_values() const {
  return first_of(relations, has_goal_values);
}

RelationId Module::add_helper(Origin origin, RelationId of, Relation relation,
                              std::string_view stem) {
  relation.origin = origin;
  relation.origin_of = of;
  const std::string_view made_of = stem.empty() ? std::string_view(relations[of].name) : stem;
  relation.name = relations.unused_name(fmt::format("{}.{}", name_of(origin), made_of));
  return relations.push_back(std::move(relation));
}

const Entry* Module::find_entry(std::string_view name) const {
  for (const Entry& entry : entries) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

DomainId Module::intern_domain(std::vector<Symbol> values, std::string_view name) {
  make_domain_values(values, *symbols);
  for (std::size_t i = 0; i < domains.size(); ++i) {
    if (!domains[i].open && domains[i].values == values) return static_cast<DomainId>(i);
  }
  return add_domain(std::move(values), name, domains, *symbols);
}

DomainId Module::add_open_domain(std::vector<Symbol> values, std::string_view name) {
  make_domain_values(values, *symbols);
  const DomainId id = add_domain(std::move(values), name, domains, *symbols);
  domains[id].open = true;
  return id;
}

DomainId Module::open_domain() const {
  const auto found = std::find_if(domains.begin(), domains.end(),
                                  [](const Domain& domain) { return domain.open; });
  return found == domains.end() ? no_id : static_cast<DomainId>(found - domains.begin());
}

std::uint64_t Module::product_size(const Relation& relation) const {
  constexpr std::uint64_t limit = std::uint64_t{1} << 63U;
  std::uint64_t product = 1;
  bool saturated = false;
  for (const DomainId column : relation.columns) {
    const std::uint64_t size = domains[column].values.size();
    if (size == 0)
      return 0;  // an empty column makes the product empty, however large the other
                 // columns are
    if (product > limit / size) {
      saturated = true;
    } else {
      product *= size;
    }
  }
  return saturated ? limit : product;
}

std::uint64_t Module::tuples_per_call(const Relation& relation) const {
  Relation free;
  for (std::size_t c = 0; c < relation.columns.size(); ++c) {
    if (!is_given_to_call(relation, c)) free.columns.push_back(relation.columns[c]);
  }
  return product_size(free);
}

std::size_t count_operations(const Module& module, const Stratum& stratum) {
  std::size_t count = 0;
  for (const std::uint32_t plan : stratum.plans) count += count_operations(module.plans[plan].ops);
  return count;
}

}  // namespace tesuji::ir
