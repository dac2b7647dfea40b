#include "passes/analysis/literal_facts.h"

#include "passes/analysis/variables.h"

#include <algorithm>

namespace tesuji::passes {

// --- Statistics of facts

namespace {

using ir::Argument;
using ir::Literal;

/// Relations with more facts are not searched for a literal's constants.
constexpr std::size_t most_looked_through = 1024;
/// Relations with more rows are not projected and counted.
constexpr std::size_t most_counted = 200'000;

bool agrees(const Literal& literal, const ir::Symbol* row) {
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    const Argument& arg = literal.args[c];
    if (arg.kind == Argument::Kind::constant && arg.id != row[c]) return false;
  }
  return true;
}

}  // namespace

LiteralFacts::LiteralFacts(ir::Module& possible, const std::vector<bool>& is_static)
    : possible_(possible), is_static_(is_static), known_(possible.relations.size()) {}

ir::DomainId LiteralFacts::domain_of(ir::VariableId variable, const std::vector<Literal>& body) {
  ir::DomainId smallest = narrowest_domain(possible_, variable, body);
  for (const Literal& literal : body) {
    if (literal.kind != Literal::Kind::positive || literal.relation >= known_) continue;
    if (!is_static_[literal.relation]) continue;
    const auto column =
        std::find(literal.args.begin(), literal.args.end(), Argument::variable(variable));
    const bool has_constants =
        std::any_of(literal.args.begin(), literal.args.end(),
                    [](const Argument& arg) { return arg.kind == Argument::Kind::constant; });
    if (column == literal.args.end() || !has_constants) continue;
    const ir::DomainId found =
        agreeing_domain(literal, static_cast<std::size_t>(column - literal.args.begin()));
    if (found != ir::no_id &&
        possible_.domains[found].values.size() < possible_.domains[smallest].values.size()) {
      smallest = found;
    }
  }
  return smallest;
}

/// Returns the domain of a column's values in the facts that match the literal's constants; no_id
/// if no fact matches, or there are too many facts to search.
ir::DomainId LiteralFacts::agreeing_domain(const Literal& literal, std::size_t column) {
  const ir::Facts& facts = possible_.relations[literal.relation].facts;
  if (facts.rows > most_looked_through) return ir::no_id;
  std::vector<std::uint32_t> key{literal.relation, static_cast<std::uint32_t>(column)};
  for (const Argument& arg : literal.args) {
    key.push_back(arg.kind == Argument::Kind::constant ? arg.id : ir::no_id);
  }
  const auto [place, is_new] = agreeing_.try_emplace(std::move(key), ir::no_id);
  if (!is_new) return place->second;
  std::vector<ir::Symbol> values;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * literal.args.size();
    if (agrees(literal, cells)) values.push_back(cells[column]);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (!values.empty()) place->second = possible_.intern_domain(std::move(values));
  return place->second;
}

double LiteralFacts::share_of_needed(const Literal& guard, const std::set<ir::VariableId>& needed) {
  if (guard.kind != Literal::Kind::positive || guard.relation >= known_) return 1;
  const ir::Facts& facts = possible_.relations[guard.relation].facts;
  std::vector<std::uint32_t> key{guard.relation};
  std::vector<std::size_t> columns;
  bool leaves_out = false;
  for (std::size_t c = 0; c < guard.args.size(); ++c) {
    const Argument& arg = guard.args[c];
    const bool is_constant = arg.kind == Argument::Kind::constant;
    const bool is_needed = ir::is_variable(arg) && needed.contains(arg.id);
    if (is_needed) columns.push_back(c);
    leaves_out = leaves_out || (!is_needed && !is_constant);
    key.push_back(is_constant ? arg.id : ir::no_id);
    key.push_back(is_needed ? 1 : 0);
  }
  if (!leaves_out || facts.rows == 0 || facts.rows > most_counted) return 1;
  const auto [share, is_new] = shares_.try_emplace(std::move(key), 1.0);
  if (!is_new) return share->second;
  std::set<std::vector<ir::Symbol>> seen;
  std::vector<ir::Symbol> values(columns.size());
  std::size_t rows = 0;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * guard.args.size();
    if (!agrees(guard, cells)) continue;
    ++rows;
    for (std::size_t i = 0; i < columns.size(); ++i) values[i] = cells[columns[i]];
    seen.insert(values);
  }
  if (rows > 0) share->second = static_cast<double>(seen.size()) / static_cast<double>(rows);
  return share->second;
}

bool LiteralFacts::narrows(const Literal& literal, const std::set<ir::VariableId>& inside,
                           const std::vector<Literal>& taken) {
  if (literal.relation >= known_ || !is_static_[literal.relation]) return false;
  const ir::Facts& facts = possible_.relations[literal.relation].facts;
  std::optional<std::size_t> column;
  for (std::size_t c = 0; c < literal.args.size(); ++c) {
    if (!ir::is_variable(literal.args[c]) || !inside.contains(literal.args[c].id)) continue;
    if (column) return false;
    column = c;
  }
  if (!column) return false;
  const ir::DomainId domain = domain_of(literal.args[*column].id, taken);
  if (domain == ir::no_id) return false;
  std::set<ir::Symbol> values;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    const ir::Symbol* const cells = facts.cells.data() + row * literal.args.size();
    if (agrees(literal, cells) && !values.insert(cells[*column]).second) return false;
  }
  return 2 * values.size() < possible_.domains[domain].values.size();
}

// --- Inequalities

namespace {

/// Returns the number of values in both domains.
std::uint64_t common_values(const ir::Domain& a, const ir::Domain& b) {
  return static_cast<std::uint64_t>(std::count_if(
      a.values.begin(), a.values.end(), [&](ir::Symbol value) { return b.position(value) >= 0; }));
}

/// Whether the relation contains exactly the rows whose first half differs from the second.
bool is_inequality(const ir::Module& module, const ir::Relation& relation) {
  const std::size_t width = relation.columns.size();
  if (width < 4 || width % 2 != 0) return false;
  const std::size_t half = width / 2;
  std::uint64_t same = 1;
  for (std::size_t c = 0; c < half; ++c) {
    same *= common_values(module.domains[relation.columns[c]],
                          module.domains[relation.columns[half + c]]);
  }
  if (relation.facts.rows == 0 || relation.facts.rows + same != module.product_size(relation)) {
    return false;
  }
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    const ir::Symbol* const cells = relation.facts.cells.data() + row * width;
    if (std::equal(cells, cells + half, cells + half)) return false;
  }
  return true;
}

/// Whether the other literals restrict the variable to values of the domain.
bool is_bound_within(const ir::Module& module, const std::vector<Literal>& others,
                     ir::VariableId variable, const ir::Domain& domain) {
  const ir::DomainId narrowest = narrowest_domain(module, variable, others);
  if (narrowest == ir::no_id) return false;
  const auto& values = module.domains[narrowest].values;
  return common_values(module.domains[narrowest], domain) == values.size();
}

}  // namespace

std::optional<ArgumentPairs> find_inequality(const ir::Module& module,
                                             const std::vector<bool>& is_static,
                                             const std::vector<Literal>& body,
                                             std::size_t position) {
  const Literal& literal = body[position];
  ArgumentPairs pairs;
  if (literal.kind == Literal::Kind::different) {
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      pairs.emplace_back(literal.args[c], literal.right[c]);
    }
  } else if (literal.kind == Literal::Kind::positive && is_static[literal.relation] &&
             is_inequality(module, module.relations[literal.relation])) {
    std::vector<Literal> others = body;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(position));
    const ir::Relation& relation = module.relations[literal.relation];
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      const Argument& arg = literal.args[c];
      const ir::Domain& domain = module.domains[relation.columns[c]];
      if (arg.kind == Argument::Kind::ignore) return std::nullopt;
      const bool within = ir::is_variable(arg) ? is_bound_within(module, others, arg.id, domain)
                                               : domain.position(arg.id) >= 0;
      if (!within) return std::nullopt;
    }
    const std::size_t half = literal.args.size() / 2;
    for (std::size_t c = 0; c < half; ++c) {
      pairs.emplace_back(literal.args[c], literal.args[half + c]);
    }
  }
  std::erase_if(pairs, [](const auto& pair) { return pair.first == pair.second; });
  if (pairs.size() < 2) return std::nullopt;
  return pairs;
}

}  // namespace tesuji::passes
